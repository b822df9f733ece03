import { sql } from "kysely";
import { ARBITRATION_TRANSITIONS } from "#contract/jobs/arbitration-states.ts";
import { REASONS } from "#contract/definitions/reasons.ts";
import { MAX_ARBITRATIONS } from "#contract/jobs/job-offer-states.ts";
import { transition } from "#server/data/transition.ts";
import { conflict } from "#server/http/app-error.ts";
import { moveJobs } from "#server/modules/jobs/index.ts";
import { groupBy } from "#server/data/group-by.ts";
import { numberArray } from "#server/data/number-array.ts";
import type { Trx } from "#server/data/transaction.ts";
import type { JobKey, PayoutKey, ProductEvents } from "#server/product-events.ts";
import { announceArbitration, openArbitration } from "./arbitrations.ts";
import type { Platform } from "#server/platform.ts";
import { moveOffers } from "./actions/move-offers.ts";
import { writeLines } from "./offer-lines.ts";
import { type HeldOffer, releaseOffer } from "./offer-money.ts";
import { DECLINED_ARBITRATIONS } from "./queries.ts";

export function listenForOffers(platform: Platform): void {
  platform.events.on("payouts.paid", (trx, { payouts, at }) =>
    moveByPayouts(trx, "pay", payouts, at),
  );
  platform.events.on("payouts.failed", (trx, { payouts, at }) =>
    moveByPayouts(trx, "reversePayment", payouts, at),
  );
  platform.events.on("acts.signed", (trx, { payouts, at }) => notifySigned(trx, payouts, at));
  platform.events.on("payouts.ended", (trx, { payouts, at }) => reopen(trx, payouts, at));
  platform.events.on("job.end-proposed", (trx, event) => proposeEnd(platform, trx, event));
  platform.events.on("job.canceled", (trx, event) => endWithJob(platform, trx, event, event.at));
}

/** The chat line; the document updates the screens. */
async function notifySigned(trx: Trx, payouts: readonly PayoutKey[], at: Date): Promise<void> {
  for (const [accountId, ofAccount] of groupBy(payouts, (one) => one.accountId)) {
    const { rows } = await sql<{
      id: bigint;
    }>`
      SELECT o.id
      FROM job_offers o
      WHERE o.account_id = ${accountId}
        AND o.payout_id = ANY (${numberArray(ofAccount.map((one) => one.id))}::bigint[])`.execute(
      trx,
    );
    await writeLines(
      trx,
      accountId,
      rows.map(({ id }) => ({ offerId: id, text: "Акт подписан" })),
      at,
    );
  }
}

/** After a payment or its return. Registry payouts have no offers. */
async function moveByPayouts(
  trx: Trx,
  action: "pay" | "reversePayment",
  payouts: readonly PayoutKey[],
  at: Date,
): Promise<void> {
  for (const [accountId, ofAccount] of groupBy(payouts, (one) => one.accountId)) {
    await moveOffers(trx, {
      accountId,
      where: sql`o.payout_id = ANY (${numberArray(ofAccount.map((one) => one.id))}::bigint[])`,
      action,
      by: "system",
      at,
    });
  }
}

/**
 * Unpaid: the customer accepts again with a new act, or proposes another sum; an accepted 0 ₽
 * closes the job.
 */
async function reopen(trx: Trx, payouts: readonly PayoutKey[], at: Date): Promise<void> {
  for (const [accountId, ofAccount] of groupBy(payouts, (one) => one.accountId)) {
    const ids = sql`ANY (${numberArray(ofAccount.map((one) => one.id))}::bigint[])`;
    const { rows } = await sql<{ id: bigint }>`
      SELECT j.id
      FROM jobs j
      WHERE j.account_id = ${accountId}
        AND j.kind = 'OFFER'
        AND j.id IN (SELECT o.job_id
          FROM job_offers o
          WHERE o.account_id = ${accountId} AND o.payout_id = ${ids})
      ORDER BY j.id
      FOR NO KEY UPDATE`.execute(trx);
    const moved = await moveOffers(trx, {
      accountId,
      where: sql`o.payout_id = ${ids}`,
      action: "reopen",
      by: "system",
      at,
      set: sql`hold_id = NULL, hold_attempt = o.hold_attempt + 1, result_accepted_at = NULL`,
    });
    const jobIds = moved.map((one) => one.job_id).filter((id) => rows.some((job) => job.id === id));
    if (jobIds.length > 0)
      await moveJobs(trx, { accountId, jobIds, action: "reopen", by: "system", at });
  }
}

/** Under the job's lock. */
async function proposeEnd(
  platform: Platform,
  trx: Trx,
  { accountId, jobId, reasonId, comment, by, at }: ProductEvents["job.end-proposed"],
): Promise<void> {
  const { rows } = await sql<{
    account_id: number;
    id: bigint;
    state: "INPROGRESS" | "COMPLETED";
    amount_kopecks: bigint;
    declined_arbitrations: number;
  }>`
    SELECT o.account_id, o.id, o.state, o.amount_kopecks,
      ${DECLINED_ARBITRATIONS} AS declined_arbitrations
    FROM job_offers o
    WHERE o.account_id = ${accountId}
      AND o.job_id = ${jobId}
      AND o.state IN ('INPROGRESS', 'COMPLETED')
    FOR NO KEY UPDATE`.execute(trx);
  const offer = rows[0];
  if (!offer) throw conflict();
  if (offer.declined_arbitrations >= MAX_ARBITRATIONS)
    throw conflict(
      "Исполнитель отказался от всех предложений. Примите результат или дождитесь решения модератора",
    );
  const title =
    (REASONS.jobCancel.titles as Readonly<Record<string, string>>)[reasonId] ?? reasonId;
  const words = [`Заказчик отменяет задание: ${title}`, comment].filter(Boolean).join(". ");
  await moveOffers(trx, {
    accountId,
    where: sql`o.id = ${offer.id}`,
    action: "openArbitration",
    by: "account",
    at,
  });
  await openArbitration(trx, offer, {
    newAmountKopecks: 0n,
    reason: "OTHER",
    comment: words,
    by,
    at,
  });
  await announceArbitration(platform, trx, "ArbitrationOpened", offer, at);
}

interface Canceled extends HeldOffer {
  readonly state: string;
}

/**
 * Archives waiting offers, ends the accepted one and releases its money. The job's row is locked,
 * so nobody accepts meanwhile.
 */
async function endWithJob(
  { events }: Platform,
  trx: Trx,
  { accountId, jobId }: JobKey,
  at: Date,
): Promise<void> {
  const { rows } = await sql<Canceled>`
    SELECT account_id, id, hold_id, amount_kopecks, commission_kopecks, state FROM job_offers
    WHERE account_id = ${accountId}
      AND job_id = ${jobId}
      AND state IN ('ACCEPTED', 'INPROGRESS', 'COMPLETED', 'ARBITRATION')
    ORDER BY id
    FOR NO KEY UPDATE`.execute(trx);
  const ofJob = { accountId, where: sql`o.job_id = ${jobId}` };
  const ended = sql`ended_at = ${at}`;
  await moveOffers(trx, {
    ...ofJob,
    where: sql`o.job_id = ${jobId} AND o.state = 'ACCEPTED'`,
    action: "cancelAccepted",
    by: "account",
    at,
    set: ended,
  });
  await moveOffers(trx, { ...ofJob, action: "forceCancel", by: "account", at, set: ended });
  const waited = await moveOffers(trx, {
    ...ofJob,
    where: sql`o.job_id = ${jobId} AND o.state = 'CREATED'`,
    action: "archive",
    by: "system",
    at,
    set: ended,
  });
  const end = transition(ARBITRATION_TRANSITIONS, "endWithJob", "system");
  await sql`
    UPDATE job_offer_arbitrations SET ${end.set}, answered_at = ${at}
    WHERE account_id = ${accountId}
      AND offer_id = ANY (${numberArray(rows.map((one) => one.id))}::bigint[])
      AND ${end.from}`.execute(trx);
  if (waited.length > 0)
    await events.publish(trx, "offers.notice", {
      name: "OfferArchived",
      accountId,
      offerIds: waited.map((one) => one.id),
      at,
    });
  for (const offer of rows) await releaseOffer(trx, offer, at);
}
