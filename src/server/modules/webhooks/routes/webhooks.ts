import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import { webhookEndpoints as endpoints } from "#contract/webhooks/webhook-endpoints.ts";
import {
  MOST_WEBHOOKS,
  WEBHOOK_DELIVERY_TRANSITIONS,
  WEBHOOK_EVENT,
  type WebhookEvent,
} from "#contract/webhooks/webhook.ts";
import type { AccountActor } from "#server/http/actor.ts";
import { conflict, invalid } from "#server/http/app-error.ts";
import { announce } from "#server/data/live.ts";
import type { Serve } from "#server/http/serve.ts";
import type { Trx } from "#server/data/transaction.ts";
import type { Platform } from "#server/platform.ts";
import {
  loadWebhook,
  lockWebhook,
  presentWebhook,
  selectWebhooks,
  type WebhookRow,
} from "../queries.ts";
import { transition } from "#server/data/transition.ts";
import { urlOf } from "../webhook-url.ts";

export function serveWebhooks(serve: Serve, { clock, secrets, webhookReceiver }: Platform): void {
  serve.list(endpoints.list, ({ actor }) => ({
    of: "w",
    from: sql`webhooks w`,
    where: [sql`w.account_id = ${actor.accountId}`],
    order: sql`w.id DESC`,
    select: (page) => selectWebhooks(page),
    present: (rows) => rows.map((row) => presentWebhook(row, actor)),
  }));

  serve(endpoints.info, async ({ actor, params, trx }) =>
    presentWebhook(await loadWebhook(trx, actor, params.id), actor),
  );

  serve(endpoints.create, async ({ actor, body, trx, audit }) => {
    const url = await freeUrl(trx, actor, urlOf(body.url, webhookReceiver), null);
    const secret = newSecret();
    const { rows } = await sql<{ id: number }>`
      INSERT INTO webhooks (account_id, url, events, secret, created_by, created_at)
      VALUES (${actor.accountId}, ${url}, ${eventsOf(body.events)}::text[], ${secrets.seal(secret)},
        ${actor.personId}, ${clock.now()})
      RETURNING id`.execute(trx);
    const row = await loadWebhook(trx, actor, rows[0]?.id as number);
    audit({ event: "webhook.created", object: objectOf(row), after: { url, events: row.events } });
    await announceWebhook(trx, actor, row.id);
    return { webhook: presentWebhook(row, actor), secret };
  });

  serve(endpoints.update, async ({ actor, params, body, trx, audit }) => {
    const before = await lockWebhook(trx, actor, params.id);
    const url = await freeUrl(trx, actor, urlOf(body.url, webhookReceiver), before.id);
    await sql`
      UPDATE webhooks
      SET url = ${url}, events = ${eventsOf(body.events)}::text[], is_active = ${body.isActive}
      WHERE account_id = ${actor.accountId} AND id = ${before.id}`.execute(trx);
    if (before.is_active && !body.isActive) {
      const giveUp = transition(WEBHOOK_DELIVERY_TRANSITIONS, "giveUp", "account");
      await sql`
        UPDATE webhook_deliveries
        SET ${giveUp.set}, answered_at = ${clock.now()}, status = NULL,
          problem = 'Вебхук выключен'
        WHERE account_id = ${actor.accountId}
          AND webhook_id = ${before.id}
          AND ${giveUp.from}`.execute(trx);
    }
    const after = await loadWebhook(trx, actor, before.id);
    audit({
      event: "webhook.updated",
      object: objectOf(after),
      before: snapshotOf(before),
      after: snapshotOf(after),
    });
    await announceWebhook(trx, actor, after.id);
    return presentWebhook(after, actor);
  });

  serve(endpoints.renewSecret, async ({ actor, params, trx, audit }) => {
    const row = await lockWebhook(trx, actor, params.id);
    const secret = newSecret();
    await sql`
      UPDATE webhooks
      SET secret = ${secrets.seal(secret)}
      WHERE account_id = ${actor.accountId} AND id = ${row.id}`.execute(trx);
    audit({ event: "webhook.secret_renewed", object: objectOf(row) });
    return { secret };
  });

  serve(endpoints.delete, async ({ actor, params, trx, audit }) => {
    const row = await loadWebhook(trx, actor, params.id);
    await sql`
      DELETE FROM webhooks WHERE account_id = ${actor.accountId} AND id = ${row.id}`.execute(trx);
    audit({ event: "webhook.deleted", object: objectOf(row), before: { url: row.url } });
    await announceWebhook(trx, actor, row.id);
    return { ok: true as const };
  });
}

/**
 * @param ownId - `null` for a new one.
 * @throws AppError `conflict` — too many; `invalid` — field `url`.
 */
async function freeUrl(
  trx: Trx,
  actor: AccountActor,
  url: string,
  ownId: number | null,
): Promise<string> {
  // Concurrent calls must not both take the last place.
  await sql`SELECT 1 FROM accounts WHERE id = ${actor.accountId} FOR NO KEY UPDATE`.execute(trx);
  const { rows: others } = await sql<{
    url: string;
  }>`
    SELECT url FROM webhooks WHERE account_id = ${actor.accountId} AND id IS DISTINCT FROM ${ownId}`.execute(
    trx,
  );
  if (others.length >= MOST_WEBHOOKS)
    throw conflict(`В компании уже ${MOST_WEBHOOKS} вебхуков. Удалите те, что не нужны`);
  if (others.some((one) => one.url === url)) throw invalid({ url: ["Такой адрес уже есть"] });
  return url;
}

function eventsOf(chosen: readonly WebhookEvent[]): WebhookEvent[] {
  return WEBHOOK_EVENT.definitions.map(({ id }) => id).filter((id) => chosen.includes(id));
}

const newSecret = () => `wh_${randomBytes(32).toString("base64url")}`;
const objectOf = ({ id, url }: WebhookRow) => ({ type: "webhook", id, title: url });
const snapshotOf = ({ url, events, is_active: isActive }: WebhookRow) => ({
  url,
  events,
  state: isActive ? "ACTIVE" : "OFF",
});

async function announceWebhook(trx: Trx, actor: AccountActor, id: number): Promise<void> {
  await announce(trx, { to: `account:${actor.accountId}`, resource: "webhooks", ids: [id] });
}
