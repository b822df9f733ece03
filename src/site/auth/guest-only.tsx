import { useState, type ReactNode } from "react";
import { Navigate } from "react-router";
import { useSession } from "#web/session/session.ts";
import { useHydrated } from "#web/ui/use-hydrated.ts";

interface GuestOnlyProps {
  readonly children: ReactNode;
  /** For signed-in people; by default a redirect. */
  readonly otherwise?: ReactNode;
}

/** Stays mounted when the guest signs in inside. */
export function GuestOnly({
  children,
  otherwise = <Navigate to="/profile" replace />,
}: GuestOnlyProps) {
  const { status } = useSession();
  const isAlive = useHydrated();
  const [cameAsGuest, setCameAsGuest] = useState(false);
  // Server markup is a guest's: wait for hydration.
  if (isAlive && status === "guest" && !cameAsGuest) setCameAsGuest(true);
  return status === "signed-in" && !cameAsGuest ? otherwise : children;
}
