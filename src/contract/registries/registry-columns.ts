/**
 * What a value is, for the screens: how it is aligned and formatted. Cells of a file are texts
 * whatever the type says.
 */
type RegistryValueType = "text" | "count" | "money" | "date" | "instant" | "phone" | "state";

/**
 * A value of a row, or of a whole registry, beside the cells of the file: what became of it. Sums
 * are rubles, dates yyyy-MM-dd, instants ISO 8601, states their Russian titles.
 */
export interface RegistryValueColumn<Key extends string = string> {
  readonly key: Key;
  readonly title: string;
  readonly type: RegistryValueType;
}

/** A column of a registry file; a registry kind is an ordered list of them. */
export interface RegistryColumn<Key extends string = string> {
  key: Key;
  /** The header as the template writes it, without the asterisk of a required column. */
  title: string;
  required: boolean;
  /** Other headers people use, compared by the same rules as the title. */
  aliases: readonly string[];
  /**
   * The template formats the cells as text, so that a spreadsheet does not eat zeros and long
   * numbers.
   */
  isText: boolean;
  /**
   * Personal data: sealed where it is stored, masked for roles that read masked data. `domain.md`
   * §2.1.
   */
  isPersonal?: boolean;
  /** Width in characters in templates and exports. */
  width: number;
}

/** Added by us to the error file; ignored without a warning when the file comes back. */
export const ERRORS_COLUMN_TITLE = "Ошибки";

/** A column of a file: not required, plain and without other names unless said otherwise. */
export function registryColumn<Key extends string>(
  key: Key,
  title: string,
  options: Partial<Omit<RegistryColumn, "key" | "title">> & { readonly width: number },
): RegistryColumn<Key> {
  return { required: false, aliases: [], isText: false, ...options, key, title };
}

/**
 * Added by us to the error file: tells the rows of that file from one another when it comes back,
 * corrected, to its registry.
 */
export const ROW_ID_COLUMN_TITLE = "ID строки";

/** The header must stand within the first ten rows of a file. */
export const HEADER_SEARCH_ROWS = 10;

export const MAX_REGISTRY_ROWS = 100_000;

/** Sentences about a whole file. Source: domain rules §4.1. */
export const REGISTRY_FILE_MESSAGES = {
  empty: "Файл пуст",
  tooManyRows: "В файле больше 100\u00A0000 строк. Разделите его на несколько файлов",
  missingColumn: (title: string) => `Не найден обязательный столбец «${title}»`,
  repeatedColumn: (title: string) => `Столбец «${title}» указан дважды. Оставьте один`,
  unusedColumn: (title: string) => `Столбец «${title}» не используется`,
  alreadyUploaded: (date: string, number: number | string) =>
    `Этот файл уже загружался ${date}: реестр №\u00A0${number}`,
} as const;

/** How the cells of a file map onto the columns of its kind. */
export interface HeaderMatch<Key extends string = string> {
  /**
   * For each column of the kind, in its order: position in the file's rows, or −1 when the file has
   * no such column.
   */
  positions: number[];
  missing: RegistryColumn<Key>[];
  repeated: RegistryColumn<Key>[];
  /** Position of «ID строки», which only our own error file has; −1 without it. */
  rowIdPosition: number;
  /** Titles the kind does not know, as written in the file. */
  unused: string[];
}

/**
 * The form headers are compared in: no case, ё as е, plain spaces, without `*` and text in
 * brackets.
 */
export function normalizeHeader(text: string): string {
  return text
    .replace(/\([^()]*\)|\[[^[\]]*\]|\*/g, " ")
    .replace(/\s+/g, " ")
    .trim()
    .toLowerCase()
    .replace(/ё/g, "е");
}

/** Compares one row with the columns of a kind; the row is a header when nothing is `missing`. */
export function matchHeader<Key extends string>(
  columns: readonly RegistryColumn<Key>[],
  cells: readonly string[],
): HeaderMatch<Key> {
  const byName = new Map<string, number>();
  columns.forEach((column, index) => {
    for (const name of [column.title, ...column.aliases]) byName.set(normalizeHeader(name), index);
  });
  const positions = columns.map(() => -1);
  const repeated: RegistryColumn<Key>[] = [];
  const unused: string[] = [];
  let rowIdPosition = -1;
  cells.forEach((cell, position) => {
    const name = normalizeHeader(cell);
    const index = byName.get(name);
    const column = index === undefined ? undefined : columns[index];
    if (index === undefined || column === undefined) {
      if (name === normalizeHeader(ROW_ID_COLUMN_TITLE)) rowIdPosition = position;
      else if (name !== "" && name !== normalizeHeader(ERRORS_COLUMN_TITLE))
        unused.push(cell.trim());
    } else if (positions[index] === -1) positions[index] = position;
    else repeated.push(column);
  });
  return {
    positions,
    missing: columns.filter((column, index) => column.required && positions[index] === -1),
    repeated,
    rowIdPosition,
    unused,
  };
}

/** The header as the template and the error file write it: required columns carry an asterisk. */
export function headerTitle(column: RegistryColumn): string {
  return column.required ? `${column.title}*` : column.title;
}
