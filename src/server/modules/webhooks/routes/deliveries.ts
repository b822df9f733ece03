import { sql } from "kysely";
import { webhookEndpoints as endpoints } from "#contract/webhooks/webhook-endpoints.ts";
import {
  WEBHOOK_DELIVERY_TRANSITIONS,
  WEBHOOK_HOURS,
  WEBHOOK_TEST,
} from "#contract/webhooks/webhook.ts";
import { conflict, notFound } from "#server/http/app-error.ts";
import { announce } from "#server/data/live.ts";
import { endOfMoscowDay, startOfMoscowDay } from "#server/data/moscow-day.ts";
import { transition } from "#server/data/transition.ts";
import { olderThan } from "#server/http/paging.ts";
import type { Serve } from "#server/http/serve.ts";
import type { Platform } from "#server/platform.ts";
import {
  DELIVERY_COLUMNS,
  loadWebhook,
  lockWebhook,
  presentDelivery,
  type DeliveryRow,
} from "../queries.ts";

const HOUR_MS = 3_600_000;

export function serveDeliveries(serve: Serve, { clock }: Platform): void {
  serve(endpoints.test, async ({ actor, params, trx, audit }) => {
    const row = await lockWebhook(trx, actor, params.id);
    const now = clock.now();
    // One attempt; the person may repeat.
    const { rows } = await sql<DeliveryRow>`
      INSERT INTO webhook_deliveries (account_id, webhook_id, event, data, due_at, until,
        created_at)
      VALUES (${actor.accountId}, ${row.id}, ${WEBHOOK_TEST}, '{}', ${now}, ${now}, ${now})
      RETURNING ${DELIVERY_COLUMNS}`.execute(trx);
    audit({ event: "webhook.tested", object: { type: "webhook", id: row.id, title: row.url } });
    await announce(trx, { to: `account:${actor.accountId}`, resource: "webhooks", ids: [row.id] });
    return presentDelivery(rows[0] as DeliveryRow, actor, row.is_active);
  });

  serve.list(endpoints.deliveries, async ({ actor, params, query, trx }) => {
    const { is_active: isActive } = await loadWebhook(trx, actor, params.id);
    const where = [
      sql`d.account_id = ${actor.accountId} AND d.webhook_id = ${params.id}`,
      ...olderThan(query, sql`d.created_at`),
    ];
    if (query.events?.length) where.push(sql`d.event = ANY (${query.events}::text[])`);
    if (query.states?.length) where.push(sql`d.state = ANY (${query.states}::text[])`);
    if (query.periodStart !== undefined)
      where.push(sql`d.created_at >= ${startOfMoscowDay(query.periodStart)}`);
    if (query.periodEnd !== undefined)
      where.push(sql`d.created_at < ${endOfMoscowDay(query.periodEnd)}`);
    return {
      of: "d",
      from: sql`webhook_deliveries d`,
      where,
      order: sql`d.id DESC`,
      select: (page) => sql<DeliveryRow>`SELECT ${DELIVERY_COLUMNS} FROM ${page} d`,
      present: (rows) => rows.map((row) => presentDelivery(row, actor, isActive)),
    };
  });

  serve(endpoints.resend, async ({ actor, params, trx, audit }) => {
    const now = clock.now();
    const { rows: known } = await sql<{
      webhook_id: number;
    }>`
      SELECT webhook_id
      FROM webhook_deliveries
      WHERE account_id = ${actor.accountId} AND id = ${params.id}`.execute(trx);
    if (!known[0]) throw notFound("Сообщение не найдено");
    // Lock order: the webhook first.
    const webhook = await lockWebhook(trx, actor, known[0].webhook_id);
    if (!webhook.is_active)
      throw conflict("Вебхук выключен. Включите его, чтобы отправить сообщение");
    const again = transition(WEBHOOK_DELIVERY_TRANSITIONS, "resend", "account");
    const { rows } = await sql<DeliveryRow>`
      UPDATE webhook_deliveries
      SET ${again.set}, attempts = 0, due_at = ${now},
        until = ${new Date(now.getTime() + WEBHOOK_HOURS * HOUR_MS)}, problem = NULL, status = NULL
      WHERE account_id = ${actor.accountId}
        AND id = ${params.id}
        AND ${again.from}
      RETURNING ${DELIVERY_COLUMNS}`.execute(trx);
    if (!rows[0]) throw conflict("Сообщение ещё отправляется. Дождитесь ответа");
    audit({
      event: "webhook.resent",
      object: { type: "webhook", id: webhook.id, title: webhook.url },
    });
    await announce(trx, {
      to: `account:${actor.accountId}`,
      resource: "webhooks",
      ids: [webhook.id],
    });
    return presentDelivery(rows[0], actor, webhook.is_active);
  });
}
