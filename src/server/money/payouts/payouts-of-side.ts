import { sql, type RawBuilder } from "kysely";
import type { Actor } from "#server/http/actor.ts";
import { AppError } from "#server/http/app-error.ts";

/**
 * Needs jobs `j` of payouts.
 *
 * @param isOfCompany - the actor's company's; otherwise his own.
 * @param of - the payouts, or their receipts `r`: a condition on its own table spares a list a join.
 */
export function payoutsOfSide(
  actor: Actor,
  isOfCompany: boolean,
  of: "p" | "r" = "p",
): RawBuilder<unknown> {
  const account = sql.ref(`${of}.account_id`);
  if (isOfCompany) {
    // A user limited to projects reads neither others nor what has none. Source: `domain.md` §2.1,
    // «Deny wins».
    return actor.projectIds === null
      ? sql`${account} = ${actor.accountId}`
      : sql`
        ${account} = ${actor.accountId}
          AND j.project_id = ANY (${[...actor.projectIds]}::integer[])`;
  }
  if (actor.workmanId === null) throw new AppError("forbidden");
  // Each payout has one act; acts have an index by worker. An index of payouts would cost time at a
  // hundred thousand inserts.
  return sql`
    ${sql.ref(`${of}.workman_id`)} = ${actor.workmanId}
      AND (${account}, ${sql.ref(of === "p" ? "p.id" : "r.payout_id")}) IN (SELECT d.account_id, d.payout_id
        FROM job_documents d
        WHERE d.workman_id = ${actor.workmanId} AND d.type = 'ACT' AND d.payout_id IS NOT NULL)`;
}
