/** Who asked for notices in this browser. */
const PERSON = "pushPerson";
/** The server was told of it since this sign-in. */
const TOLD = "pushTold";
const LATER = "pushLaterUntil";
/** Whoever said «Не сейчас» is not asked for so long. */
const LATER_MS = 30 * 86_400_000;

export function pushPerson(): number | null {
  return Number(localStorage.getItem(PERSON)) || null;
}

/** @param id - `null`: nobody any more. */
export function markPushPerson(id: number | null): void {
  if (id === null) localStorage.removeItem(PERSON);
  else localStorage.setItem(PERSON, String(id));
  markTold(id !== null);
}

export function isTold(): boolean {
  return sessionStorage.getItem(TOLD) === "true";
}

/** A subscription belongs to a session: the next one tells the server anew. */
export function markTold(isToldNow: boolean): void {
  if (isToldNow) sessionStorage.setItem(TOLD, "true");
  else sessionStorage.removeItem(TOLD);
}

export function isAskedLater(): boolean {
  return Number(localStorage.getItem(LATER)) > Date.now();
}

export function askLater(): void {
  localStorage.setItem(LATER, String(Date.now() + LATER_MS));
}
