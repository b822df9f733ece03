import type { FormRule } from "antd";

/**
 * `required` would set `aria-required` on the frame of a `Select` or a checkbox group, where ARIA
 * forbids it.
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
