import { Type } from "typebox";
import { CodeSent, Comment, OtpCode, Search, sorting } from "#contract/kernel/fields.ts";
import { REASONS } from "#contract/definitions/reasons.ts";
import { defineEndpoints, fileAnswer } from "#contract/kernel/define-endpoints.ts";
import { JobDocument } from "#contract/job-documents/job-document.ts";
import {
  JOB_DOCUMENT_STATE,
  JOB_DOCUMENT_TYPE,
} from "#contract/job-documents/job-document-states.ts";
import { listOf, timePagingQuery } from "#contract/kernel/paging.ts";
import { queryList } from "#contract/kernel/query-lists.ts";
import { PDF } from "#contract/kernel/uploads.ts";
import { Id, idParams } from "#contract/values/ids.ts";
import { SeenVersion } from "#contract/values/seen-version.ts";

/**
 * The recipient's side. Decision: ids are those of the job documents. Source: specification §7,
 * «E-document service».
 */
export const edocumentEndpoints = defineEndpoints("edocuments", {
  download: {
    base: "edoc",
    method: "GET",
    path: "/documents/{id}/download/document",
    access: { anyOf: ["documents.view", "workman"] },
    summary: "Скачать электронный документ",
    params: idParams,
    answer: fileAnswer(PDF),
  },
  signByRecipient: {
    base: "edoc",
    method: "POST",
    path: "/documents/{id}/sign-by-recipient",
    access: { anyOf: ["documents.sign", "workman"] },
    summary: "Подписать полученный документ кодом из СМС",
    params: idParams,
    /** `version`: from `job-documents.infoSign`. */
    body: Type.Object({ otp: OtpCode, version: Type.Optional(SeenVersion) }),
    answer: JobDocument,
    idempotent: true,
  },
  rejectByRecipient: {
    base: "edoc",
    method: "POST",
    path: "/documents/{id}/reject-by-recipient",
    access: { anyOf: ["documents.sign", "workman"] },
    summary: "Отклонить полученный документ",
    params: idParams,
    /** Must equal the path's (specification). */
    body: Type.Object({
      id: Type.Optional(Id),
      reasonID: Type.Optional(REASONS.actReject.schema),
      comment: Type.Optional(Comment),
    }),
    answer: JobDocument,
    idempotent: true,
  },
  list: {
    base: "edoc",
    method: "GET",
    path: "/documents",
    access: { anyOf: ["documents.view", "workman"] },
    summary: "Полученные электронные документы",
    query: Type.Object({
      ...timePagingQuery,
      search: Search,
      types: Type.Optional(queryList(JOB_DOCUMENT_TYPE.schema)),
      states: Type.Optional(queryList(JOB_DOCUMENT_STATE.schema)),
      onlyToSign: Type.Optional(Type.Boolean()),
      ...sorting("createdAt", "date"),
    }),
    answer: listOf(JobDocument),
    added: true,
  },
  sendCode: {
    base: "edoc",
    method: "POST",
    path: "/documents/{id}/send-code",
    access: { anyOf: ["documents.sign", "workman"] },
    summary: "Отправить код для подписания документа",
    params: idParams,
    answer: CodeSent,
    added: true,
  },
});
