import type { MouseEvent, ReactNode } from "react";
import { useNavigate, useLocation } from "react-router";
import { isPlainClick, PageLink } from "#web/ui/page-link.tsx";
import { addressWith, type QueryChanges } from "./query-address.ts";

interface CatalogueLinkProps {
  /** What this link changes in the address of the list; the rest stays. */
  readonly changes: QueryChanges;
  readonly className?: string;
  readonly "aria-label"?: string;
  readonly "aria-current"?: "true";
  readonly children: ReactNode;
}

/**
 * The same list seen otherwise. While a slower list is still being read the old one stays on the
 * screen, and a click there goes on from the address that was asked for last: a search just sent is
 * not lost by choosing the order.
 */
export function CatalogueLink({ changes, ...rest }: CatalogueLinkProps) {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const handleClick = (event: MouseEvent) => {
    const live = window.location;
    if (!isPlainClick(event) || live.pathname !== pathname || live.search === search) return;
    event.preventDefault();
    void navigate(addressWith(pathname, live.search, changes));
  };
  return <PageLink {...rest} to={addressWith(pathname, search, changes)} onClick={handleClick} />;
}
