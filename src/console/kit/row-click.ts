import type { MouseEvent } from "react";

const INTERACTIVE =
  "a, button, input, label, [role='menu'], [role='button'], .ant-table-selection-column";

/** Neither a control nor the end of a text selection. */
export function isOwnClick({ target }: MouseEvent): boolean {
  return (
    target instanceof Element &&
    target.closest(INTERACTIVE) === null &&
    getSelection()?.toString() === ""
  );
}
