import { lazy } from "react";

export const RegistryInvitation = lazy(() => import("./registry-invitation.tsx"));
