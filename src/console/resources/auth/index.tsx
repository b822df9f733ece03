import { lazy } from "react";
import type { NounModule } from "#console/providers/module.ts";

/** Card of the personal area: a registry that wants the signed-in person as a worker. */
export const RegistryInvitation = lazy(() => import("./registry-invitation.tsx"));

const signIn = () => import("./sign-in-page.tsx");
const registration = () => import("./registration-page.tsx");
const invitation = () => import("./invitation-page.tsx");

/**
 * The ways in: sign-in, registration on either side, invitations. Source: specification §2,
 * «Public», «Header menu».
 */
export const authModule: NounModule = {
  routes: [
    { path: "/authorization", access: "public", screen: signIn },
    { path: "/app/authorization", access: "public", screen: signIn },
    { path: "/login", access: "public", screen: () => import("./login-page.tsx") },
    { path: "/registration", access: "public", screen: registration },
    { path: "/app/registration", access: "public", screen: registration },
    {
      path: "/registration-opf",
      access: "public",
      screen: () => import("./registration-form-page.tsx"),
    },
    { path: "/workman-invite", access: "public", screen: invitation },
    { path: "/workman-registry-invite", access: "public", screen: invitation },
    { path: "/workman-registry-registration", access: "public", screen: invitation },
  ],
};
