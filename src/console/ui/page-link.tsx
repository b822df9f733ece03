import { useEffect, type AnchorHTMLAttributes } from "react";
import { hrefOf, navigate, type To } from "#console/providers/navigation.tsx";
import { keepReturnTo } from "#console/providers/session.ts";

/** Marks links to pages of this site that are followed without loading the site anew. */
const FOLLOWED = "data-page-link";
/** And those whose page is returned to. */
const RETURNS = "returns";
/** What a link tells the page it leads to, by its anchor. */
const states = new WeakMap<Element, unknown>();

interface PageLinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, "href"> {
  readonly to: To;
  /** Told to the page it leads to. */
  readonly state?: unknown;
  /** A way in, from which one returns to the page that has the link. */
  readonly returns?: boolean;
}

/**
 * A link to a page of this site: an anchor and nothing else. A link with hooks and a handler of its own costs a tenth of what making a page alive does,
 * for a page has fifty; one handler follows them all. It works before the page is alive and in parts that never become so.
 */
export function PageLink({ to, state, returns = false, children, ...attributes }: PageLinkProps) {
  const remember = state === undefined ? undefined : (anchor: HTMLAnchorElement | null) => void (anchor && states.set(anchor, state));
  return (
    <a {...attributes} href={hrefOf(to)} ref={remember} {...{ [FOLLOWED]: returns ? RETURNS : "" }}>
      {children}
    </a>
  );
}

/** Follows every `PageLink` of the document. Once, inside `Navigation`. */
export function useFollowedLinks(): void {
  useEffect(() => {
    document.addEventListener("click", followLink);
    return () => document.removeEventListener("click", followLink);
  }, []);
}

/** Goes where the pressed `PageLink` leads, if one was pressed and nobody has answered the press yet. */
export function followLink(event: MouseEvent): void {
  const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>(`a[${FOLLOWED}]`) : null;
  if (!link || !isPlainClick(event) || event.defaultPrevented || link.target !== "") return;
  event.preventDefault();
  if (link.getAttribute(FOLLOWED) === RETURNS) keepReturnTo(location.pathname + location.search);
  navigate(link.pathname + link.search + link.hash, { replace: link.href === location.href, state: states.get(link) });
}

/** Without a key that opens another tab or window. */
export function isPlainClick({ button, metaKey, ctrlKey, shiftKey, altKey }: Pick<MouseEvent, "button" | "metaKey" | "ctrlKey" | "shiftKey" | "altKey">): boolean {
  return button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey;
}
