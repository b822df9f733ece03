import { sql } from "kysely";
import { may } from "#contract/access/access.ts";
import { definitionFor } from "#contract/kernel/definition-of.ts";
import {
  WEBHOOK_DELIVERY_STATE,
  WEBHOOK_EVENT,
  WEBHOOK_STATE,
  type Webhook,
  type WebhookDelivery,
  type WebhookDeliveryState,
  type WebhookEvent,
} from "#contract/webhooks/webhook.ts";
import type { AccountActor } from "#server/http/actor.ts";
import { notFound } from "#server/http/app-error.ts";
import type { Trx } from "#server/data/transaction.ts";

export interface WebhookRow {
  readonly id: number;
  readonly url: string;
  readonly events: WebhookEvent[];
  readonly is_active: boolean;
  readonly created_at: Date;
  readonly last_state: WebhookDeliveryState | null;
  readonly last_at: Date | null;
}

export interface DeliveryRow {
  readonly id: bigint;
  readonly webhook_id: number;
  readonly event: string;
  readonly data: string;
  readonly state: WebhookDeliveryState;
  readonly attempts: number;
  readonly status: number | null;
  readonly problem: string | null;
  readonly created_at: Date;
  readonly answered_at: Date | null;
  readonly due_at: Date;
}

export const selectWebhooks = (source = sql`webhooks`) => sql<WebhookRow>`
  SELECT w.id, w.url, w.events, w.is_active, w.created_at, d.state AS last_state,
    d.answered_at AS last_at
  FROM ${source} w
  LEFT JOIN LATERAL (SELECT state, answered_at
    FROM webhook_deliveries x
    WHERE x.account_id = w.account_id AND x.webhook_id = w.id AND x.answered_at IS NOT NULL
    ORDER BY x.id DESC
    LIMIT 1) d ON true`;
export const DELIVERY_COLUMNS = sql`
  id, webhook_id, event, data, state, attempts, status, problem, created_at, answered_at, due_at`;

/** @throws AppError `not_found` — absent or foreign. */
export async function loadWebhook(trx: Trx, actor: AccountActor, id: number): Promise<WebhookRow> {
  const { rows } = await sql<WebhookRow>`
      ${selectWebhooks()} WHERE w.account_id = ${actor.accountId} AND w.id = ${id}`.execute(trx);
  if (!rows[0]) throw notFound("Вебхук не найден");
  return rows[0];
}

export async function lockWebhook(trx: Trx, actor: AccountActor, id: number): Promise<WebhookRow> {
  await sql`
    SELECT 1 FROM webhooks WHERE account_id = ${actor.accountId} AND id = ${id} FOR UPDATE`.execute(
    trx,
  );
  return loadWebhook(trx, actor, id);
}

export function presentWebhook(row: WebhookRow, actor: AccountActor): Webhook {
  return {
    id: row.id,
    url: row.url,
    state: definitionFor(WEBHOOK_STATE, row.is_active ? "ACTIVE" : "OFF"),
    events: row.events.map((event) => definitionFor(WEBHOOK_EVENT, event)),
    createdAt: row.created_at.toISOString(),
    lastState: row.last_state && definitionFor(WEBHOOK_DELIVERY_STATE, row.last_state),
    lastAt: row.last_at?.toISOString() ?? null,
    permissions: { manage: may(actor, "settings.manage") },
  };
}

/** @param isActive - disabled ones allow no resend. */
export function presentDelivery(
  row: DeliveryRow,
  actor: AccountActor,
  isActive: boolean,
): WebhookDelivery {
  return {
    id: Number(row.id),
    webhookID: row.webhook_id,
    event: {
      id: row.event,
      title: (WEBHOOK_EVENT.titles as Readonly<Record<string, string>>)[row.event] ?? "Проверка",
    },
    state: definitionFor(WEBHOOK_DELIVERY_STATE, row.state),
    attemptsCount: row.attempts,
    status: row.status,
    problem: row.problem,
    body: bodyOf(row),
    createdAt: row.created_at.toISOString(),
    answeredAt: row.answered_at?.toISOString() ?? null,
    nextAt: row.state === "WAITING" ? row.due_at.toISOString() : null,
    permissions: { resend: isActive && isSettled(row) && may(actor, "settings.manage") },
  };
}

function isSettled({ state }: DeliveryRow): boolean {
  return state === "DELIVERED" || state === "FAILED";
}

/** The same bytes at every attempt. */
export function bodyOf({
  id,
  event,
  data,
  created_at: at,
}: Pick<DeliveryRow, "id" | "event" | "data" | "created_at">): string {
  return JSON.stringify({
    id: Number(id),
    event,
    at: at.toISOString(),
    data: JSON.parse(data) as unknown,
  });
}
