import type { ReactNode } from "react";
import { useAccess } from "#web/session/access.ts";
import { PageLink } from "#web/ui/page-link.tsx";

interface RegistryLinkProps {
  readonly registryID: number;
  readonly children: ReactNode;
}

/** Plain text without access to registries. */
export function RegistryLink({ registryID, children }: RegistryLinkProps) {
  const { can } = useAccess()("payroll-registries.view");
  return can ? (
    <PageLink to={`/profile/payroll-registry/${registryID}`}>{children}</PageLink>
  ) : (
    children
  );
}
