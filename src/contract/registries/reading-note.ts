import { Type } from "typebox";
import { countOf, ROWS } from "#contract/values/plural.ts";
import { formatAmount } from "#contract/values/money.ts";
import { REGISTRY_FILE_MESSAGES } from "./registry-columns.ts";

/** Rows of the file that are no data. */
export const LEFT_OUT = {
  head: "повтор заголовка",
  numbers: "номера столбцов",
  signature: "подписи",
  group: "подзаголовки",
  other: "другая таблица",
} as const;
export type LeftOutKind = keyof typeof LEFT_OUT;

/** What the reader has repaired, by `RowMend`. */
const MENDED = {
  midnight: "даты у самой полуночи отнесены к следующему дню",
  merged: "объединённые ячейки заполнены вниз",
  marks: "невидимые знаки убраны",
} as const;

interface Lines {
  readonly rows: number;
  /** In the file; the first hundred. */
  readonly lines: readonly number[];
}

/** Rubles, to the kopeck. */
export interface ToldTotal {
  readonly line: number;
  readonly total: number;
  /** Of all rows as they stand in the file, also of those with errors. */
  readonly sum: number;
  /** Of hidden rows that the total counts. */
  readonly hidden: number;
  /** Rows whose sum is no number. */
  readonly unread?: number;
}

/** What was done with a file besides reading it; sums are rubles. */
export type ReadingNote =
  | { readonly kind: "other_sheet"; readonly name: string; readonly rows: number }
  /** `sum` is `null` without a column of sums. */
  | {
      readonly kind: "hidden_rows";
      readonly rows: number;
      readonly sum: number | null;
      readonly isTaken: boolean;
    }
  | { readonly kind: "hidden_column"; readonly title: string }
  | { readonly kind: "guessed_column"; readonly title: string; readonly as: string }
  | { readonly kind: "unused_column"; readonly titles: readonly string[] }
  | (Lines & {
      readonly kind: "total";
      /** The first that differs, or else the last; `null` when none can be read. */
      readonly told: ToldTotal | null;
      /** Of the whole file, where it has one. */
      readonly grand?: ToldTotal | null;
    })
  /** `at`: the moment that the dates of `rows` rows have. */
  | {
      readonly kind: "evening_dates";
      readonly title: string;
      readonly rows: number;
      readonly at: string;
    }
  | (Lines & { readonly kind: LeftOutKind })
  | { readonly kind: keyof typeof MENDED; readonly rows: number }
  /** A sentence of the time before notes. */
  | { readonly kind: "text"; readonly text: string };

const NUMBER = Type.Number();
const TOLD = Type.Union([
  Type.Object({
    line: Type.Integer(),
    total: NUMBER,
    sum: NUMBER,
    hidden: NUMBER,
    unread: Type.Optional(Type.Integer()),
  }),
  Type.Null(),
]);
export const ReadingNoteSchema = Type.Unsafe<ReadingNote>(
  Type.Object({
    kind: Type.String(),
    ...Type.Partial(
      Type.Object({
        name: Type.String(),
        title: Type.String(),
        as: Type.String(),
        at: Type.String(),
        text: Type.String(),
        titles: Type.Array(Type.String()),
        rows: Type.Integer(),
        lines: Type.Array(Type.Integer()),
        sum: Type.Union([NUMBER, Type.Null()]),
        isTaken: Type.Boolean(),
        told: TOLD,
        grand: TOLD,
      }),
    ).properties,
  }),
);

/** The one wording, for screens and journals. */
export function noteSentence(note: ReadingNote): string {
  switch (note.kind) {
    case "other_sheet":
      return `Лист «${note.name}» не загружен, в нём ${countOf(note.rows, ROWS)}`;
    case "hidden_rows": {
      const count = `${note.rows}${note.sum === null ? "" : ` на ${rubles(note.sum)}`}`;
      return note.isTaken
        ? `Загружены скрытые строки: ${count}`
        : `Не загружено скрытых строк: ${count}`;
    }
    case "hidden_column":
      return `Столбец «${note.title}» скрыт в файле, но загружен`;
    case "guessed_column":
      return `Столбец «${note.title}» взят как «${note.as}»: название похоже`;
    case "unused_column":
      return REGISTRY_FILE_MESSAGES.unusedColumns(note.titles);
    case "evening_dates":
      return `Даты столбца «${note.title}» стоят на ${note.at} (${countOf(note.rows, ROWS)}): возможно, это следующий день. Проверьте период`;
    case "total":
      return totalSentence(note);
    case "midnight":
    case "merged":
    case "marks":
      return `Исправлено: ${MENDED[note.kind]} (${countOf(note.rows, ROWS)})`;
    case "text":
      return note.text;
    default:
      return `Не загружены строки файла: ${LEFT_OUT[note.kind]} (${linesText(note)})`;
  }
}

/** Money may go astray by it: not to be read in grey. */
export function isGrave(note: ReadingNote): boolean {
  if (note.kind === "text") return note.text.includes(DIFFERS);
  if (note.kind === "total")
    return [note.told, note.grand].some((one) => one && differenceOf(one) !== 0n);
  return ["hidden_rows", "hidden_column", "evening_dates"].includes(note.kind);
}

/** For whoever may not see what a registry pays. */
export function withoutSums(note: ReadingNote): ReadingNote {
  if (note.kind === "total") return { ...note, told: null, grand: null };
  return note.kind === "hidden_rows" ? { ...note, sum: null } : note;
}

const DIFFERS = ", разница ";

type Total = Extract<ReadingNote, { kind: "total" }>;

function totalSentence(note: Total): string {
  const { told, grand } = note;
  const what = `Не загружены итоги (${linesText(note)})`;
  if (!told) return what;
  const where = note.rows > 1 ? ` в строке ${told.line}` : "";
  const whole =
    grand && grand.line !== told.line
      ? `; всего по файлу ${rubles(grand.total)} в строке ${grand.line}${comparison(grand)}`
      : "";
  return `${what}: в файле ${rubles(told.total)}${where}${comparison(told)}${whole}`;
}

function comparison(told: ToldTotal): string {
  const hidden = told.hidden === 0 ? "" : `, по скрытым ${rubles(told.hidden)}`;
  const sums = `, по строкам ${rubles(told.sum)}${hidden}`;
  const difference = differenceOf(told);
  if (difference === 0n) return `${sums}, сходится`;
  const unread = told.unread ? `, сумма не прочитана: ${countOf(told.unread, ROWS)}` : "";
  return `${sums}${DIFFERS}${formatAmount(difference < 0n ? -difference : difference)}${unread}`;
}

function differenceOf({ total, sum, hidden }: ToldTotal): bigint {
  return kopecks(total) - kopecks(sum) - kopecks(hidden);
}

function rubles(sum: number): string {
  return formatAmount(kopecks(sum));
}

/** Also of what is no sum that anybody pays. */
function kopecks(sum: number): bigint {
  return BigInt(Math.round(sum * 100));
}

/** The rest is counted. */
const NAMED_LINES = 10;

/** «строки 4, 9 и ещё 3», «строки 20–24». */
function linesText({ rows, lines }: Lines): string {
  const ranges: { from: number; to: number }[] = [];
  for (const line of lines) {
    const last = ranges.at(-1);
    if (last?.to === line - 1) last.to = line;
    else ranges.push({ from: line, to: line });
  }
  const named = ranges.slice(0, NAMED_LINES);
  const count = named.reduce((sum, { from, to }) => sum + to - from + 1, 0);
  const texts = named.map(({ from, to }) => (from === to ? String(from) : `${from}–${to}`));
  const rest = rows > count ? ` и ещё ${rows - count}` : "";
  return `${rows === 1 ? "строка" : "строки"} ${texts.join(", ")}${rest}`;
}
