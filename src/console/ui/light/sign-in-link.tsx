import type { ReactNode } from "react";
import { PageLink } from "#console/ui/page-link.tsx";

interface SignInLinkProps {
  readonly to?: string;
  readonly look?: "main" | "plain";
  readonly children: ReactNode;
}

/** Leads to the sign-in page, or another way in, and from there back to this address. */
export function SignInLink({ to = "/app/authorization", look = "main", children }: SignInLinkProps) {
  return (
    <PageLink className={look === "main" ? "button" : "button button-plain"} to={to} returns>
      {children}
    </PageLink>
  );
}
