import type { Door } from "#console/providers/door.ts";

const signIn = () => import("./sign-in-page.tsx");

/** Sign-in; registration comes with its own module. Source: specification §2, routes `/authorization`, `/login`, `/app/authorization`. */
export const authDoor: Door = {
  routes: [
    { path: "/authorization", access: "public", screen: signIn, look: "light" },
    { path: "/app/authorization", access: "public", screen: signIn, look: "light" },
    { path: "/login", access: "public", screen: signIn, look: "light" },
  ],
};
