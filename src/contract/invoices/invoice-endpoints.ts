import { Type } from "typebox";
import { BANK_PROVIDER } from "#contract/definitions/payment-types.ts";
import { defineEndpoints, fileAnswer } from "#contract/http/define-endpoints.ts";
import { periodQuery, Search, sorting } from "#contract/http/fields.ts";
import { listOf, pagingQuery } from "#contract/http/paging.ts";
import { queryList } from "#contract/http/query-lists.ts";
import { PDF } from "#contract/http/uploads.ts";
import { idParams } from "#contract/values/ids.ts";
import { Invoice, InvoiceRubles } from "./invoice.ts";
import { INVOICE_STATE } from "./invoice-states.ts";

/** Topping up: two addresses issue the same invoice, the newer one names the bank account. Source: specification §7. */
export const invoiceEndpoints = defineEndpoints("invoices", {
  /** The sum stands in the query, as the specification writes it. */
  issue: {
    base: "open",
    method: "POST",
    path: "/v1/invoices",
    access: "invoices.create",
    summary: "Выставить счёт на пополнение",
    query: Type.Object({ amount: InvoiceRubles, bankProvider: Type.Optional(BANK_PROVIDER.schema) }),
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
      ...pagingQuery,
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
});
