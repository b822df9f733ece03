import { useEffect, useId, useState, type SelectHTMLAttributes } from "react";
import type { ListFilters, PagedList } from "#console/kit/use-paged-list.ts";
import "./list-filters.css";

type FilteredList = Pick<PagedList<unknown>, "filters" | "setFilters">;

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

interface SelectFilterProps extends Omit<SelectHTMLAttributes<HTMLSelectElement>, "onChange"> {
  readonly label: string;
  /** First line, which chooses nothing: «Любое». */
  readonly anyTitle: string;
  readonly options: readonly { readonly id: string | number; readonly title: string }[];
  readonly onChange: (value: string) => void;
}

/** A choice of one among the filters of a list. */
export function SelectFilter({ label, anyTitle, options, onChange, ...rest }: SelectFilterProps) {
  const id = useId();
  return (
    <label className="filter" htmlFor={id}>
      {label}
      <select {...rest} id={id} className="input" onChange={(event) => onChange(event.target.value)}>
        <option value="">{anyTitle}</option>
        {options.map((option) => (
          <option key={option.id} value={option.id}>
            {option.title}
          </option>
        ))}
      </select>
    </label>
  );
}

/** Two days, `periodStart` and `periodEnd` of the list's query; neither may pass the other. */
export function PeriodFilter({ list: { filters, setFilters }, label }: { list: FilteredList; label: string }) {
  const id = useId();
  const from = filterText(filters, "periodStart");
  const to = filterText(filters, "periodEnd");
  return (
    <>
      <label className="filter" htmlFor={`${id}-from`}>
        {label}
        <input id={`${id}-from`} className="input" type="date" value={from} max={to || undefined} onChange={(event) => setFilters({ periodStart: event.target.value })} />
      </label>
      <label className="filter" htmlFor={`${id}-to`}>
        по
        <input id={`${id}-to`} className="input" type="date" value={to} min={from || undefined} onChange={(event) => setFilters({ periodEnd: event.target.value })} />
      </label>
    </>
  );
}

/** One filter of the address as its field shows it. */
export function filterText(filters: ListFilters, name: string): string {
  return String(filters[name] ?? "");
}
