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

/** Whether leaving the page loses something that was typed. */
export function hasUnsaved(): boolean {
  return unsaved.size > 0;
}
