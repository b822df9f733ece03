import { sql } from "kysely";
import { kopecksToRubles } from "#contract/values/money.ts";
import { countOf } from "#contract/values/plural.ts";
import { SYSTEM, writeAudit } from "#server/modules/audit-log/index.ts";
import type { BackgroundTask } from "#server/work/background-tasks.ts";
import { itemTask } from "#server/work/item-task.ts";
import type { Trx } from "#server/data/transaction.ts";
import type { Platform } from "#server/platform.ts";
import { lockJob } from "../lock-offer.ts";
import { payableNow, payOffers, type PaidOffer } from "../actions/pay-offers.ts";

const DAYS = ["день", "дня", "дней"] as const;
/** Ms until a workman who cannot be paid is retried. */
const UNPAYABLE_MS = 3_600_000;

interface DueOffer {
  readonly account_id: number;
  readonly id: bigint;
  readonly job_id: bigint;
}

const WAITING = sql`
  o.state = 'COMPLETED'
    AND o.payout_id IS NULL
    AND NOT EXISTS (SELECT FROM job_offer_arbitrations t
      WHERE t.account_id = o.account_id AND t.offer_id = o.id)`;

/**
 * Source: `domain.md` §2.4. Decision: never after another sum was proposed or a payment ended
 * unpaid.
 */
export function acceptUnansweredTask(platform: Platform): BackgroundTask {
  /** Time of the retry. */
  const unpayable = new Map<bigint, number>();
  return itemTask<DueOffer>(platform, {
    name: "job-offers.accept-unanswered",
    idleMs: 60_000,
    batch: 200,
    nameOf: ({ id }) => String(id),
    async lease({ at, limit, isFree }) {
      for (const [id, until] of unpayable) if (until <= at.getTime()) unpayable.delete(id);
      const { rows } = await sql<DueOffer>`
        SELECT o.account_id, o.id, o.job_id FROM job_offers o JOIN accounts a ON a.id = o.account_id
        WHERE ${WAITING}
          AND a.state = 'ACTIVE'
          AND o.finished_at <= ${at}::timestamptz - make_interval(days => a.result_auto_accept_days)
          AND o.id <> ALL (${[...unpayable.keys()].map(String)}::bigint[])
          AND ${isFree(sql`o.id::text`)}
        ORDER BY o.finished_at, o.id
        LIMIT ${limit}`.execute(platform.db);
      return rows;
    },
    async settle(trx, offer, at) {
      if (!(await accept(platform, trx, offer, at)))
        unpayable.set(offer.id, at.getTime() + UNPAYABLE_MS);
    },
  });
}

/** @returns `false`: the workman cannot be paid now. */
async function accept(
  platform: Platform,
  trx: Trx,
  { account_id: accountId, id, job_id: jobId }: DueOffer,
  at: Date,
): Promise<boolean> {
  await lockJob(trx, accountId, jobId);
  const { rows } = await sql<PaidOffer & { readonly title: string; readonly days: number }>`
    SELECT o.account_id, o.id, o.job_id, o.workman_id, o.hold_id, o.amount_kopecks,
      o.commission_kopecks, j.title, a.result_auto_accept_days AS days
    FROM job_offers o
    JOIN jobs j ON j.account_id = o.account_id AND j.id = o.job_id
    JOIN accounts a ON a.id = o.account_id AND a.result_auto_accept_days IS NOT NULL
    WHERE o.account_id = ${accountId} AND o.id = ${id} AND ${WAITING}
    FOR NO KEY UPDATE OF o`.execute(trx);
  const offer = rows[0];
  if (!offer) return true;
  const { kinds, refusals } = await payableNow(trx, [offer], at, "account");
  if (refusals.has(offer.id)) return false;
  await payOffers(
    platform,
    trx,
    {
      accountId,
      offers: [offer],
      actions: { offer: "acceptResult", job: "acceptResult" },
      by: "system",
      actor: null,
      at,
    },
    kinds,
  );
  await platform.events.publish(trx, "offers.notice", {
    name: "OfferResultAccepted",
    accountId,
    offerIds: [id],
    at,
  });
  await writeAudit(
    trx,
    SYSTEM,
    null,
    {
      event: "offer.result_accepted",
      accountId,
      object: { type: "job-offer", id: Number(id), title: offer.title },
      before: { state: "COMPLETED" },
      after: { state: "RESULTACCEPTED", amount: kopecksToRubles(offer.amount_kopecks) },
      reason: `Заказчик не ответил за ${countOf(offer.days, DAYS)}: результат принят по настройкам компании`,
    },
    at,
  );
  return true;
}
