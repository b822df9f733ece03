import { Type } from "typebox";
import { TAX_PAYER } from "#contract/definitions/payment-types.ts";
import { defineEndpoints, fileAnswer } from "#contract/kernel/define-endpoints.ts";
import { InnInput, text } from "#contract/kernel/fields.ts";
import { itemsOf } from "#contract/kernel/paging.ts";
import { PDF } from "#contract/kernel/uploads.ts";
import { Id, idParams } from "#contract/values/ids.ts";
import { CalendarDate, PaymentRubles } from "#contract/values/wire.ts";
import {
  Earning,
  FnsBinding,
  TAX_REFERENCE_TYPE,
  TaxpayerAccountInfo,
  TaxPayment,
  TaxReference,
  TaxYear,
} from "./workman-tax.ts";

const open = "open" as const;
const year = Type.Integer({ minimum: 2019, maximum: 2100 });

/** Source: specification §7; behaviour: `domain.md` §1.3, §1.4. */
export const workmanTaxEndpoints = defineEndpoints("workman-taxes", {
  bind: {
    base: open,
    method: "POST",
    path: "/v1/workman/fns/bind",
    access: "workman",
    summary: "Запросить доступ в «Мой налог» и выбрать, кто платит налог",
    /**
     * Decision: the payer of the tax is chosen with the rights, because paying needs one of them.
     * An omitted field keeps its value; a bound workman is asked for missing rights only.
     */
    body: Type.Object({
      taxPayerID: Type.Optional(TAX_PAYER.schema),
      isPartialTaxAllowed: Type.Optional(Type.Boolean()),
      isTaxTopUpAllowed: Type.Optional(Type.Boolean()),
    }),
    answer: FnsBinding,
    idempotent: true,
  },
  unBind: {
    base: open,
    method: "POST",
    path: "/v1/workman/fns/un-bind",
    access: "workman",
    summary: "Отозвать доступ к «Мой налог»",
    answer: FnsBinding,
    idempotent: true,
  },
  check: {
    base: open,
    method: "POST",
    path: "/v1/workman/fns/check",
    access: "workman",
    summary: "Проверить, подтверждён ли запрос в «Мой налог»",
    body: Type.Object({ id: Type.Optional(text(100)) }),
    answer: FnsBinding,
  },
  taxpayerAccountInfo: {
    base: open,
    method: "GET",
    path: "/v1/workman/taxpayer-account-info",
    access: "workman",
    summary: "Вычет, к уплате и задолженность по данным ФНС",
    answer: TaxpayerAccountInfo,
  },
  isSmzRegistered: {
    base: open,
    method: "GET",
    path: "/v1/workman/is-smz-registered",
    access: "signed-in",
    summary: "Самозанятый ли человек с этим ИНН",
    query: Type.Object({ inn: InnInput }),
    /** `null`: retry later. */
    answer: Type.Object({ isRegistered: Type.Union([Type.Boolean(), Type.Null()]) }),
  },
  smzUnknown: {
    base: "client",
    method: "POST",
    path: "/workman/smz-unknown",
    access: { anyOf: ["workman", "employees.manage"] },
    summary: "«Проверка»: сбросить налоговый статус и проверить заново",
    body: Type.Object({ workmanID: Id }),
    answer: Type.Object({ workmanID: Id, smzState: FnsBinding.properties.smzState }),
    idempotent: true,
  },
  binding: {
    base: open,
    method: "GET",
    path: "/v1/workman/fns",
    access: "workman",
    summary: "Связь с «Мой налог»",
    answer: FnsBinding,
    added: true,
  },
  taxes: {
    base: open,
    method: "GET",
    path: "/v1/workman/taxes",
    access: "workman",
    summary: "Доход и налог по месяцам года",
    query: Type.Object({ year: Type.Optional(year) }),
    answer: TaxYear,
    added: true,
  },
  payments: {
    base: open,
    method: "GET",
    path: "/v1/workman/taxes/payments",
    access: "workman",
    summary: "Начисленный и не уплаченный налог с реквизитами",
    answer: itemsOf(TaxPayment),
    added: true,
  },
  earning: {
    base: open,
    method: "GET",
    path: "/v1/workman/earning",
    access: "workman",
    summary: "Сколько придёт за задание на эту сумму, куда и когда",
    /** `doneOn`: day of acceptance, by default today. */
    query: Type.Object({ amount: PaymentRubles, doneOn: Type.Optional(CalendarDate) }),
    answer: Earning,
    added: true,
  },
  references: {
    base: open,
    method: "GET",
    path: "/v1/workman/references",
    access: "workman",
    summary: "Справки ФНС",
    answer: itemsOf(TaxReference),
    added: true,
  },
  orderReference: {
    base: open,
    method: "POST",
    path: "/v1/workman/references",
    access: "workman",
    summary: "Заказать справку ФНС за год",
    body: Type.Object({ type: TAX_REFERENCE_TYPE.schema, year }),
    answer: TaxReference,
    idempotent: true,
    added: true,
  },
  referenceFile: {
    base: open,
    method: "GET",
    path: "/v1/workman/references/{id}/file",
    access: "workman",
    summary: "Скачать справку ФНС",
    params: idParams,
    answer: fileAnswer(PDF),
    added: true,
  },
});
