import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { keepFor, KEPT, KEPT_AT } from "#web/offline/kept-store.ts";
import {
  bearerToken,
  currentSession,
  resetSession,
  signOut,
  startSession,
  takeTokens,
} from "#web/session/session.ts";
import { aPerson, consoleServer } from "#tests/support/console-server.ts";
import { cachesInMemory } from "#tests/support/caches-in-memory.ts";

const REFRESH = "POST /open-api/v1/auth/refresh-jwt";
const ME = "GET /client-api/user/my-info";
const TOKENS = { accessToken: "fresh", refreshToken: "" };
const WORKER = aPerson(null, { isWorkman: true });

// The page is shared with the file before.
beforeEach(() => resetSession());
afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
  resetSession();
});

/** The server is away; the service worker answers for `ME`, if at all. */
function withoutServer(kept: boolean) {
  localStorage.setItem("wasSignedIn", "true");
  const lost = () => {
    throw new TypeError("Failed to fetch");
  };
  return consoleServer({
    [REFRESH]: lost,
    "GET /health/live": {},
    [ME]: kept ? { body: WORKER, headers: { [KEPT_AT]: "1" } } : lost,
  });
}

test("without a connection the session goes on as the last person here, and is proven when it returns", async () => {
  const { set } = withoutServer(true);
  await startSession();
  expect(currentSession()).toMatchObject({ status: "signed-in", me: { id: WORKER.id } });
  expect(await bearerToken()).toBeNull();
  expect(currentSession().status).toBe("signed-in");

  set(REFRESH, { body: TOKENS });
  set(ME, { body: WORKER });
  expect(await bearerToken()).toBe(TOKENS.accessToken);
});

test("without a connection nobody is signed in by an answer of the server or by none", async () => {
  const { set } = withoutServer(false);
  await expect(startSession()).rejects.toThrow();
  expect(currentSession().me).toBeNull();
  set(ME, { body: WORKER });
  await expect(startSession()).rejects.toThrow();
  expect(currentSession().me).toBeNull();
  expect(localStorage.getItem("wasSignedIn")).toBe("true");
});

test.each([
  ["he signs out", () => signOut("#")],
  [
    "his session has ended",
    async () => {
      consoleServer({ [REFRESH]: { status: 401, body: { code: "unauthorized" } } });
      resetSession();
      localStorage.setItem("wasSignedIn", "true");
      await startSession();
    },
  ],
  ["somebody signs in after him", () => takeTokens(TOKENS)],
])("what is kept for a worker goes when %s", async (_, happens) => {
  vi.stubGlobal("caches", cachesInMemory());
  consoleServer({ "POST /open-api/v1/auth/logout": {}, [ME]: { body: WORKER } });
  resetSession(WORKER, TOKENS.accessToken);
  await keepFor(WORKER.id);
  await happens();
  await vi.waitFor(async () => expect(await caches.has(KEPT)).toBe(false));
});
