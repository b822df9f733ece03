import { sql } from "kysely";
import type { Trx } from "#server/data/transaction.ts";

export interface ProjectRow {
  readonly id: number;
  readonly title: string;
  readonly archived_at: Date | null;
  readonly jobs_count: number;
}

/** Add WHERE and ORDER. Decision: payroll rows do not count as jobs. */
export const SELECT_PROJECT = sql`
  SELECT p.id, p.title, p.archived_at,
    (SELECT count(*)::integer
      FROM jobs j
      WHERE j.account_id = p.account_id AND j.kind = 'OFFER' AND j.project_id = p.id) AS jobs_count
  FROM projects p`;

export async function loadProject(
  trx: Trx,
  accountId: number,
  id: number,
): Promise<ProjectRow | undefined> {
  const { rows } = await sql<ProjectRow>`
      ${SELECT_PROJECT} WHERE p.account_id = ${accountId} AND p.id = ${id} FOR UPDATE OF p`.execute(
    trx,
  );
  return rows[0];
}
