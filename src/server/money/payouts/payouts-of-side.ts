import { sql, type RawBuilder } from "kysely";
import type { Actor } from "#server/http/actor.ts";
import { AppError } from "#server/http/app-error.ts";

/**
 * Which payouts `p`, of jobs `j`, a list shows.
 *
 * @param isOfCompany - those of the company he acts for; otherwise his own as a worker.
 */
export function payoutsOfSide(actor: Actor, isOfCompany: boolean): RawBuilder<unknown> {
  if (isOfCompany) {
    // A user limited to projects reads no others, and nothing that is of none. Source: `domain.md`
    // §2.1, «Deny wins».
    return actor.projectIds === null
      ? sql`p.account_id = ${actor.accountId}`
      : sql`
        p.account_id = ${actor.accountId}
          AND j.project_id = ANY (${[...actor.projectIds]}::integer[])`;
  }
  if (actor.workmanId === null) throw new AppError("forbidden");
  // Each payout has an act, and acts are found by their worker; payouts have no such index, which
  // would cost each of a hundred thousand.
  return sql`
    p.workman_id = ${actor.workmanId}
      AND (p.account_id, p.id) IN (SELECT d.account_id, d.payout_id
        FROM job_documents d
        WHERE d.workman_id = ${actor.workmanId} AND d.type = 'ACT' AND d.payout_id IS NOT NULL)`;
}
