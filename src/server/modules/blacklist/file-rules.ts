import {
  BLACKLIST_COLUMNS,
  validateBlacklistRow,
  type BlacklistRow,
} from "#contract/blacklist/blacklist-rows.ts";
import {
  textKey,
  validatedRow,
  type FileScope,
  type ReadRow,
  type RowRules,
  type RowValidator,
  type ValidatedRow,
} from "#server/modules/registries/index.ts";
import { alreadyListed } from "./actions/add-person.ts";

/** `null`: errors. */
type Values = BlacklistRow | null;

export type ListedSince = ReadonlyMap<BlacklistRow, Date>;

export const ALREADY_LISTED = "already_listed";

/** Source: `domain.md` §4.6. */
export const BLACKLIST_RULES: RowRules<Values, FileScope, readonly BlacklistRow[], ListedSince> = {
  columns: BLACKLIST_COLUMNS,
  dateColumns: [],
  repeats: [
    {
      column: "inn",
      keysOf: (values) => (values === null ? [] : [textKey(values.inn), textKey(values.phone)]),
      finding: (line, values) => ({
        column: columnOf(values),
        code: "repeated",
        severity: "warning",
        message: `Повтор строки ${line}`,
      }),
    },
  ],
  reader: (today) => (cells, uses1904) => {
    const { values, findings } = validateBlacklistRow(cells, {
      today,
      uses1904: uses1904 ?? false,
    });
    return { values, findings: [...findings], healed: [] };
  },
  validate: () => new ListedValidator(),
};

class ListedValidator implements RowValidator<Values, readonly BlacklistRow[], ListedSince> {
  #listed: ListedSince = new Map();

  question(rows: readonly ReadRow<Values>[]): readonly BlacklistRow[] {
    return rows.flatMap((row) => newEntryOf(row) ?? []);
  }

  learn(listed: ListedSince): void {
    this.#listed = listed;
  }

  validate(row: ReadRow<Values>): ValidatedRow<Values> {
    const since = row.values === null ? undefined : this.#listed.get(row.values);
    if (since)
      row.findings.push({
        column: columnOf(row.values),
        code: ALREADY_LISTED,
        severity: "warning",
        message: alreadyListed(since),
      });
    return validatedRow(row, { workmanId: null, projectId: null });
  }
}

/** `null`: wrong, repeated or listed. */
export function newEntryOf({ values, findings }: ReadRow<Values>): BlacklistRow | null {
  return findings.length === 0 ? values : null;
}

function columnOf(values: Values): "inn" | "phone" {
  return values?.inn ? "inn" : "phone";
}
