import { sql } from "kysely";
import { ARBITRATION_ANSWER_HOURS } from "#contract/jobs/job-offer-states.ts";
import { formatMoney } from "#contract/values/money.ts";
import type { TransitionActor } from "#contract/kernel/define-transitions.ts";
import { ARBITRATION_TRANSITIONS } from "#contract/jobs/arbitration-states.ts";
import { transition } from "#server/data/transition.ts";
import { moveJobs } from "#server/modules/jobs/index.ts";
import type { Actor } from "#server/http/actor.ts";
import { conflict } from "#server/http/app-error.ts";
import { numberArray } from "#server/data/number-array.ts";
import type { Trx } from "#server/data/transaction.ts";
import { offerById } from "./offer-audit.ts";
import type { Platform } from "#server/platform.ts";
import { moveOffers } from "./actions/move-offers.ts";
import { writeLines } from "./offer-lines.ts";
import { adjustOffer, holdOffer, releaseOffer } from "./offer-money.ts";
import { payableNow, payOffers, type PaidOffer } from "./actions/pay-offers.ts";

export interface OpenArbitration {
  readonly account_id: number;
  readonly id: bigint;
  readonly new_amount_kopecks: bigint;
  readonly opened_from: "INPROGRESS" | "COMPLETED";
  readonly answer_until: Date;
}

/** @throws AppError `conflict` — none in this state. */
export async function openArbitrationOf(
  trx: Trx,
  offer: { readonly account_id: number; readonly id: bigint },
  state: "OPEN" | "MODERATION",
): Promise<OpenArbitration> {
  const { rows } = await sql<OpenArbitration>`
    SELECT account_id, id, new_amount_kopecks, opened_from, answer_until
    FROM job_offer_arbitrations
    WHERE account_id = ${offer.account_id} AND offer_id = ${offer.id} AND state = ${state}`.execute(
    trx,
  );
  if (!rows[0]) throw conflict();
  return rows[0];
}

interface NewProposal {
  readonly newAmountKopecks: bigint;
  readonly reason: string;
  readonly comment: string | null;
  readonly by: number;
  readonly at: Date;
}

/** @param offer - `state` before the proposal. */
export async function openArbitration(
  trx: Trx,
  offer: {
    readonly account_id: number;
    readonly id: bigint;
    readonly state: string;
    readonly amount_kopecks: bigint;
  },
  { newAmountKopecks, reason, comment, by, at }: NewProposal,
): Promise<void> {
  await openArbitrations(trx, [{ offer, newAmountKopecks, reason, comment }], { by, at });
}

interface ManyProposals {
  readonly offer: {
    readonly account_id: number;
    readonly id: bigint;
    readonly state: string;
    readonly amount_kopecks: bigint;
  };
  readonly newAmountKopecks: bigint;
  readonly reason: string;
  readonly comment: string | null;
}

/** @returns proposals with their offers. */
export async function openArbitrations(
  trx: Trx,
  proposals: readonly ManyProposals[],
  { by, at }: { readonly by: number; readonly at: Date },
): Promise<{ id: bigint; offer_id: bigint }[]> {
  const offers = proposals.map(({ offer }) => offer);
  const { rows } = await sql<{ id: bigint; offer_id: bigint }>`
    INSERT INTO job_offer_arbitrations (account_id, offer_id, state, amount_kopecks,
      new_amount_kopecks, reason, comment, opened_from, opened_by, opened_at, answer_until)
    SELECT ${offers[0]?.account_id}, offer_id, 'OPEN', amount, new_amount, reason, comment,
      opened_from, ${by}, ${at}, ${new Date(at.getTime() + ARBITRATION_ANSWER_HOURS * 3_600_000)}
    FROM unnest(${numberArray(offers.map(({ id }) => id))}::bigint[],
      ${numberArray(offers.map((one) => one.amount_kopecks))}::bigint[],
      ${numberArray(proposals.map((one) => one.newAmountKopecks))}::bigint[],
      ${proposals.map((one) => one.reason)}::text[], ${proposals.map((one) => one.comment)}::text[],
        ${offers.map(({ state }) => state)}::text[]) AS n(offer_id, amount, new_amount, reason,
        comment, opened_from)
    RETURNING id, offer_id`.execute(trx);
  const lines = proposals.map(({ offer, newAmountKopecks }) => ({
    offerId: offer.id,
    text: `Заказчик предложил изменить выплату: ${formatMoney(offer.amount_kopecks)} → ${formatMoney(newAmountKopecks)}`,
  }));
  await writeLines(trx, offers[0]?.account_id as number, lines, at);
  return rows;
}

export const moveArbitration = (
  action: "accept" | "decline" | "cancel" | "expire" | "decide",
  by: TransitionActor,
  to?: "ACCEPTED" | "DECLINED" | "MODERATION",
) => transition(ARBITRATION_TRANSITIONS, action, by, { to });

export async function closeArbitration(
  trx: Trx,
  proposal: OpenArbitration,
  move: ReturnType<typeof moveArbitration>,
  at: Date,
  declineComment: string | null = null,
): Promise<void> {
  await sql`
    UPDATE job_offer_arbitrations
    SET ${move.set}, answered_at = ${at},
      decline_comment = coalesce(${declineComment}, decline_comment)
    WHERE account_id = ${proposal.account_id} AND id = ${proposal.id} AND ${move.from}`.execute(
    trx,
  );
}

/**
 * Freezes or releases the difference and pays; 0 cancels the job.
 *
 * @param settled.by - the workman, or the moderator after three refusals.
 * @throws AppError `conflict` — the workman cannot be paid now; `insufficient_funds`.
 */
export async function settleOffer(
  platform: Platform,
  trx: Trx,
  offer: PaidOffer,
  proposal: OpenArbitration,
  settled: {
    readonly by: "workman" | "moderator";
    readonly actor: Actor | null;
    readonly at: Date;
  },
): Promise<void> {
  const { by, actor, at } = settled;
  const accountId = offer.account_id;
  const action = by === "workman" ? "acceptArbitration" : "decideArbitration";
  if (proposal.new_amount_kopecks === 0n) {
    await moveOffers(trx, {
      ...offerById(offer),
      at,
      action,
      by,
      to: "CANCELED",
      set: sql`amount_kopecks = 0, ended_at = ${at}`,
    });
    const jobs = await moveJobs(trx, {
      accountId,
      jobIds: [offer.job_id],
      action: "settle",
      by,
      to: "CANCELED",
      at,
    });
    if (jobs.length === 0) throw conflict();
    await releaseOffer(trx, offer, at);
    return;
  }
  const { kinds, refusals } = await payableNow(
    trx,
    [{ ...offer, amount_kopecks: proposal.new_amount_kopecks }],
    at,
    by === "workman" ? "workman" : "account",
  );
  const refusal = refusals.get(offer.id);
  if (refusal !== undefined) throw conflict(refusal);
  const held = await holdNewSum(trx, offer, proposal.new_amount_kopecks, { at, by: actor });
  await payOffers(
    platform,
    trx,
    { accountId, offers: [held], actions: { offer: action, job: "settle" }, by, actor, at },
    kinds,
  );
}

async function holdNewSum(
  trx: Trx,
  offer: PaidOffer,
  amountKopecks: bigint,
  who: { readonly at: Date; readonly by: Actor | null },
): Promise<PaidOffer> {
  if (offer.hold_id !== null) {
    const commission = await adjustOffer(
      trx,
      { ...offer, hold_id: offer.hold_id },
      amountKopecks,
      who,
    );
    return { ...offer, amount_kopecks: amountKopecks, commission_kopecks: commission };
  }
  await sql`
    UPDATE job_offers
    SET amount_kopecks = ${amountKopecks}
    WHERE account_id = ${offer.account_id} AND id = ${offer.id}`.execute(trx);
  const held = await holdOffer(trx, {
    accountId: offer.account_id,
    offerId: offer.id,
    amountKopecks,
    ...who,
  });
  return {
    ...offer,
    amount_kopecks: amountKopecks,
    hold_id: held.holdId,
    commission_kopecks: held.commissionKopecks,
  };
}

type ArbitrationNotice = "ArbitrationOpened" | "ArbitrationAccepted" | "ArbitrationDeclined";

export async function announceArbitration(
  { events }: Platform,
  trx: Trx,
  name: ArbitrationNotice,
  offer: { readonly account_id: number; readonly id: bigint },
  at: Date,
): Promise<void> {
  await events.publish(trx, "offers.notice", {
    name,
    accountId: offer.account_id,
    offerIds: [offer.id],
    at,
  });
}
