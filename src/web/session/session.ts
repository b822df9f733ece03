import { useSyncExternalStore } from "react";
import { authEndpoints } from "#contract/auth/auth-endpoints.ts";
import type { MyInfo, Tokens } from "#contract/auth/session.ts";
import { LIVE_PLACE_HEADER, SHOWN_COMPANY_HEADER } from "#contract/kernel/api-bases.ts";
import { addressOf } from "#contract/kernel/define-endpoints.ts";
import { consoleConfig, loadConsoleConfig } from "#web/wire/console-config.ts";
import { closeModal } from "#web/modals/modal-store.ts";
import {
  NO_ANSWER,
  readErrorBody,
  toHttpError,
  type ConsoleHttpError,
} from "#web/wire/http-error.ts";
import { reach } from "#web/wire/server-link.ts";
import { dropKept, forgetHere, keptAt } from "#web/offline/kept-store.ts";
import { dropDrafts } from "./draft-store.ts";
import { markPushPerson, markTold } from "./push-mark.ts";
import { forgetUnsaved } from "./unsaved-changes.ts";

/**
 * The access token stays in memory; the refresh token is an HttpOnly cookie. `unknown` until the
 * first refresh.
 */
export interface Session {
  readonly status: "unknown" | "guest" | "signed-in";
  readonly me: MyInfo | null;
  /** Whose session the server has refused: the home page leads back. `phone`: empty if unknown. */
  readonly ended: { readonly phone: string } | null;
}

/** Without this mark every guest would begin with a refused refresh. */
const WAS_SIGNED_IN = "wasSignedIn";
const RETURN_TO = "returnTo";
const REFRESH_LOCK = "console-session-refresh";

type SessionMessage =
  | { kind: "token"; accessToken: string; screen: string }
  | { kind: "signed-out" }
  | { kind: "account-switched" };

const ANYBODY: Session = { status: "guest", me: null, ended: null };

/** The person of the server's rendering. */
let drawnFor: Session = ANYBODY;
let session: Session = { status: "unknown", me: null, ended: null };
let accessToken: string | null = null;
/** What the page shows is over: it is about to load anew. */
let isLeaving = false;
let firstPlace: string | null = null;
let starting: Promise<Session> | null = null;
let refreshing: Promise<string | null> | null = null;
const listeners = new Set<() => void>();
let channel: BroadcastChannel | null = null;

export function currentSession(): Session {
  return session;
}

export function useSession(): Session {
  return useSyncExternalStore(subscribe, currentSession, () => drawnFor);
}

/**
 * Before the first rendering, on the server and in the browser. Its token comes with
 * `startSession`.
 */
export function setDrawnFor(me: MyInfo | null): void {
  drawnFor = me ? { status: "signed-in", me, ended: null } : ANYBODY;
  if (me && typeof window !== "undefined") session = drawnFor;
}

/** @throws Error for a guest. */
export function useMe(): MyInfo {
  const { me } = useSession();
  if (!me) throw new Error("useMe is for screens behind a guard");
  return me;
}

export function subscribeSession(listener: () => void): () => void {
  return subscribe(listener);
}

/**
 * `null` for a guest. Waits while the session starts, or a call would lack what the person may see;
 * and until the page is gone when it leaves, or the call would act for another company.
 */
export async function bearerToken(): Promise<string | null> {
  if (isLeaving) return new Promise<never>(() => undefined);
  if (accessToken === null && (starting || session.status === "signed-in"))
    await startSession().catch(() => undefined);
  return accessToken;
}

/** They name the company of the screen, so that the server refuses another. */
export function callerHeaders(token: string | null): Record<string, string> {
  const shown = token === null ? null : session.me?.currentAccountID;
  return { ...bearer(token), ...(shown ? { [SHOWN_COMPANY_HEADER]: String(shown) } : {}) };
}

/** The error to throw. A page of a company the session has left reloads. */
export async function readRefusal(status: number, body: unknown): Promise<ConsoleHttpError> {
  const error = toHttpError(status, await readErrorBody(body));
  if (error.code === "company_switched") leave(() => location.reload());
  return error;
}

/** Position in the live events before the first personal data. */
export function livePlaceOfFirstReading(): string | null {
  return firstPlace;
}

/** Refreshes by the cookie, reads `my-info`. A guest costs no request. */
export function startSession(): Promise<Session> {
  starting ??= begin();
  return starting;
}

/** Then reads `my-info`. */
export async function takeTokens(tokens: Tokens): Promise<MyInfo> {
  // Whoever was here before has not signed out.
  await dropKept();
  accessToken = tokens.accessToken;
  const me = await readMe();
  remember(true);
  change({ status: "signed-in", me, ended: null });
  shareToken();
  return me;
}

/**
 * All tabs load anew, and each gets its token by the cookie: no screen of one company holds a token
 * of another, whatever fails in between.
 *
 * @param next - page to load.
 */
export async function switchAccount(accountID: number, next: string): Promise<void> {
  await post(addressOf(authEndpoints.switchAccount, {}, consoleConfig().apiOrigins.open), {
    accountID,
  });
  broadcast({ kind: "account-switched" });
  leave(() => location.assign(next));
}

export async function reloadMe(): Promise<void> {
  show(await readMe());
}

/**
 * Clears the person's data in this browser. Source: specification §4, «Login state».
 *
 * @param next - page to load.
 */
export async function signOut(next = "/"): Promise<void> {
  const person = session.me?.id;
  try {
    await post(addressOf(authEndpoints.logout, {}, consoleConfig().apiOrigins.open), {});
  } finally {
    forget(null);
    markPushPerson(null);
    if (person !== undefined) dropDrafts(person);
    await forgetHere();
    broadcast({ kind: "signed-out" });
    location.assign(next);
  }
}

/** Refused by the server; drafts and the URL stay. */
export function endSession(): void {
  if (session.status !== "signed-in") return;
  keepReturnTo(location.pathname + location.search);
  forget({ phone: session.me?.phone ?? "" });
}

/**
 * One refresh at a time across tabs: each changes the cookie, and a replayed one ends the session.
 *
 * @param staleToken - if already replaced, no request is sent.
 * @returns `null` when the session is over.
 * @throws ConsoleHttpError when the server is unreachable.
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

/** For after sign-in; own URLs only. */
export function keepReturnTo(address: string): void {
  if (isOwnAddress(address)) sessionStorage.setItem(RETURN_TO, address);
}

/** Once. */
export function takeReturnTo(): string | null {
  const address = sessionStorage.getItem(RETURN_TO);
  sessionStorage.removeItem(RETURN_TO);
  return address && isOwnAddress(address) ? address : null;
}

/** A newcomer's: kept through his registration, offered at its end. */
export function jobThatBrought(): string | null {
  const address = sessionStorage.getItem(RETURN_TO);
  return address !== null && /^\/jobs\/\d+/.test(address) ? address : null;
}

export function resetSession(me: MyInfo | null = null, token: string | null = null): void {
  accessToken = token;
  isLeaving = false;
  starting = null;
  refreshing = null;
  firstPlace = null;
  change({ status: me ? "signed-in" : "guest", me, ended: null });
}

function isOwnAddress(address: string): boolean {
  return /^\/(?![/\\])/.test(address) && !/^\/(app\/)?(authorization|login)(\?|$)/.test(address);
}

async function begin(): Promise<Session> {
  await loadConsoleConfig();
  if (drawnFor.me === null && localStorage.getItem(WAS_SIGNED_IN) !== "true") {
    change({ status: "guest", me: null, ended: null });
    return session;
  }
  try {
    const token = await refreshToken(null);
    if (token) {
      show(await readMe());
      shareToken();
    } else forget(null);
  } catch (error) {
    // Keep the flag: the next load retries.
    starting = null;
    const me = session.me === null && isUnreachable(error) ? await readKeptMe() : null;
    if (me === null) throw error;
    change({ status: "signed-in", me, ended: null });
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
    shareToken();
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

/** Whom the service worker knows as the last one here; the first call that gets through proves it. */
async function readKeptMe(): Promise<MyInfo | null> {
  const address = addressOf(authEndpoints.myInfo, {}, consoleConfig().apiOrigins.client);
  const answer = await fetch(address).catch(() => undefined);
  return answer?.ok && keptAt(answer) > 0 ? ((await answer.json()) as MyInfo) : null;
}

function isUnreachable(error: unknown): boolean {
  return (error as { statusCode?: number }).statusCode === NO_ANSWER;
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

function send(address: string, init: RequestInit): Promise<Response> {
  return reach(() => fetch(address, init));
}

async function readAnswer(answer: Response): Promise<unknown> {
  if (!answer.ok) throw await readRefusal(answer.status, await answer.text());
  return answer.json();
}

function bearer(token: string | null): Record<string, string> {
  return { "accept-language": "ru-RU", ...(token ? { authorization: `Bearer ${token}` } : {}) };
}

/** Not before it is known whose it is. */
function shareToken(): void {
  if (accessToken !== null && session.me)
    broadcast({ kind: "token", accessToken, screen: screenOf(session.me) });
}

/** Person and company: what the screen shows belongs to both. */
function screenOf({ id, currentAccountID }: MyInfo): string {
  return `${id}/${currentAccountID}`;
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
  if (!session.me) return;
  if (message.kind === "signed-out") leave(() => location.assign("/"));
  else if (message.kind === "account-switched") leave(() => location.reload());
  else if (message.screen === screenOf(session.me)) accessToken = message.accessToken;
}

/** Without a question about unsaved input: it belongs to what the session has left. */
function leave(load: () => void): void {
  isLeaving = true;
  accessToken = null;
  forgetUnsaved();
  // «Back» brings the page as it was left.
  addEventListener("pageshow", () => location.reload());
  load();
}

/** A page drawn for another company is never relabelled. */
function show(me: MyInfo): void {
  if (session.me && screenOf(session.me) !== screenOf(me)) leave(() => location.reload());
  else change({ status: "signed-in", me, ended: null });
}

function forget(ended: Session["ended"]): void {
  forgetUnsaved();
  accessToken = null;
  remember(false);
  markTold(false);
  void forgetHere();
  change({ status: "guest", me: null, ended });
  // A window shows what is the person's.
  closeModal();
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
