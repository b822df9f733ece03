import { sql } from "kysely";
import { announce } from "#server/data/live.ts";
import type { Trx } from "#server/data/transaction.ts";
import { REVIEW_TABLES, type ReviewSubject } from "./queries.ts";

/** Live channel; ids are jobs. */
const REVIEWS = "reviews";

export async function announceReview(trx: Trx, subject: ReviewSubject, id: number): Promise<void> {
  const { rows } = await sql<{ account_id: number; person_id: number; job_id: bigint }>`
    SELECT r.account_id, w.person_id, r.job_id
    FROM ${sql.table(REVIEW_TABLES[subject])} r
    JOIN workmen w ON w.id = r.workman_id
    WHERE r.id = ${id}`.execute(trx);
  for (const { account_id: accountId, person_id: personId, job_id: jobId } of rows) {
    for (const to of [`account:${accountId}`, `person:${personId}`])
      await announce(trx, { to, resource: REVIEWS, ids: [Number(jobId)] });
  }
}
