import { sql, type RawBuilder } from "kysely";
import { REGISTRY_ITEM_TRANSITIONS } from "#contract/registries/registry-item-states.ts";
import { transitionEach } from "#server/data/transition.ts";
import type { Platform } from "#server/platform.ts";
import type {
  ValidationScope,
  Db,
  ValidatedRow,
  RegistryKind,
  RowKind,
  StoredRow,
} from "../registry-kind.ts";
import { cellsOf, sealCells, sealKeyOf } from "./sealed-cells.ts";
import { arrayText, storable } from "./storable.ts";
import type { TalliedRow } from "./tally.ts";

export interface RegistryKey {
  readonly account_id: number;
  readonly id: number;
  readonly created_on: string;
}

export function ownRows(registry: RegistryKey): RawBuilder<unknown> {
  return sql`
    i.account_id = ${registry.account_id}
      AND i.registry_id = ${registry.id}
      AND i.created_on = ${registry.created_on}::date`;
}

/** By a condition on `i`, in order, personal cells unsealed. */
export async function readStoredRows(
  platform: Platform,
  db: Db,
  kind: RegistryKind,
  registry: RegistryKey,
  condition: RawBuilder<unknown>,
  limit?: number,
): Promise<StoredRow[]> {
  const { rows } = await sql<StoredRow>`
    SELECT id, row_no, file_line, cells, state, issues, error_count, warning_count, healed,
      external_id, inn, phone, workman_id, service_id, project_id, act_date, amount_kopecks,
      commission_kopecks,
      payout_kind, sealed
    FROM registry_items i
    WHERE ${ownRows(registry)} AND (${condition})
    ORDER BY row_no ${limit === undefined ? sql`` : sql`LIMIT ${limit}`}`.execute(db);
  return rows.map((row) => ({ ...row, cells: cellsOf(platform, kind.rows.columns, row) }));
}

/**
 * The counters come first: those rows have an index.
 *
 * @param column - in any, when absent.
 */
export function hasFinding(code: string, column?: string): RawBuilder<unknown> {
  return sql`
    (i.error_count > 0 OR i.warning_count > 0)
      AND i.issues @> ${JSON.stringify([{ code, column }])}::jsonb`;
}

/** A row not validated yet counts only as a row. */
export function talliedStored(row: StoredRow): TalliedRow {
  return {
    errorCount: row.error_count,
    warningCount: row.warning_count,
    isHealed: row.healed !== null,
    amountKopecks: row.amount_kopecks,
    commissionKopecks: row.commission_kopecks,
    findings: row.issues ?? [],
  };
}

/** Then the row is not written again. */
export function isSameValidation(
  kind: RowKind,
  stored: StoredRow,
  validated: ValidatedRow,
): boolean {
  const findings = stored.issues ?? [];
  const values = kind.stored(validated);
  return (
    // Values without columns are not compared: always written.
    values.values === null &&
    stored.state === stateOf(validated) &&
    stored.workman_id === validated.workmanId &&
    stored.service_id === validated.serviceId &&
    stored.project_id === validated.projectId &&
    stored.payout_kind === validated.payoutKind &&
    stored.commission_kopecks === validated.commissionKopecks &&
    stored.act_date === values.actDate &&
    findings.length === validated.row.findings.length &&
    findings.every((finding, index) => {
      const other = validated.row.findings[index];
      return (
        finding.code === other?.code &&
        finding.column === other.column &&
        finding.message === other.message
      );
    })
  );
}

export interface NumberedValidation {
  readonly rowNo: number;
  readonly validated: ValidatedRow;
}

/** Both steps at once: no row is seen without its validation. */
const VALIDATED = transitionEach(REGISTRY_ITEM_TRANSITIONS, [["edit", "validate"]], "system", {
  of: "i",
  to: "v.state",
});

export async function updateRows(
  db: Db,
  kind: RowKind,
  scope: ValidationScope,
  rows: readonly NumberedValidation[],
): Promise<void> {
  if (rows.length === 0) return;
  await sql`
    UPDATE registry_items i
    SET cells = v.cells, ${VALIDATED.set}, issues = v.issues, error_count = v.error_count,
      warning_count = v.warning_count, healed = v.healed,
      external_id = v.external_id, inn = v.inn, phone = v.phone, workman_id = v.workman_id,
        service_id = v.service_id, project_id = v.project_id, receipt_text = v.receipt_text,
      work_start = v.work_start, work_end = v.work_end, act_date = v.act_date,
        amount_kopecks = v.amount_kopecks, commission_kopecks = v.commission_kopecks,
      payout_kind = v.payout_kind, tags = v.tags, comment = v.comment, "values" = v."values",
        sealed = v.sealed
    FROM ${recordset(kind, scope, rows)}
    WHERE i.account_id = ${scope.accountId}
      AND i.registry_id = ${scope.registryId}
      AND i.created_on = ${scope.createdOn}::date
      AND i.row_no = v.row_no
      AND ${VALIDATED.from}`.execute(db);
}

export async function insertRows(
  db: Db,
  kind: RowKind,
  scope: ValidationScope,
  rows: readonly NumberedValidation[],
): Promise<void> {
  if (rows.length === 0) return;
  await sql`
    INSERT INTO registry_items (account_id, registry_id, created_on, row_no, file_line, cells, state,
      issues, error_count, warning_count, healed, external_id, inn, phone, workman_id, service_id,
      project_id,
      receipt_text, work_start, work_end, act_date, amount_kopecks, commission_kopecks, payout_kind,
        tags, comment, "values", sealed)
    SELECT ${scope.accountId}, ${scope.registryId}, ${scope.createdOn}::date, v.*
    FROM ${recordset(kind, scope, rows)}`.execute(db);
}

/** A table `v` from one JSON text: one statement for any number. */
function recordset(
  kind: RowKind,
  scope: ValidationScope,
  rows: readonly NumberedValidation[],
): RawBuilder<unknown> {
  const json = JSON.stringify(
    rows.map(({ rowNo, validated }) => recordOf(kind, scope, rowNo, validated)),
  );
  return sql`
    jsonb_to_recordset(${json}::jsonb) AS v (row_no integer, file_line integer, cells text[], state text, issues jsonb,
      error_count smallint, warning_count smallint, healed text[], external_id text, inn text,
      phone text,
    workman_id integer, service_id integer, project_id integer, receipt_text text, work_start date,
      work_end date, act_date date, amount_kopecks bigint, commission_kopecks bigint,
    payout_kind text, tags text[], comment text, "values" jsonb, sealed bytea)`;
}

function recordOf(
  kind: RowKind,
  scope: ValidationScope,
  rowNo: number,
  validated: ValidatedRow,
): Record<string, unknown> {
  const { findings, healed, cells } = validated.row;
  const values = kind.stored(validated);
  const sealed = scope.sealKey
    ? sealCells(scope.sealKey, kind.columns, cells, values.values)
    : null;
  return {
    row_no: rowNo,
    file_line: validated.row.line,
    cells: (sealed?.cells ?? cells).map(storable),
    state: stateOf(validated),
    issues:
      findings.length === 0
        ? null
        : findings.map((finding) => ({ ...finding, message: storable(finding.message) })),
    error_count: validated.errorCount,
    warning_count: validated.warningCount,
    healed: healed.length === 0 ? null : healed,
    external_id: storable(values.externalId),
    inn: values.inn,
    phone: values.phone,
    workman_id: validated.workmanId,
    service_id: validated.serviceId,
    project_id: validated.projectId,
    receipt_text: storable(values.receiptText),
    work_start: values.workStart,
    work_end: values.workEnd,
    act_date: values.actDate,
    amount_kopecks: validated.amountKopecks?.toString() ?? null,
    commission_kopecks: validated.commissionKopecks?.toString() ?? null,
    payout_kind: validated.payoutKind,
    tags: values.tags.length === 0 ? null : values.tags.map(storable),
    comment: storable(values.comment),
    values: sealed || values.values === null ? null : storableJson(values.values),
    sealed: sealed ? `\\x${sealed.sealed.toString("hex")}` : null,
  };
}

function storableJson(values: object): unknown {
  return JSON.parse(storableJsonText(values));
}

export function storableJsonText(values: object): string {
  const text = JSON.stringify(values);
  // JSON writes control characters and lone surrogates as \u….
  return !text.includes("\\u")
    ? text
    : JSON.stringify(values, (_, value: unknown) =>
        typeof value === "string" ? storable(value) : value,
      );
}

export function stateOf(validated: ValidatedRow): string {
  return validated.errorCount > 0 ? "VALIDATION_FAILED" : "READY_TO_APPLY";
}

/** For `unnest`: array texts and sealed bytes. */
export function unvalidatedCells(
  platform: Platform,
  kind: RowKind,
  rows: readonly (readonly string[])[],
): { cells: string[]; sealed: (Buffer | null)[] } {
  if (!kind.columns.some(({ isPersonal }) => isPersonal))
    return { cells: rows.map(arrayText), sealed: rows.map(() => null) };
  const key = sealKeyOf(platform);
  const sealed = rows.map((cells) => sealCells(key, kind.columns, cells, null));
  return {
    cells: sealed.map((one) => arrayText(one.cells)),
    sealed: sealed.map((one) => one.sealed),
  };
}
