import { Type } from "typebox";
import { formatMoney, rublesToKopecks, SUM_MAX } from "#contract/values/money.ts";
import { countOf, ROWS } from "#contract/values/plural.ts";
import { MAX_REGISTRY_ROWS } from "./registry-columns.ts";
import { REGISTRY_FINDINGS } from "./registry-findings.ts";

/** Ready rows that look paid before, or wait to be paid elsewhere. */
export const PayrollRepeats = Type.Object({
  rows: Type.Integer({ minimum: 0, maximum: MAX_REGISTRY_ROWS }),
  /** Rubles. */
  sum: Type.Number({ minimum: 0, maximum: MAX_REGISTRY_ROWS * SUM_MAX }),
});
export type PayrollRepeats = Type.Static<typeof PayrollRepeats>;

/** «Похоже, уже оплачено или ждёт оплаты: 3 строки на 8 130,00 ₽». */
export function repeatsSentence({ rows, sum }: PayrollRepeats): string {
  const count = countOf(rows, ROWS);
  return `${REGISTRY_FINDINGS.paid_before.title}: ${count} на ${formatMoney(rublesToKopecks(sum))}`;
}
