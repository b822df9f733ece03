import { sql } from "kysely";
import { WEBHOOK_HOURS, type WebhookEvent } from "#contract/webhooks/webhook.ts";
import { groupBy } from "#server/data/group-by.ts";
import type { Trx } from "#server/data/transaction.ts";
import type { PayoutKey, ProductEventBus } from "#server/product-events.ts";

const HOUR_MS = 3_600_000;

/**
 * Queues messages in the transaction of the event: ids only, which the receiver reads anew. A batch
 * of payouts is one message.
 */
export function listenForWebhooks(events: ProductEventBus): void {
  events.on("job.published", (trx, { accountId, jobId, at }) =>
    enqueue(trx, "job.published", accountId, { jobID: Number(jobId) }, at),
  );
  events.on("job.assigned", (trx, { accountId, jobId, offerId, workmanId, at }) =>
    enqueue(
      trx,
      "job.assigned",
      accountId,
      { jobID: Number(jobId), jobOfferID: Number(offerId), workmanID: workmanId },
      at,
    ),
  );
  events.on("job.canceled", (trx, { accountId, jobId, reasonId, at }) =>
    enqueue(trx, "job.canceled", accountId, { jobID: Number(jobId), reasonID: reasonId }, at),
  );
  events.on("offers.notice", (trx, { name, accountId, offerIds, at }) =>
    enqueue(
      trx,
      "offer.changed",
      accountId,
      { change: name, jobOfferIDs: offerIds.map(Number) },
      at,
    ),
  );
  events.on("payouts.sent", (trx, { payouts, at }) => ofPayouts(trx, "payout.sent", payouts, at));
  events.on("payouts.paid", (trx, { payouts, at }) => ofPayouts(trx, "payout.paid", payouts, at));
  events.on("payouts.failed", (trx, { payouts, at }) =>
    ofPayouts(trx, "payout.failed", payouts, at),
  );
  events.on("receipts.registered", (trx, { payouts, at }) =>
    ofPayouts(trx, "receipt.registered", payouts, at),
  );
  events.on("receipts.annulled-by-platform", (trx, { payouts, at }) =>
    ofPayouts(trx, "receipt.annulled", payouts, at),
  );
  events.on("receipts.annulled-by-workman", (trx, { payouts, at }) =>
    ofPayouts(trx, "receipt.annulled", payouts, at),
  );
  events.on("registry.checked", (trx, { accountId, registryId, at }) =>
    enqueue(trx, "registry.checked", accountId, { registryID: registryId }, at),
  );
  events.on("registry.finished", (trx, { accountId, registryId, at }) =>
    enqueue(trx, "registry.finished", accountId, { registryID: registryId }, at),
  );
  events.on("invoice.paid", (trx, { accountId, invoiceId, at }) =>
    enqueue(trx, "invoice.paid", accountId, { invoiceID: invoiceId }, at),
  );
}

async function ofPayouts(
  trx: Trx,
  event: WebhookEvent,
  payouts: readonly PayoutKey[],
  at: Date,
): Promise<void> {
  for (const [accountId, own] of groupBy(payouts, (one) => one.accountId))
    await enqueue(trx, event, accountId, { payoutIDs: own.map(({ id }) => Number(id)) }, at);
}

async function enqueue(
  trx: Trx,
  event: WebhookEvent,
  accountId: number,
  data: object,
  at: Date,
): Promise<void> {
  await sql`
    INSERT INTO webhook_deliveries (account_id, webhook_id, event, data, due_at, until, created_at)
    SELECT account_id, id, ${event}, ${JSON.stringify(data)}, ${at}::timestamptz,
      ${new Date(at.getTime() + WEBHOOK_HOURS * HOUR_MS)}::timestamptz, ${at}::timestamptz
    FROM webhooks WHERE account_id = ${accountId} AND is_active AND ${event} = ANY (events)`.execute(
    trx,
  );
}
