const unsaved = new Set<object>();

/** @param form - identity, stable while the form is mounted. */
export function setUnsaved(form: object, isUnsaved: boolean): void {
  if (isUnsaved) unsaved.add(form);
  else unsaved.delete(form);
}

/** The session has ended or changed in another tab. */
export function forgetUnsaved(): void {
  unsaved.clear();
}

export function unsavedForms(): ReadonlySet<object> {
  return new Set(unsaved);
}

/** @param before - from `unsavedForms`. */
export function hasUnsavedSince(before: ReadonlySet<object>): boolean {
  return [...unsaved].some((form) => !before.has(form));
}

export function hasUnsaved(): boolean {
  return unsaved.size > 0;
}
