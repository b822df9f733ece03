import { createHmac } from "node:crypto";
import { sql } from "kysely";
import { WEBHOOK_DELIVERY_TRANSITIONS } from "#contract/webhooks/webhook.ts";
import { SYSTEM, writeAudit } from "#server/modules/audit-log/index.ts";
import type { BackgroundTask } from "#server/work/background-tasks.ts";
import { systemClock } from "#server/data/clock.ts";
import { announce } from "#server/data/live.ts";
import { transition } from "#server/data/transition.ts";
import type { Trx } from "#server/data/transaction.ts";
import { callTask } from "#server/work/outside-task.ts";
import type { Platform } from "#server/platform.ts";
import { bodyOf } from "../queries.ts";
import { leaseDeliveries, type LeasedDelivery } from "./lease-deliveries.ts";

const MINUTE_MS = 60_000;
/** Minutes; the last repeats. */
const PAUSES = [1, 5, 15, 60, 120, 240] as const;

interface Answer {
  readonly status: number | null;
  readonly problem: string | null;
}

export function deliverTask(platform: Platform): BackgroundTask {
  return callTask<LeasedDelivery, Answer>(platform, {
    name: "webhooks.deliver",
    idleMs: 2000,
    atOnce: 400,
    nameOf: ({ id }) => String(id),
    lease: (claim, busy) =>
      leaseDeliveries(
        platform,
        busy.map((message) => message.webhook_id),
        claim,
      ),
    call: (message) => deliver(platform, message),
    settle: (trx, message, answer) => settle(platform, trx, message, answer),
    failed: async (trx, message, { problem }) =>
      (await settle(platform, trx, message, { status: null, problem })) === "FAILED",
  });
}

async function deliver(
  { webhookReceiver, secrets }: Platform,
  message: LeasedDelivery,
): Promise<Answer> {
  const body = bodyOf(message);
  // Real time: the receiver compares it with its own clock.
  const seconds = Math.floor(systemClock.now().getTime() / 1000);
  const signature = createHmac("sha256", secrets.unseal(message.secret))
    .update(`${seconds}.${body}`)
    .digest("hex");
  try {
    const status = await webhookReceiver.post({
      url: message.url,
      body,
      headers: {
        "x-webhook-id": String(message.id),
        "x-signature": `t=${seconds},v1=${signature}`,
        "user-agent": "samozanyatye-webhooks/1",
      },
    });
    return { status, problem: status < 200 || status > 299 ? `Сервер ответил ${status}` : null };
  } catch (error) {
    return { status: null, problem: (error as Error).message };
  }
}

type State = "DELIVERED" | "FAILED" | "WAITING";

async function settle(
  { clock }: Platform,
  trx: Trx,
  message: LeasedDelivery,
  { status, problem }: Answer,
): Promise<State> {
  const { account_id: accountId, id, webhook_id: webhookId, attempts, url } = message;
  const now = clock.now();
  const nextAt = new Date(
    now.getTime() + (PAUSES[Math.min(attempts, PAUSES.length) - 1] ?? 1) * MINUTE_MS,
  );
  const state: State =
    problem === null ? "DELIVERED" : nextAt > message.until ? "FAILED" : "WAITING";
  const answer = transition(WEBHOOK_DELIVERY_TRANSITIONS, "answer", "system", { to: state });
  const { rows } = await sql`
    UPDATE webhook_deliveries
    SET ${answer.set}, due_at = ${nextAt}, answered_at = ${now}, status = ${status},
      problem = ${problem}
    WHERE account_id = ${accountId}
      AND id = ${id}
      AND ${answer.from}
      AND attempts = ${attempts}
    RETURNING 1`.execute(trx);
  if (rows.length === 0) return state;
  if (status === null) {
    // A silent receiver must not take ten seconds of each round.
    await sql`
      UPDATE webhook_deliveries SET due_at = ${new Date(now.getTime() + MINUTE_MS)}
      WHERE account_id = ${accountId}
        AND webhook_id = ${webhookId}
        AND state = 'WAITING'
        AND due_at <= ${now}`.execute(trx);
  }
  // Later ones wait for it.
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
  return state;
}
