/**
 * A formula without a stored value; the row's rules make a finding of it. The private-use
 * character: no file contains it by accident.
 */
export const FORMULA_WITHOUT_VALUE = "\uE000formula";
