import { sql, type RawBuilder } from "kysely";
import type { Actor } from "#server/http/actor.ts";
import { AppError } from "#server/http/app-error.ts";

/**
 * Condition on payouts `p` of jobs `j` for a list.
 *
 * @param isOfCompany - of the company the actor acts for; otherwise his own as a worker.
 */
export function payoutsOfSide(actor: Actor, isOfCompany: boolean): RawBuilder<unknown> {
  if (isOfCompany) {
    // A user limited to projects reads neither other projects nor what has none. Source:
    // `domain.md` §2.1, «Deny wins».
    return actor.projectIds === null
      ? sql`p.account_id = ${actor.accountId}`
      : sql`
        p.account_id = ${actor.accountId}
          AND j.project_id = ANY (${[...actor.projectIds]}::integer[])`;
  }
  if (actor.workmanId === null) throw new AppError("forbidden");
  // By acts, of which each payout has one: they have an index by worker. Payouts do not, as it
  // would cost time at each of a hundred thousand inserts.
  return sql`
    p.workman_id = ${actor.workmanId}
      AND (p.account_id, p.id) IN (SELECT d.account_id, d.payout_id
        FROM job_documents d
        WHERE d.workman_id = ${actor.workmanId} AND d.type = 'ACT' AND d.payout_id IS NOT NULL)`;
}
