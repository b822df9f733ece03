import { sql } from "kysely";
import { definitionFor } from "#contract/kernel/definition-of.ts";
import { EXPORT_STATE, type ExportState } from "#contract/exports/export-states.ts";
import type { ExportFilters } from "#contract/exports/export.ts";
import type { MassArbitrateExport } from "#contract/mass-arbitrate/mass-arbitrate.ts";
import type { RoleId } from "#contract/access/roles.ts";
import type { AccountActor } from "#server/http/actor.ts";
import { notFound } from "#server/http/app-error.ts";
import type { Trx } from "#server/data/transaction.ts";
import { withinReach } from "./reach.ts";

export type OfferFilters = Partial<Omit<ExportFilters, "groupBy">> & {
  readonly states?: readonly string[];
};

export interface ExportRow {
  readonly account_id: number;
  readonly id: number;
  readonly state: ExportState;
  readonly title: string;
  readonly filters: OfferFilters;
  readonly format: "xlsx" | "csv";
  readonly created_by: number;
  readonly author_name: string | null;
  readonly role: RoleId;
  readonly project_ids: number[] | null;
  readonly created_at: Date;
  readonly attempt: number;
  readonly rows_count: number | null;
  readonly file_id: bigint | null;
  readonly file_name: string | null;
  readonly error_message: string | null;
  readonly ready_at: Date | null;
  readonly expires_at: Date | null;
}

/** Add WHERE and ORDER. */
export const selectExports = (source = sql`mass_arbitrate_exports`) => sql<ExportRow>`
  SELECT x.*, a.name AS author_name
  FROM ${source} x
  LEFT JOIN people a ON a.id = x.created_by`;

/** @throws AppError `not_found` — absent, foreign or out of reach. */
export async function loadExport(trx: Trx, actor: AccountActor, id: number): Promise<ExportRow> {
  const { rows } = await sql<ExportRow>`
      ${selectExports()} WHERE ${withinReach(actor)} AND x.id = ${id}`.execute(trx);
  if (!rows[0]) throw notFound("Выгрузка не найдена");
  return rows[0];
}

export function presentExport(row: ExportRow): MassArbitrateExport {
  return {
    id: row.id,
    title: row.title,
    state: definitionFor(EXPORT_STATE, row.state),
    rowsCount: row.rows_count,
    fileName: row.state === "READY" ? row.file_name : null,
    errorMessage: row.state === "FAILED" ? row.error_message : null,
    author: row.author_name === null ? null : { id: row.created_by, name: row.author_name },
    createdAt: row.created_at.toISOString(),
    readyAt: row.ready_at?.toISOString() ?? null,
    expiresAt: row.expires_at?.toISOString() ?? null,
    permissions: { download: row.state === "READY" },
  };
}
