import { Type } from "typebox";
import { defineEnumeration, type IdOf } from "#contract/kernel/define-enumeration.ts";
import { definitionOf } from "#contract/kernel/definition-of.ts";
import { PAYOUT_KIND, TAX_PAYER } from "#contract/definitions/payment-types.ts";
import type { StateTone } from "#contract/kernel/state-tone.ts";
import { nullable } from "#contract/kernel/fields.ts";
import { Id } from "#contract/values/ids.ts";
import { CalendarDate, Instant, Rubles } from "#contract/values/wire.ts";
import { SMZ_STATE } from "./smz-states.ts";

/**
 * The bond with the tax service: request, granted rights, state. Source: `domain.md` §1.3, «Bind».
 */
export const FnsBinding = Type.Object({
  /** Id of the request in «Мой налог»; `POST /v1/workman/fns/check {id}` asks how it goes. */
  id: nullable(Type.String()),
  status: Type.Unsafe<"NONE" | "IN_PROGRESS" | "COMPLETED" | "FAILED">({
    type: "string",
    enum: ["NONE", "IN_PROGRESS", "COMPLETED", "FAILED"],
  }),
  smzState: definitionOf(SMZ_STATE),
  inn: nullable(Type.String()),
  /** Rights the worker has granted, in Russian, and those still missing. */
  grantedPermissions: Type.Array(Type.String()),
  missingPermissions: Type.Array(Type.String()),
  checkedAt: nullable(Instant),
  /**
   * Who pays the tax, and whether the platform may pay a part of it when the reserve is too small.
   * Source: `domain.md` §1.4, §2.3.
   */
  taxPayer: definitionOf(TAX_PAYER),
  isPartialTaxAllowed: Type.Boolean(),
});
export type FnsBinding = Type.Static<typeof FnsBinding>;

/**
 * Sums of the worker in the tax service, rubles. Source: specification §3, «Taxpayer account info».
 */
export const TaxpayerAccountInfo = Type.Object({
  bonusAmount: Rubles,
  unpaidAmount: Rubles,
  debtAmount: Rubles,
});

/** What became of the tax of a month. Source: `domain.md` §1.4. */
export const TAX_MONTH_STATE = defineEnumeration({
  FORECAST: "Прогноз",
  /** The month is over without an income: nothing to pay. */
  NO_INCOME: "Дохода не было",
  ACCRUED: "Начислен",
  PAID: "Уплачен",
  PARTIALLY_PAID: "Уплачен частично",
  REFUNDED: "Резерв возвращён",
});
export type TaxMonthState = IdOf<typeof TAX_MONTH_STATE>;
export const TAX_MONTH_TONES: Readonly<Record<TaxMonthState, StateTone>> = {
  FORECAST: "neutral",
  NO_INCOME: "neutral",
  ACCRUED: "progress",
  PAID: "good",
  PARTIALLY_PAID: "warning",
  REFUNDED: "warning",
};

/** Income and tax of one month. */
export const TaxMonth = Type.Object({
  year: Type.Integer(),
  monthNumber: Type.Integer(),
  income: Rubles,
  canceledIncome: Rubles,
  taxAmount: Rubles,
  bonusUsed: Rubles,
  reservedAmount: Rubles,
  paidAmount: Rubles,
  /** Debt and penalty of the payment document of this month; 0 while there is none. */
  debtAmount: Rubles,
  penaltyAmount: Rubles,
  dueDate: CalendarDate,
  state: definitionOf(TAX_MONTH_STATE),
});
export type TaxMonth = Type.Static<typeof TaxMonth>;

/** Taxes of a year with the law's limit. Source: `domain.md` §1.1. */
export const TaxYear = Type.Object({
  year: Type.Integer(),
  income: Rubles,
  limit: Rubles,
  items: Type.Array(TaxMonth),
});
export type TaxYear = Type.Static<typeof TaxYear>;

/**
 * What a worker gets for a sum: a forecast, for the tax service decides at the end of the month.
 */
export const Earning = Type.Object({
  amount: Rubles,
  /** Professional income tax of it; `null` for whoever pays another. */
  tax: nullable(Rubles),
  taxPayer: definitionOf(TAX_PAYER),
  /** What the bank is ordered to send. */
  arrives: Rubles,
  /** `null`: he has nowhere to be paid to yet. */
  payoutKind: nullable(definitionOf(PAYOUT_KIND)),
  /** The last digits of the card or the account it goes to. */
  destination: nullable(Type.String()),
  /**
   * The last day it may take when the result is accepted, and the act signed, on the day asked for.
   */
  arrivesBy: CalendarDate,
});
export type Earning = Type.Static<typeof Earning>;

/**
 * References of the tax service. Source: specification §9, «registration reference and income
 * reference».
 */
export const TAX_REFERENCE_TYPE = defineEnumeration({
  REGISTRATION: "Справка о постановке на учёт",
  INCOME: "Справка о доходах",
});
export type TaxReferenceType = IdOf<typeof TAX_REFERENCE_TYPE>;

export const TAX_REFERENCE_STATE = defineEnumeration({
  PROCESSING: "Готовится",
  READY: "Готова",
  FAILED: "Не получена",
});
export type TaxReferenceState = IdOf<typeof TAX_REFERENCE_STATE>;
export const TAX_REFERENCE_TONES: Readonly<Record<TaxReferenceState, StateTone>> = {
  PROCESSING: "progress",
  READY: "good",
  FAILED: "bad",
};

export const TaxReference = Type.Object({
  id: Id,
  type: definitionOf(TAX_REFERENCE_TYPE),
  year: Type.Integer(),
  state: definitionOf(TAX_REFERENCE_STATE),
  createdAt: Instant,
});
export type TaxReference = Type.Static<typeof TaxReference>;
