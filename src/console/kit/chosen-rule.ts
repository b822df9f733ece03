import type { FormRule } from "antd";

/**
 * Demands a choice. Not `required`: that writes `aria-required` on the frame of a `Select` or of a
 * group of boxes, which may not have it.
 *
 * @param message - «Выберите причину».
 */
export function chosenRule(message: string): FormRule {
  return {
    validator: (_, value: unknown) =>
      value === undefined ||
      value === null ||
      value === "" ||
      (Array.isArray(value) && value.length === 0)
        ? Promise.reject(new Error(message))
        : Promise.resolve(),
  };
}
