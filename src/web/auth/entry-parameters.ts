import { readCookie, writeCookie } from "#web/session/cookies.ts";

/** Source: specification §2, «Entry query parameters». */
export interface EntryInvitation {
  /** Parameter `wi`. */
  readonly jobInvite: string | null;
  /** Parameter `wr`. */
  readonly registryRegistration: string | null;
}

const INVITATION = "entryInvitation";
/** A month. */
const UTM_SECONDS = 30 * 24 * 60 * 60;
const UTM_NAME = /^utm_[a-z]{1,20}$/;
const UTM_MAX = 200;

/** The first `utm_` parameters win. Source: specification §2, «Routing rules». */
export function keepEntryParameters(search: string): void {
  const query = new URLSearchParams(search);
  for (const [name, value] of query) {
    if (UTM_NAME.test(name) && value !== "" && readCookie(name) === null)
      writeCookie(name, value.slice(0, UTM_MAX), UTM_SECONDS);
  }
  const jobInvite = query.get("wi");
  const registryRegistration = query.get("wr");
  if (jobInvite || registryRegistration)
    sessionStorage.setItem(
      INVITATION,
      JSON.stringify({ jobInvite, registryRegistration } satisfies EntryInvitation),
    );
}

export function entryInvitation(): EntryInvitation {
  const stored = sessionStorage.getItem(INVITATION);
  return stored === null
    ? { jobInvite: null, registryRegistration: null }
    : (JSON.parse(stored) as EntryInvitation);
}

export function forgetInvitation(): void {
  sessionStorage.removeItem(INVITATION);
}

export function storedUtm(): Record<string, string> {
  const names = document.cookie.split("; ").map((pair) => pair.split("=")[0] ?? "");
  return Object.fromEntries(
    names.filter((name) => UTM_NAME.test(name)).map((name) => [name, readCookie(name) ?? ""]),
  );
}

export type CardBindResult = "success" | "fail";

/**
 * `card-bind-result` of the bank's redirect.
 *
 * @returns its value (all but `success` is a failure) and the query without it, so a reload repeats
 * no message.
 */
export function cardBindResultOf(
  search: string,
): { readonly result: CardBindResult; readonly rest: string } | null {
  const query = new URLSearchParams(search);
  const result = query.get("card-bind-result");
  if (result === null) return null;
  query.delete("card-bind-result");
  const rest = query.toString();
  return { result: result === "success" ? "success" : "fail", rest: rest === "" ? "" : `?${rest}` };
}
