import { Type } from "typebox";
import {
  CodeSent,
  Comment,
  OtpCode,
  periodQuery,
  Search,
  sorting,
} from "#contract/kernel/fields.ts";
import { REASONS } from "#contract/definitions/reasons.ts";
import { defineEndpoints, fileAnswer } from "#contract/kernel/define-endpoints.ts";
import { listOf, timePagingQuery } from "#contract/kernel/paging.ts";
import { IdList, queryList } from "#contract/kernel/query-lists.ts";
import { PDF, ZIP } from "#contract/kernel/uploads.ts";
import { Id, idParams } from "#contract/values/ids.ts";
import { SeenVersion } from "#contract/values/seen-version.ts";
import { CalendarDate } from "#contract/values/wire.ts";
import {
  JobDocument,
  JobDocumentTotals,
  MassSignResult,
  PlatformAct,
  PlatformActTotals,
  SignInfo,
} from "./job-document.ts";
import { JOB_DOCUMENT_STATE, JOB_DOCUMENT_TYPE, MAX_SIGN_BATCH } from "./job-document-states.ts";

/** Of the `SignInfo` shown; 409 `changed` when it differs. */
const version = Type.Optional(SeenVersion);
const documentIDs = Type.Array(Id, { minItems: 1, maxItems: MAX_SIGN_BATCH });
const reader = { anyOf: ["documents.view", "workman"] } as const;
const signer = { anyOf: ["documents.sign", "workman"] } as const;

/** Source: specification §7, «Job documents». */
export const jobDocumentEndpoints = defineEndpoints("job-documents", {
  download: {
    base: "open",
    method: "POST",
    path: "/v1/job-documents/download",
    access: reader,
    summary: "Скачать документы одним архивом",
    body: Type.Object({
      tags: Type.Optional(Type.Array(Id, { maxItems: 500 })),
      types: Type.Optional(Type.Array(JOB_DOCUMENT_TYPE.schema, { maxItems: 20 })),
      documentIDs: Type.Optional(Type.Array(Id, { maxItems: MAX_SIGN_BATCH })),
      jobIDs: Type.Optional(Type.Array(Id, { maxItems: 500 })),
      projectIDs: Type.Optional(Type.Array(Id, { maxItems: 500 })),
      periodStart: Type.Optional(CalendarDate),
      periodEnd: Type.Optional(CalendarDate),
    }),
    answer: fileAnswer(ZIP, PDF),
  },
  sign: {
    base: "open",
    method: "POST",
    path: "/v1/job-documents/{id}/sign",
    access: signer,
    summary: "Подписать документ кодом из СМС",
    params: idParams,
    body: Type.Object({ otp: OtpCode, version }),
    answer: JobDocument,
    idempotent: true,
  },
  infoSign: {
    base: "open",
    method: "GET",
    path: "/v1/job-documents/info-sign",
    access: signer,
    summary: "Что будет подписано: список, суммы, текст согласия",
    query: Type.Object({ documentIDs: IdList }),
    answer: SignInfo,
  },
  massSign: {
    base: "open",
    method: "POST",
    path: "/v1/job-documents/mass-sign",
    access: signer,
    summary: "Подписать до 500 документов одним кодом",
    body: Type.Object({ documentIDs, otp: OtpCode, version }),
    answer: MassSignResult,
    idempotent: true,
  },
  actList: {
    base: "client",
    method: "GET",
    path: "/act/list",
    access: "documents.view",
    summary: "Акты от платформы",
    query: Type.Object({
      ...timePagingQuery,
      ...periodQuery,
      search: Search,
      ...sorting("date", "amount", "number"),
    }),
    answer: Type.Object({ ...listOf(PlatformAct).properties, totals: PlatformActTotals }),
  },
  list: {
    base: "open",
    method: "GET",
    path: "/v1/job-documents",
    access: reader,
    summary: "Документы",
    query: Type.Object({
      ...timePagingQuery,
      ...periodQuery,
      search: Search,
      types: Type.Optional(queryList(JOB_DOCUMENT_TYPE.schema)),
      states: Type.Optional(queryList(JOB_DOCUMENT_STATE.schema)),
      jobID: Type.Optional(Id),
      workmanID: Type.Optional(Id),
      accountID: Type.Optional(Id),
      templateID: Type.Optional(Id),
      projectIDs: Type.Optional(IdList),
      tags: Type.Optional(IdList),
      onlyToSign: Type.Optional(Type.Boolean()),
      /** Without those about the platform's commission. */
      onlyOfWorkmen: Type.Optional(Type.Boolean()),
      onlyAwaited: Type.Optional(Type.Boolean()),
      /** Awaited longer than `DOCUMENT_LATE_DAYS`. */
      onlyLate: Type.Optional(Type.Boolean()),
      ...sorting("createdAt", "date", "number", "amount"),
    }),
    answer: Type.Object({ ...listOf(JobDocument).properties, totals: JobDocumentTotals }),
    added: true,
  },
  info: {
    base: "open",
    method: "GET",
    path: "/v1/job-documents/{id}",
    access: reader,
    summary: "Документ",
    params: idParams,
    answer: JobDocument,
    added: true,
  },
  file: {
    base: "open",
    method: "GET",
    path: "/v1/job-documents/{id}/file",
    access: reader,
    summary: "Скачать документ с листом подписания",
    params: idParams,
    answer: fileAnswer(PDF),
    added: true,
  },
  upd: {
    base: "open",
    method: "GET",
    path: "/v1/job-documents/{id}/upd",
    access: "documents.view",
    summary: "Скачать УПД по акту платформы или УКД по корректировочному акту",
    params: idParams,
    answer: fileAnswer(PDF),
    added: true,
  },
  sendSignCode: {
    base: "open",
    method: "POST",
    path: "/v1/job-documents/send-sign-code",
    access: signer,
    summary: "Отправить код, который подпишет именно эти документы",
    body: Type.Object({ documentIDs, version }),
    answer: CodeSent,
    added: true,
  },
  reject: {
    base: "open",
    method: "POST",
    path: "/v1/job-documents/{id}/reject",
    access: signer,
    summary: "Отказаться подписывать документ",
    params: idParams,
    body: Type.Object({ reasonID: REASONS.actReject.schema, comment: Type.Optional(Comment) }),
    answer: JobDocument,
    idempotent: true,
    added: true,
  },
});
