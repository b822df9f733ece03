import { useSyncExternalStore } from "react";
import { authEndpoints } from "#contract/auth/auth-endpoints.ts";
import type { MyInfo, Tokens } from "#contract/auth/session.ts";
import { LIVE_PLACE_HEADER } from "#contract/kernel/api-bases.ts";
import { addressOf } from "#contract/kernel/define-endpoints.ts";
import { consoleConfig, loadConsoleConfig } from "#web/wire/console-config.ts";
import { readErrorBody, toHttpError } from "#web/wire/http-error.ts";
import { dropDrafts } from "./drafts.ts";
import { forgetUnsaved } from "./unsaved-changes.ts";

/**
 * Who is signed in. The access token lives in memory only; the refresh token is an HttpOnly cookie
 * the console never sees. `unknown` lasts until the first refresh has answered.
 */
export interface Session {
  readonly status: "unknown" | "guest" | "signed-in";
  readonly me: MyInfo | null;
  /**
   * The session ended against the person's will: the home page says so and offers to sign in again.
   */
  readonly hasExpired: boolean;
}

/**
 * Tells a guest's first visit from a return: without it every guest would begin with a refused
 * refresh. Holds no secret.
 */
const WAS_SIGNED_IN = "wasSignedIn";
const RETURN_TO = "returnTo";
const REFRESH_LOCK = "console-session-refresh";

type SessionMessage =
  { kind: "token"; accessToken: string } | { kind: "signed-out" } | { kind: "account-switched" };

/** How the server draws a page: for somebody it does not know. */
const ANYBODY: Session = { status: "guest", me: null, hasExpired: false };

let session: Session = { status: "unknown", me: null, hasExpired: false };
let accessToken: string | null = null;
let firstPlace: string | null = null;
let starting: Promise<Session> | null = null;
let refreshing: Promise<string | null> | null = null;
const listeners = new Set<() => void>();
/** Other tabs of the browser; a guest has nothing to hear or to say. */
let channel: BroadcastChannel | null = null;

export function currentSession(): Session {
  return session;
}

export function useSession(): Session {
  return useSyncExternalStore(subscribe, currentSession, () => ANYBODY);
}

/** The signed-in person. Only for screens behind a guard: throws for a guest. */
export function useMe(): MyInfo {
  const { me } = useSession();
  if (!me) throw new Error("useMe is for screens behind a guard");
  return me;
}

export function subscribeSession(listener: () => void): () => void {
  return subscribe(listener);
}

/** The bearer of API calls; `null` for a guest. */
export function bearerToken(): string | null {
  return accessToken;
}

/** Where the live events were before this page read anything of the person; `null` until then. */
export function livePlaceOfFirstReading(): string | null {
  return firstPlace;
}

/**
 * Finds out once who is signed in: refreshes by the cookie and reads `my-info`; a guest costs no
 * request.
 */
export function startSession(): Promise<Session> {
  starting ??= begin();
  return starting;
}

/** Takes the tokens of a sign-in, a registration or a switch of account and reads who it is. */
export async function takeTokens(tokens: Tokens): Promise<MyInfo> {
  accessToken = tokens.accessToken;
  broadcast({ kind: "token", accessToken });
  const me = await readMe();
  remember(true);
  change({ status: "signed-in", me, hasExpired: false });
  return me;
}

/**
 * Acts for another account of the same person; other tabs load anew, so that no screen mixes two
 * accounts.
 */
export async function switchAccount(accountID: number): Promise<void> {
  const answer = await post(
    addressOf(authEndpoints.switchAccount, {}, consoleConfig().apiOrigins.open),
    { accountID },
  );
  await takeTokens(answer as Tokens);
  broadcast({ kind: "account-switched" });
}

/** Reads `my-info` again, after the person or the account has changed. */
export async function reloadMe(): Promise<void> {
  change({ ...session, me: await readMe() });
}

/**
 * Signs out on the server, forgets everything of the person in this browser and loads the home page
 * anew. Source: specification §4, «Login state».
 *
 * @param next - page to load instead of the home page, where somebody signs out in order to do
 *   something there.
 */
export async function signOut(next = "/"): Promise<void> {
  try {
    await post(addressOf(authEndpoints.logout, {}, consoleConfig().apiOrigins.open), {});
  } finally {
    forget(false);
    dropDrafts();
    broadcast({ kind: "signed-out" });
    location.assign(next);
  }
}

/**
 * The server no longer knows the session: drafts and the address stay, so that signing in again
 * goes on where it stopped.
 */
export function endSession(): void {
  if (session.status !== "signed-in") return;
  keepReturnTo(location.pathname + location.search);
  forget(true);
}

/**
 * A fresh access token. One refresh at a time in all tabs of the browser: the cookie changes with
 * each, and a replayed one would end the session.
 *
 * @param staleToken - the token that was refused; when another call has already replaced it,
 *   nothing is sent.
 * @returns `null` when the session is over.
 * @throws ConsoleHttpError when the server could not be asked: the session is not over then.
 */
export function refreshToken(staleToken: string | null): Promise<string | null> {
  if (accessToken !== null && accessToken !== staleToken) return Promise.resolve(accessToken);
  refreshing ??= underLock(async () =>
    accessToken !== null && accessToken !== staleToken ? accessToken : askForToken(),
  ).finally(() => {
    refreshing = null;
  });
  return refreshing;
}

/** Keeps where a person wanted to go while signing in; only addresses of the console itself. */
export function keepReturnTo(address: string): void {
  if (isOwnAddress(address)) sessionStorage.setItem(RETURN_TO, address);
}

/** Takes the stored address, once. */
export function takeReturnTo(): string | null {
  const address = sessionStorage.getItem(RETURN_TO);
  sessionStorage.removeItem(RETURN_TO);
  return address && isOwnAddress(address) ? address : null;
}

/** For tests: a guest who has just arrived, or the given person. */
export function resetSession(me: MyInfo | null = null, token: string | null = null): void {
  accessToken = token;
  starting = null;
  refreshing = null;
  firstPlace = null;
  change({ status: me ? "signed-in" : "guest", me, hasExpired: false });
}

function isOwnAddress(address: string): boolean {
  return /^\/(?![/\\])/.test(address) && !/^\/(app\/)?(authorization|login)(\?|$)/.test(address);
}

async function begin(): Promise<Session> {
  await loadConsoleConfig();
  if (localStorage.getItem(WAS_SIGNED_IN) !== "true") {
    change({ status: "guest", me: null, hasExpired: false });
    return session;
  }
  try {
    const token = await refreshToken(null);
    if (token) change({ status: "signed-in", me: await readMe(), hasExpired: false });
    else forget(false);
  } catch (error) {
    // The server is out of reach: the next load may try again, so the mark stays.
    starting = null;
    throw error;
  }
  return session;
}

async function askForToken(): Promise<string | null> {
  try {
    const tokens = (await post(
      addressOf(authEndpoints.refreshJwt, {}, consoleConfig().apiOrigins.open),
      {},
    )) as Tokens;
    if (!tokens.accessToken) return null;
    accessToken = tokens.accessToken;
    broadcast({ kind: "token", accessToken });
    return accessToken;
  } catch (error) {
    if ((error as { statusCode?: number }).statusCode === 401) return null;
    throw error;
  }
}

function underLock<Result>(run: () => Promise<Result>): Promise<Result> {
  const locks = typeof navigator === "undefined" ? undefined : navigator.locks;
  return locks ? (locks.request(REFRESH_LOCK, run) as Promise<Result>) : run();
}

async function readMe(): Promise<MyInfo> {
  const address = addressOf(authEndpoints.myInfo, {}, consoleConfig().apiOrigins.client);
  const read = (token: string | null) => send(address, { headers: bearer(token) });
  let answer = await read(accessToken);
  if (answer.status === 401) answer = await read(await refreshToken(accessToken));
  firstPlace ??= answer.headers.get(LIVE_PLACE_HEADER);
  return (await readAnswer(answer)) as MyInfo;
}

async function post(address: string, body: unknown): Promise<unknown> {
  const headers = { ...bearer(accessToken), "content-type": "application/json" };
  return readAnswer(
    await send(address, {
      method: "POST",
      headers,
      body: JSON.stringify(body),
      credentials: "include",
    }),
  );
}

async function send(address: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(address, init);
  } catch {
    throw toHttpError(0, null);
  }
}

async function readAnswer(answer: Response): Promise<unknown> {
  if (!answer.ok) throw toHttpError(answer.status, await readErrorBody(await answer.text()));
  return answer.json();
}

function bearer(token: string | null): Record<string, string> {
  return { "accept-language": "ru-RU", ...(token ? { authorization: `Bearer ${token}` } : {}) };
}

function broadcast(message: SessionMessage): void {
  openChannel()?.postMessage(message);
}

function openChannel(): BroadcastChannel | null {
  if (channel || typeof BroadcastChannel === "undefined") return channel;
  channel = new BroadcastChannel("console-session");
  channel.addEventListener("message", (event) => handleMessage(event.data as SessionMessage));
  return channel;
}

function handleMessage(message: SessionMessage): void {
  if (message.kind === "token" && session.status === "signed-in") accessToken = message.accessToken;
  else if (session.status === "signed-in") {
    forgetUnsaved();
    if (message.kind === "signed-out") location.assign("/");
    else if (message.kind === "account-switched") location.reload();
  }
}

function forget(hasExpired: boolean): void {
  forgetUnsaved();
  accessToken = null;
  remember(false);
  change({ status: "guest", me: null, hasExpired });
}

function remember(isSignedIn: boolean): void {
  if (isSignedIn) localStorage.setItem(WAS_SIGNED_IN, "true");
  else localStorage.removeItem(WAS_SIGNED_IN);
}

function change(next: Session): void {
  session = next;
  if (next.status === "signed-in") openChannel();
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
