import type { Door } from "#console/providers/door.ts";

const signIn = () => import("./sign-in-page.tsx");
const registration = () => import("./registration-page.tsx");
const invitation = () => import("./invitation-page.tsx");

/** The ways in: sign-in, registration on either side, invitations. Source: specification §2, «Public», «Header menu». */
export const authDoor: Door = {
  routes: [
    { path: "/authorization", access: "public", screen: signIn, look: "light" },
    { path: "/app/authorization", access: "public", screen: signIn, look: "light" },
    { path: "/login", access: "public", screen: () => import("./login-page.tsx"), look: "light" },
    { path: "/registration", access: "public", screen: registration, look: "light" },
    { path: "/app/registration", access: "public", screen: registration, look: "light" },
    { path: "/registration-opf", access: "public", screen: () => import("./registration-form-page.tsx"), look: "light" },
    { path: "/workman-invite", access: "public", screen: invitation, look: "light" },
    { path: "/workman-registry-invite", access: "public", screen: invitation, look: "light" },
    { path: "/workman-registry-registration", access: "public", screen: invitation, look: "light" },
  ],
};
