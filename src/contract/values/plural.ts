/** 1 строка, 2 строки, 5 строк. */
export type PluralForms = readonly [one: string, few: string, many: string];

export const ROWS: PluralForms = ["строка", "строки", "строк"];

/** Fractions take the second form. */
export function plural(count: number, [one, few, many]: PluralForms): string {
  const hundred = Math.abs(Math.trunc(count)) % 100;
  const ten = hundred % 10;
  if (!Number.isInteger(count)) return few;
  if (hundred >= 11 && hundred <= 14) return many;
  if (ten === 1) return one;
  return ten >= 2 && ten <= 4 ? few : many;
}

/** After «из»: «из 71 выплаты», «из 74 выплат». The second form of a noun is its genitive. */
export function countFrom(count: number, [, few, many]: PluralForms): string {
  return countOf(count, [few, many, many]);
}

/** Grouped by thousands, no-break space. */
export function countOf(count: number, forms: PluralForms): string {
  const grouped = String(Math.abs(count)).replace(/\B(?=(\d{3})+$)/g, "\u00A0");
  return `${count < 0 ? "\u2212" : ""}${grouped}\u00A0${plural(count, forms)}`;
}
