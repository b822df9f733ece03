import { sql } from "kysely";
import { moscowDate } from "#contract/values/calendar-date.ts";
import { payoutKindFor, type PayableFacts } from "#contract/workmen/payability.ts";
import { type Listener, NO_DETAILS, taxSentence } from "#contract/workmen/work-obstacle.ts";
import type { PayoutKind } from "#contract/definitions/payment-types.ts";
import { moveJobs } from "#server/modules/jobs/index.ts";
import { openOfferPayouts, type AcceptedResult } from "#server/money/payouts/index.ts";
import { payableColumns } from "#server/modules/workmen/index.ts";
import type { Actor } from "#server/http/actor.ts";
import { conflict } from "#server/http/app-error.ts";
import { numberArray } from "#server/data/number-array.ts";
import type { Trx } from "#server/data/transaction.ts";
import type { Platform } from "#server/platform.ts";
import { moveOffers } from "./move-offers.ts";
import { holdOffer, type HeldOffer } from "../offer-money.ts";

/** An offer under lock whose result is to be paid. */
export interface PaidOffer extends HeldOffer {
  readonly job_id: bigint;
  readonly workman_id: number;
}

interface Payment {
  readonly accountId: number;
  readonly offers: readonly PaidOffer[];
  /**
   * How the offers and their jobs come to their end: the result is accepted, or a new sum is
   * agreed.
   */
  readonly actions: {
    readonly offer: "acceptResult" | "acceptArbitration" | "decideArbitration";
    readonly job: "acceptResult" | "settle";
  };
  readonly by: "account" | "workman" | "moderator" | "system";
  readonly actor: Actor | null;
  readonly at: Date;
}

/**
 * Ends the work of offers that `canBePaid` has let through: act, payout, offer and job, for any
 * number of them in a few statements. Source: `domain.md` §0.3, §2.6.
 *
 * @throws AppError `conflict` when one of them is not where the action starts.
 */
export async function payOffers(
  platform: Platform,
  trx: Trx,
  { accountId, offers, actions, by, actor, at }: Payment,
  kinds: ReadonlyMap<number, PayoutKind>,
): Promise<void> {
  if (offers.length === 0) return;
  const ids = sql`o.id = ANY (${numberArray(offers.map((one) => one.id))}::bigint[])`;
  const moved = await moveOffers(trx, {
    accountId,
    where: ids,
    action: actions.offer,
    by,
    at,
    set: sql`result_accepted_at = ${at}, finished_at = coalesce(o.finished_at, ${at})`,
  });
  const jobs = await moveJobs(trx, {
    accountId,
    jobIds: offers.map((one) => one.job_id),
    action: actions.job,
    by,
    at,
  });
  if (moved.length !== offers.length || jobs.length !== offers.length) throw conflict();

  // A proposal before a moderator has nothing left to decide.
  await sql`
    UPDATE job_offer_arbitrations o
    SET state = 'DECLINED'
    WHERE o.account_id = ${accountId}
      AND o.offer_id = ANY (${numberArray(offers.map((one) => one.id))}::bigint[])
      AND o.state = 'MODERATION'`.execute(trx);
  const results: AcceptedResult[] = [];
  for (const offer of offers) {
    // Accepted before offers froze their money: it is frozen now, or the result is not accepted.
    const held =
      offer.hold_id === null
        ? await holdOffer(trx, {
            accountId,
            offerId: offer.id,
            amountKopecks: offer.amount_kopecks,
            at,
            by: actor,
          })
        : { holdId: offer.hold_id, commissionKopecks: offer.commission_kopecks };
    results.push({
      offerId: offer.id,
      jobId: offer.job_id,
      workmanId: offer.workman_id,
      amountKopecks: offer.amount_kopecks,
      kind: kinds.get(offer.workman_id) as PayoutKind,
      ...held,
    });
  }
  const opened = await openOfferPayouts(trx, accountId, results, at);
  await sql`
    UPDATE job_offers o SET act_id = k.act_id, payout_id = k.payout_id
    FROM unnest(${numberArray(opened.map((one) => one.offer_id))}::bigint[],
      ${numberArray(opened.map((one) => one.act_id))}::bigint[],
      ${numberArray(opened.map((one) => one.payout_id))}::bigint[]) AS k(offer_id, act_id,
      payout_id)
    WHERE o.account_id = ${accountId} AND o.id = k.offer_id`.execute(trx);
  const toSign = opened.filter((one) => one.is_act_required).map((one) => one.offer_id);
  if (toSign.length > 0)
    await platform.events.publish(trx, "offers.notice", {
      name: "ActRequired",
      accountId,
      offerIds: toSign,
      at,
    });
}

/**
 * Why these workers cannot be paid now, and where to the others are.
 *
 * A running job may be finished with a paper that has run out meanwhile; without a tax status, or
 * without requisites, there is no payment. Source: `domain.md` §2.4, «smzState OK», §1.5.
 */
export async function payableNow(
  trx: Trx,
  workmanIds: readonly number[],
  at: Date,
  listener: Listener,
): Promise<{ kinds: Map<number, PayoutKind>; obstacles: Map<number, string> }> {
  const { rows } = await sql<PayableFacts & { id: number }>`
    SELECT w.id, ${payableColumns(moscowDate(at))}
    FROM workmen w
    WHERE w.id = ANY (${numberArray([...new Set(workmanIds)])}::integer[])`.execute(trx);
  const kinds = new Map<number, PayoutKind>();
  const obstacles = new Map<number, string>();
  for (const worker of rows) {
    const fault = taxSentence(worker, listener, "pay");
    const kind = payoutKindFor(worker);
    if (fault !== null) obstacles.set(worker.id, fault);
    else if (kind === null) obstacles.set(worker.id, NO_DETAILS[listener]);
    else kinds.set(worker.id, kind);
  }
  return { kinds, obstacles };
}
