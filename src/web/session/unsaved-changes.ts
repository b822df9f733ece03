const unsaved = new Set<object>();

/** @param form - identity, stable while mounted. */
export function setUnsaved(form: object, isUnsaved: boolean): void {
  if (isUnsaved) unsaved.add(form);
  else unsaved.delete(form);
}

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
