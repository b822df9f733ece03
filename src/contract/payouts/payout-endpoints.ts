import { Type } from "typebox";
import { definitionOf } from "#contract/kernel/definition-of.ts";
import { PAYOUT_KIND } from "#contract/definitions/payment-types.ts";
import { defineEndpoints, fileAnswer } from "#contract/kernel/define-endpoints.ts";
import {
  nullable,
  periodQuery,
  Search,
  sorting,
  fileFormatQuery,
} from "#contract/kernel/fields.ts";
import { itemsOf, listOf, timePagingQuery } from "#contract/kernel/paging.ts";
import { IdList, queryList } from "#contract/kernel/query-lists.ts";
import { CSV, XLSX } from "#contract/kernel/uploads.ts";
import { JobBrief } from "#contract/briefs/job-brief.ts";
import { JOB_DOCUMENT_STATE } from "#contract/job-documents/job-document-states.ts";
import { RECEIPT_STATE } from "#contract/receipts/receipt-states.ts";
import { Id, idParams } from "#contract/values/ids.ts";
import { RegistryBrief } from "#contract/briefs/registry-brief.ts";
import { Posting } from "#contract/ledger/posting.ts";
import { CalendarDate, Instant, Rubles } from "#contract/values/wire.ts";
import { WorkmanBrief } from "#contract/briefs/workman-brief.ts";
import { PayoutIncome } from "./payout-income.ts";
import { PAYOUT_FAILURE } from "./payout-failures.ts";
import { PAYOUT_STATE } from "./payout-states.ts";
import { PayoutStep } from "./payout-steps.ts";
import { PayoutWeeks } from "./payout-weeks.ts";

/** `destination` is masked. Source: `domain.md` §2.6. */
export const Payout = Type.Object({
  id: Id,
  state: definitionOf(PAYOUT_STATE),
  kind: definitionOf(PAYOUT_KIND),
  /** Earned; tax withheld; transferred by the bank. */
  amount: Rubles,
  taxAmount: Rubles,
  /** Of the pay, taken towards what the worker owes the platform. */
  debtAmount: Rubles,
  toTransfer: Rubles,
  /** Before the order, the current one. */
  destination: nullable(Type.String()),
  destinationHolder: Type.String(),
  job: nullable(JobBrief),
  workman: WorkmanBrief,
  account: Type.Object({ id: Id, companyDetailsName: Type.String() }),
  /** `null` for a posted job. `registryNumber`: within the company. */
  registryID: nullable(Id),
  registry: nullable(RegistryBrief),
  registryNumber: nullable(Type.Integer()),
  act: nullable(
    Type.Object({
      id: Id,
      number: Type.String(),
      date: CalendarDate,
      state: definitionOf(JOB_DOCUMENT_STATE),
    }),
  ),
  receipt: nullable(
    Type.Object({ id: Id, state: definitionOf(RECEIPT_STATE), link: nullable(Type.String()) }),
  ),
  failureReason: nullable(definitionOf(PAYOUT_FAILURE)),
  /** Set when the payout came back after the papers. `null` for the workman. */
  payoutNote: nullable(Type.String()),
  /** Set for roles that may pay. */
  problem: nullable(Type.String()),
  triesCount: Type.Integer(),
  createdAt: Instant,
  sentAt: nullable(Instant),
  /** While the payment is on its way. */
  promisedOn: nullable(CalendarDate),
  /** `null` for money that came back, although the bank had confirmed it. */
  paidAt: nullable(Instant),
  returnedAt: nullable(Instant),
  permissions: Type.Object({
    retry: Type.Boolean(),
    giveUp: Type.Boolean(),
    cancel: Type.Boolean(),
  }),
});
export type Payout = Type.Static<typeof Payout>;

/** Of the filtered list; `paid`: transferred by the bank, `returned`: came back from it. */
export const PayoutTotals = Type.Object({ paid: Rubles, onTheWay: Rubles, returned: Rubles });
export type PayoutTotals = Type.Static<typeof PayoutTotals>;

const reader = { anyOf: ["transactions.view", "workman"] } as const;
const filters = {
  ...periodQuery,
  search: Search,
  states: Type.Optional(queryList(PAYOUT_STATE.schema)),
  accountID: Type.Optional(Id),
  jobID: Type.Optional(Id),
  workmanID: Type.Optional(Id),
  registryID: Type.Optional(Id),
};

/** Added: the specification has no call of payouts. */
export const payoutEndpoints = defineEndpoints("payouts", {
  list: {
    base: "open",
    method: "GET",
    path: "/v1/payouts",
    access: reader,
    summary: "Выплаты: исполнителю — свои, заказчику — своим исполнителям",
    query: Type.Object({
      ...timePagingQuery,
      ...filters,
      /** Of a company: its projects, or what has none. */
      projectIDs: Type.Optional(IdList),
      withoutProject: Type.Optional(Type.Integer({ minimum: 0, maximum: 1 })),
      /** For a person of both sides: own income. */
      isMine: Type.Optional(Type.Boolean()),
      ...sorting("createdAt", "amount", "paidAt"),
    }),
    answer: Type.Object({ ...listOf(Payout).properties, totals: PayoutTotals }),
    added: true,
  },
  byWeek: {
    base: "open",
    method: "GET",
    path: "/v1/payouts/by-week",
    access: "transactions.view",
    summary: "Выплаты компании по неделям и по проектам за двенадцать недель",
    answer: PayoutWeeks,
    added: true,
  },
  income: {
    base: "open",
    method: "GET",
    path: "/v1/payouts/income",
    access: "workman",
    summary: "Доход исполнителя за год: по месяцам и заказчикам, и что придёт дальше",
    /** By default the current year. */
    query: Type.Object({ year: Type.Optional(Type.Integer({ minimum: 2000, maximum: 2100 })) }),
    answer: PayoutIncome,
    added: true,
  },
  incomeFile: {
    base: "open",
    method: "GET",
    path: "/v1/payouts/income/file",
    access: "workman",
    summary: "Скачать свои выплаты таблицей, с итогами по месяцам и заказчикам",
    query: Type.Object({ ...filters, ...fileFormatQuery.properties }),
    answer: fileAnswer(XLSX, CSV),
    added: true,
  },
  get: {
    base: "open",
    method: "GET",
    path: "/v1/payouts/{id}",
    access: reader,
    summary: "Выплата с чеком и актом",
    params: idParams,
    answer: Payout,
    added: true,
  },
  steps: {
    base: "open",
    method: "GET",
    path: "/v1/payouts/{id}/steps",
    access: reader,
    summary: "Где деньги: акт, чек, поручение, перевод, зачисление — когда было и когда будет",
    params: idParams,
    answer: itemsOf(PayoutStep),
    added: true,
  },
  postings: {
    base: "open",
    method: "GET",
    path: "/v1/payouts/{id}/postings",
    access: "transactions.view",
    summary: "Проводки выплаты: от заморозки до подтверждения или возврата банком",
    params: idParams,
    answer: itemsOf(Posting),
    added: true,
  },
  retry: {
    base: "open",
    method: "POST",
    path: "/v1/payouts/{id}/retry",
    access: { anyOf: ["payroll-registries.execute", "workman"] },
    summary: "Повторить выплату, которую вернул банк",
    params: idParams,
    answer: Payout,
    idempotent: true,
    added: true,
  },
  giveUp: {
    base: "open",
    method: "POST",
    path: "/v1/payouts/{id}/give-up",
    access: "payroll-registries.execute",
    summary: "Вернуть деньги неудавшейся выплаты на баланс и аннулировать чек",
    params: idParams,
    answer: Payout,
    idempotent: true,
    added: true,
  },
  cancel: {
    base: "open",
    method: "POST",
    path: "/v1/payouts/{id}/cancel",
    access: "payroll-registries.execute",
    summary: "Отменить выплату, которая ещё не ушла в банк",
    params: idParams,
    answer: Payout,
    idempotent: true,
    added: true,
  },
});
