/** Forms with unsaved input. */
const unsaved = new Set<object>();

/** @param form - identity that is stable while the form is mounted. */
export function setUnsaved(form: object, isUnsaved: boolean): void {
  if (isUnsaved) unsaved.add(form);
  else unsaved.delete(form);
}

/** Clears all, when the session has ended or changed in another tab. */
export function forgetUnsaved(): void {
  unsaved.clear();
}

/** Snapshot of the unsaved forms, for `hasUnsavedSince`. */
export function unsavedForms(): ReadonlySet<object> {
  return new Set(unsaved);
}

/** Whether a form became unsaved after the snapshot. @param before - from `unsavedForms`. */
export function hasUnsavedSince(before: ReadonlySet<object>): boolean {
  return [...unsaved].some((form) => !before.has(form));
}

export function hasUnsaved(): boolean {
  return unsaved.size > 0;
}
