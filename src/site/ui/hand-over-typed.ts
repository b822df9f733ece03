/**
 * React keeps in the fields what was entered before it took the form over, but not in its state, and its next render
 * would write the state over it: such a field tells its change again.
 */
export function handOverTyped(form: HTMLFormElement): void {
  for (const field of form.elements)
    if (field instanceof HTMLSelectElement) handOverChosen(field);
    else if (field instanceof HTMLTextAreaElement) handOverText(field, HTMLTextAreaElement);
    else if (!(field instanceof HTMLInputElement)) continue;
    else if (field.type === "checkbox" || field.type === "radio") handOverTick(field);
    else handOverText(field, HTMLInputElement);
}

function handOverText(
  field: HTMLInputElement | HTMLTextAreaElement,
  { prototype }: typeof HTMLInputElement | typeof HTMLTextAreaElement,
): void {
  const typed = field.value;
  if (typed === field.defaultValue) return;
  field.value = field.defaultValue;
  // What the setter of the prototype writes counts as typed: React watches the setter of the field.
  Object.getOwnPropertyDescriptor(prototype, "value")?.set?.call(field, typed);
  field.dispatchEvent(new Event("input", { bubbles: true }));
}

function handOverTick(field: HTMLInputElement): void {
  if (field.checked === field.defaultChecked) return;
  field.checked = field.defaultChecked;
  field.click();
}

function handOverChosen(field: HTMLSelectElement): void {
  const drawn = field.querySelector<HTMLOptionElement>("option[selected]");
  if (drawn && !drawn.selected) field.dispatchEvent(new Event("change", { bubbles: true }));
}
