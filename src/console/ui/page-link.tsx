import { useEffect, type AnchorHTMLAttributes } from "react";
import { useNavigate } from "react-router";

/** Marks links to pages of this site that are followed without loading the site anew. */
const FOLLOWED = "data-page-link";

/**
 * A link of the frame, which stands on every page twenty times: an anchor and nothing else. The router's own link asks seven hooks for each,
 * a tenth of what making a page alive costs; here one handler follows them all.
 */
export function PageLink({ children, ...attributes }: AnchorHTMLAttributes<HTMLAnchorElement> & { readonly href: string }) {
  return (
    <a {...attributes} {...{ [FOLLOWED]: "" }}>
      {children}
    </a>
  );
}

/** Follows every `PageLink` of the document. Once, inside the router. */
export function useFollowedLinks(): void {
  const navigate = useNavigate();
  useEffect(() => {
    const follow = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>(`a[${FOLLOWED}]`) : null;
      const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
      if (!link || !isPlain || event.defaultPrevented || link.target !== "") return;
      event.preventDefault();
      void navigate(link.pathname + link.search + link.hash, { replace: link.href === location.href });
    };
    document.addEventListener("click", follow);
    return () => document.removeEventListener("click", follow);
  }, [navigate]);
}
