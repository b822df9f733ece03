import { sql } from "kysely";
import type { RegistryState } from "#contract/registries/registry-states.ts";
import { delayedUntil } from "#server/modules/registries/index.ts";
import type { AccountActor } from "#server/http/actor.ts";
import { notFound } from "#server/http/app-error.ts";
import type { Trx } from "#server/data/transaction.ts";
import { withinReach } from "./reach.ts";

type ImportState = Exclude<RegistryState, "APPROVAL" | "SCHEDULED">;

export interface ImportRow {
  readonly account_id: number;
  readonly id: number;
  readonly number: number;
  readonly state: ImportState;
  readonly version: number;
  readonly file_name: string;
  readonly project_ids: number[] | null;
  readonly created_by: number;
  readonly author_name: string;
  readonly created_at: Date;
  readonly checked_at: Date | null;
  readonly file_warnings: string[];
  readonly error_message: string | null;
  readonly row_count: number;
  readonly ready_count: number;
  readonly error_count: number;
  readonly warning_count: number;
  readonly skipped_count: number;
  readonly applied_count: number;
  readonly failed_count: number;
  readonly before_kopecks: bigint;
  readonly after_kopecks: bigint;
  readonly needed_kopecks: bigint;
  readonly released_kopecks: bigint;
  readonly executed_by: number | null;
  readonly confirmed_at: Date | null;
  readonly finished_at: Date | null;
  readonly delayed_until: Date | null;
  readonly answers: Readonly<Partial<Record<string, number>>> | null;
}

/** Add WHERE and ORDER. */
export const SELECT_IMPORT = sql<ImportRow>`
  SELECT x.*, a.name AS author_name, (
    SELECT jsonb_object_agg(state, n) FROM (
      SELECT t.state, count(*) AS n
      FROM mass_arbitrate_items i
      JOIN job_offer_arbitrations t ON t.account_id = i.account_id AND t.id = i.arbitration_id
      WHERE i.account_id = x.account_id AND i.import_id = x.id AND i.arbitration_id IS NOT NULL
      GROUP BY t.state
    ) counted
  ) AS answers,
  ${delayedUntil("x", sql`CASE x.state WHEN 'EXECUTING' THEN 'mass-arbitrate.apply' ELSE 'mass-arbitrate.check' END`)}
  FROM mass_arbitrate_imports x JOIN people a ON a.id = x.created_by`;

/** @throws AppError `not_found` — absent, foreign or out of reach. */
export async function loadImport(
  trx: Trx,
  actor: AccountActor,
  id: number,
  lock = false,
): Promise<ImportRow> {
  const { rows } = await sql<ImportRow>`
      ${SELECT_IMPORT}
      WHERE ${withinReach(actor)}
        AND x.id = ${id} ${
          lock
            ? sql`
        FOR NO KEY UPDATE OF x`
            : sql``
        }`.execute(trx);
  if (!rows[0]) throw notFound("Загрузка не найдена");
  return rows[0];
}

export function objectOf(row: Pick<ImportRow, "id" | "number">) {
  return { type: "mass-arbitrate-import", id: row.id, title: `Изменение выплат № ${row.number}` };
}
