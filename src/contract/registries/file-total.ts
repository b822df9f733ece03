import { Type } from "typebox";
import { formatMoney, rublesToKopecks } from "#contract/values/money.ts";
import { countOf, ROWS } from "#contract/values/plural.ts";
import { Rubles } from "#contract/values/wire.ts";

/** The total of the whole file beside what would be paid now. */
export const FileTotal = Type.Object({
  line: Type.Integer(),
  /** Without hidden rows that were left out. */
  total: Rubles,
  /** Paid more than the total; negative: less. */
  excess: Rubles,
});
export type FileTotal = Type.Static<typeof FileTotal>;

/** «К выплате на 16 440,74 ₽ больше, чем итог файла в строке 2024: 6 863 027,55 ₽». */
export function fileTotalSentence({ line, total, excess }: FileTotal, errorsCount: number): string {
  const file = `итог файла в строке ${line}: ${formatMoney(rublesToKopecks(total))}`;
  if (excess === 0) return `К выплате столько же, сколько ${file}`;
  const difference = formatMoney(rublesToKopecks(Math.abs(excess)));
  if (excess > 0) return `К выплате на ${difference} больше, чем ${file}`;
  const rest =
    errorsCount > 0 ? `. Строки с ошибками не посчитаны: ${countOf(errorsCount, ROWS)}` : "";
  return `К выплате на ${difference} меньше, чем ${file}${rest}`;
}
