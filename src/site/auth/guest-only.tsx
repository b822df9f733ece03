import { useState, type ReactNode } from "react";
import { Navigate } from "react-router";
import { homeAddress } from "#web/session/home-address.ts";
import { useSession } from "#web/session/session.ts";
import { useHydrated } from "#web/ui/use-hydrated.ts";

interface GuestOnlyProps {
  readonly children: ReactNode;
  /** For signed-in people; by default a redirect. */
  readonly otherwise?: ReactNode;
}

/** Stays mounted when the guest signs in inside. */
export function GuestOnly({ children, otherwise }: GuestOnlyProps) {
  const { status, me } = useSession();
  const isAlive = useHydrated();
  const [cameAsGuest, setCameAsGuest] = useState(false);
  // Server markup is a guest's: wait for hydration.
  if (isAlive && status === "guest" && !cameAsGuest) setCameAsGuest(true);
  if (status !== "signed-in" || cameAsGuest) return children;
  return otherwise ?? <Navigate to={homeAddress(me)} replace />;
}
