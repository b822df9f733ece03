import type { ReactNode } from "react";
import { useLocation } from "#console/providers/navigation.tsx";
import { PageLink } from "#console/ui/page-link.tsx";
import { keepReturnTo } from "#console/providers/session.ts";

interface SignInLinkProps {
  readonly to?: string;
  readonly look?: "main" | "plain";
  readonly children: ReactNode;
}

/** Leads to the sign-in page, or another way in, and from there back to this address. */
export function SignInLink({ to = "/app/authorization", look = "main", children }: SignInLinkProps) {
  const { pathname, search } = useLocation();
  return (
    <PageLink className={look === "main" ? "button" : "button button-plain"} to={to} onClick={() => keepReturnTo(pathname + search)}>
      {children}
    </PageLink>
  );
}
