import { randomBytes } from "node:crypto";
import { isIP } from "node:net";
import { sql } from "kysely";
import { roleHas } from "#contract/access/role-permissions.ts";
import { definitionFor } from "#contract/definitions/definition-of.ts";
import { webhookEndpoints as endpoints } from "#contract/webhooks/webhook-endpoints.ts";
import { MOST_WEBHOOKS, WEBHOOK_DELIVERY_STATE, WEBHOOK_EVENT, WEBHOOK_HOURS, WEBHOOK_TEST, type Webhook, type WebhookDelivery, type WebhookDeliveryState, type WebhookEvent } from "#contract/webhooks/webhook.ts";
import type { AccountActor } from "#server/platform/actor.ts";
import { conflict, invalid, notFound } from "#server/platform/app-error.ts";
import { announce } from "#server/platform/live.ts";
import { isOpenAddress, PRIVATE_ADDRESS } from "#server/platform/open-address.ts";
import { pageOf } from "#server/platform/paging.ts";
import type { Serve } from "#server/platform/serve.ts";
import type { Trx } from "#server/platform/transaction.ts";
import type { WebhookDependencies } from "./dependencies.ts";

const HOUR_MS = 3_600_000;

interface WebhookRow {
  readonly id: number;
  readonly url: string;
  readonly events: WebhookEvent[];
  readonly created_at: Date;
  readonly last_state: WebhookDeliveryState | null;
  readonly last_at: Date | null;
}

interface DeliveryRow {
  readonly id: bigint;
  readonly webhook_id: number;
  readonly event: string;
  readonly state: WebhookDeliveryState;
  readonly attempts: number;
  readonly status: number | null;
  readonly problem: string | null;
  readonly created_at: Date;
  readonly answered_at: Date | null;
  readonly due_at: Date;
}

const SELECT_WEBHOOK = sql`
  SELECT w.id, w.url, w.events, w.created_at, d.state AS last_state, d.answered_at AS last_at FROM webhooks w
  LEFT JOIN LATERAL (SELECT state, answered_at FROM webhook_deliveries x WHERE x.account_id = w.account_id AND x.webhook_id = w.id AND x.answered_at IS NOT NULL ORDER BY x.id DESC LIMIT 1) d ON true`;
const DELIVERY_COLUMNS = sql`id, webhook_id, event, state, attempts, status, problem, created_at, answered_at, due_at`;

/** Addresses a company is told at, the log of what was told, and sending it again. */
export function serveWebhooks(serve: Serve, { clock, secrets }: WebhookDependencies): void {
  serve(endpoints.list, async ({ actor, query, trx }) => {
    const page = pageOf(query);
    const { rows } = await sql<WebhookRow>`${SELECT_WEBHOOK} WHERE w.account_id = ${actor.accountId} ORDER BY w.id DESC LIMIT ${page.limit} OFFSET ${page.offset}`.execute(trx);
    const count = await sql<{ total: bigint }>`SELECT count(*) AS total FROM webhooks WHERE account_id = ${actor.accountId}`.execute(trx);
    return { items: rows.map(presentWebhook), meta: page.metaOf(count.rows[0]?.total ?? 0n) };
  });

  serve(endpoints.create, async ({ actor, body, trx, audit }) => {
    const url = urlOf(body.url);
    await sql`SELECT 1 FROM accounts WHERE id = ${actor.accountId} FOR NO KEY UPDATE`.execute(trx);
    const { rows: kept } = await sql<{ url: string }>`SELECT url FROM webhooks WHERE account_id = ${actor.accountId}`.execute(trx);
    if (kept.length >= MOST_WEBHOOKS) throw conflict(`В компании уже ${MOST_WEBHOOKS} вебхуков. Удалите те, что не нужны`);
    if (kept.some((one) => one.url === url)) throw invalid({ url: ["Такой адрес уже есть"] });
    const secret = `wh_${randomBytes(32).toString("base64url")}`;
    const { rows } = await sql<{ id: number }>`
      INSERT INTO webhooks (account_id, url, events, secret, created_by, created_at)
      VALUES (${actor.accountId}, ${url}, ${[...new Set(body.events)]}::text[], ${secrets.seal(secret)}, ${actor.personId}, ${clock.now()}) RETURNING id`.execute(trx);
    const row = await loadWebhook(trx, actor, rows[0]?.id as number);
    audit({ event: "webhook.created", object: objectOf(row), after: { url, events: row.events } });
    await announce(trx, { to: `account:${actor.accountId}`, resource: "webhooks", ids: [row.id] });
    return { webhook: presentWebhook(row), secret };
  });

  serve(endpoints.delete, async ({ actor, params, trx, audit }) => {
    const row = await loadWebhook(trx, actor, params.id);
    await sql`DELETE FROM webhooks WHERE account_id = ${actor.accountId} AND id = ${row.id}`.execute(trx);
    audit({ event: "webhook.deleted", object: objectOf(row), before: { url: row.url } });
    await announce(trx, { to: `account:${actor.accountId}`, resource: "webhooks", ids: [row.id] });
    return { ok: true as const };
  });

  serve(endpoints.test, async ({ actor, params, trx, audit }) => {
    const row = await loadWebhook(trx, actor, params.id);
    const now = clock.now();
    const { rows } = await sql<DeliveryRow>`
      INSERT INTO webhook_deliveries (account_id, webhook_id, event, data, due_at, until, created_at)
      VALUES (${actor.accountId}, ${row.id}, ${WEBHOOK_TEST}, '{}', ${now}, ${now}, ${now}) RETURNING ${DELIVERY_COLUMNS}`.execute(trx);
    audit({ event: "webhook.tested", object: objectOf(row) });
    return presentDelivery(rows[0] as DeliveryRow, actor);
  });

  serve(endpoints.deliveries, async ({ actor, params, query, trx }) => {
    await loadWebhook(trx, actor, params.id);
    const page = pageOf(query);
    const where = sql`account_id = ${actor.accountId} AND webhook_id = ${params.id}`;
    const { rows } = await sql<DeliveryRow>`SELECT ${DELIVERY_COLUMNS} FROM webhook_deliveries WHERE ${where} ORDER BY id DESC LIMIT ${page.limit} OFFSET ${page.offset}`.execute(trx);
    const count = await sql<{ total: bigint }>`SELECT count(*) AS total FROM webhook_deliveries WHERE ${where}`.execute(trx);
    return { items: rows.map((row) => presentDelivery(row, actor)), meta: page.metaOf(count.rows[0]?.total ?? 0n) };
  });

  serve(endpoints.resend, async ({ actor, params, trx, audit }) => {
    const now = clock.now();
    const { rows: found } = await sql<DeliveryRow>`SELECT ${DELIVERY_COLUMNS} FROM webhook_deliveries WHERE account_id = ${actor.accountId} AND id = ${params.id} FOR UPDATE`.execute(trx);
    if (!found[0]) throw notFound("Сообщение не найдено");
    if (!isSettled(found[0])) throw conflict("Сообщение ещё отправляется. Дождитесь ответа");
    const { rows } = await sql<DeliveryRow>`
      UPDATE webhook_deliveries SET state = 'WAITING', attempts = 0, due_at = ${now}, until = ${new Date(now.getTime() + WEBHOOK_HOURS * HOUR_MS)}, problem = NULL, status = NULL
      WHERE account_id = ${actor.accountId} AND id = ${params.id} RETURNING ${DELIVERY_COLUMNS}`.execute(trx);
    audit({ event: "webhook.resent", object: { type: "webhook", id: found[0].webhook_id } });
    await announce(trx, { to: `account:${actor.accountId}`, resource: "webhooks", ids: [found[0].webhook_id] });
    return presentDelivery(rows[0] as DeliveryRow, actor);
  });
}

function objectOf({ id, url }: WebhookRow) {
  return { type: "webhook", id, title: url };
}

/** Tells at once what the receiver would tell later. @throws AppError `invalid` on `url`. */
function urlOf(text: string): string {
  let url: URL;
  try {
    url = new URL(text.trim());
  } catch {
    throw invalid({ url: ["Это не адрес. Пример: https://erp.company.ru/webhooks"] });
  }
  const host = url.hostname.replace(/^\[|\]$/g, "");
  if (url.protocol !== "https:") throw invalid({ url: ["Нужен адрес https: сообщения не должны идти открытым текстом"] });
  if (url.username !== "" || url.password !== "") throw invalid({ url: ["Уберите имя и пароль из адреса: сообщения подписаны секретом"] });
  if ((isIP(host) !== 0 && !isOpenAddress(host)) || host === "localhost" || !/[.:]/.test(host)) throw invalid({ url: [PRIVATE_ADDRESS] });
  return url.href;
}

/** @throws AppError `not_found` for another company's as for none. */
async function loadWebhook(trx: Trx, actor: AccountActor, id: number): Promise<WebhookRow> {
  const { rows } = await sql<WebhookRow>`${SELECT_WEBHOOK} WHERE w.account_id = ${actor.accountId} AND w.id = ${id}`.execute(trx);
  if (!rows[0]) throw notFound("Вебхук не найден");
  return rows[0];
}

function presentWebhook(row: WebhookRow): Webhook {
  return {
    id: row.id,
    url: row.url,
    events: row.events.map((event) => definitionFor(WEBHOOK_EVENT, event)),
    createdAt: row.created_at.toISOString(),
    lastState: row.last_state && definitionFor(WEBHOOK_DELIVERY_STATE, row.last_state),
    lastAt: row.last_at?.toISOString() ?? null,
  };
}

function presentDelivery(row: DeliveryRow, actor: AccountActor): WebhookDelivery {
  return {
    id: Number(row.id),
    webhookID: row.webhook_id,
    event: { id: row.event, title: (WEBHOOK_EVENT.titles as Readonly<Record<string, string>>)[row.event] ?? "Проверка" },
    state: definitionFor(WEBHOOK_DELIVERY_STATE, row.state),
    attemptsCount: row.attempts,
    status: row.status,
    problem: row.problem,
    createdAt: row.created_at.toISOString(),
    answeredAt: row.answered_at?.toISOString() ?? null,
    nextAt: row.state === "WAITING" ? row.due_at.toISOString() : null,
    permissions: { resend: isSettled(row) && roleHas(actor.role, "settings.manage") },
  };
}

function isSettled({ state }: DeliveryRow): boolean {
  return state === "DELIVERED" || state === "FAILED";
}
