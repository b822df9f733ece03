/** Forms whose typed values are nowhere but on the screen, each by an object of its own. */
const unsaved = new Set<object>();

/** @param form - stays the same while the form is on the page. */
export function setUnsaved(form: object, isUnsaved: boolean): void {
  if (isUnsaved) unsaved.add(form);
  else unsaved.delete(form);
}

/** Nobody is asked any more: the session has ended, or has become another one in another tab. */
export function forgetUnsaved(): void {
  unsaved.clear();
}

/** Forms that are unsaved now, for whoever asks later what has been typed since. */
export function unsavedForms(): ReadonlySet<object> {
  return new Set(unsaved);
}

/**
 * Whether something was typed and not saved that was not there before. @param before - of
 * `unsavedForms`.
 */
export function hasUnsavedSince(before: ReadonlySet<object>): boolean {
  return [...unsaved].some((form) => !before.has(form));
}

/** Whether leaving the page loses something that was typed. */
export function hasUnsaved(): boolean {
  return unsaved.size > 0;
}
