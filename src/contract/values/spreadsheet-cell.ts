/**
 * What a reader puts into a cell whose formula has no stored value, so that the rules of the row
 * can say so beside the cell. Starts with a private-use character: no file can contain it by
 * accident.
 */
export const FORMULA_WITHOUT_VALUE = "\uE000formula";
