import type { MouseEvent } from "react";
import { Link, useLocation, type LinkProps } from "react-router";
import { keepReturnTo } from "#web/session/session.ts";
import { usePrefetch } from "./page-index.ts";

interface PageLinkProps extends LinkProps {
  /** After sign-in returns here. */
  readonly returns?: boolean;
}

export function PageLink({ returns = false, onClick, to, ...rest }: PageLinkProps) {
  const { pathname, search } = useLocation();
  const prefetch = usePrefetch();
  const handleClick = (event: MouseEvent<HTMLAnchorElement>) => {
    if (returns) keepReturnTo(pathname + search);
    onClick?.(event);
  };
  return (
    <Link
      {...prefetch(typeof to === "string" ? to : (to.pathname ?? pathname))}
      {...rest}
      to={to}
      onClick={handleClick}
    />
  );
}

/** Opens no new tab or window. */
export function isPlainClick({
  button,
  metaKey,
  ctrlKey,
  shiftKey,
  altKey,
}: Pick<MouseEvent, "button" | "metaKey" | "ctrlKey" | "shiftKey" | "altKey">): boolean {
  return button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey;
}
