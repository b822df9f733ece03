import { Type } from "typebox";
import { definitionOf } from "#contract/definitions/definition-of.ts";
import { REASONS } from "#contract/definitions/reasons.ts";
import { defineEndpoints, fileAnswer } from "#contract/http/define-endpoints.ts";
import { nullable, Search, sorting, text } from "#contract/http/fields.ts";
import { listOf, pagingQuery } from "#contract/http/paging.ts";
import { queryList } from "#contract/http/query-lists.ts";
import { DOCUMENT_FILE_BYTES, DOCX, fileUpload, PDF } from "#contract/http/uploads.ts";
import { JOB_DOCUMENT_TYPE } from "#contract/job-documents/job-document-states.ts";
import { ProjectBrief } from "#contract/projects/project.ts";
import { Id, idParams } from "#contract/values/ids.ts";
import { Instant } from "#contract/values/wire.ts";
import { DOCUMENT_TEMPLATE_STATE } from "./document-template-states.ts";

/** A customer's own form of a document, a docx with {{placeholders}}. Source: `domain.md` §2.8. */
export const DocumentTemplate = Type.Object({
  id: Id,
  title: Type.String(),
  type: definitionOf(JOB_DOCUMENT_TYPE),
  state: definitionOf(DOCUMENT_TEMPLATE_STATE),
  version: Type.Integer(),
  project: nullable(ProjectBrief),
  rejectReason: nullable(definitionOf(REASONS.documentTemplateReject)),
  /** Placeholders that are unknown or missing. */
  problems: Type.Array(Type.String()),
  createdAt: Instant,
  permissions: Type.Object({ archive: Type.Boolean(), activate: Type.Boolean() }),
});
export type DocumentTemplate = Type.Static<typeof DocumentTemplate>;

const path = "/v1/account-document-templates";

/** Document templates of an account. Source: specification §7, «Document templates». */
export const documentTemplateEndpoints = defineEndpoints("document-templates", {
  list: {
    base: "open",
    method: "GET",
    path,
    access: "document-templates.view",
    summary: "Шаблоны документов",
    query: Type.Object({
      ...pagingQuery,
      search: Search,
      states: Type.Optional(queryList(DOCUMENT_TEMPLATE_STATE.schema)),
      types: Type.Optional(queryList(JOB_DOCUMENT_TYPE.schema)),
      projectID: Type.Optional(Id),
      ...sorting("createdAt", "title"),
    }),
    answer: listOf(DocumentTemplate),
  },
  source: {
    base: "open",
    method: "GET",
    path: "/v1/account-document-templates/{id}/source",
    access: "document-templates.view",
    summary: "Скачать исходный файл шаблона",
    params: idParams,
    answer: fileAnswer(DOCX),
  },
  example: {
    base: "open",
    method: "GET",
    path: "/v1/account-document-templates/{id}/example",
    access: "document-templates.view",
    summary: "Скачать образец документа по шаблону",
    params: idParams,
    answer: fileAnswer(PDF, DOCX),
  },
  archive: {
    base: "open",
    method: "POST",
    path: "/v1/account-document-templates/{id}/archive",
    access: "document-templates.manage",
    summary: "Убрать шаблон в архив",
    params: idParams,
    answer: DocumentTemplate,
  },
  activate: {
    base: "open",
    method: "POST",
    path: "/v1/account-document-templates/{id}/activate",
    access: "document-templates.manage",
    summary: "Вернуть шаблон из архива",
    params: idParams,
    answer: DocumentTemplate,
  },
  upload: {
    base: "open",
    method: "POST",
    path,
    access: "document-templates.manage",
    summary: "Загрузить шаблон документа",
    body: fileUpload(
      "file",
      DOCUMENT_FILE_BYTES,
      Type.Object({ type: JOB_DOCUMENT_TYPE.schema, title: Type.Optional(text(100)), projectID: Type.Optional(Id) }),
    ),
    answer: DocumentTemplate,
    idempotent: true,
  },
});
