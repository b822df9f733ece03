import { sql } from "kysely";
import { kopecksToRubles } from "#contract/values/money.ts";
import type { Trx } from "#server/data/transaction.ts";
import { closeArbitration, openArbitrationOf, settleOffer } from "../arbitrations.ts";
import type { Platform } from "#server/platform.ts";
import { lockJob } from "../lock-offer.ts";
import { moveOffers } from "./move-offers.ts";
import type { PaidOffer } from "./pay-offers.ts";

/** A moderator's decision; the caller writes the journal. */
interface Verdict {
  readonly offerId: number;
  readonly at: Date;
}

export interface Moderated {
  readonly accountId: number;
  readonly title: string;
  readonly before: Record<string, unknown>;
  readonly after: Record<string, unknown>;
}

/** Removes a waiting offer from the exchange. @returns `null` when it does not wait. */
export async function rejectOffer(
  { events }: Pick<Platform, "events">,
  trx: Trx,
  {
    offerId,
    at,
    reasonId,
    comment,
  }: Verdict & { readonly reasonId: string | null; readonly comment: string | null },
): Promise<Moderated | null> {
  const offer = await find(trx, offerId);
  if (!offer) return null;
  const set = sql`reject_reason = ${reasonId}, reject_comment = ${comment}, ended_at = ${at}`;
  const moved = await moveOffers(trx, {
    accountId: offer.account_id,
    where: sql`o.id = ${offer.id}`,
    action: "reject",
    by: "moderator",
    at,
    set,
  });
  if (moved.length === 0) return null;
  await events.publish(trx, "offers.notice", {
    name: "OfferRejected",
    accountId: offer.account_id,
    offerIds: [offer.id],
    at,
  });
  return {
    accountId: offer.account_id,
    title: offer.title,
    before: { state: "CREATED" },
    after: { state: "REJECTED" },
  };
}

/**
 * Decides a proposal the workman has declined three times: the proposed or the agreed sum, by which
 * the customer then accepts the result.
 * @returns `null` when none waits.
 */
export async function decideArbitration(
  platform: Platform,
  trx: Trx,
  { offerId, at, isApproved }: Verdict & { readonly isApproved: boolean },
): Promise<Moderated | null> {
  const found = await find(trx, offerId);
  if (!found) return null;
  await lockJob(trx, found.account_id, found.job_id);
  const { rows } = await sql<
    PaidOffer & { readonly state: string; readonly title: string; readonly is_waiting: boolean }
  >`
    SELECT o.*, j.title,
      EXISTS (SELECT FROM job_offer_arbitrations t
        WHERE t.account_id = o.account_id
          AND t.offer_id = o.id
          AND t.state = 'MODERATION') AS is_waiting
    FROM job_offers o
    JOIN jobs j ON j.account_id = o.account_id AND j.id = o.job_id
    WHERE o.account_id = ${found.account_id} AND o.id = ${found.id}
    FOR NO KEY UPDATE OF o`.execute(trx);
  const offer = rows[0];
  if (!offer?.is_waiting) return null;
  const proposal = await openArbitrationOf(trx, offer, "MODERATION");
  await closeArbitration(trx, proposal, isApproved ? "ACCEPTED" : "DECLINED", at);
  if (isApproved)
    await settleOffer(platform, trx, offer, proposal, { by: "moderator", actor: null, at });
  const name = isApproved ? "ArbitrationAccepted" : "ArbitrationDeclined";
  for (const to of ["account", "workman"] as const)
    await platform.events.publish(trx, "offers.notice", {
      name,
      accountId: offer.account_id,
      offerIds: [offer.id],
      to,
      at,
    });
  const settled = proposal.new_amount_kopecks === 0n ? "CANCELED" : "RESULTACCEPTED";
  return {
    accountId: offer.account_id,
    title: offer.title,
    before: { state: offer.state, amount: kopecksToRubles(offer.amount_kopecks) },
    after: isApproved
      ? { state: settled, amount: kopecksToRubles(proposal.new_amount_kopecks) }
      : { state: offer.state },
  };
}

async function find(
  trx: Trx,
  offerId: number,
): Promise<{ account_id: number; id: bigint; job_id: bigint; title: string } | undefined> {
  const { rows } = await sql<{ account_id: number; id: bigint; job_id: bigint; title: string }>`
    SELECT o.account_id, o.id, o.job_id, j.title
    FROM job_offers o
    JOIN jobs j ON j.account_id = o.account_id AND j.id = o.job_id
    WHERE o.id = ${offerId}`.execute(trx);
  return rows[0];
}
