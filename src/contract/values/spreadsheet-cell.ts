/**
 * A formula without a stored value, which gets a finding. No file has the private-use character by
 * accident.
 */
export const FORMULA_WITHOUT_VALUE = "\uE000formula";
