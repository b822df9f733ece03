import { sql, type Kysely, type RawBuilder } from "kysely";
import { checkPayrollRow } from "#contract/registries/kinds/payroll.ts";
import type { PayrollColumnKey } from "#contract/registries/kinds/payroll-columns.ts";
import type { RegistryIssue } from "#contract/registries/registry-issues.ts";
import type { Schema } from "#server/database/schema.ts";
import type { Trx } from "#server/platform/transaction.ts";
import type { CheckedRow } from "../registry-file-events.ts";
import type { JudgedRow } from "./judge-payroll-row.ts";
import type { PayrollScope } from "./payroll-facts.ts";
import { storable } from "./payroll-copy.ts";
import type { TalliedRow } from "./payroll-tally.ts";

type Db = Kysely<Schema> | Trx;

/** A row as the last check left it. */
export interface StoredRow {
  readonly row_no: number;
  readonly file_line: number | null;
  readonly cells: string[];
  readonly state: string;
  readonly issues: RegistryIssue<PayrollColumnKey>[] | null;
  readonly error_count: number;
  readonly warning_count: number;
  readonly healed: string[] | null;
  readonly external_id: string | null;
  readonly inn: string | null;
  readonly workman_id: number | null;
  readonly service_id: number | null;
  readonly project_id: number | null;
  readonly act_date: string | null;
  readonly amount_kopecks: bigint | null;
  readonly commission_kopecks: bigint | null;
  readonly payout_kind: string | null;
}

interface RegistryKey {
  readonly account_id: number;
  readonly id: number;
  readonly created_on: string;
}

export function ownRows(registry: RegistryKey): RawBuilder<unknown> {
  return sql`i.account_id = ${registry.account_id} AND i.registry_id = ${registry.id} AND i.created_on = ${registry.created_on}::date`;
}

/** Rows of the registry that meet the condition on `i`, in their order. */
export async function readStoredRows(db: Db, registry: RegistryKey, condition: RawBuilder<unknown>, limit?: number): Promise<StoredRow[]> {
  const { rows } = await sql<StoredRow>`
    SELECT row_no, file_line, cells, state, issues, error_count, warning_count, healed, external_id, inn, workman_id, service_id, project_id, act_date, amount_kopecks, commission_kopecks, payout_kind
    FROM registry_items i WHERE ${ownRows(registry)} AND (${condition}) ORDER BY row_no ${limit === undefined ? sql`` : sql`LIMIT ${limit}`}`.execute(db);
  return rows;
}

/**
 * The rules of the row applied to stored cells, as if they had just been read.
 *
 * @param line - what the person counts rows by: the line of the file, or the place in the registry.
 */
export function checkCells(cells: readonly string[], line: number, today: string): CheckedRow {
  return { line, cells: [...cells], ...checkPayrollRow(cells, { today }) };
}

/** What a stored row adds to the counters; a row whose check is still to come adds only itself. */
export function talliedStored(row: StoredRow): TalliedRow {
  return {
    errorCount: row.error_count,
    warningCount: row.warning_count,
    isHealed: row.healed !== null,
    amountKopecks: row.amount_kopecks,
    commissionKopecks: row.commission_kopecks,
    issues: row.issues ?? [],
  };
}

/** True when the judgement says nothing new: such rows are not written again. */
export function isSameJudgement(stored: StoredRow, judged: JudgedRow): boolean {
  const issues = stored.issues ?? [];
  return (
    stored.state === stateOf(judged) &&
    stored.workman_id === judged.workmanId &&
    stored.service_id === judged.serviceId &&
    stored.project_id === judged.projectId &&
    stored.payout_kind === judged.payoutKind &&
    stored.commission_kopecks === judged.commissionKopecks &&
    stored.act_date === judged.row.values.actDate &&
    issues.length === judged.row.issues.length &&
    issues.every((issue, index) => {
      const other = judged.row.issues[index];
      return issue.code === other?.code && issue.column === other.column && issue.message === other.message;
    })
  );
}

export interface NumberedJudgement {
  readonly rowNo: number;
  readonly judged: JudgedRow;
}

/** Writes cells and judgements over the rows of the same numbers. */
export async function updateRows(db: Db, scope: PayrollScope, rows: readonly NumberedJudgement[]): Promise<void> {
  if (rows.length === 0) return;
  await sql`
    UPDATE registry_items i SET cells = v.cells, state = v.state, issues = v.issues, error_count = v.error_count, warning_count = v.warning_count, healed = v.healed,
      external_id = v.external_id, inn = v.inn, workman_id = v.workman_id, service_id = v.service_id, project_id = v.project_id, receipt_text = v.receipt_text,
      work_start = v.work_start, work_end = v.work_end, act_date = v.act_date, amount_kopecks = v.amount_kopecks, commission_kopecks = v.commission_kopecks,
      payout_kind = v.payout_kind, tags = v.tags, comment = v.comment
    FROM ${recordset(rows)}
    WHERE i.account_id = ${scope.accountId} AND i.registry_id = ${scope.registryId} AND i.created_on = ${scope.createdOn}::date AND i.row_no = v.row_no`.execute(db);
}

/** Adds rows that came from no file. */
export async function insertRows(db: Db, scope: PayrollScope, rows: readonly NumberedJudgement[]): Promise<void> {
  if (rows.length === 0) return;
  await sql`
    INSERT INTO registry_items (account_id, registry_id, created_on, row_no, cells, state, issues, error_count, warning_count, healed, external_id, inn, workman_id, service_id, project_id,
      receipt_text, work_start, work_end, act_date, amount_kopecks, commission_kopecks, payout_kind, tags, comment)
    SELECT ${scope.accountId}, ${scope.registryId}, ${scope.createdOn}::date, v.* FROM ${recordset(rows)}`.execute(db);
}

/** The rows as a table `v`, sent as one JSON text: one statement whatever their number. */
function recordset(rows: readonly NumberedJudgement[]): RawBuilder<unknown> {
  const json = JSON.stringify(rows.map(({ rowNo, judged }) => recordOf(rowNo, judged)));
  return sql`jsonb_to_recordset(${json}::jsonb) AS v (row_no integer, cells text[], state text, issues jsonb, error_count smallint, warning_count smallint, healed text[], external_id text, inn text,
    workman_id integer, service_id integer, project_id integer, receipt_text text, work_start date, work_end date, act_date date, amount_kopecks bigint, commission_kopecks bigint,
    payout_kind text, tags text[], comment text)`;
}

function recordOf(rowNo: number, judged: JudgedRow): Record<string, unknown> {
  const { values, issues, healed, cells } = judged.row;
  return {
    row_no: rowNo,
    cells: cells.map(storable),
    state: stateOf(judged),
    issues: issues.length === 0 ? null : issues.map((issue) => ({ ...issue, message: storable(issue.message) })),
    error_count: judged.errorCount,
    warning_count: judged.warningCount,
    healed: healed.length === 0 ? null : healed,
    external_id: storable(values.externalId),
    inn: values.inn,
    workman_id: judged.workmanId,
    service_id: judged.serviceId,
    project_id: judged.projectId,
    receipt_text: storable(values.receiptText),
    work_start: values.workStart,
    work_end: values.workEnd,
    act_date: values.actDate,
    amount_kopecks: values.amountKopecks?.toString() ?? null,
    commission_kopecks: judged.commissionKopecks?.toString() ?? null,
    payout_kind: judged.payoutKind,
    tags: values.tags.length === 0 ? null : values.tags.map(storable),
    comment: storable(values.comment),
  };
}

function stateOf(judged: JudgedRow): string {
  return judged.errorCount > 0 ? "VALIDATION_FAILED" : "READY_TO_APPLY";
}
