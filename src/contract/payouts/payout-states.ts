import { defineEnumeration, type IdOf } from "#contract/kernel/define-enumeration.ts";
import type { StateTone } from "#contract/kernel/state-tone.ts";
import { defineTransitions } from "#contract/kernel/define-transitions.ts";

/** Hold → act → receipt → bank order. Source: `domain.md` §2.6. */
export const PAYOUT_STATE = defineEnumeration({
  NEW: "Создана",
  HELD: "Средства заморожены",
  ACT_PENDING: "Ожидает подписания акта",
  RECEIPT_PENDING: "Формируется чек",
  /** Ours: the money stays reserved until a person decides. */
  RECEIPT_FAILED: "Чек не сформирован",
  READY: "Готова к отправке",
  SCHEDULED: "Запланирована",
  SENT: "Отправлена в банк",
  /** Ours: suspected fraud; the bank pays or refuses when told. */
  BANK_HELD: "Придержал банк",
  PAID: "Выплачено",
  RETURNED: "Возвращена банком",
  FAILED: "Не отправлена",
  CANCELED: "Отменена",
});
export type PayoutState = IdOf<typeof PAYOUT_STATE>;

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
  BANK_HELD: "warning",
  PAID: "good",
  RETURNED: "bad",
  FAILED: "bad",
  CANCELED: "neutral",
};

/** A person must decide first. */
export const PAYOUTS_NOT_ARRIVED: readonly PayoutState[] = ["RECEIPT_FAILED", "RETURNED", "FAILED"];

/** Payouts held by the bank get no arrival day. */
export const PAYOUTS_ON_THE_WAY: readonly PayoutState[] = [
  "RECEIPT_PENDING",
  "READY",
  "SCHEDULED",
  "SENT",
  "BANK_HELD",
];
/** The ledger has paid the workman and the platform. */
export const PAYOUTS_EARNED: readonly PayoutState[] = [
  "READY",
  "SCHEDULED",
  "SENT",
  "BANK_HELD",
  "PAID",
  "RETURNED",
  "FAILED",
];
/** Source: `domain.md` §1.6. */
export const PAYOUT_WORKING_DAYS = 3;

/** FAILED is ours: the bank may refuse an order before accepting it. Source: `domain.md` §2.6. */
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
  bankHold: { from: ["READY", "SENT"], to: ["BANK_HELD"], actor: ["system"] },
  bankRelease: { from: ["BANK_HELD"], to: ["SENT"], actor: ["system"] },
  fail: { from: ["SENT", "BANK_HELD"], to: ["FAILED"], actor: ["system"] },
  pay: { from: ["SENT", "BANK_HELD"], to: ["PAID"], actor: ["system"] },
  /** After PAID within `LATE_RETURN_DAYS`. */
  return: { from: ["SENT", "BANK_HELD", "PAID"], to: ["RETURNED"], actor: ["system"] },
  retry: { from: ["RETURNED", "FAILED"], to: ["READY"], actor: ["workman", "account"] },
  giveUp: { from: ["RECEIPT_FAILED", "RETURNED", "FAILED"], to: ["CANCELED"], actor: ["account"] },
  /** First the bank is asked whether it has the order. */
  cancel: { from: ["RECEIPT_PENDING", "READY", "SCHEDULED"], to: ["CANCELED"], actor: ["account"] },
});

/** Time for a bank to return paid money. */
export const LATE_RETURN_DAYS = 10;

/** Source: `domain.md` §2.6. */
export const MAX_PAYOUT_TRIES = 5;
