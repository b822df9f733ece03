import { lazy } from "react";

/** Card of the personal area: a registry that wants the signed-in person as a worker. */
export const RegistryInvitation = lazy(() => import("./registry-invitation.tsx"));
