import { useState, type ReactNode } from "react";
import { Navigate } from "react-router";
import { useSession } from "#web/session/session.ts";
import { useHydrated } from "#web/ui/use-hydrated.ts";

interface GuestOnlyProps {
  readonly children: ReactNode;
  /** For somebody who is signed in already; the cabinet unless given. */
  readonly otherwise?: ReactNode;
}

/**
 * A way in. Who has come as a guest keeps it until it leads on by itself: being signed in at its
 * end does not tear it away.
 */
export function GuestOnly({
  children,
  otherwise = <Navigate to="/profile" replace />,
}: GuestOnlyProps) {
  const { status } = useSession();
  const isAlive = useHydrated();
  const [cameAsGuest, setCameAsGuest] = useState(false);
  // The server draws for guests, so that its markup proves nothing.
  if (isAlive && status === "guest" && !cameAsGuest) setCameAsGuest(true);
  return status === "signed-in" && !cameAsGuest ? otherwise : children;
}
