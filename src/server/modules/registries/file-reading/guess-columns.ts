import {
  matchHeader,
  normalizeHeader,
  type ColumnHolds,
  type RegistryColumn,
} from "#contract/registries/registry-columns.ts";
import type { FileReading } from "#contract/registries/file-reading.ts";
import { parseCalendarDate } from "#contract/values/calendar-date.ts";
import { healInn, personInnFinding, tidyInn } from "#contract/values/inn.ts";
import { parseAmount } from "#contract/values/money.ts";
import { isPersonName } from "#contract/values/person-name.ts";
import { normalizePhone } from "#contract/values/phone.ts";
import { exactDigits } from "#contract/values/plain-number.ts";

type Reasons = FileReading["reasons"];

/** Not our exact names; the earlier expression wins. */
const SIMILAR: Readonly<Record<string, readonly RegExp[]>> = {
  inn: [/(?:^|[^а-я])инн(?:[^а-я]|$)/],
  phone: [/телефон|мобил|тел\./],
  fullName: [/ф\.? ?и\.? ?о|сотрудник|самозанят|исполнител|получател|работник|физ.*лиц/],
  firstName: [/ф\.? ?и\.? ?о|имя|сотрудник|исполнител/],
  serviceCode: [/код.*(?:услуг|работ|вид)/, /услуг.*код/],
  receiptText: [/услуг|назначен|содержан/, /работ(?!ник)|описан|наименован/],
  workStart: [/начал|(?:^| )с$|период с/],
  workEnd: [/оконч|конец|заверш|(?:^| )по$/],
  startDate: [/начал/],
  finishDate: [/оконч|срок|заверш/],
  amount: [
    /к (?:выплат|выдач|перечислен|оплат)|на руки|выдать/,
    /сумма|вознагражд/,
    /выплат|стоимост|оплат/,
  ],
  budget: [/бюджет/, /сумма|стоимост/],
  comment: [/примечан|комментар/],
};

const LOOKS: Readonly<Record<ColumnHolds, (text: string) => boolean>> = {
  inn: (text) => personInnFinding(healInn(tidyInn(text))) === null,
  phone: (text) => normalizePhone(text) !== null,
  name: (text) => /^\S+(?: \S+){1,3}$/.test(text.trim()) && isPersonName(text.trim()),
  code: (text) => /^\d{3,4}$/.test(text.replace(/\s/g, "")),
  sum: (text) => parseAmount(text).ok && !/^\d{9,}$/.test(exactDigits(text).replace(/\s/g, "")),
  date: (text) => parseCalendarDate(text).ok,
  text: (text) => /[а-яa-z]{3}/i.test(text) && !parseCalendarDate(text).ok,
};

function likeness(holds: ColumnHolds, texts: readonly string[]): number {
  const filled = texts.filter((text) => text.trim() !== "");
  return filled.length === 0
    ? 0
    : filled.filter((text) => LOOKS[holds](text)).length / filled.length;
}

/** An empty one can be it. */
function mayBe(column: RegistryColumn, texts: readonly string[]): boolean {
  if (!column.holds || texts.every((text) => text.trim() === "")) return true;
  return likeness(column.holds, texts) > 0;
}

/**
 * By name, by a word of the name, by what stands in the cells. A person sees each guess with
 * examples before it is used.
 *
 * A hidden column is taken only where no other can be.
 *
 * @param titles - of the file, by place.
 * @param valuesAt - cells of some rows at a place.
 * @param hidden - places.
 * @param isTemplate - its titles are no guess: what is wrong below one gets its finding, and is not
 * dropped.
 */
export function guessColumns(
  columns: readonly RegistryColumn[],
  titles: readonly string[],
  valuesAt: (position: number) => readonly string[],
  hidden: ReadonlySet<number>,
  isTemplate: boolean,
): Guess {
  const among = (isSeen: boolean, own: readonly RegistryColumn[]) =>
    guessAmong(
      own,
      titles.map((title, at) => (hidden.has(at) === isSeen ? "" : title)),
      (at) => (hidden.has(at) === isSeen ? [] : valuesAt(at)),
      isSeen && isTemplate,
    );
  const seen = among(true, columns);
  if (hidden.size === 0) return seen;
  const unseen = among(
    false,
    columns.filter(({ key }) => !(key in seen.columns)),
  );
  return {
    columns: { ...unseen.columns, ...seen.columns },
    reasons: { ...unseen.reasons, ...seen.reasons },
  };
}

interface Guess {
  readonly columns: Record<string, number>;
  readonly reasons: Reasons;
}

function guessAmong(
  columns: readonly RegistryColumn[],
  titles: readonly string[],
  valuesAt: (position: number) => readonly string[],
  isTemplate: boolean,
): Guess {
  const guess: Record<string, number> = {};
  const reasons: Reasons = {};
  const taken = new Set<number>();
  const take = (key: string, position: number, reason: Reasons[string]) => {
    guess[key] = position;
    reasons[key] = reason;
    taken.add(position);
  };
  const match = matchHeader(columns, titles);
  const doubtful = new Set(match.repeated.map(({ key }) => key));
  columns.forEach((column, index) => {
    const position = match.positions[index] ?? -1;
    if (position === -1 || doubtful.has(column.key)) return;
    if (isTemplate || mayBe(column, valuesAt(position))) take(column.key, position, "title");
  });
  for (const column of columns) {
    if (column.key in guess) continue;
    const position = bySimilarTitle(column, titles, valuesAt, taken);
    if (position !== -1) take(column.key, position, "similar");
  }
  for (const column of columns) {
    if (column.key in guess || !(column.required || column.holds === "name")) continue;
    const position = byValues(column, titles, valuesAt, taken);
    if (position !== -1) take(column.key, position, "values");
  }
  takeOneDayForBoth(columns, guess, reasons);
  return { columns: guess, reasons };
}

function bySimilarTitle(
  column: RegistryColumn,
  titles: readonly string[],
  valuesAt: (position: number) => readonly string[],
  taken: ReadonlySet<number>,
): number {
  for (const words of SIMILAR[column.key] ?? []) {
    const position = titles.findIndex(
      (title, at) =>
        !taken.has(at) &&
        words.test(normalizeHeader(title)) &&
        (column.holds ? likeness(column.holds, valuesAt(at)) >= 0.3 : true),
    );
    if (position !== -1) return position;
  }
  return -1;
}

/** Nothing else looks like these. */
const TELLING: ReadonlySet<ColumnHolds> = new Set(["inn", "phone", "name", "date"]);

function byValues(
  { holds }: RegistryColumn,
  titles: readonly string[],
  valuesAt: (position: number) => readonly string[],
  taken: ReadonlySet<number>,
): number {
  if (!holds || !(TELLING.has(holds) || holds === "sum")) return -1;
  const least = holds === "sum" || holds === "date" ? 0.8 : 0.6;
  const fitting = titles.flatMap((_, at) =>
    !taken.has(at) &&
    likeness(holds, valuesAt(at)) >= least &&
    (holds !== "sum" || isSums(valuesAt(at)))
      ? [at]
      : [],
  );
  // Which of several columns of numbers is paid is not guessed.
  return holds === "sum" && fitting.length !== 1 ? -1 : (fitting[0] ?? -1);
}

/** No places in a list: 1, 2, 3. */
function isSums(texts: readonly string[]): boolean {
  const sums = texts.flatMap((text) => {
    const read = parseAmount(text);
    return read.ok ? [Number(read.kopecks)] : [];
  });
  return (
    sums.length > 0 && !sums.every((sum, index) => sum === (index + (sums[0] ?? 0) / 100) * 100)
  );
}

/** One date: the work was done that day. */
function takeOneDayForBoth(
  columns: readonly RegistryColumn[],
  guess: Record<string, number>,
  reasons: Reasons,
): void {
  const [first, last] = columns.filter(({ holds, required }) => holds === "date" && required);
  if (!first || !last) return;
  const known = guess[first.key] ?? guess[last.key];
  if (known === undefined || (first.key in guess && last.key in guess)) return;
  for (const { key } of [first, last])
    if (!(key in guess)) {
      guess[key] = known;
      reasons[key] = "values";
    }
}
