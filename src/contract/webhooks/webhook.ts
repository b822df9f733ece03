import { Type } from "typebox";
import { defineEnumeration, type IdOf } from "#contract/kernel/define-enumeration.ts";
import { defineStates } from "#contract/kernel/define-states.ts";
import { definitionOf } from "#contract/kernel/definition-of.ts";
import { defineTransitions } from "#contract/kernel/define-transitions.ts";
import { nullable } from "#contract/kernel/fields.ts";
import { Id } from "#contract/values/ids.ts";
import { Instant } from "#contract/values/wire.ts";

/** Ids are ours, `object.verb`. */
export const WEBHOOK_EVENT = defineEnumeration({
  "job.published": "Задание опубликовано",
  "job.assigned": "У задания есть исполнитель",
  "job.canceled": "Задание отменено",
  "offer.changed": "Изменился отклик или его выполнение",
  "payout.sent": "Выплаты отправлены в банк",
  "payout.held": "Выплаты придержал банк",
  "payout.paid": "Выплаты дошли",
  "payout.failed": "Выплаты не прошли",
  "payout.canceled": "Выплаты отменены",
  "receipt.registered": "Чеки сформированы",
  "receipt.failed": "Чеки не сформированы",
  "receipt.annulled": "Чеки аннулированы",
  "registry.checked": "Реестр проверен",
  "registry.finished": "Реестр выполнен",
  "invoice.paid": "Счёт оплачен",
});
export type WebhookEvent = IdOf<typeof WEBHOOK_EVENT>;
/** «Проверить». */
export const WEBHOOK_TEST = "test";

/** `OFF`: nothing is written, waiting messages are given up; the test still works. */
export const WEBHOOK_STATE = defineStates({
  ACTIVE: { title: "Включён", tone: "good" },
  OFF: { title: "Выключен", tone: "neutral" },
});
export type WebhookState = IdOf<typeof WEBHOOK_STATE>;

export const WEBHOOK_DELIVERY_STATE = defineStates({
  WAITING: { title: "Ждёт отправки", tone: "progress" },
  SENDING: { title: "Отправляется", tone: "progress" },
  DELIVERED: { title: "Доставлено", tone: "good" },
  FAILED: { title: "Не доставлено", tone: "bad" },
});
export type WebhookDeliveryState = IdOf<typeof WEBHOOK_DELIVERY_STATE>;

export const WEBHOOK_DELIVERY_TRANSITIONS = defineTransitions(WEBHOOK_DELIVERY_STATE, {
  write: { from: [], to: ["WAITING"], actor: ["system"] },
  /** SENDING: takes over from a dead process. */
  take: { from: ["WAITING", "SENDING"], to: ["SENDING"], actor: ["system"] },
  answer: { from: ["SENDING"], to: ["DELIVERED", "WAITING", "FAILED"], actor: ["system"] },
  /** When switched off: a late response then finds nothing to store. */
  giveUp: { from: ["WAITING", "SENDING"], to: ["FAILED"], actor: ["account"] },
  resend: { from: ["DELIVERED", "FAILED"], to: ["WAITING"], actor: ["account"] },
});

export const MOST_WEBHOOKS = 10;
export const WEBHOOK_HOURS = 24;

export const Webhook = Type.Object({
  id: Id,
  url: Type.String(),
  state: definitionOf(WEBHOOK_STATE),
  events: Type.Array(definitionOf(WEBHOOK_EVENT)),
  createdAt: Instant,
  /** State of the newest answered delivery. */
  lastState: nullable(definitionOf(WEBHOOK_DELIVERY_STATE)),
  lastAt: nullable(Instant),
  permissions: Type.Object({ manage: Type.Boolean() }),
});
export type Webhook = Type.Static<typeof Webhook>;

/**
 * Body `{id, event, at, data}`, signed by `X-Signature: t=<unix>,v1=<HMAC-SHA256 of "t.body" in
 * hexadecimal>`.
 */
export const WebhookDelivery = Type.Object({
  id: Id,
  webhookID: Id,
  event: Type.Object({ id: Type.String(), title: Type.String() }),
  state: definitionOf(WEBHOOK_DELIVERY_STATE),
  attemptsCount: Type.Integer(),
  status: nullable(Type.Integer()),
  problem: nullable(Type.String()),
  /** Text exactly as signed. */
  body: Type.String(),
  createdAt: Instant,
  answeredAt: nullable(Instant),
  nextAt: nullable(Instant),
  permissions: Type.Object({ resend: Type.Boolean() }),
});
export type WebhookDelivery = Type.Static<typeof WebhookDelivery>;
