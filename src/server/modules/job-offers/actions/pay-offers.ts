import { sql } from "kysely";
import { ARBITRATION_TRANSITIONS } from "#contract/jobs/arbitration-states.ts";
import { transition } from "#server/data/transition.ts";
import { moscowDate } from "#contract/values/calendar-date.ts";
import { leftOfYear, payoutKindFor, type PayableFacts } from "#contract/workmen/payability.ts";
import { type Listener, runningWorkRefusal } from "#contract/workmen/work-refusal.ts";
import type { PayoutKind } from "#contract/definitions/payment-types.ts";
import { moveJobs } from "#server/modules/jobs/index.ts";
import { openOfferPayouts, type AcceptedResult } from "#server/money/payouts/index.ts";
import { lockYearLimits, payableColumns } from "#server/money/payability/index.ts";
import { rateOn } from "#server/data/rate-on.ts";
import type { Actor } from "#server/http/actor.ts";
import { conflict } from "#server/http/app-error.ts";
import { numberArray } from "#server/data/number-array.ts";
import type { Trx } from "#server/data/transaction.ts";
import type { Platform } from "#server/platform.ts";
import { moveOffers } from "./move-offers.ts";
import { holdOffer, type HeldOffer } from "../offer-money.ts";

export interface PaidOffer extends HeldOffer {
  readonly job_id: bigint;
  readonly workman_id: number;
}

interface Payment {
  readonly accountId: number;
  readonly offers: readonly PaidOffer[];
  readonly actions: {
    readonly offer: "acceptResult" | "acceptArbitration" | "decideArbitration";
    readonly job: "acceptResult" | "settle";
  };
  readonly by: "account" | "workman" | "moderator" | "system";
  readonly actor: Actor | null;
  readonly at: Date;
}

/**
 * Acts, payouts, offers and jobs in a few statements for any number (see `payableNow`). Source:
 * `domain.md` §0.3, §2.6.
 *
 * @throws AppError `conflict` — one is not in a start state.
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

  // A proposal before a moderator is void.
  const end = transition(ARBITRATION_TRANSITIONS, "void", "system", { of: "o" });
  await sql`
    UPDATE job_offer_arbitrations o
    SET ${end.set}
    WHERE o.account_id = ${accountId}
      AND o.offer_id = ANY (${numberArray(offers.map((one) => one.id))}::bigint[])
      AND ${end.from}`.execute(trx);
  const results: AcceptedResult[] = [];
  for (const offer of offers) {
    // Accepted before offers froze money: freeze now or refuse.
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
 * Payout kinds by workman, and refusals by offer. A year's limit is used in the order of offers. An
 * outdated document does not stop a running job; tax status or requisites do. Locks the limits:
 * payments begin in this transaction. Source: `domain.md` §2.4, «smzState OK», §1.5.
 */
export async function payableNow(
  trx: Trx,
  offers: readonly Pick<PaidOffer, "id" | "workman_id" | "amount_kopecks">[],
  at: Date,
  listener: Listener,
): Promise<{ kinds: Map<number, PayoutKind>; refusals: Map<bigint, string> }> {
  const workmanIds = [...new Set(offers.map((one) => one.workman_id))];
  const ids = sql<number>`(SELECT unnest(${numberArray(workmanIds)}::integer[]))`;
  await lockYearLimits(trx, ids);
  const today = moscowDate(at);
  const { rows } = await sql<PayableFacts & { id: number; earnedKopecks: bigint; limit: bigint }>`
    SELECT w.id, ${payableColumns(today)}, ${rateOn("npd-year-limit-kopecks", today)} AS limit
    FROM workmen w
    WHERE w.id IN ${ids}`.execute(trx);
  const workmen = new Map(rows.map((row) => [row.id, row]));
  const lefts = new Map(rows.map((row) => [row.id, leftOfYear(row, row.limit)]));
  const kinds = new Map<number, PayoutKind>();
  const refusals = new Map<bigint, string>();
  for (const { id, workman_id: workmanId, amount_kopecks: sumKopecks } of offers) {
    const workman = workmen.get(workmanId);
    if (!workman) throw new Error(`offer ${id} has no workman`);
    const leftKopecks = lefts.get(workmanId) ?? 0n;
    const refusal = runningWorkRefusal(workman, { sumKopecks, leftKopecks }, listener);
    const kind = payoutKindFor(workman);
    if (refusal !== null) refusals.set(id, refusal);
    else if (kind !== null) {
      kinds.set(workmanId, kind);
      lefts.set(workmanId, leftKopecks - sumKopecks);
    }
  }
  return { kinds, refusals };
}
