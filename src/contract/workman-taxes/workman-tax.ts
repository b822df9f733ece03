import { Type } from "typebox";
import { defineEnumeration, type IdOf } from "#contract/kernel/define-enumeration.ts";
import { defineStates } from "#contract/kernel/define-states.ts";
import { defineTransitions } from "#contract/kernel/define-transitions.ts";
import { definitionOf } from "#contract/kernel/definition-of.ts";
import { PAYOUT_KIND, TAX_PAYER } from "#contract/definitions/payment-types.ts";
import { nullable } from "#contract/kernel/fields.ts";
import { Id } from "#contract/values/ids.ts";
import { CalendarDate, Instant, Rubles } from "#contract/values/wire.ts";
import { TAX_BINDING_STATUSES, type TaxBindingStatus } from "./tax-binding-states.ts";
import { SMZ_STATE } from "./smz-states.ts";

/** Source: `domain.md` §1.3, «Bind». */
export const FnsBinding = Type.Object({
  /** `POST /v1/workman/fns/check {id}` polls it. */
  id: nullable(Type.String()),
  status: Type.Unsafe<TaxBindingStatus>({ type: "string", enum: TAX_BINDING_STATUSES }),
  smzState: definitionOf(SMZ_STATE),
  inn: nullable(Type.String()),
  /** Titles. */
  grantedPermissions: Type.Array(Type.String()),
  missingPermissions: Type.Array(Type.String()),
  checkedAt: nullable(Instant),
  /**
   * With permission to pay a part, or to add up to 100 ₽ of the wallet, when the reserve is too
   * small. Source: `domain.md` §1.4, §2.3.
   */
  taxPayer: definitionOf(TAX_PAYER),
  isPartialTaxAllowed: Type.Boolean(),
  isTaxTopUpAllowed: Type.Boolean(),
});
export type FnsBinding = Type.Static<typeof FnsBinding>;

/** Rubles. Source: specification §3, «Taxpayer account info». */
export const TaxpayerAccountInfo = Type.Object({
  bonusAmount: Rubles,
  unpaidAmount: Rubles,
  debtAmount: Rubles,
});

/** Source: `domain.md` §1.4. */
export const TAX_MONTH_STATE = defineStates({
  FORECAST: { title: "Прогноз", tone: "neutral" },
  /** Nothing to pay. */
  NO_INCOME: { title: "Дохода не было", tone: "neutral" },
  ACCRUED: { title: "Начислен", tone: "progress" },
  /** Accrued, and its day has passed. */
  OVERDUE: { title: "Просрочен", tone: "bad" },
  PAID: { title: "Уплачен", tone: "good" },
  PARTIALLY_PAID: { title: "Уплачен частично", tone: "warning" },
  REFUNDED: { title: "Резерв возвращён", tone: "warning" },
});
export type TaxMonthState = IdOf<typeof TAX_MONTH_STATE>;

export const TaxMonth = Type.Object({
  year: Type.Integer(),
  monthNumber: Type.Integer(),
  income: Rubles,
  canceledIncome: Rubles,
  taxAmount: Rubles,
  bonusUsed: Rubles,
  reservedAmount: Rubles,
  paidAmount: Rubles,
  /** Debt in this month's payment document. */
  debtAmount: Rubles,
  penaltyAmount: Rubles,
  dueDate: CalendarDate,
  state: definitionOf(TAX_MONTH_STATE),
});
export type TaxMonth = Type.Static<typeof TaxMonth>;

/** With the legal limit. Source: `domain.md` §1.1. */
export const TaxYear = Type.Object({
  year: Type.Integer(),
  /** Registered through the platform. */
  income: Rubles,
  /** With payments that await a receipt and `outsideIncome`. */
  limitUsed: Rubles,
  /** 0 when the tax service was not asked. */
  outsideIncome: Rubles,
  limit: Rubles,
  items: Type.Array(TaxMonth),
});
export type TaxYear = Type.Static<typeof TaxYear>;

/** By the tax service's documents: what is accrued and not paid. */
export const TaxPayment = Type.Object({
  /** УИН: by it alone a bank finds the accrual. */
  uin: Type.String(),
  /** `null`: of no single month. */
  period: nullable(Type.Object({ year: Type.Integer(), monthNumber: Type.Integer() })),
  amount: Rubles,
  dueDate: nullable(CalendarDate),
  isOverdue: Type.Boolean(),
  /** From the reserve, or already ordered: paid again it would be paid twice. */
  isPaidByPlatform: Type.Boolean(),
  purpose: Type.String(),
  /** `null`: the tax service gave none. */
  payee: nullable(
    Type.Object({
      name: Type.String(),
      account: Type.String(),
      bankName: Type.String(),
      bic: Type.String(),
      corAccount: Type.String(),
      inn: Type.String(),
      kpp: Type.String(),
      kbk: Type.String(),
      oktmo: Type.String(),
    }),
  ),
  /** Text of a QR code by ГОСТ Р 56042-2014. */
  code: nullable(Type.String()),
});
export type TaxPayment = Type.Static<typeof TaxPayment>;

/** A forecast: the tax service decides at the end of the month. */
export const Earning = Type.Object({
  amount: Rubles,
  /** `null` for payers of another tax. */
  tax: nullable(Rubles),
  taxPayer: definitionOf(TAX_PAYER),
  arrives: Rubles,
  /** `null`: no payment details yet. */
  payoutKind: nullable(definitionOf(PAYOUT_KIND)),
  /** Last digits. */
  destination: nullable(Type.String()),
  /** If the act is signed on `doneOn`. */
  arrivesBy: CalendarDate,
});
export type Earning = Type.Static<typeof Earning>;

/** Source: specification §9, «registration reference and income reference». */
export const TAX_REFERENCE_TYPE = defineEnumeration({
  REGISTRATION: "Справка о постановке на учёт",
  INCOME: "Справка о доходах",
});
export type TaxReferenceType = IdOf<typeof TAX_REFERENCE_TYPE>;

export const TAX_REFERENCE_STATE = defineStates({
  PROCESSING: { title: "Готовится", tone: "progress" },
  READY: { title: "Готова", tone: "good" },
  FAILED: { title: "Не получена", tone: "bad" },
});
export type TaxReferenceState = IdOf<typeof TAX_REFERENCE_STATE>;
export const TAX_REFERENCE_TRANSITIONS = defineTransitions(TAX_REFERENCE_STATE, {
  create: { from: [], to: ["PROCESSING"], actor: ["workman"] },
  end: { from: ["PROCESSING"], to: ["READY", "FAILED"], actor: ["system"] },
});

export const TaxReference = Type.Object({
  id: Id,
  type: definitionOf(TAX_REFERENCE_TYPE),
  year: Type.Integer(),
  state: definitionOf(TAX_REFERENCE_STATE),
  createdAt: Instant,
});
export type TaxReference = Type.Static<typeof TaxReference>;
