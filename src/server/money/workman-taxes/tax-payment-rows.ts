import { sql, type RawBuilder } from "kysely";
import { NOTICE_TYPES, type NoticeName } from "#contract/notices/notice-types.ts";
import { addDays, moscowDate } from "#contract/values/calendar-date.ts";
import { kopecksToRubles } from "#contract/values/money.ts";
import { writeAudit } from "#server/modules/audit-log/index.ts";
import { announce } from "#server/data/live.ts";
import type { Versioned } from "#server/money/bank-orders/index.ts";
import type { Claim } from "#server/work/item-task.ts";
import type { Trx } from "#server/data/transaction.ts";
import type { Platform } from "#server/platform.ts";

type TaxOutcome =
  | "PAID"
  | "PARTIALLY_PAID"
  | "REFUNDED_WITHOUT_REQUEST"
  | "REFUNDED_WITH_REQUEST"
  | "REFUNDED_INSUFFICIENT_FUNDS"
  | "REFUNDED_NO_DOCUMENTS";

/** One worker's month. */
export interface TaxPaymentRow extends Versioned {
  readonly id: bigint;
  readonly workman_id: number;
  readonly person_id: number;
  readonly inn: string;
  readonly name: string;
  readonly period: string;
  readonly state: "DUE" | "ORDERED" | "SENT" | "PAID" | "REFUNDED";
  readonly outcome: TaxOutcome | null;
  readonly reserved_kopecks: bigint;
  readonly requested_kopecks: bigint;
  readonly tax_kopecks: bigint;
  readonly debt_kopecks: bigint;
  readonly penalty_kopecks: bigint;
  readonly paid_kopecks: bigint;
  readonly uin: string | null;
  readonly attempt: number;
  readonly sent_at: Date | null;
  /** From the wallet. */
  readonly topped_up_kopecks: bigint;
  readonly partial_tax_allowed: boolean;
  readonly tax_top_up_allowed: boolean;
  /** From «Мой налог», as the lease finds it. */
  readonly is_unbound: boolean;
}

export async function leaseDue(
  { db }: Platform,
  condition: RawBuilder<unknown>,
  { at, until, limit }: Pick<Claim, "at" | "until" | "limit">,
): Promise<TaxPaymentRow[]> {
  const { rows } = await sql<TaxPaymentRow>`
    UPDATE tax_payments t SET due_at = ${until} FROM workmen w
    WHERE t.id = ANY (ARRAY(SELECT id
      FROM tax_payments
      WHERE due_at <= ${at} AND ${condition}
      ORDER BY due_at, id
      LIMIT ${limit}
      FOR UPDATE SKIP LOCKED))
      AND w.id = t.workman_id
    RETURNING t.*, t.xmin::text AS row_version, w.person_id, coalesce(w.inn, '') AS inn,
      concat_ws(' ', w.last_name, w.first_name, w.middle_name) AS name, w.partial_tax_allowed,
      w.tax_top_up_allowed,
      EXISTS (SELECT FROM tax_bindings b
        WHERE b.workman_id = w.id AND b.status = 'NONE') AS is_unbound`.execute(db);
  return rows;
}

/** The 12th and the 25th of the next month. Source: `domain.md` §1.4. */
export function payingDays(period: string): { readonly first: string; readonly last: string } {
  const month = nextMonth(period);
  return { first: `${month}-12`, last: `${month}-25` };
}

/** @param period - yyyyMM, or what the tax service calls it. */
export function taxPurpose(period: string, inn: string): string {
  const month = /^\d{6}$/.test(period) ? `${period.slice(4)}.${period.slice(0, 4)}` : period;
  return `Налог на профессиональный доход за ${month}, ИНН ${inn}`;
}

/** Until the end of the next month. */
export function mayBeAccrued(period: string, at: Date): boolean {
  return moscowDate(at).slice(0, 7) <= nextMonth(period);
}

function nextMonth(period: string): string {
  return addDays(`${period.slice(0, 4)}-${period.slice(4)}-01`, 31).slice(0, 7);
}

/** 06:00 Moscow time, after the tax service's nightly work. */
export function nextMorning(at: Date): Date {
  return new Date(`${addDays(moscowDate(at), 1)}T06:00:00+03:00`);
}

const NOTICES: Readonly<Record<TaxOutcome, NoticeName>> = {
  PAID: "TaxPaymentPaid",
  PARTIALLY_PAID: "TaxPaymentPartiallyPaid",
  REFUNDED_WITHOUT_REQUEST: "TaxPaymentRefundedWithoutRequest",
  REFUNDED_WITH_REQUEST: "TaxPaymentRefundedWithRequest",
  REFUNDED_INSUFFICIENT_FUNDS: "TaxPaymentRefundedInsufficientFunds",
  REFUNDED_NO_DOCUMENTS: "TaxPaymentRefundedNoDocuments",
};

interface TaxResult extends Pick<TaxPaymentRow, "id" | "workman_id" | "person_id" | "period"> {
  readonly outcome: TaxOutcome;
  /** Paid or returned, kopecks. */
  readonly amount: bigint;
  readonly requested: bigint;
  readonly tax: bigint;
  readonly debt: bigint;
  readonly penalty: bigint;
  /** From the wallet. */
  readonly toppedUp: bigint;
}

export async function notifyOfTax(
  platform: Platform,
  trx: Trx,
  result: TaxResult,
  at: Date,
): Promise<void> {
  const resource = {
    amount: kopecksToRubles(result.amount),
    monthNumber: Number(result.period.slice(4)),
    requestedAmount: kopecksToRubles(result.requested),
    taxAmount: kopecksToRubles(result.tax),
    debtAmount: kopecksToRubles(result.debt),
    penaltyAmount: kopecksToRubles(result.penalty),
    ...(result.toppedUp > 0n ? { walletAmount: kopecksToRubles(result.toppedUp) } : {}),
  };
  await platform.events.publish(trx, "notice.wanted", {
    personId: result.person_id,
    accountId: null,
    type: NOTICE_TYPES[NOTICES[result.outcome]].id,
    resource,
    at,
  });
  await announce(trx, { to: `person:${result.person_id}`, resource: "workman-taxes" });
  const isPaid = result.outcome === "PAID" || result.outcome === "PARTIALLY_PAID";
  const object = {
    type: "tax-payment",
    id: Number(result.id),
    title: `Налог за ${result.period.slice(4)}.${result.period.slice(0, 4)}`,
  };
  await writeAudit(
    trx,
    { type: "system", name: "Уплата налогов" },
    null,
    {
      event: isPaid ? "tax.paid" : "tax.refunded",
      object,
      after: { outcome: result.outcome, amount: resource.amount, workmanId: result.workman_id },
    },
    at,
  );
}
