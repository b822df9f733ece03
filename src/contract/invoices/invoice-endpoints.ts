import { Type } from "typebox";
import { BANK_PROVIDER } from "#contract/definitions/payment-types.ts";
import { defineEndpoints, fileAnswer } from "#contract/kernel/define-endpoints.ts";
import { periodQuery, Search, sorting } from "#contract/kernel/fields.ts";
import { listOf, timePagingQuery } from "#contract/kernel/paging.ts";
import { queryList } from "#contract/kernel/query-lists.ts";
import { PDF } from "#contract/kernel/uploads.ts";
import { Id, idParams } from "#contract/values/ids.ts";
import { INCOMING_PAYMENT_STATE } from "./incoming-payment-states.ts";
import { IncomingPayment } from "./incoming-payment.ts";
import { Invoice, InvoiceRubles } from "./invoice.ts";
import { INVOICE_STATE } from "./invoice-states.ts";

/** Two paths issue the same invoice; the newer names the bank account. Source: specification §7. */
export const invoiceEndpoints = defineEndpoints("invoices", {
  issue: {
    base: "open",
    method: "POST",
    path: "/v1/invoices",
    access: "invoices.create",
    summary: "Выставить счёт на пополнение",
    query: Type.Object({
      amount: InvoiceRubles,
      bankProvider: Type.Optional(BANK_PROVIDER.schema),
    }),
    answer: Invoice,
    idempotent: true,
  },
  create: {
    base: "client",
    method: "POST",
    path: "/invoice/create",
    access: "invoices.create",
    summary: "Выставить счёт на основной счёт платформы",
    body: Type.Object({ amount: InvoiceRubles }),
    answer: Invoice,
    idempotent: true,
  },
  list: {
    base: "client",
    method: "GET",
    path: "/invoice/list",
    access: "invoices.view",
    summary: "Счета",
    query: Type.Object({
      ...timePagingQuery,
      ...periodQuery,
      search: Search,
      stateID: Type.Optional(queryList(INVOICE_STATE.schema)),
      ...sorting("createdAt", "amount", "number"),
    }),
    answer: listOf(Invoice),
  },
  file: {
    base: "open",
    method: "GET",
    path: "/v1/invoices/{id}/file",
    access: "invoices.view",
    summary: "Скачать счёт с QR-кодом для оплаты",
    params: idParams,
    answer: fileAnswer(PDF),
    added: true,
  },
  cancel: {
    base: "open",
    method: "POST",
    path: "/v1/invoices/{id}/cancel",
    access: "invoices.create",
    summary: "Отменить неоплаченный счёт",
    params: idParams,
    answer: Invoice,
    idempotent: true,
    added: true,
  },
  payments: {
    base: "open",
    method: "GET",
    path: "/v1/incoming-payments",
    access: "invoices.view",
    summary: "Поступления из банка: зачисленные и те, которых не объясняет ни один счёт",
    query: Type.Object({
      ...timePagingQuery,
      ...periodQuery,
      states: Type.Optional(queryList(INCOMING_PAYMENT_STATE.schema)),
      ...sorting("receivedAt", "amount"),
    }),
    answer: listOf(IncomingPayment),
    added: true,
  },
  assignPayment: {
    base: "open",
    method: "POST",
    path: "/v1/incoming-payments/{id}/assign",
    access: "invoices.create",
    summary: "Зачислить нераспознанный платёж по своему счёту",
    params: idParams,
    body: Type.Object({ invoiceID: Id }),
    answer: IncomingPayment,
    idempotent: true,
    added: true,
  },
  returnPayment: {
    base: "open",
    method: "POST",
    path: "/v1/incoming-payments/{id}/return",
    access: "invoices.create",
    summary: "Вернуть нераспознанный платёж плательщику",
    params: idParams,
    answer: IncomingPayment,
    idempotent: true,
    added: true,
  },
});
