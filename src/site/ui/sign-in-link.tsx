import type { ReactNode } from "react";
import { PageLink } from "#web/ui/page-link.tsx";

interface SignInLinkProps {
  readonly to?: string;
  readonly variant?: "main" | "plain";
  readonly children: ReactNode;
}

/** Returns to this URL. */
export function SignInLink({
  to = "/app/authorization",
  variant = "main",
  children,
}: SignInLinkProps) {
  return (
    <PageLink className={variant === "main" ? "button" : "button button-plain"} to={to} returns>
      {children}
    </PageLink>
  );
}
