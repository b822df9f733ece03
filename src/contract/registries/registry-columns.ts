import { cleanText } from "#contract/values/clean-text.ts";

/** How to align and format a value; cells of a file are always strings. */
type RegistryValueType = "text" | "count" | "money" | "date" | "instant" | "phone" | "state";

/**
 * Values that are not in the file. Rubles, yyyy-MM-dd, ISO 8601 instants, Russian titles of states.
 */
export interface RegistryValueColumn<Key extends string = string> {
  readonly key: Key;
  readonly title: string;
  readonly type: RegistryValueType;
}

/** Helps to recognise a column in any file. */
export type ColumnHolds = "inn" | "phone" | "name" | "code" | "sum" | "date" | "text";

export interface RegistryColumn<Key extends string = string> {
  key: Key;
  /** Without the asterisk of required columns. */
  title: string;
  required: boolean;
  /** Normalized. */
  aliases: readonly string[];
  /** Text in the template keeps leading zeros and long numbers. */
  isText: boolean;
  holds?: ColumnHolds;
  /** Encrypted in the database, masked without the right. `domain.md` §2.1. */
  isPersonal?: boolean;
  /** Characters. */
  width: number;
}

/** Tells one person from another, so that one value never serves two rows. */
export function namesPerson({ key, isPersonal }: RegistryColumn): boolean {
  return isPersonal === true || OF_PERSON.has(key);
}
const OF_PERSON: ReadonlySet<string> = new Set([
  "inn",
  "phone",
  "email",
  "fullName",
  "lastName",
  "firstName",
  "middleName",
]);

/** Column of our error file; ignored when uploaded again. */
export const ERRORS_COLUMN_TITLE = "Ошибки";

export function registryColumn<Key extends string>(
  key: Key,
  title: string,
  options: Partial<Omit<RegistryColumn, "key" | "title">> & { readonly width: number },
): RegistryColumn<Key> {
  return { required: false, aliases: [], isText: false, ...options, key, title };
}

/** Column of our error file: names the row to correct. */
export const ROW_ID_COLUMN_TITLE = "ID строки";

/** Accounting programs print a page above the header. */
export const HEADER_SEARCH_ROWS = 30;

export const MAX_REGISTRY_ROWS = 100_000;

/** Source: `domain.md` §4.1. */
export const REGISTRY_FILE_MESSAGES = {
  empty: "Файл пуст",
  tooManyRows: "В файле больше 100\u00A0000 строк. Разделите его на несколько файлов",
  /** All at once. */
  missingColumns: (columns: readonly { readonly title: string }[]) =>
    columns.length === 1
      ? `Не найден обязательный столбец «${columns[0]?.title}»`
      : `Не найдены обязательные столбцы: ${columns.map(({ title }) => `«${title}»`).join(", ")}`,
  repeatedColumn: (title: string) => `Столбец «${title}» указан дважды. Оставьте один`,
  unusedColumns: (titles: readonly string[]) =>
    titles.length === 1
      ? `Столбец «${titles[0]}» не используется`
      : `Не используются столбцы: ${titles.map((title) => `«${title}»`).join(", ")}`,
  alreadyUploaded: (date: string, number: number | string) =>
    `Этот файл уже загружался ${date}: реестр №\u00A0${number}`,
} as const;

export interface HeaderMatch<Key extends string = string> {
  /** By column of the kind; −1 when absent. */
  positions: number[];
  missing: RegistryColumn<Key>[];
  repeated: RegistryColumn<Key>[];
  /** Column «ID строки», or −1. */
  rowIdPosition: number;
  unused: string[];
}

/** Lower case, ё as е, single spaces, no `*`, no text in brackets. */
export function normalizeHeader(text: string): string {
  return cleanText(text)
    .replace(/\([^()]*\)|\[[^[\]]*\]|\*/g, " ")
    .replace(/\s+/g, " ")
    .trim()
    .toLowerCase()
    .replace(/ё/g, "е");
}

/**
 * Complete when nothing is `missing`. Of two titles of a column the earlier name wins («ФИО» over
 * «Исполнитель»); which of two sums to pay is a person's choice.
 */
export function matchHeader<Key extends string>(
  columns: readonly RegistryColumn<Key>[],
  cells: readonly string[],
): HeaderMatch<Key> {
  const names = namesOf(columns);
  const positions = columns.map(() => -1);
  const ranks = columns.map(() => Infinity);
  const repeated: RegistryColumn<Key>[] = [];
  const unused = new Set<number>();
  let rowIdPosition = -1;
  cells.forEach((cell, position) => {
    const name = normalizeHeader(cell);
    const found = names.get(name);
    const column = found && columns[found.index];
    if (!found || !column) {
      if (name === normalizeHeader(ROW_ID_COLUMN_TITLE)) rowIdPosition = position;
      else if (name !== "" && name !== normalizeHeader(ERRORS_COLUMN_TITLE)) unused.add(position);
      return;
    }
    const { index, rank } = found;
    const earlier = positions[index] ?? -1;
    const earlierRank = ranks[index] ?? Infinity;
    if (earlier !== -1 && isDoubt(column, rank, earlierRank)) repeated.push(column);
    if (rank < earlierRank) {
      if (earlier !== -1) unused.add(earlier);
      positions[index] = position;
      ranks[index] = rank;
    } else unused.add(position);
  });
  return {
    positions,
    missing: columns.filter((column, index) => column.required && positions[index] === -1),
    repeated,
    rowIdPosition,
    unused: [...unused].sort((one, other) => one - other).map((at) => (cells[at] ?? "").trim()),
  };
}

/** Whose ИНН, or which sum; «Сумма, ₽» itself is clear. */
function isDoubt({ holds }: RegistryColumn, rank: number, earlierRank: number): boolean {
  if (rank === earlierRank || holds === "inn" || holds === "phone") return true;
  return holds === "sum" && rank > 0 && earlierRank > 0;
}

/** Normalized name → column and rank; 0 is the title. */
function namesOf(
  columns: readonly RegistryColumn[],
): Map<string, { readonly index: number; readonly rank: number }> {
  const names = new Map<string, { readonly index: number; readonly rank: number }>();
  columns.forEach((column, index) =>
    [column.title, ...column.aliases].forEach((name, rank) =>
      names.set(normalizeHeader(name), { index, rank }),
    ),
  );
  return names;
}

export function headerTitle(column: RegistryColumn): string {
  return column.required ? `${column.title}*` : column.title;
}
