import type { IdOf } from "#contract/kernel/define-enumeration.ts";
import { defineStates } from "#contract/kernel/define-states.ts";
import { defineTransitions } from "#contract/kernel/define-transitions.ts";

/** Hold → act → receipt → bank order. Source: `domain.md` §2.6. */
export const PAYOUT_STATE = defineStates({
  NEW: { title: "Создана", tone: "neutral" },
  HELD: { title: "Средства заморожены", tone: "progress", short: "Деньги заморожены" },
  ACT_PENDING: { title: "Ожидает подписания акта", tone: "warning", short: "Ждёт подписи акта" },
  RECEIPT_PENDING: { title: "Формируется чек", tone: "progress" },
  /** Ours: the money stays frozen until a person decides. */
  RECEIPT_FAILED: { title: "Чек не сформирован", tone: "bad" },
  READY: { title: "Готова к отправке", tone: "progress" },
  SENT: { title: "Отправлена в банк", tone: "progress" },
  /** Ours: signs of a transfer without consent; the bank pays or refuses when told. */
  BANK_HELD: { title: "Придержал банк", tone: "warning" },
  PAID: { title: "Выплачено", tone: "good" },
  RETURNED: { title: "Возвращена банком", tone: "bad" },
  FAILED: { title: "Не отправлена", tone: "bad" },
  CANCELED: { title: "Отменена", tone: "neutral" },
});
export type PayoutState = IdOf<typeof PAYOUT_STATE>;

/** Somebody has to decide before the money goes anywhere. */
export const PAYOUTS_NOT_ARRIVED: readonly PayoutState[] = ["RECEIPT_FAILED", "RETURNED", "FAILED"];

/** The worker's by the ledger, and not arrived. */
export const PAYOUTS_ON_THE_WAY: readonly PayoutState[] = ["READY", "SENT", "BANK_HELD"];
/** An arrival day is promised. */
export const PAYOUTS_PROMISED: readonly PayoutState[] = ["RECEIPT_PENDING", "READY", "SENT"];
/** The ledger has given the pay to the workman and the commission to the platform. */
export const PAYOUTS_EARNED: readonly PayoutState[] = [
  "READY",
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
  /** Also while its answer is awaited. */
  send: { from: ["READY", "SENT"], to: ["SENT"], actor: ["system"] },
  bankHold: { from: ["READY", "SENT", "BANK_HELD"], to: ["BANK_HELD"], actor: ["system"] },
  bankRelease: { from: ["BANK_HELD"], to: ["SENT"], actor: ["system"] },
  /** From READY: the bank's first word is its last, or no order can be made. */
  fail: { from: ["READY", "SENT", "BANK_HELD"], to: ["FAILED"], actor: ["system"] },
  pay: { from: ["READY", "SENT", "BANK_HELD"], to: ["PAID"], actor: ["system"] },
  /** After PAID within `LATE_RETURN_DAYS`. */
  return: { from: ["READY", "SENT", "BANK_HELD", "PAID"], to: ["RETURNED"], actor: ["system"] },
  retry: { from: ["RETURNED", "FAILED"], to: ["READY"], actor: ["workman", "account"] },
  giveUp: { from: ["RECEIPT_FAILED", "RETURNED", "FAILED"], to: ["CANCELED"], actor: ["account"] },
  /** First the bank is asked whether it has the order. */
  cancel: { from: ["RECEIPT_PENDING", "READY"], to: ["CANCELED"], actor: ["account"] },
});

/** Time for a bank to return paid money. */
export const LATE_RETURN_DAYS = 10;

/** Source: `domain.md` §2.6. */
export const MAX_PAYOUT_TRIES = 5;

/** A refused receipt is sent again without a limit. */
export function areTriesOver(state: PayoutState, triesCount: number): boolean {
  return state !== "RECEIPT_FAILED" && triesCount > MAX_PAYOUT_TRIES;
}
