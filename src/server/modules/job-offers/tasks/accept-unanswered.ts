import { sql } from "kysely";
import { kopecksToRubles } from "#contract/values/money.ts";
import { countOf } from "#contract/values/plural.ts";
import { SYSTEM, writeAudit } from "#server/modules/audit-log/index.ts";
import type { BackgroundTask } from "#server/work/background-tasks.ts";
import { forEachSettingAside, notSetAside } from "#server/work/set-aside.ts";
import { inTransaction } from "#server/data/transaction.ts";
import type { Platform } from "#server/platform.ts";
import { lockJob } from "../lock-offer.ts";
import { payableNow, payOffers, type PaidOffer } from "../actions/pay-offers.ts";

const BATCH = 200;
const DAYS = ["день", "дня", "дней"] as const;

interface DueOffer {
  readonly account_id: number;
  readonly id: bigint;
  readonly job_id: bigint;
}

/**
 * Accepts results the customer has not answered within the days set by the customer. Source:
 * `domain.md` §2.4. Decision: never after the customer has proposed another sum, and never again
 * after an unpaid payment. A workman who cannot be paid now is retried in an hour.
 */
export function acceptUnansweredTask(platform: Platform): BackgroundTask {
  const { db, clock, events } = platform;
  const task = "job-offers.accept-unanswered";
  const waiting = sql`
    o.state = 'COMPLETED'
      AND o.payout_id IS NULL
      AND NOT EXISTS (SELECT FROM job_offer_arbitrations t
        WHERE t.account_id = o.account_id AND t.offer_id = o.id)`;
  /** Offers whose workman could not be paid, and the time of the retry. */
  const unpayable = new Map<bigint, number>();
  return {
    name: task,
    idleMs: 60_000,
    async run() {
      const now = clock.now();
      for (const [id, until] of unpayable) if (until <= now.getTime()) unpayable.delete(id);
      const { rows: due } = await sql<DueOffer>`
        SELECT o.account_id, o.id, o.job_id FROM job_offers o JOIN accounts a ON a.id = o.account_id
        WHERE ${waiting}
          AND a.state = 'ACTIVE'
          AND o.finished_at <= ${now}::timestamptz - make_interval(days => a.result_auto_accept_days)
          AND o.id <> ALL (${[...unpayable.keys()].map(String)}::bigint[])
            AND ${notSetAside(task, sql`o.id::text`, now)}
          ORDER BY o.finished_at, o.id
          LIMIT ${BATCH}`.execute(db);
      await forEachSettingAside(
        { db, clock },
        {
          task,
          items: due,
          nameOf: ({ id }) => String(id),
          work: ({ account_id: accountId, id, job_id: jobId }) =>
            inTransaction(db, async (trx) => {
              await lockJob(trx, accountId, jobId);
              const { rows } = await sql<
                PaidOffer & { readonly title: string; readonly days: number }
              >`
            SELECT o.account_id, o.id, o.job_id, o.workman_id, o.hold_id, o.amount_kopecks,
              o.commission_kopecks, j.title, a.result_auto_accept_days AS days
            FROM job_offers o
            JOIN jobs j ON j.account_id = o.account_id AND j.id = o.job_id
            JOIN accounts a ON a.id = o.account_id AND a.result_auto_accept_days IS NOT NULL
            WHERE o.account_id = ${accountId} AND o.id = ${id} AND ${waiting} FOR NO KEY UPDATE OF o`.execute(
                trx,
              );
              const offer = rows[0];
              if (!offer) return;
              const { kinds, refusals } = await payableNow(trx, [offer], now, "account");
              if (refusals.has(offer.id)) {
                unpayable.set(id, now.getTime() + 3_600_000);
                return;
              }
              await payOffers(
                platform,
                trx,
                {
                  accountId,
                  offers: [offer],
                  actions: { offer: "acceptResult", job: "acceptResult" },
                  by: "system",
                  actor: null,
                  at: now,
                },
                kinds,
              );
              await events.publish(trx, "offers.notice", {
                name: "OfferResultAccepted",
                accountId,
                offerIds: [id],
                at: now,
              });
              const record = {
                event: "offer.result_accepted",
                accountId,
                object: { type: "job-offer", id: Number(id), title: offer.title },
                before: { state: "COMPLETED" },
                after: { state: "RESULTACCEPTED", amount: kopecksToRubles(offer.amount_kopecks) },
              };
              await writeAudit(
                trx,
                SYSTEM,
                null,
                {
                  ...record,
                  reason: `Заказчик не ответил за ${countOf(offer.days, DAYS)}: результат принят по настройкам компании`,
                },
                now,
              );
            }),
        },
      );
      return due.length === BATCH;
    },
  };
}
