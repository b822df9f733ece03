import {
  normalizeHeader,
  TOTAL_DIFFERS,
  type RegistryColumn,
} from "#contract/registries/registry-columns.ts";
import { formatAmount, parseAmount } from "#contract/values/money.ts";
import { isTitles } from "./find-head.ts";

type Reason = "total" | "head" | "numbers" | "signature" | "group" | "other";

const TITLES: Readonly<Record<Exclude<Reason, "total">, string>> = {
  head: "повтор заголовка",
  numbers: "номера столбцов",
  signature: "подписи",
  group: "подзаголовки",
  other: "другая таблица",
};

const TOTAL =
  /^\s*(?:общий |общая )?(?:итого?|всего|подытог|промежуточн\S{2,4} итог|total|subtotal)(?![а-яёa-z])/i;
const SIGNATURE =
  /^\s*(?:генеральн|директор|руководит|главн\S+ бухг|бухгалтер|кассир|составил|проверил|утвер|согласов|ответствен|подпис|расшифровк|м\.? ?п\.?\s*$)|_{3,}/i;
/** The rest is counted. */
const NAMED_LINES = 10;

/**
 * Not data of a foreign file: totals, signatures, repeated heads, a second table. They are left out
 * and said, with the file's sum beside the sum of its rows. A row with an ИНН or a telephone stays,
 * unless a second table has begun.
 */
export class LeftOutRows {
  readonly #identities: readonly number[];
  readonly #sum: number;
  readonly #isWide: boolean;
  readonly #head: readonly string[];
  readonly #lines = new Map<Reason, number[]>();
  readonly #totals: { line: number; inFile: bigint; byRows: bigint }[] = [];
  #all = 0n;
  #sinceTotal = 0n;
  #lastLine: number;
  /** Since the last row of data. */
  #isAfterGap = false;
  #isOtherTable = false;

  /**
   * @param positions - of our columns in the file.
   * @param head - cells of the head's last line.
   */
  constructor(
    columns: readonly RegistryColumn[],
    positions: readonly number[],
    head: readonly string[],
    headLine: number,
  ) {
    const placesOf = (...kinds: readonly string[]) =>
      columns.flatMap(({ holds }, index) =>
        holds && kinds.includes(holds) && positions[index] !== -1 ? [positions[index] ?? -1] : [],
      );
    this.#identities = placesOf("inn", "phone");
    this.#sum = placesOf("sum")[0] ?? -1;
    const mapped = positions.filter((at) => at !== -1).length;
    this.#isWide = Math.max(mapped, head.filter((cell) => cell.trim() !== "").length) >= 4;
    this.#head = normalizedRow(head);
    this.#lastLine = headLine;
  }

  /** Call in the order of the file. */
  has(line: number, cells: readonly string[]): boolean {
    this.#isAfterGap ||= line > this.#lastLine + 1;
    this.#lastLine = line;
    if (this.#identities.length === 0 && this.#sum === -1) return false;
    if (!this.#isOtherTable && this.#identities.some((at) => isNumber(cells[at] ?? ""))) {
      this.#add(cells);
      return false;
    }
    const reason = this.#reasonOf(cells);
    if (reason === null) this.#add(cells);
    else this.#note(reason, line, cells);
    return reason !== null;
  }

  #reasonOf(cells: readonly string[]): Reason | null {
    const filled = cells.filter((cell) => cell.trim() !== "");
    if (this.#isHead(cells)) {
      this.#isOtherTable = false;
      return "head";
    }
    if (this.#isOtherTable) return "other";
    const texts = filled.filter((cell) => !parseAmount(cell).ok);
    if (texts.length <= 2 && texts.some((cell) => TOTAL.test(cell))) return "total";
    const hasSum = parseAmount(cells[this.#sum] ?? "").ok;
    if (filled.length >= 3 && filled.every((cell, index) => cell.trim() === String(index + 1)))
      return "numbers";
    if (!hasSum && filled.some((cell) => SIGNATURE.test(cell))) return "signature";
    if (this.#isAfterGap && !hasSum && isTitles(cells)) {
      this.#isOtherTable = true;
      return "other";
    }
    return this.#isWide && filled.length === 1 && !/\d{3}/.test(filled[0] ?? "") ? "group" : null;
  }

  /** The first title alone decides most rows. */
  #isHead(cells: readonly string[]): boolean {
    const first = this.#head.findIndex((title) => title !== "");
    return (
      first !== -1 &&
      normalizeHeader(cells[first] ?? "") === this.#head[first] &&
      normalizedRow(cells).join("\t") === this.#head.join("\t")
    );
  }

  #add(cells: readonly string[]): void {
    this.#isAfterGap = false;
    const text = cells[this.#sum] ?? "";
    const read = text === "" ? null : parseAmount(text);
    if (!read?.ok) return;
    this.#all += read.kopecks;
    this.#sinceTotal += read.kopecks;
  }

  #note(reason: Reason, line: number, cells: readonly string[]): void {
    const lines = this.#lines.get(reason) ?? [];
    lines.push(line);
    this.#lines.set(reason, lines);
    const inFile = reason === "total" ? parseAmount(cells[this.#sum] ?? "") : null;
    if (!inFile?.ok) return;
    // A sub-total is of the rows since the one before; the last is of all.
    const isPart = inFile.kopecks === this.#sinceTotal;
    this.#totals.push({
      line,
      inFile: inFile.kopecks,
      byRows: isPart ? this.#sinceTotal : this.#all,
    });
    this.#sinceTotal = 0n;
  }

  sentences(): string[] {
    const others = Object.entries(TITLES).flatMap(([reason, title]) => {
      const lines = this.#lines.get(reason as Reason);
      return lines ? [`${title} (${linesText(lines)})`] : [];
    });
    const totals = this.#lines.get("total");
    return [
      ...(totals ? [this.#totalSentence(totals)] : []),
      ...(others.length > 0 ? [`Не загружены строки файла: ${others.join(", ")}`] : []),
    ];
  }

  #totalSentence(lines: readonly number[]): string {
    const told =
      this.#totals.find(({ inFile, byRows }) => inFile !== byRows) ?? this.#totals.at(-1);
    const what = `Не загружены итоги (${linesText(lines)})`;
    if (!told) return what;
    const where = lines.length > 1 ? ` в строке ${told.line}` : "";
    const sums = `${what}: в файле ${formatAmount(told.inFile)}${where}, по строкам ${formatAmount(told.byRows)}`;
    const difference = told.inFile - told.byRows;
    return difference === 0n
      ? `${sums}, сходится`
      : `${sums}${TOTAL_DIFFERS}${formatAmount(difference < 0n ? -difference : difference)}`;
  }
}

/** Twelve digits, more or less. */
function isNumber(text: string): boolean {
  if (text.length < 9 || text.length > 40) return false;
  const { length } = text.replace(/\D/g, "");
  return length >= 9 && length <= 12;
}

function normalizedRow(cells: readonly string[]): string[] {
  const titles = cells.map(normalizeHeader);
  return titles.slice(0, titles.findLastIndex((title) => title !== "") + 1);
}

/** «строки 4, 9 и ещё 3», «строки 20–24». */
function linesText(lines: readonly number[]): string {
  const ranges: { from: number; to: number }[] = [];
  for (const line of lines) {
    const last = ranges.at(-1);
    if (last?.to === line - 1) last.to = line;
    else ranges.push({ from: line, to: line });
  }
  const named = ranges
    .slice(0, NAMED_LINES)
    .map(({ from, to }) => (from === to ? String(from) : `${from}–${to}`));
  const rest = ranges.length - named.length;
  return `${lines.length === 1 ? "строка" : "строки"} ${named.join(", ")}${rest > 0 ? ` и ещё ${rest}` : ""}`;
}
