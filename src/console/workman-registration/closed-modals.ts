import { readCookie, writeCookie } from "#web/session/cookies.ts";

/** Cookie name from the specification, §9. */
const FAILURE_CLOSED = "smzFailModalClosed";
const FAILURE_REST_SECONDS = 86_400;
const WAIT_CLOSED = "smzWaitClosed";

/** A dismissed failure modal stays closed for a day; the line above the screens stays. */
export function isFailureClosed(): boolean {
  return readCookie(FAILURE_CLOSED) !== null;
}

export function closeFailure(): void {
  writeCookie(FAILURE_CLOSED, "true", FAILURE_REST_SECONDS);
}

/** @param key - status and its start: another wait gets its own modal. */
export function isWaitClosed(key: string): boolean {
  if (sessionStorage.getItem(WAIT_CLOSED) === key) return true;
  sessionStorage.setItem(WAIT_CLOSED, key);
  return false;
}
