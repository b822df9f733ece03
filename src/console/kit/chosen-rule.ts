import type { FormRule } from "antd";

/**
 * `required` would set `aria-required` where ARIA forbids it: on a `Select` or a checkbox group.
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
