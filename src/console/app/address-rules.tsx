import { useEffect, useLayoutEffect, useRef } from "react";
import { navigate, useLocation, useNavigationType } from "#console/providers/navigation.tsx";
import { settledPath } from "#contract/public-pages/moved-paths.ts";
import { useSession } from "#console/providers/session.ts";
import { useFollowedLinks } from "#console/ui/page-link.tsx";
import { cardBindResultOf, keepEntryParameters } from "./entry-parameters.ts";

/** How long a page that is still loading may take to become tall enough for its old place. */
const RESTORE_FOR_MS = 2000;

/** What holds for every address: lower case, no trailing slash, entry parameters kept, scroll position, links followed. */
export function AddressRules() {
  const location = useLocation();
  const { pathname, search, hash, key } = location;

  useLayoutEffect(() => {
    const canonical = canonicalPath(pathname);
    // The query keeps its case: it carries filters and codes.
    if (canonical !== pathname) navigate(canonical + search + hash, { replace: true, state: location.state });
  }, [pathname, search, hash, location.state]);

  useEffect(() => {
    if (search !== "") keepEntryParameters(search);
  }, [search]);

  const { status } = useSession();
  useEffect(() => {
    const returned = cardBindResultOf(search);
    // A person whose session ended at the bank signs in first: the parameter waits in the address that is returned to.
    if (returned === null || status !== "signed-in") return;
    navigate(pathname + returned.rest + hash, { replace: true });
    import("./card-bind-result.ts").then(({ showCardBindResult }) => showCardBindResult(returned.result), () => undefined);
  }, [pathname, search, hash, status]);

  useScrollPlace(pathname, key);
  useFollowedLinks();
  return null;
}

/** Paths are lower-cased, lose a trailing slash and give way to the child that stands for them. Source: specification §2, «Routing rules»; the server redirects likewise. */
export function canonicalPath(pathname: string): string {
  const lower = pathname.replace(/%[0-9a-f]{2}|[^%]+/gi, (piece) => (piece.startsWith("%") ? piece : piece.toLowerCase()));
  return settledPath(lower.length > 1 ? lower.replace(/\/+$/, "") || "/" : lower);
}

/** A new page begins at its top; going back returns to where the person was, as soon as the page is tall enough. */
function useScrollPlace(pathname: string, key: string): void {
  const type = useNavigationType();
  const before = useRef(pathname);
  useEffect(() => {
    const place = `scroll:${key}`;
    let stopRestoring = () => undefined as void;
    if (type === "POP" && !isFreshVisit(key)) stopRestoring = restore(Number(sessionStorage.getItem(place) ?? 0));
    else if (before.current !== pathname) window.scrollTo(0, 0);
    before.current = pathname;
    const keep = () => sessionStorage.setItem(place, String(Math.round(window.scrollY)));
    window.addEventListener("scrollend", keep);
    window.addEventListener("pagehide", keep);
    return () => {
      stopRestoring();
      window.removeEventListener("scrollend", keep);
      window.removeEventListener("pagehide", keep);
    };
  }, [pathname, key, type]);
}

/** A page that is neither reloaded nor gone back to has no old place: the storage, which the browser opens on first use, stays shut. */
function isFreshVisit(key: string): boolean {
  const entry = performance.getEntriesByType("navigation")[0] as PerformanceNavigationTiming | undefined;
  return key === "default" && entry?.type === "navigate";
}

function restore(top: number): () => void {
  if (top === 0) return () => undefined;
  const until = Date.now() + RESTORE_FOR_MS;
  const timer = setInterval(() => {
    const isTallEnough = document.documentElement.scrollHeight - window.innerHeight >= top;
    if (isTallEnough) window.scrollTo(0, top);
    if (isTallEnough || Date.now() > until) clearInterval(timer);
  }, 50);
  return () => clearInterval(timer);
}
