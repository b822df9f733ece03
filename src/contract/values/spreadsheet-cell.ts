/**
 * Cell whose formula has no stored value; the row's rules make a finding of it. The private-use
 * character keeps files from containing it by accident.
 */
export const FORMULA_WITHOUT_VALUE = "\uE000formula";
