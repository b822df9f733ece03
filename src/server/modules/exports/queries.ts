import { sql, type RawBuilder } from "kysely";
import type { RoleId } from "#contract/access/roles.ts";
import type { ExportFormat, ExportState, ExportType } from "#contract/exports/export-states.ts";
import type { ExportFilters } from "#contract/exports/export.ts";
import type { AccountActor } from "#server/http/actor.ts";
import { notFound } from "#server/http/app-error.ts";
import type { Trx } from "#server/data/transaction.ts";

export type ExportKind = "documents" | "universal" | "receipts";

export interface ExportRow {
  readonly account_id: number;
  readonly id: number;
  readonly kind: ExportKind;
  readonly state: ExportState;
  readonly title: string;
  readonly types: ExportType[];
  readonly filters: ExportFilters;
  readonly document_types: string[] | null;
  readonly receipt_states: string[] | null;
  readonly format: ExportFormat;
  readonly created_by: number;
  readonly role: RoleId;
  /** Read when the file is made: see `rightsHeld`. */
  readonly responsibleRole?: RoleId | undefined;
  readonly project_ids: number[] | null;
  readonly created_at: Date;
  readonly attempt: number;
  readonly total_rows: number | null;
  readonly done_rows: number;
  readonly file_id: bigint | null;
  readonly file_name: string | null;
  readonly file_size_bytes: bigint | null;
  readonly error_message: string | null;
  readonly ready_at: Date | null;
  readonly expires_at: Date | null;
  readonly author_name: string | null;
}

/** Add WHERE and ORDER. */
export const selectExports = (source = sql`exports`) => sql<ExportRow>`
  SELECT x.*, a.name AS author_name FROM ${source} x LEFT JOIN people a ON a.id = x.created_by`;

/**
 * Decision: owners and administrators see all, others their own while they have the order's rights.
 */
export function withinReach(
  actor: Pick<AccountActor, "accountId" | "personId" | "role" | "projectIds">,
): RawBuilder<unknown> {
  if (actor.role === "OWNER" || actor.role === "ADMIN")
    return sql`x.account_id = ${actor.accountId}`;
  return sql`
    x.account_id = ${actor.accountId}
      AND x.created_by = ${actor.personId}
      AND x.role = ${actor.role}
      AND x.project_ids IS NOT DISTINCT FROM ${actor.projectIds}::integer[]`;
}

/** @throws AppError `not_found` — absent, foreign or out of reach. */
export async function loadExport(
  trx: Trx,
  actor: Parameters<typeof withinReach>[0],
  id: number,
  lock = false,
): Promise<ExportRow> {
  const { rows } = await sql<ExportRow>`
      ${selectExports()}
      WHERE ${withinReach(actor)} AND x.id = ${id} ${lock ? sql`FOR UPDATE OF x` : sql``}`.execute(
    trx,
  );
  if (!rows[0]) throw notFound("Выгрузка не найдена");
  return rows[0];
}
