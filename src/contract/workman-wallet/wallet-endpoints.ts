import { Type } from "typebox";
import { defineEndpoints } from "#contract/kernel/define-endpoints.ts";
import { nullable, OtpCode } from "#contract/kernel/fields.ts";
import { itemsOf } from "#contract/kernel/paging.ts";
import { SeenVersion } from "#contract/values/seen-version.ts";
import { CalendarDate, Done, Instant, PaymentRubles, Rubles } from "#contract/values/wire.ts";
import { Id } from "#contract/values/ids.ts";
import {
  BoundCard,
  CardId,
  OwnDifference,
  PaymentDetails,
  paymentDetailsFields,
  WaitingWithdrawal,
  Withdrawal,
} from "./wallet.ts";

const open = "open" as const;

/** Source: specification §7, §5 (texts of refusals). */
export const walletEndpoints = defineEndpoints("workman-wallet", {
  unbindCard: {
    base: open,
    method: "DELETE",
    path: "/v1/workman/payments/binded-cards/{id}",
    access: "workman",
    summary: "Отвязать карту",
    params: Type.Object({ id: CardId }),
    answer: Done,
    idempotent: true,
  },
  cards: {
    base: open,
    method: "GET",
    path: "/v1/workman/payments/binded-cards",
    access: "workman",
    summary: "Привязанные карты",
    answer: itemsOf(BoundCard),
  },
  cardBindLink: {
    base: open,
    method: "GET",
    path: "/v1/workman/payments/card-bind-link",
    access: "workman",
    summary: "Ссылка на страницу банка для привязки карты",
    /** The bank returns the person there. */
    query: Type.Object({
      from: Type.Optional(
        Type.Unsafe<"payment-methods" | "questionnaire">({
          type: "string",
          enum: ["payment-methods", "questionnaire"],
        }),
      ),
    }),
    answer: Type.Object({ bindUrl: Type.String() }),
  },
  balance: {
    base: open,
    method: "GET",
    path: "/v1/workman/balance",
    access: "workman",
    summary: "Деньги в кошельке",
    answer: Type.Object({ current: Rubles }),
  },
  debt: {
    base: open,
    method: "GET",
    path: "/v1/workman/debt",
    access: "workman",
    summary: "Долг платформе: удерживается из того, что приходит в кошелёк",
    answer: Type.Object({ debt: Rubles }),
    added: true,
  },
  /** The service validates the sum, with the specification's texts. */
  withdrawByCard: {
    base: open,
    method: "POST",
    path: "/v1/workman/payments/withdraw-by-card",
    access: "workman",
    summary: "Вывести деньги на карту",
    body: Type.Object({
      cardID: CardId,
      amount: Type.Number({ minimum: -1_000_000_000, maximum: 1_000_000_000 }),
      otp: Type.Optional(OtpCode),
      /** From `withdrawalTerms`; 409 `changed` when fee or card differs. */
      version: Type.Optional(SeenVersion),
    }),
    answer: Withdrawal,
    idempotent: true,
  },
  withdrawalTerms: {
    base: open,
    method: "GET",
    path: "/v1/workman/payments/withdrawal-terms",
    access: "workman",
    summary: "Сколько придёт на карту и когда: сумма, комиссия, карта, срок",
    query: Type.Object({ cardID: CardId, amount: PaymentRubles }),
    /** `promisedOn`: not covered by the version. */
    answer: Type.Object({
      amount: Rubles,
      fee: Rubles,
      toReceive: Rubles,
      pan: Type.String(),
      /** After a change of destination; `null`: no wait. */
      waitsUntil: nullable(Instant),
      promisedOn: CalendarDate,
      version: SeenVersion,
    }),
    added: true,
  },
  /** Oldest first. */
  waitingWithdrawals: {
    base: open,
    method: "GET",
    path: "/v1/workman/payments/withdrawals",
    access: "workman",
    summary: "Выводы, которые ещё не ушли в банк: их можно отменить",
    answer: itemsOf(WaitingWithdrawal),
    added: true,
  },
  bankDifferences: {
    base: open,
    method: "GET",
    path: "/v1/workman/payments/bank-differences",
    access: "workman",
    summary: "Мои выводы и налоги, по которым сведения банка и платформы расходятся",
    answer: itemsOf(OwnDifference),
    added: true,
  },
  /** 409 once the bank may pay it. */
  cancelWithdrawal: {
    base: open,
    method: "POST",
    path: "/v1/workman/payments/withdrawals/{id}/cancel",
    access: "workman",
    summary: "Отменить вывод, который ещё не ушёл в банк",
    params: Type.Object({ id: Id }),
    answer: Done,
    idempotent: true,
    added: true,
  },
  validatePaymentDetails: {
    base: open,
    method: "PUT",
    path: "/v1/workman/payment-details/validate",
    access: "workman",
    summary: "Проверить реквизиты до сохранения",
    body: Type.Object(paymentDetailsFields),
    answer: Type.Object({
      bankName: nullable(Type.String()),
      korAccountNumber: nullable(Type.String()),
    }),
  },
  savePaymentDetails: {
    base: open,
    method: "PUT",
    path: "/v1/workman/payment-details",
    access: "workman",
    summary: "Сохранить реквизиты с кодом из СМС",
    body: Type.Object({ ...paymentDetailsFields, verificationCode: OtpCode }),
    answer: PaymentDetails,
    idempotent: true,
  },
  paymentDetails: {
    base: open,
    method: "GET",
    path: "/v1/workman/payment-details",
    access: "workman",
    summary: "Свои реквизиты",
    answer: Type.Object({ details: nullable(PaymentDetails) }),
    added: true,
  },
});
