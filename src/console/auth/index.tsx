import { lazy } from "react";

/** Lazy `registry-invitation.tsx` for the personal area. */
export const RegistryInvitation = lazy(() => import("./registry-invitation.tsx"));
