import type { MouseEvent, ReactNode } from "react";
import { useNavigate, useLocation } from "react-router";
import { isPlainClick, PageLink } from "#web/ui/page-link.tsx";
import { addressWith, type QueryChanges } from "./query-address.ts";

interface CatalogueLinkProps {
  /** Other parameters stay. */
  readonly changes: QueryChanges;
  readonly className?: string;
  readonly "aria-label"?: string;
  readonly "aria-current"?: "true";
  readonly children: ReactNode;
}

/** Starts from the requested URL while a list loads: a search just sent is not lost. */
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
