import { useEffect, useId, useState } from "react";
import "./search-filter.css";

/** A person stops typing before a search is sent. */
const TYPING_MS = 350;

/** Search of a list among its filters; what is typed is sent when the person stops. */
export function SearchFilter({ value, onChange, label = "Найти" }: { value: string; onChange: (text: string) => void; label?: string }) {
  const id = useId();
  const [text, setText] = useState(value);
  const [known, setKnown] = useState(value);
  if (known !== value) {
    setKnown(value);
    setText(value);
  }
  useEffect(() => {
    if (text === value) return;
    const timer = setTimeout(() => onChange(text.trim()), TYPING_MS);
    return () => clearTimeout(timer);
  }, [text, value, onChange]);
  return (
    <label className="filter filter-search" htmlFor={id}>
      {label}
      <input id={id} className="input" type="search" value={text} maxLength={200} onChange={(event) => setText(event.target.value)} />
    </label>
  );
}
