import { sql } from "kysely";
import type { Trx } from "#server/data/transaction.ts";

export interface ProjectRow {
  readonly id: number;
  readonly title: string;
  readonly archived_at: Date | null;
  readonly jobs_count: number;
}

/**
 * Add WHERE and ORDER. Decision: only exchange jobs count; readers do not take payroll rows for
 * jobs.
 */
export const selectProjects = (source = sql`projects`) => sql<ProjectRow>`
  SELECT p.id, p.title, p.archived_at, ${JOBS_COUNT} AS jobs_count FROM ${source} p`;

/** Of project `p`. */
export const JOBS_COUNT = sql`
  (SELECT count(*)::integer
    FROM jobs j
    WHERE j.account_id = p.account_id AND j.kind = 'OFFER' AND j.project_id = p.id)`;

export async function loadProject(
  trx: Trx,
  accountId: number,
  id: number,
): Promise<ProjectRow | undefined> {
  const { rows } = await sql<ProjectRow>`
      ${selectProjects()} WHERE p.account_id = ${accountId} AND p.id = ${id} FOR UPDATE OF p`.execute(
    trx,
  );
  return rows[0];
}
