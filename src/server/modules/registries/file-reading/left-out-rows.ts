import { LEFT_OUT, type LeftOutKind, type ReadingNote } from "#contract/registries/reading-note.ts";
import { normalizeHeader, type RegistryColumn } from "#contract/registries/registry-columns.ts";
import { exactSum } from "#contract/values/exact-sum.ts";
import type { SpreadsheetRow } from "#server/files/spreadsheet/spreadsheet-rows.ts";
import { FileTotals } from "./file-totals.ts";
import { isTitles } from "./find-head.ts";

type Reason = "total" | LeftOutKind;

const TOTAL =
  /^\s*(?:общий |общая )?(?:итого?|всего|подытог|промежуточн\S{2,4} итог|total|subtotal)(?![а-яёa-z])/i;
const SIGNATURE =
  /^\s*(?:генеральн|директор|руководит|главн\S+ бухг|бухгалтер|кассир|составил|проверил|утвер|согласов|ответствен|подпис|расшифровк|м\.? ?п\.?\s*$)|_{3,}/i;
/** The rest is counted. */
const NAMED_LINES = 100;

/**
 * Not data of a foreign file: totals, signatures, repeated heads, a second table. They are left out
 * and said, with the file's sum beside the sum of its rows. A row with an ИНН or a telephone stays,
 * unless a second table has begun. Of a row's data, what nobody sees is left out, too, unless
 * somebody takes it.
 */
export class LeftOutRows {
  readonly #identities: readonly number[];
  readonly #sum: number;
  readonly #positions: readonly number[];
  readonly #isWide: boolean;
  readonly #head: readonly string[];
  readonly #takesHidden: boolean;
  readonly #lines = new Map<Reason, { rows: number; lines: number[] }>();
  readonly #totals: FileTotals;
  #hiddenRows = 0;
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
    takesHidden = false,
  ) {
    this.#takesHidden = takesHidden;
    this.#totals = new FileTotals(takesHidden);
    const placesOf = (...kinds: readonly string[]) =>
      columns.flatMap(({ holds }, index) =>
        holds && kinds.includes(holds) && positions[index] !== -1 ? [positions[index] ?? -1] : [],
      );
    this.#identities = placesOf("inn", "phone");
    this.#sum = placesOf("sum")[0] ?? -1;
    this.#positions = positions.filter((at) => at !== -1);
    this.#isWide =
      Math.max(this.#positions.length, head.filter((cell) => cell.trim() !== "").length) >= 4;
    this.#head = normalizedRow(head);
    this.#lastLine = headLine;
  }

  /** Call in the order of the file. */
  has({ line, cells, isHidden }: SpreadsheetRow): boolean {
    this.#isAfterGap ||= line > this.#lastLine + 1;
    this.#lastLine = line;
    const reason = this.#isData(cells) ? null : this.#reasonOf(cells);
    if (reason !== null) {
      this.#note(reason, line, cells);
      return true;
    }
    this.#isAfterGap = false;
    this.#totals.addRow(cells[this.#sum] ?? "", isHidden ?? false);
    if (!isHidden) return false;
    if (this.#positions.some((at) => cells[at])) this.#hiddenRows += 1;
    return !this.#takesHidden;
  }

  #isData(cells: readonly string[]): boolean {
    if (this.#identities.length === 0) return this.#sum === -1;
    return !this.#isOtherTable && this.#identities.some((at) => isNumber(cells[at] ?? ""));
  }

  #reasonOf(cells: readonly string[]): Reason | null {
    const filled = cells.filter((cell) => cell.trim() !== "");
    if (this.#isHead(cells)) {
      this.#isOtherTable = false;
      return "head";
    }
    if (this.#isOtherTable) return "other";
    const texts = filled.filter((cell) => exactSum(cell) === null);
    if (texts.length <= 2 && texts.some((cell) => TOTAL.test(cell))) return "total";
    const hasSum = exactSum(cells[this.#sum] ?? "") !== null;
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

  #note(reason: Reason, line: number, cells: readonly string[]): void {
    const found = this.#lines.get(reason) ?? { rows: 0, lines: [] };
    found.rows += 1;
    if (found.lines.length < NAMED_LINES) found.lines.push(line);
    this.#lines.set(reason, found);
    if (reason === "total") this.#totals.addTotal(line, cells[this.#sum] ?? "");
  }

  notes(): ReadingNote[] {
    const totals = this.#lines.get("total");
    return [
      ...(this.#hiddenRows === 0
        ? []
        : [
            {
              kind: "hidden_rows" as const,
              rows: this.#hiddenRows,
              sum: this.#sum === -1 ? null : this.#totals.hiddenSum,
              isTaken: this.#takesHidden,
            },
          ]),
      ...(totals ? [{ kind: "total" as const, ...totals, ...this.#totals.told }] : []),
      ...Object.keys(LEFT_OUT).flatMap((kind) => {
        const found = this.#lines.get(kind as LeftOutKind);
        return found ? [{ kind: kind as LeftOutKind, ...found }] : [];
      }),
    ];
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
