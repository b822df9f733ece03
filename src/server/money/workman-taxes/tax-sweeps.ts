import { sql, type Kysely } from "kysely";
import type { Schema } from "#server/data/generated/schema.ts";
import type { Trx } from "#server/data/transaction.ts";
import type { Claim } from "#server/work/item-task.ts";

export type SweepName = "recheck" | "messages" | "unbound" | "public-status";

export interface Sweep {
  readonly afterWorkmanId: number;
  readonly since: Date;
  readonly dueAt: Date;
}

/** If due and not set aside. */
export async function readSweep(
  db: Kysely<Schema> | Trx,
  name: SweepName,
  { at, isFree }: Pick<Claim, "at" | "isFree">,
): Promise<Sweep | undefined> {
  const { rows } = await sql<Sweep>`
      SELECT after_workman_id AS "afterWorkmanId", since, due_at AS "dueAt"
      FROM tax_sweeps
      WHERE name = ${name} AND due_at <= ${at} AND ${isFree(sql`name`)}`.execute(db);
  return rows[0];
}

/** @returns `false`: another process made the step, nothing is written. */
export async function moveSweep(
  trx: Trx,
  name: SweepName,
  from: Sweep,
  to: { afterWorkmanId: number; dueAt: Date; since?: Date },
): Promise<boolean> {
  const { rows } = await sql`
    UPDATE tax_sweeps
    SET after_workman_id = ${to.afterWorkmanId}, due_at = ${to.dueAt},
      since = ${to.since ?? from.since}
    WHERE name = ${name} AND after_workman_id = ${from.afterWorkmanId} AND due_at = ${from.dueAt}
    RETURNING 1`.execute(trx);
  return rows.length > 0;
}
