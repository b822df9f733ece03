import type { Module } from "#server/module.ts";
import { serveAccountInvitations } from "./routes/invitations.ts";
import { serveAccountUsers } from "./routes/users.ts";

/** Rules: `domain.md` §2.1. */
export const accountUsersModule: Module = {
  routes(serve, platform) {
    serveAccountUsers(serve, platform);
    serveAccountInvitations(serve, platform);
  },
};
