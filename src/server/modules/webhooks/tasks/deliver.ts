import { createHmac } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import { WEBHOOK_DELIVERY_TRANSITIONS } from "#contract/webhooks/webhook.ts";
import { SYSTEM, writeAudit } from "#server/modules/audit-log/index.ts";
import type { BackgroundTask } from "#server/work/background-tasks.ts";
import { systemClock } from "#server/data/clock.ts";
import { announce } from "#server/data/live.ts";
import { transition } from "#server/data/transition.ts";
import { inTransaction } from "#server/data/transaction.ts";
import type { Platform } from "#server/platform.ts";
import { bodyOf } from "../queries.ts";
import { leaseDeliveries, type LeasedDelivery } from "./lease-deliveries.ts";

const MINUTE_MS = 60_000;
/** Retry pauses in minutes; the last repeats until the end of the day. */
const PAUSES = [1, 5, 15, 60, 120, 240] as const;
const MOST_AT_ONCE = 400;
/** How soon a new message is noticed while others are being sent. */
const LOOK_AGAIN_MS = 500;

/**
 * Sends due messages until none is left. Claiming and completing are two transactions, none open
 * during the call. What is answered makes room at once: nobody waits for the slowest of a batch.
 */
export function deliverTask(platform: Platform): BackgroundTask {
  return {
    name: "webhooks.deliver",
    idleMs: 2000,
    async run(signal) {
      const flying = new Map<Promise<void>, number>();
      try {
        for (let isFirst = true; ; isFirst = false) {
          const busy = [...flying.values()];
          const leased = signal.aborted
            ? []
            : await leaseDeliveries(platform, busy, MOST_AT_ONCE - busy.length);
          for (const message of leased) {
            const sending = deliver(platform, message).finally(() => flying.delete(sending));
            flying.set(sending, message.webhook_id);
          }
          if (busy.length + leased.length === 0) return !isFirst && !signal.aborted;
          if (flying.size === 0) continue;
          const rest = new AbortController();
          await Promise.race([
            ...flying.keys(),
            pause(LOOK_AGAIN_MS, undefined, { signal: rest.signal }).catch(() => undefined),
          ]);
          rest.abort();
        }
      } finally {
        await Promise.allSettled(flying.keys());
      }
    },
  };
}

async function deliver(platform: Platform, message: LeasedDelivery): Promise<void> {
  const { webhookReceiver, secrets } = platform;
  const body = bodyOf(message);
  // The receiver compares it with its own clock, whatever day the sandbox plays.
  const seconds = Math.floor(systemClock.now().getTime() / 1000);
  const signature = createHmac("sha256", secrets.unseal(message.secret))
    .update(`${seconds}.${body}`)
    .digest("hex");
  let status: number | null = null;
  let problem: string | null = null;
  try {
    status = await webhookReceiver.post({
      url: message.url,
      body,
      headers: {
        "x-webhook-id": String(message.id),
        "x-signature": `t=${seconds},v1=${signature}`,
        "user-agent": "samozanyatye-webhooks/1",
      },
    });
    if (status < 200 || status > 299) problem = `Сервер ответил ${status}`;
  } catch (error) {
    problem = (error as Error).message;
  }
  await settle(platform, message, status, problem);
}

async function settle(
  { db, clock }: Platform,
  message: LeasedDelivery,
  status: number | null,
  problem: string | null,
): Promise<void> {
  const { account_id: accountId, id, webhook_id: webhookId, attempts, url } = message;
  const now = clock.now();
  const nextAt = new Date(
    now.getTime() + (PAUSES[Math.min(attempts, PAUSES.length) - 1] ?? 1) * MINUTE_MS,
  );
  const state = problem === null ? "DELIVERED" : nextAt > message.until ? "FAILED" : "WAITING";
  const answer = transition(WEBHOOK_DELIVERY_TRANSITIONS, "answer", "system", { to: state });
  await inTransaction(db, async (trx) => {
    const { rows } = await sql`
      UPDATE webhook_deliveries
      SET ${answer.set}, due_at = ${nextAt}, answered_at = ${now}, status = ${status},
        problem = ${problem}
      WHERE account_id = ${accountId}
        AND id = ${id}
        AND ${answer.from}
        AND attempts = ${attempts}
      RETURNING 1`.execute(trx);
    if (rows.length === 0) return;
    if (status === null) {
      // The receiver does not answer: its other messages must not take ten seconds of each round.
      await sql`
        UPDATE webhook_deliveries SET due_at = ${new Date(now.getTime() + MINUTE_MS)}
        WHERE account_id = ${accountId}
          AND webhook_id = ${webhookId}
          AND state = 'WAITING'
          AND due_at <= ${now}`.execute(trx);
    }
    // Those behind it say when they will be sent, and are not looked at before.
    if (state === "WAITING")
      await sql`
        UPDATE webhook_deliveries SET due_at = ${nextAt}
        WHERE webhook_id = ${webhookId}
          AND about = ${message.about}
          AND state = 'WAITING'
          AND due_at < ${nextAt}`.execute(trx);
    await announce(trx, { to: `account:${accountId}`, resource: "webhooks", ids: [webhookId] });
    if (state === "FAILED")
      await writeAudit(
        trx,
        SYSTEM,
        null,
        {
          event: "webhook.failed",
          accountId,
          object: { type: "webhook", id: webhookId, title: url },
          after: { event: message.event },
          ...(problem === null ? {} : { reason: problem }),
        },
        now,
      );
  });
}
