import { useEffect, useRef, useState } from "react";
import { useSearchParams } from "react-router";

/** Ms: limits history writes. */
const ADDRESS_REST_MS = 300;

interface FaqQuery {
  readonly query: string;
  readonly change: (query: string) => void;
  /** On blur: a late update must not undo a pressed link. */
  readonly settle: () => void;
}

/** Mirrored to `?q=`. */
export function useFaqQuery(): FaqQuery {
  const [parameters, setParameters] = useSearchParams();
  const asked = parameters.get("q") ?? "";
  const [query, setQuery] = useState(asked);
  const [seen, setSeen] = useState(asked);
  const [written, setWritten] = useState(asked);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  // Changed by a link or Back. Our own writes arrive late.
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
    // Scrolling under a pressed button would lose the click.
    setParameters(q ? { q } : {}, { replace: true, preventScrollReset: true });
  };
  const change = (typed: string) => {
    setQuery(typed);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => writeAddress(typed.trim()), ADDRESS_REST_MS);
  };
  return { query, change, settle: () => writeAddress(query.trim()) };
}
