import { Type } from "typebox";
import { definitionOf } from "#contract/kernel/definition-of.ts";
import { REASONS } from "#contract/definitions/reasons.ts";
import { defineEndpoints } from "#contract/kernel/define-endpoints.ts";
import {
  Comment,
  nullable,
  OtpCode,
  periodQuery,
  Search,
  sorting,
} from "#contract/kernel/fields.ts";
import { listOf, timePagingQuery } from "#contract/kernel/paging.ts";
import { queryList } from "#contract/kernel/query-lists.ts";
import { JobBrief } from "#contract/briefs/job-brief.ts";
import { Id, idParams } from "#contract/values/ids.ts";
import { Instant, Rubles } from "#contract/values/wire.ts";
import { WorkmanBrief } from "#contract/briefs/workman-brief.ts";
import { RECEIPT_STATE } from "./receipt-states.ts";

/** Registration sets `receiptID` and `link`. Source: `domain.md` §1.3, §2.6. */
export const Receipt = Type.Object({
  id: Id,
  receiptID: nullable(Type.String()),
  link: nullable(Type.String()),
  state: definitionOf(RECEIPT_STATE),
  amount: Rubles,
  serviceText: Type.String(),
  job: nullable(JobBrief),
  workman: WorkmanBrief,
  registryID: nullable(Id),
  registeredAt: nullable(Instant),
  reversedAt: nullable(Instant),
  reversalReason: nullable(definitionOf(REASONS.receiptReversal)),
  errorMessage: nullable(Type.String()),
  /** Set when the payout came back after the papers. `null` for the workman. */
  payoutNote: nullable(Type.String()),
  /** The tax service's; `errorMessage` is its title. */
  failureReason: nullable(definitionOf(REASONS.receiptFailure)),
  /** The annulled receipt. */
  replaces: nullable(
    Type.Object({
      receiptID: Type.String(),
      link: nullable(Type.String()),
      reversedAt: nullable(Instant),
    }),
  ),
  permissions: Type.Object({
    reverse: Type.Boolean(),
    retry: Type.Boolean(),
    reissue: Type.Boolean(),
  }),
});
export type Receipt = Type.Static<typeof Receipt>;

/** Added: the specification has the flag `reverseReceipt` but no call. */
export const receiptEndpoints = defineEndpoints("receipts", {
  list: {
    base: "open",
    method: "GET",
    path: "/v1/receipts",
    access: { anyOf: ["documents.view", "workman"] },
    summary: "Чеки",
    query: Type.Object({
      ...timePagingQuery,
      ...periodQuery,
      reversedStart: periodQuery.periodStart,
      reversedEnd: periodQuery.periodEnd,
      search: Search,
      states: Type.Optional(queryList(RECEIPT_STATE.schema)),
      jobID: Type.Optional(Id),
      workmanID: Type.Optional(Id),
      registryID: Type.Optional(Id),
      ...sorting("registeredAt", "amount"),
    }),
    answer: listOf(Receipt),
    added: true,
  },
  reverse: {
    base: "open",
    method: "POST",
    path: "/v1/receipts/{id}/reverse",
    access: { anyOf: ["receipts.reverse", "workman"] },
    summary: "Аннулировать чек",
    params: idParams,
    body: Type.Object({
      reasonID: REASONS.receiptReversal.schema,
      comment: Type.Optional(Comment),
      otp: Type.Optional(OtpCode),
    }),
    answer: Receipt,
    idempotent: true,
    added: true,
  },
  retry: {
    base: "open",
    method: "POST",
    path: "/v1/receipts/{id}/retry",
    access: "receipts.reverse",
    summary: "Отправить чек в ФНС ещё раз",
    params: idParams,
    answer: Receipt,
    idempotent: true,
    added: true,
  },
  reissue: {
    base: "open",
    method: "POST",
    path: "/v1/receipts/{id}/reissue",
    access: "receipts.reverse",
    summary: "Выпустить чек заново вместо аннулированного",
    params: idParams,
    answer: Receipt,
    idempotent: true,
    added: true,
  },
});
