import { createContext, startTransition, useContext, useEffect, useLayoutEffect, useMemo, useState, type ReactNode } from "react";

/** Where the person is: the parts of the address, and the entry of the browser's history. */
export interface Place {
  readonly pathname: string;
  /** With its `?`, or empty. */
  readonly search: string;
  /** With its `#`, or empty. */
  readonly hash: string;
  /** Told by the link that led here. */
  readonly state: unknown;
  /** Tells the entries of the history apart; `default` for the one the browser opened by itself. */
  readonly key: string;
}

/** How a place was come to: by the browser (opened, reloaded, gone back to), by a link, or instead of another place. */
export type NavigationType = "POP" | "PUSH" | "REPLACE";

/** An address: whole, or relative to the page as in a link (`?page=2`, `#top`); or its parts, where a path left out is the page's own. */
export type To = string | { readonly pathname?: string; readonly search?: string; readonly hash?: string };

interface NavigateOptions {
  /** Takes the place of the present entry of the history. */
  readonly replace?: boolean;
  readonly state?: unknown;
}

interface Visit {
  readonly place: Place;
  readonly type: NavigationType;
}

/** What stands in `history.state`. */
interface HistoryEntry {
  readonly key?: string;
  readonly state?: unknown;
}

const VisitContext = createContext<Visit>({ place: { pathname: "/", search: "", hash: "", state: null, key: "default" }, type: "POP" });
const listeners = new Set<(type: NavigationType) => void>();

/** Goes to another page of the site without loading it anew. */
export function navigate(to: To, { replace = false, state = null }: NavigateOptions = {}): void {
  const entry: HistoryEntry = { key: Math.random().toString(36).slice(2, 10), state };
  if (replace) history.replaceState(entry, "", hrefOf(to));
  else history.pushState(entry, "", hrefOf(to));
  for (const hear of listeners) hear(replace ? "REPLACE" : "PUSH");
}

/** The text of a link to an address. */
export function hrefOf(to: To): string {
  if (typeof to === "string") return to;
  const { pathname = location.pathname, search = "", hash = "" } = to;
  return pathname + (search === "" || search.startsWith("?") ? search : `?${search}`) + hash;
}

interface NavigationProps {
  /** Path and query of a page that is drawn where there is no browser. */
  readonly at?: string;
  readonly children: ReactNode;
}

/**
 * Tells everything inside where the person is, and hears where they go.
 *
 * Decision: the browser's history and nothing above it, because public pages have one component for an address; the cabinet, whose Refine speaks to
 * react-router, gives it this place (`app/cabinet-router.tsx`). Source: specification §2; saves 8 KiB of each first visit.
 */
export function Navigation({ at, children }: NavigationProps) {
  const [visit, setVisit] = useState<Visit>(() => ({ place: at === undefined ? placeNow() : placeOf(at), type: "POP" }));
  useLayoutEffect(() => {
    // As a transition: the old page stays on the screen while the next one is drawn.
    const hear = (type: NavigationType) => startTransition(() => setVisit({ place: placeNow(), type }));
    const hearBrowser = () => hear("POP");
    listeners.add(hear);
    window.addEventListener("popstate", hearBrowser);
    return () => {
      listeners.delete(hear);
      window.removeEventListener("popstate", hearBrowser);
    };
  }, []);
  // What is inside may have gone elsewhere before anybody listened.
  useLayoutEffect(() => setVisit((before) => (at !== undefined || isHere(before.place) ? before : { place: placeNow(), type: "REPLACE" })), [at]);
  return <VisitContext value={visit}>{children}</VisitContext>;
}

export function useLocation(): Place {
  return useContext(VisitContext).place;
}

export function useNavigationType(): NavigationType {
  return useContext(VisitContext).type;
}

/** The query of the address, and the way to another one on the same page. */
export function useSearchParams(): readonly [URLSearchParams, typeof setQuery] {
  const { search } = useLocation();
  return [useMemo(() => new URLSearchParams(search), [search]), setQuery];
}

function setQuery(query: Readonly<Record<string, string>> | URLSearchParams, options?: NavigateOptions): void {
  navigate({ search: new URLSearchParams(query).toString() }, options);
}

/** Drawn, it leads elsewhere. */
export function Navigate({ to, replace = false }: { readonly to: string; readonly replace?: boolean }) {
  useEffect(() => navigate(to, { replace }), [to, replace]);
  return null;
}

function placeNow(): Place {
  const { pathname, search, hash } = location;
  const { key = "default", state = null } = (history.state ?? {}) as HistoryEntry;
  return { pathname, search, hash, state, key };
}

function placeOf(address: string): Place {
  const query = address.indexOf("?");
  const pathname = query < 0 ? address : address.slice(0, query);
  return { pathname, search: address.slice(pathname.length), hash: "", state: null, key: "default" };
}

function isHere({ pathname, search, hash }: Place): boolean {
  return pathname === location.pathname && search === location.search && hash === location.hash;
}
