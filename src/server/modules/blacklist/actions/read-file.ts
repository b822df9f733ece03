import { BLACKLIST_COLUMNS, type BlacklistRow } from "#contract/blacklist/blacklist-rows.ts";
import {
  BLACKLIST_SHOWN_ERRORS,
  type BlacklistUploadResult,
} from "#contract/blacklist/blacklist.ts";
import { noteSentence } from "#contract/registries/reading-note.ts";
import type { TableFinding } from "#contract/registries/table-row.ts";
import { moscowDate } from "#contract/values/calendar-date.ts";
import type { Trx } from "#server/data/transaction.ts";
import type { AccountActor } from "#server/http/actor.ts";
import {
  readTableFile,
  type OwnedFile,
  RowsValidation,
  validateRegistryRows,
  type ReadRow,
  type ValidatedRow,
} from "#server/modules/registries/index.ts";
import { ALREADY_LISTED, BLACKLIST_RULES, newEntryOf, type ListedSince } from "../file-rules.ts";
import { addEntries, findListed } from "./add-entries.ts";

const BATCH = 1000;
const SAMPLE_ROWS = 5;

type UploadFinding = BlacklistUploadResult["causes"][number];

/** For messages that differ per row. */
const FINDING_TITLES: Readonly<Record<string, string>> = {
  repeated: "Повторы в файле",
  [ALREADY_LISTED]: "Уже в чёрном списке",
};

class FileReport {
  readonly #errors: BlacklistUploadResult["errors"] = [];
  readonly #causes = new Map<string, UploadFinding>();
  #rows = 0;
  #added = 0;
  #failed = 0;

  count(rows: readonly ValidatedRow<BlacklistRow | null>[], added: number): void {
    this.#rows += rows.length;
    this.#added += added;
    this.#failed += rows.filter(({ errorCount }) => errorCount > 0).length;
  }

  note({ line, findings }: ReadRow<BlacklistRow | null>): void {
    for (const finding of findings) this.#noteOne(line, finding);
  }

  #noteOne(line: number, { column, code, severity, message }: TableFinding): void {
    const key = `${code}:${column}`;
    const columnTitle = BLACKLIST_COLUMNS.find((one) => one.key === column)?.title ?? null;
    const finding = this.#causes.get(key) ?? {
      cause: code,
      column,
      columnTitle,
      message: FINDING_TITLES[code] ?? message,
      severity,
      count: 0,
      sampleRows: [],
    };
    finding.count += 1;
    if (finding.sampleRows.length < SAMPLE_ROWS) finding.sampleRows.push(line);
    this.#causes.set(key, finding);
    if (this.#errors.length < BLACKLIST_SHOWN_ERRORS)
      this.#errors.push({ line, column: columnTitle, message });
  }

  result(warnings: string[]): BlacklistUploadResult {
    const findings = [...this.#causes.values()].sort((one, other) =>
      one.severity === other.severity ? other.count - one.count : one.severity === "error" ? -1 : 1,
    );
    return {
      rowsCount: this.#rows,
      addedCount: this.#added,
      skippedCount: this.#rows - this.#added - this.#failed,
      errorsCount: this.#failed,
      warnings,
      causes: findings,
      errors: this.#errors,
    };
  }
}

export interface BlacklistFile {
  readonly rows: readonly ReadRow<BlacklistRow | null>[];
  readonly warnings: string[];
}

/** @throws SpreadsheetError */
export async function readBlacklistFile(file: OwnedFile, at: Date): Promise<BlacklistFile> {
  let warnings: string[] = [];
  const rows: ReadRow<BlacklistRow | null>[] = [];
  const events = readTableFile(file, BLACKLIST_COLUMNS);
  for await (const event of validateRegistryRows(BLACKLIST_RULES, events, {
    today: moscowDate(at),
  }))
    if (event.type === "header") warnings = event.notes.map(noteSentence);
    else rows.push(...event.rows);
  return { rows, warnings };
}

/**
 * Adds valid rows, reports others, skips listed people.
 *
 * @param checkOnly - writes nothing.
 */
export async function addBlacklistFile(
  trx: Trx,
  actor: AccountActor,
  { rows, warnings }: BlacklistFile,
  { checkOnly, at }: { readonly checkOnly: boolean; readonly at: Date },
): Promise<BlacklistUploadResult> {
  const scope = { accountId: actor.accountId, today: moscowDate(at) };
  const validation = new RowsValidation(BLACKLIST_RULES, scope, (entries) =>
    listedSince(trx, actor.accountId, entries, at),
  );
  const report = new FileReport();
  // Findings of the file come first.
  for (const row of rows) report.note(row);
  for (let from = 0; from < rows.length; from += BATCH) {
    const validated = await validation.validate(rows.slice(from, from + BATCH));
    const entries = validated.flatMap(({ row }) => newEntryOf(row) ?? []);
    report.count(
      validated,
      checkOnly ? entries.length : (await addEntries(trx, actor, entries, at)).length,
    );
    for (const { row } of validated)
      report.note({ ...row, findings: row.findings.filter(({ code }) => code === ALREADY_LISTED) });
  }
  return report.result(warnings);
}

async function listedSince(
  trx: Trx,
  accountId: number,
  entries: readonly BlacklistRow[],
  at: Date,
): Promise<ListedSince> {
  const listed = await findListed(trx, accountId, entries, at);
  return new Map(
    entries.flatMap((entry, index) => {
      const since = listed[index];
      return since ? [[entry, since] as const] : [];
    }),
  );
}
