import { readCookie, writeCookie } from "#web/session/cookies.ts";

/** Source: specification, §9. */
const FAILURE_CLOSED = "smzFailModalClosed";
const FAILURE_REST_SECONDS = 86_400;
const WAIT_CLOSED = "smzWaitClosed";

/** Dismissed for a day. */
export function isFailureClosed(): boolean {
  return readCookie(FAILURE_CLOSED) !== null;
}

export function closeFailure(): void {
  writeCookie(FAILURE_CLOSED, "true", FAILURE_REST_SECONDS);
}

/** @param key - status and its start. */
export function isWaitClosed(key: string): boolean {
  if (sessionStorage.getItem(WAIT_CLOSED) === key) return true;
  sessionStorage.setItem(WAIT_CLOSED, key);
  return false;
}
