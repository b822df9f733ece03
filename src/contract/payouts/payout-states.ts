import { defineEnumeration, type IdOf } from "#contract/kernel/define-enumeration.ts";
import type { StateTone } from "#contract/kernel/state-tone.ts";
import { defineTransitions } from "#contract/kernel/define-transitions.ts";

/**
 * States of one payment to a worker: hold → act → receipt → bank order. Source: `domain.md` §2.6.
 */
export const PAYOUT_STATE = defineEnumeration({
  NEW: "Создана",
  HELD: "Средства заморожены",
  ACT_PENDING: "Ожидает подписания акта",
  RECEIPT_PENDING: "Формируется чек",
  /**
   * Ours: the tax service has refused the receipt, the money stays frozen until a person decides.
   */
  RECEIPT_FAILED: "Чек не сформирован",
  READY: "Готова к отправке",
  SCHEDULED: "Запланирована",
  SENT: "Отправлена в банк",
  PAID: "Выплачено",
  RETURNED: "Возвращена банком",
  FAILED: "Не отправлена",
  CANCELED: "Отменена",
});
export type PayoutState = IdOf<typeof PAYOUT_STATE>;

/** How each state is drawn. */
/** The longest titles in fewer words, for lists. */
export const PAYOUT_SHORT_TITLES: Partial<Record<PayoutState, string>> = {
  HELD: "Деньги заморожены",
  ACT_PENDING: "Ждёт подписи акта",
};

export const PAYOUT_TONES: Readonly<Record<PayoutState, StateTone>> = {
  NEW: "neutral",
  HELD: "progress",
  ACT_PENDING: "warning",
  RECEIPT_PENDING: "progress",
  RECEIPT_FAILED: "bad",
  READY: "progress",
  SCHEDULED: "progress",
  SENT: "progress",
  PAID: "good",
  RETURNED: "bad",
  FAILED: "bad",
  CANCELED: "neutral",
};

/** On the way to the worker: he is promised a day. */
export const PAYOUTS_ON_THE_WAY: readonly PayoutState[] = [
  "RECEIPT_PENDING",
  "READY",
  "SCHEDULED",
  "SENT",
];
/** The bank's part of it, in working days. Source: `domain.md` §1.6. */
export const PAYOUT_WORKING_DAYS = 3;

/**
 * Life of a payout. Source: `domain.md` §2.6; a refused order (FAILED) is ours: the bank may refuse
 * before it accepts.
 */
export const PAYOUT_TRANSITIONS = defineTransitions(PAYOUT_STATE, {
  create: { from: [], to: ["NEW"], actor: ["system", "account"] },
  hold: { from: ["NEW"], to: ["HELD"], actor: ["system"] },
  requireAct: { from: ["HELD"], to: ["ACT_PENDING"], actor: ["system"] },
  skipAct: { from: ["HELD"], to: ["RECEIPT_PENDING"], actor: ["system"] },
  signAct: { from: ["ACT_PENDING"], to: ["RECEIPT_PENDING"], actor: ["workman", "system"] },
  rejectAct: { from: ["ACT_PENDING"], to: ["CANCELED"], actor: ["workman"] },
  registerReceipt: { from: ["RECEIPT_PENDING"], to: ["READY"], actor: ["system"] },
  refuseReceipt: { from: ["RECEIPT_PENDING"], to: ["RECEIPT_FAILED"], actor: ["system"] },
  retryReceipt: { from: ["RECEIPT_FAILED"], to: ["RECEIPT_PENDING"], actor: ["account"] },
  schedule: { from: ["READY"], to: ["SCHEDULED"], actor: ["system", "account"] },
  send: { from: ["READY", "SCHEDULED"], to: ["SENT"], actor: ["system"] },
  fail: { from: ["SENT"], to: ["FAILED"], actor: ["system"] },
  pay: { from: ["SENT"], to: ["PAID"], actor: ["system"] },
  /** A bank may return money up to ten days after it said «paid». */
  return: { from: ["SENT", "PAID"], to: ["RETURNED"], actor: ["system"] },
  retry: { from: ["RETURNED", "FAILED"], to: ["READY"], actor: ["workman", "account"] },
  giveUp: { from: ["RECEIPT_FAILED", "RETURNED", "FAILED"], to: ["CANCELED"], actor: ["account"] },
  /** Whether its order has left is asked of the bank beside the state. */
  cancel: { from: ["RECEIPT_PENDING", "READY", "SCHEDULED"], to: ["CANCELED"], actor: ["account"] },
});

/** A returned payout may be tried again this many times. Source: `domain.md` §2.6. */
export const MAX_PAYOUT_TRIES = 5;
