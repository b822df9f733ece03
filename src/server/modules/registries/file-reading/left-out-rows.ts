import {
  LEFT_OUT,
  type LeftOutKind,
  type ReadingNote,
  type ToldTotal,
} from "#contract/registries/reading-note.ts";
import { normalizeHeader, type RegistryColumn } from "#contract/registries/registry-columns.ts";
import { exactSum, PARTS_OF_KOPECK, toKopecks } from "#contract/values/exact-sum.ts";
import { parseAmount } from "#contract/values/money.ts";
import type { SpreadsheetRow } from "#server/files/spreadsheet/spreadsheet-rows.ts";
import { isTitles } from "./find-head.ts";

type Reason = "total" | LeftOutKind;

const TOTAL =
  /^\s*(?:общий |общая )?(?:итого?|всего|подытог|промежуточн\S{2,4} итог|total|subtotal)(?![а-яёa-z])/i;
const SIGNATURE =
  /^\s*(?:генеральн|директор|руководит|главн\S+ бухг|бухгалтер|кассир|составил|проверил|утвер|согласов|ответствен|подпис|расшифровк|м\.? ?п\.?\s*$)|_{3,}/i;
/** Written where nothing is paid. */
const IS_NOTHING = /^\s*[-−–—]*\s*$/;
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
  #told: ComparedTotal | null = null;
  /** `null` when rows follow the last total, or it is of a part of them. */
  #grand: ComparedTotal | null = null;
  readonly #all = new ExactAndShown();
  #sinceTotal = new ExactAndShown();
  #hiddenRows = 0;
  readonly #hidden = new ExactAndShown();
  #hiddenSinceTotal = new ExactAndShown();
  #rowsSinceTotal = 0;
  #unread = 0;
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
    this.#grand = null;
    this.#rowsSinceTotal += 1;
    const sum = this.#sumOf(cells);
    if (isHidden && this.#positions.some((at) => cells[at])) {
      this.#hiddenRows += 1;
      this.#hidden.add(sum);
    }
    if (isHidden && !this.#takesHidden) {
      this.#hiddenSinceTotal.add(sum);
      return true;
    }
    this.#all.add(sum);
    this.#sinceTotal.add(sum);
    return false;
  }

  #isData(cells: readonly string[]): boolean {
    if (this.#identities.length === 0) return this.#sum === -1;
    return !this.#isOtherTable && this.#identities.some((at) => isNumber(cells[at] ?? ""));
  }

  #sumOf(cells: readonly string[]): Sum {
    const text = cells[this.#sum] ?? "";
    if (text === "") return NOTHING;
    // Nearly every row: big parts of kopecks would cost as much as the rest of its reading.
    const read = parseAmount(text);
    if (read.ok) return [read.kopecks, 0n];
    const sum = exactSum(text);
    if (sum === null && !IS_NOTHING.test(text)) this.#unread += 1;
    const shown = toKopecks(sum ?? 0n);
    return [shown, (sum ?? 0n) - shown * PARTS_OF_KOPECK];
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
    const total = reason === "total" ? exactSum(cells[this.#sum] ?? "") : null;
    if (total !== null) this.#compare(line, total, found.rows === 1);
  }

  /** A sub-total is of the rows since the one before; the last is of all. */
  #compare(line: number, total: bigint, isFirst: boolean): void {
    const compared = (sum: ExactAndShown, hidden: ExactAndShown): ComparedTotal[] =>
      WAYS.map((way) => ({
        line,
        total,
        sum: sum[way],
        hidden: hidden[way],
        unread: this.#unread,
      }));
    const none = new ExactAndShown();
    const ofAll = [
      ...(this.#takesHidden ? [] : compared(this.#all, this.#hidden)),
      ...compared(this.#all, none),
    ];
    const ofPart = [
      ...compared(this.#sinceTotal, none),
      ...compared(this.#sinceTotal, this.#hiddenSinceTotal),
    ];
    const [unlike = null] = compared(this.#all, none);
    if (!this.#told || agrees(this.#told))
      this.#told = [...ofPart, ...ofAll].find(agrees) ?? unlike;
    const whole = ofAll.find(agrees);
    this.#grand = whole ?? (isFirst || this.#rowsSinceTotal === 0 ? unlike : null);
    this.#sinceTotal = new ExactAndShown();
    this.#hiddenSinceTotal = new ExactAndShown();
    this.#rowsSinceTotal = 0;
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
              sum: this.#sum === -1 ? null : rubles(this.#hidden.shown),
              isTaken: this.#takesHidden,
            },
          ]),
      ...(totals
        ? [{ kind: "total" as const, ...totals, told: told(this.#told), grand: told(this.#grand) }]
        : []),
      ...Object.keys(LEFT_OUT).flatMap((kind) => {
        const found = this.#lines.get(kind as LeftOutKind);
        return found ? [{ kind: kind as LeftOutKind, ...found }] : [];
      }),
    ];
  }
}

/** As it is shown, in kopecks, and what it hides, in parts of a kopeck. */
type Sum = readonly [shown: bigint, hidden: bigint];
const NOTHING: Sum = [0n, 0n];

/** Parts of a kopeck: a total is of the rows as they are shown, or of what a formula has left in them. */
class ExactAndShown {
  #kopecks = 0n;
  #rest = 0n;

  add([shown, hidden]: Sum): void {
    this.#kopecks += shown;
    if (hidden !== 0n) this.#rest += hidden;
  }

  get shown(): bigint {
    return this.#kopecks * PARTS_OF_KOPECK;
  }

  get exact(): bigint {
    return this.shown + this.#rest;
  }
}
const WAYS = ["shown", "exact"] as const;

/** Parts of a kopeck. */
interface ComparedTotal {
  readonly line: number;
  readonly total: bigint;
  readonly sum: bigint;
  readonly hidden: bigint;
  readonly unread: number;
}

/** As people see sums: to the kopeck. */
function agrees({ total, sum, hidden }: ComparedTotal): boolean {
  return toKopecks(total) === toKopecks(sum + hidden);
}

function told(compared: ComparedTotal | null): ToldTotal | null {
  if (!compared) return null;
  const { line, total, sum, hidden, unread } = compared;
  return {
    line,
    total: rubles(total),
    sum: rubles(sum),
    hidden: rubles(hidden),
    ...(unread > 0 ? { unread } : {}),
  };
}

/** Any text of digits may stand where a total is looked for. */
function rubles(parts: bigint): number {
  return Number(toKopecks(parts)) / 100;
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
