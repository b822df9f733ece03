import { useEffect, useRef, useState } from "react";
import { useSearchParams } from "react-router";

/** How long typing rests before the address follows it: every address is an entry the browser keeps. */
const ADDRESS_REST_MS = 300;

/** The text of the search: what is typed counts at once, the address `?q=` follows, so that a link shows the same answers. */
export function useFaqQuery(): { readonly query: string; readonly change: (query: string) => void } {
  const [parameters, setParameters] = useSearchParams();
  const asked = parameters.get("q") ?? "";
  const [query, setQuery] = useState(asked);
  const [seen, setSeen] = useState(asked);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  // A link or the Back button changed the address; our own writing finds the text already there.
  if (asked !== seen) {
    setSeen(asked);
    if (asked !== query.trim()) setQuery(asked);
  }
  useEffect(() => () => clearTimeout(timer.current), []);

  const change = (typed: string) => {
    setQuery(typed);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      const q = typed.trim();
      setSeen(q);
      setParameters(q ? { q } : {}, { replace: true });
    }, ADDRESS_REST_MS);
  };
  return { query, change };
}
