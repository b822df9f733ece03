import { sql, type RawBuilder } from "kysely";
import type { Actor } from "#server/http/actor.ts";
import { AppError } from "#server/http/app-error.ts";

/**
 * Needs payouts `p` of jobs `j`.
 *
 * @param isOfCompany - the actor's company's; otherwise his own.
 */
export function payoutsOfSide(actor: Actor, isOfCompany: boolean): RawBuilder<unknown> {
  if (isOfCompany) {
    // A user limited to projects reads neither others nor what has none. Source: `domain.md` §2.1,
    // «Deny wins».
    return actor.projectIds === null
      ? sql`p.account_id = ${actor.accountId}`
      : sql`
        p.account_id = ${actor.accountId}
          AND j.project_id = ANY (${[...actor.projectIds]}::integer[])`;
  }
  if (actor.workmanId === null) throw new AppError("forbidden");
  // Each payout has one act; acts have an index by worker. An index of payouts would cost time at a
  // hundred thousand inserts.
  return sql`
    p.workman_id = ${actor.workmanId}
      AND (p.account_id, p.id) IN (SELECT d.account_id, d.payout_id
        FROM job_documents d
        WHERE d.workman_id = ${actor.workmanId} AND d.type = 'ACT' AND d.payout_id IS NOT NULL)`;
}
