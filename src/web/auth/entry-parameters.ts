import { readCookie, writeCookie } from "#web/session/cookies.ts";

/**
 * Invitations a person came by; registration reads them. Source: specification §2, «Entry query
 * parameters».
 */
export interface EntryInvitation {
  /** Job invite, parameter `wi`. */
  readonly jobInvite: string | null;
  /** Registry registration, parameter `wr`. */
  readonly registryRegistration: string | null;
}

const INVITATION = "entryInvitation";
/** A campaign counts for the visit that came by it and the month after. */
const UTM_SECONDS = 30 * 24 * 60 * 60;
const UTM_NAME = /^utm_[a-z]{1,20}$/;
const UTM_MAX = 200;

/**
 * Takes from an address what the product keeps: invitations and `utm_` parameters, the latter only
 * when not already set. Source: specification §2, «Routing rules».
 */
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

/** The invitation this visit began with. */
export function entryInvitation(): EntryInvitation {
  const stored = sessionStorage.getItem(INVITATION);
  return stored === null
    ? { jobInvite: null, registryRegistration: null }
    : (JSON.parse(stored) as EntryInvitation);
}

/** The invitation is used up, refused, or not wanted: registration goes on without it. */
export function forgetInvitation(): void {
  sessionStorage.removeItem(INVITATION);
}

/** `utm_` parameters stored so far, for the registration. */
export function storedUtm(): Record<string, string> {
  const names = document.cookie.split("; ").map((pair) => pair.split("=")[0] ?? "");
  return Object.fromEntries(
    names.filter((name) => UTM_NAME.test(name)).map((name) => [name, readCookie(name) ?? ""]),
  );
}

/** What the bank says of the card as it sends the person back. */
export type CardBindResult = "success" | "fail";

/**
 * The bank sends a person back with `card-bind-result`.
 *
 * @returns its value and the query without it, so that a reload does not tell of it again; `null`
 *   when there was none. Any value but `success` is a failure.
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
