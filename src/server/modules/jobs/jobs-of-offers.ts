import { sql, type RawBuilder } from "kysely";
import { may } from "#contract/access/access.ts";
import { HAS_NEW_OFFERS } from "#server/data/new-offers.ts";
import type { Actor } from "#server/http/actor.ts";
import { AppError } from "#server/http/app-error.ts";
import { ownJobs } from "./job-filters.ts";
import { ACCEPTED_OFFER_STATES, invitesOf, SHOWN_OFFER } from "./queries.ts";

const ACCEPTED = sql`o.state = ANY (${ACCEPTED_OFFER_STATES}::text[])`;

/** `new`: a workman's unaccepted offers, or a company's unanswered ones. */
export function withOffer(actor: Actor, which: "new" | "accepted"): RawBuilder<unknown> {
  const { accountId, projectIds } = actor;
  if (accountId !== null && may(actor, "offers.view")) {
    const chosen =
      which === "new"
        ? HAS_NEW_OFFERS
        : sql`
          (j.account_id, j.id) IN (SELECT o.account_id, o.job_id
            FROM job_offers o
            WHERE o.account_id = ${accountId} AND ${ACCEPTED})`;
    return sql`${ownJobs({ accountId, projectIds })} AND ${chosen}`;
  }
  if (actor.workmanId === null) throw new AppError("forbidden");
  return withOwnOffer(actor, which);
}

/** Nobody's for who is no workman. */
export function withOwnOffer({ workmanId }: Actor, which: "new" | "accepted"): RawBuilder<unknown> {
  const states = which === "new" ? sql`NOT ${ACCEPTED} AND ${SHOWN_OFFER}` : ACCEPTED;
  return sql`
    j.kind = 'OFFER'
      AND (j.account_id, j.id) IN (SELECT o.account_id, o.job_id
        FROM job_offers o
        WHERE o.workman_id = ${workmanId} AND ${states})`;
}

export function invitedTo(actor: Actor): RawBuilder<unknown> {
  return sql`
    j.kind = 'OFFER'
      AND (j.account_id, j.id) IN (SELECT i.account_id, i.job_id
        FROM job_invites i
        WHERE ${invitesOf(actor)})`;
}
