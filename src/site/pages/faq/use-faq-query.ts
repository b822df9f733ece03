import { useEffect, useRef, useState } from "react";
import { useSearchParams } from "react-router";

/**
 * How long typing rests before the address follows it: every address is an entry the browser keeps.
 */
const ADDRESS_REST_MS = 300;

interface FaqQuery {
  readonly query: string;
  readonly change: (query: string) => void;
  /**
   * Whoever leaves the field presses a link next: the address follows before it does, or it would
   * call him back.
   */
  readonly settle: () => void;
}

/**
 * The text of the search: what is typed counts at once, the address `?q=` follows, so that a link
 * shows the same answers.
 */
export function useFaqQuery(): FaqQuery {
  const [parameters, setParameters] = useSearchParams();
  const asked = parameters.get("q") ?? "";
  const [query, setQuery] = useState(asked);
  const [seen, setSeen] = useState(asked);
  const [written, setWritten] = useState(asked);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  // A link or the Back button changed the address. Our own writing comes back later than it was
  // begun: more may have been typed since.
  if (asked !== seen) {
    setSeen(asked);
    if (asked !== written) {
      setWritten(asked);
      setQuery(asked);
    }
  }
  useEffect(() => () => clearTimeout(timer.current), []);

  const writeAddress = (q: string) => {
    clearTimeout(timer.current);
    if (q === written) return;
    setWritten(q);
    // A page that jumped to its top under a pressed button would lose the press.
    setParameters(q ? { q } : {}, { replace: true, preventScrollReset: true });
  };
  const change = (typed: string) => {
    setQuery(typed);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => writeAddress(typed.trim()), ADDRESS_REST_MS);
  };
  return { query, change, settle: () => writeAddress(query.trim()) };
}
