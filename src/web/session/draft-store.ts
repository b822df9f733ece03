/** Where a person's sealed drafts lie, apart from what seals them: every visitor loads this file. */
const PREFIX = "draft:";
/** Of a registration; the guest has nothing to seal it with, so it lives in the tab. */
export const GUEST_DRAFTS = `${PREFIX}guest:`;

/** @param form - with the record: `payroll-row:15`. */
export function draftName(personId: number, form: string): string {
  return `${PREFIX}${personId}:${form}`;
}

/** Those of others who use this browser stay. */
export function dropDrafts(personId: number): void {
  drop(localStorage, draftName(personId, ""));
  drop(sessionStorage, GUEST_DRAFTS);
}

function drop(storage: Storage, prefix: string): void {
  for (const name of Object.keys(storage)) if (name.startsWith(prefix)) storage.removeItem(name);
}
