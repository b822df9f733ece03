import { createHmac } from "node:crypto";
import { sql } from "kysely";
import { SYSTEM, writeAudit } from "#server/modules/audit-log/index.ts";
import type { BackgroundTask } from "#server/work/background-tasks.ts";
import { announce } from "#server/data/live.ts";
import { inTransaction } from "#server/data/transaction.ts";
import type { Platform } from "#server/platform.ts";
import { bodyOf } from "../queries.ts";

const BATCH = 20;
const MINUTE_MS = 60_000;
/** After it the process counts as dead; the receiver deduplicates by the message's id. */
const LEASE_MS = 2 * MINUTE_MS;
/** Retry pauses in minutes; the last repeats until the end of the day. */
const PAUSES = [1, 5, 15, 60, 120, 240] as const;

interface LeasedDelivery {
  readonly account_id: number;
  readonly id: bigint;
  readonly webhook_id: number;
  readonly event: string;
  readonly data: string;
  readonly attempts: number;
  readonly until: Date;
  readonly created_at: Date;
  readonly url: string;
  readonly secret: Buffer;
}

/** Sends due messages. Claiming and completing are two transactions, none open during the call. */
export function deliverTask(platform: Platform): BackgroundTask {
  return {
    name: "webhooks.deliver",
    idleMs: 2000,
    async run(signal) {
      const leased = await leaseDeliveries(platform);
      if (signal.aborted) return false;
      // In parallel: a hanging receiver delays no others.
      await Promise.all(leased.map((one) => deliver(platform, one)));
      return leased.length === BATCH;
    },
  };
}

async function leaseDeliveries({ db, clock }: Platform): Promise<LeasedDelivery[]> {
  const now = clock.now();
  const { rows } = await sql<LeasedDelivery>`
    UPDATE webhook_deliveries d
    SET state = 'SENDING', attempts = d.attempts + 1, due_at = ${new Date(now.getTime() + LEASE_MS)}
    FROM webhooks w
    WHERE w.account_id = d.account_id AND w.id = d.webhook_id AND d.id = ANY (ARRAY(
      SELECT id
      FROM webhook_deliveries
      WHERE state IN ('WAITING', 'SENDING') AND due_at <= ${now}
      ORDER BY due_at
      LIMIT ${BATCH}
      FOR UPDATE SKIP LOCKED))
    RETURNING d.account_id, d.id, d.webhook_id, d.event, d.data, d.attempts, d.until, d.created_at,
      w.url, w.secret`.execute(db);
  return rows;
}

async function deliver(platform: Platform, message: LeasedDelivery): Promise<void> {
  const { webhookReceiver, secrets, clock } = platform;
  const body = bodyOf(message);
  const seconds = Math.floor(clock.now().getTime() / 1000);
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
  { account_id: accountId, id, webhook_id: webhookId, attempts, until, url, event }: LeasedDelivery,
  status: number | null,
  problem: string | null,
): Promise<void> {
  const now = clock.now();
  const nextAt = new Date(
    now.getTime() + (PAUSES[Math.min(attempts, PAUSES.length) - 1] ?? 1) * MINUTE_MS,
  );
  const state = problem === null ? "DELIVERED" : nextAt > until ? "FAILED" : "WAITING";
  await inTransaction(db, async (trx) => {
    const { rows } = await sql`
      UPDATE webhook_deliveries
      SET state = ${state}, due_at = ${nextAt}, answered_at = ${now}, status = ${status},
        problem = ${problem}
      WHERE account_id = ${accountId}
        AND id = ${id}
        AND state = 'SENDING'
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
          after: { event },
          ...(problem === null ? {} : { reason: problem }),
        },
        now,
      );
  });
}
