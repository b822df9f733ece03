import { sql, type RawBuilder } from "kysely";
import { WEBHOOK_HOURS, type WebhookEvent } from "#contract/webhooks/webhook.ts";
import { groupBy } from "#server/data/group-by.ts";
import { numberArray } from "#server/data/number-array.ts";
import type { Trx } from "#server/data/transaction.ts";
import type { PayoutKey, ProductEventBus, ProductEvents } from "#server/product-events.ts";

const HOUR_MS = 3_600_000;

const PAYOUT_EVENTS = {
  "payouts.sent": "payout.sent",
  "payouts.held": "payout.held",
  "payouts.paid": "payout.paid",
  "payouts.failed": "payout.failed",
  "payouts.ended": "payout.canceled",
  "receipts.registered": "receipt.registered",
  "receipts.refused": "receipt.failed",
  "receipts.annulled-by-platform": "receipt.annulled",
  "receipts.annulled-by-workman": "receipt.annulled",
} as const satisfies Partial<Record<keyof ProductEvents, WebhookEvent>>;

/**
 * In the event's transaction: ids only. Messages about one record come in order. A batch of payouts
 * is one message.
 */
export function listenForWebhooks(events: ProductEventBus): void {
  events.on("job.published", (trx, { accountId, jobId, at }) =>
    enqueue(trx, "job.published", accountId, ofJob(jobId), at),
  );
  events.on("job.assigned", (trx, { accountId, jobId, offerId, workmanId, at }) =>
    enqueue(
      trx,
      "job.assigned",
      accountId,
      ofJob(jobId, { jobOfferID: Number(offerId), workmanID: workmanId }),
      at,
    ),
  );
  events.on("job.canceled", (trx, { accountId, jobId, reasonId, at }) =>
    enqueue(trx, "job.canceled", accountId, ofJob(jobId, { reasonID: reasonId }), at),
  );
  events.on("offers.notice", (trx, { name, accountId, offerIds, at }) =>
    enqueue(
      trx,
      "offer.changed",
      accountId,
      sql`
        SELECT 'job:' || job_id AS about,
          json_build_object('change', ${name}::text, 'jobOfferIDs', json_agg(id ORDER BY id)) AS data
        FROM job_offers
        WHERE account_id = ${accountId} AND id = ANY (${numberArray(offerIds)}::bigint[])
        GROUP BY job_id`,
      at,
    ),
  );
  for (const [name, event] of Object.entries(PAYOUT_EVENTS))
    events.on(name as keyof typeof PAYOUT_EVENTS, (trx, { payouts, at }) =>
      ofPayouts(trx, event, payouts, at),
    );
  for (const event of ["registry.checked", "registry.finished"] as const)
    events.on(event, (trx, { accountId, registryId, at }) =>
      enqueue(trx, event, accountId, one(`registry:${registryId}`, { registryID: registryId }), at),
    );
  events.on("invoice.paid", (trx, { accountId, invoiceId, at }) =>
    enqueue(
      trx,
      "invoice.paid",
      accountId,
      one(`invoice:${invoiceId}`, { invoiceID: invoiceId }),
      at,
    ),
  );
}

function ofJob(jobId: bigint, more: object = {}): RawBuilder<unknown> {
  return one(`job:${jobId}`, { jobID: Number(jobId), ...more });
}

function one(about: string, data: object): RawBuilder<unknown> {
  return sql`SELECT ${about}::text AS about, ${JSON.stringify(data)}::json AS data`;
}

async function ofPayouts(
  trx: Trx,
  event: WebhookEvent,
  payouts: readonly PayoutKey[],
  at: Date,
): Promise<void> {
  for (const [accountId, own] of groupBy(payouts, (payout) => payout.accountId))
    await enqueue(
      trx,
      event,
      accountId,
      sql`
        SELECT coalesce('registry:' || registry_id, 'job:' || job_id) AS about,
          json_build_object('payoutIDs', json_agg(id ORDER BY id)) AS data
        FROM payouts
        WHERE account_id = ${accountId}
          AND id = ANY (${numberArray(own.map(({ id }) => id))}::bigint[])
        GROUP BY 1`,
      at,
    );
}

/** @param messages - SELECT of `about` and `data`; runs only for companies with such a webhook. */
async function enqueue(
  trx: Trx,
  event: WebhookEvent,
  accountId: number,
  messages: RawBuilder<unknown>,
  at: Date,
): Promise<void> {
  await sql`
    INSERT INTO webhook_deliveries (account_id, webhook_id, event, about, data, due_at, until,
      created_at)
    SELECT w.account_id, w.id, ${event}, m.about, m.data, ${at}::timestamptz,
      ${new Date(at.getTime() + WEBHOOK_HOURS * HOUR_MS)}::timestamptz, ${at}::timestamptz
    FROM webhooks w CROSS JOIN LATERAL (${messages}) m
    WHERE w.account_id = ${accountId} AND w.is_active AND ${event} = ANY (w.events)`.execute(trx);
}
