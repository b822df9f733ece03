import type { ToldTotal } from "#contract/registries/reading-note.ts";
import { exactSum, PARTS_OF_KOPECK, toKopecks } from "#contract/values/exact-sum.ts";
import { parseAmount } from "#contract/values/money.ts";

/** Written where nothing is paid. */
const IS_NOTHING = /^\s*[-−–—]*\s*$/;

/** Totals of a file beside the sums of its rows, all of them as they stand. In the file's order. */
export class FileTotals {
  readonly #takesHidden: boolean;
  #told: ComparedTotal | null = null;
  /** `null` when rows follow the last total, or it is of a part of them. */
  #grand: ComparedTotal | null = null;
  readonly #all = new ExactAndShown();
  #sinceTotal = new ExactAndShown();
  readonly #hidden = new ExactAndShown();
  #hiddenSinceTotal = new ExactAndShown();
  #rowsSinceTotal = 0;
  #unread = 0;
  #totals = 0;

  constructor(takesHidden: boolean) {
    this.#takesHidden = takesHidden;
  }

  addRow(text: string, isHidden: boolean): void {
    this.#grand = null;
    this.#rowsSinceTotal += 1;
    const sum = this.#read(text);
    if (isHidden) this.#hidden.add(sum);
    if (isHidden && !this.#takesHidden) return this.#hiddenSinceTotal.add(sum);
    this.#all.add(sum);
    this.#sinceTotal.add(sum);
  }

  /** A sub-total is of the rows since the one before; the last is of all. */
  addTotal(line: number, text: string): void {
    this.#totals += 1;
    const total = exactSum(text);
    if (total === null) return;
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
    const isOfAll = this.#totals === 1 || this.#rowsSinceTotal === 0;
    this.#grand = ofAll.find(agrees) ?? (isOfAll ? unlike : null);
    this.#sinceTotal = new ExactAndShown();
    this.#hiddenSinceTotal = new ExactAndShown();
    this.#rowsSinceTotal = 0;
  }

  /** Rubles. */
  get hiddenSum(): number {
    return rubles(this.#hidden.shown);
  }

  get told(): { readonly told: ToldTotal | null; readonly grand: ToldTotal | null } {
    return { told: toldOf(this.#told), grand: toldOf(this.#grand) };
  }

  #read(text: string): Sum {
    if (text === "") return NOTHING;
    // Nearly every row: big parts of kopecks would cost as much as the rest of its reading.
    const read = parseAmount(text);
    if (read.ok) return [read.kopecks, 0n];
    const sum = exactSum(text);
    if (sum === null && !IS_NOTHING.test(text)) this.#unread += 1;
    const shown = toKopecks(sum ?? 0n);
    return [shown, (sum ?? 0n) - shown * PARTS_OF_KOPECK];
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

function toldOf(compared: ComparedTotal | null): ToldTotal | null {
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
