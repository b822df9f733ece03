import type { AuthProvider } from "@refinedev/core";
import type { Tokens } from "#contract/auth/session.ts";
import {
  currentSession,
  endSession,
  signOut,
  startSession,
  takeTokens,
} from "#web/session/session.ts";

/** Sign-in is a site page without Refine; `login` stores its tokens. */
export const authProvider: AuthProvider = {
  async login(tokens: Tokens) {
    await takeTokens(tokens);
    return { success: true, redirectTo: "/profile" };
  },
  async logout() {
    await signOut();
    return { success: true };
  },
  async check() {
    const { status } = await startSession();
    return status === "signed-in"
      ? { authenticated: true }
      : { authenticated: false, redirectTo: "/authorization" };
  },
  /** A 401 leads home and keeps drafts and the URL. Source: specification §6 and §8. */
  async onError(error: { statusCode?: number }) {
    if (error.statusCode !== 401) return {};
    endSession();
    return { redirectTo: "/" };
  },
  async getPermissions() {
    return currentSession().me?.permissions ?? [];
  },
  async getIdentity() {
    return currentSession().me;
  },
};
