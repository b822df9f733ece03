import {
  BLACKLIST_COLUMNS,
  validateBlacklistRow,
  type BlacklistRow,
} from "#contract/blacklist/blacklist-rows.ts";
import {
  BLACKLIST_SHOWN_ERRORS,
  type BlacklistUploadResult,
} from "#contract/blacklist/blacklist.ts";
import type { TableFinding } from "#contract/registries/table-row.ts";
import { moscowDate } from "#contract/values/calendar-date.ts";
import { readTableFile } from "#server/modules/registries/index.ts";
import type { AccountActor } from "#server/http/actor.ts";
import type { Trx } from "#server/data/transaction.ts";
import { addEntries, findListed } from "./add-entries.ts";
import { alreadyListed } from "./add-person.ts";

const BATCH = 1000;
const SAMPLE_ROWS = 5;

type UploadFinding = BlacklistUploadResult["causes"][number];

/** Findings of a file, grouped by cause while reading. */
class FileReport {
  readonly errors: BlacklistUploadResult["errors"] = [];
  rows = 0;
  added = 0;
  skipped = 0;
  failed = 0;
  readonly #causes = new Map<string, UploadFinding>();

  note(line: number, { column, code, severity, message }: TableFinding, title = message): void {
    const key = `${code}:${column}`;
    const columnTitle = BLACKLIST_COLUMNS.find((one) => one.key === column)?.title ?? null;
    const finding = this.#causes.get(key) ?? {
      cause: code,
      column,
      columnTitle,
      message: title,
      severity,
      count: 0,
      sampleRows: [],
    };
    finding.count += 1;
    if (finding.sampleRows.length < SAMPLE_ROWS) finding.sampleRows.push(line);
    this.#causes.set(key, finding);
    if (this.errors.length < BLACKLIST_SHOWN_ERRORS)
      this.errors.push({ line, column: columnTitle, message });
  }

  result(warnings: string[]): BlacklistUploadResult {
    const findings = [...this.#causes.values()].sort((one, other) =>
      one.severity === other.severity ? other.count - one.count : one.severity === "error" ? -1 : 1,
    );
    return {
      rowsCount: this.rows,
      addedCount: this.added,
      skippedCount: this.skipped,
      errorsCount: this.failed,
      warnings,
      causes: findings,
      errors: this.errors,
    };
  }
}

interface GoodRow {
  readonly line: number;
  readonly values: BlacklistRow;
}

/** Rows of a file by themselves, before anybody is looked up. */
export interface BlacklistFile {
  readonly good: readonly GoodRow[];
  readonly report: FileReport;
  readonly warnings: string[];
}

/** @throws SpreadsheetError for an unreadable file. */
export async function readBlacklistFile(path: string, at: Date): Promise<BlacklistFile> {
  const today = moscowDate(at);
  const report = new FileReport();
  const firstLine = new Map<string, number>();
  let warnings: string[] = [];
  const good: GoodRow[] = [];
  for await (const event of readTableFile(path, BLACKLIST_COLUMNS)) {
    if (event.type === "header") warnings = event.warnings;
    else {
      for (const { line, cells, uses1904 } of event.rows) {
        report.rows += 1;
        const { values, findings } = validateBlacklistRow(cells, {
          today,
          uses1904: uses1904 ?? false,
        });
        for (const finding of findings) report.note(line, finding);
        if (values === null) {
          report.failed += 1;
          continue;
        }
        const keys = [values.inn, values.phone].filter((one) => one !== null);
        const repeated = keys.map((key) => firstLine.get(key)).find((one) => one !== undefined);
        for (const key of keys) if (!firstLine.has(key)) firstLine.set(key, line);
        if (repeated === undefined) good.push({ line, values });
        else {
          report.skipped += 1;
          report.note(
            line,
            {
              column: values.inn === null ? "phone" : "inn",
              code: "repeated",
              severity: "warning",
              message: `Повтор строки ${repeated}`,
            },
            "Повторы в файле",
          );
        }
      }
    }
  }
  return { good, report, warnings };
}

/**
 * Adds the valid rows and reports the others; listed people are skipped.
 * @param checkOnly - same result without writing.
 */
export async function addBlacklistFile(
  trx: Trx,
  actor: AccountActor,
  { good, report, warnings }: BlacklistFile,
  how: { readonly checkOnly: boolean; readonly at: Date },
): Promise<BlacklistUploadResult> {
  for (let from = 0; from < good.length; from += BATCH)
    await takeRows(trx, actor, good.slice(from, from + BATCH), report, how);
  return report.result(warnings);
}

async function takeRows(
  trx: Trx,
  actor: AccountActor,
  rows: readonly GoodRow[],
  report: FileReport,
  { checkOnly, at }: { readonly checkOnly: boolean; readonly at: Date },
): Promise<void> {
  const listed = await findListed(
    trx,
    actor.accountId,
    rows.map(({ values }) => values),
    at,
  );
  const fresh = rows.filter((_, index) => listed[index] === null);
  listed.forEach((since, index) => {
    const line = rows[index]?.line ?? 0;
    if (since)
      report.note(
        line,
        {
          column: rows[index]?.values.inn ? "inn" : "phone",
          code: "already_listed",
          severity: "warning",
          message: alreadyListed(since),
        },
        "Уже в чёрном списке",
      );
  });
  const added = checkOnly
    ? fresh.length
    : (
        await addEntries(
          trx,
          actor,
          fresh.map(({ values }) => values),
          at,
        )
      ).length;
  report.added += added;
  report.skipped += rows.length - added;
}
