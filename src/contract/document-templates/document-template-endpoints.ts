import { Type } from "typebox";
import { defineEndpoints, fileAnswer } from "#contract/kernel/define-endpoints.ts";
import { Search, sorting, text } from "#contract/kernel/fields.ts";
import { listOf, timePagingQuery } from "#contract/kernel/paging.ts";
import { queryList } from "#contract/kernel/query-lists.ts";
import { DOCUMENT_FILE_BYTES, DOCX, fileUpload, PDF } from "#contract/kernel/uploads.ts";
import { JOB_DOCUMENT_TYPE } from "#contract/job-documents/job-document-states.ts";
import { Id, idParams } from "#contract/values/ids.ts";
import {
  DocumentTemplate,
  MAX_SENT_DOCUMENTS,
  TemplateCheck,
  TemplatePreview,
  TemplateSendResult,
} from "./document-template.ts";
import { DOCUMENT_TEMPLATE_STATE } from "./document-template-states.ts";

const path = "/v1/account-document-templates";

/** Source: specification §7, «Document templates». */
export const documentTemplateEndpoints = defineEndpoints("document-templates", {
  list: {
    base: "open",
    method: "GET",
    path,
    access: "document-templates.view",
    summary: "Шаблоны документов",
    query: Type.Object({
      ...timePagingQuery,
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
    /** `workmanID`: fill in this workman instead of the example. */
    query: Type.Object({
      workmanID: Type.Optional(Id),
      format: Type.Optional(Type.Union([Type.Literal("pdf"), Type.Literal("docx")])),
    }),
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
      Type.Object({
        type: JOB_DOCUMENT_TYPE.schema,
        title: Type.Optional(text(100)),
        projectID: Type.Optional(Id),
        /** `false` uploads into the archive. */
        activate: Type.Optional(Type.Boolean()),
      }),
    ),
    answer: DocumentTemplate,
    idempotent: true,
  },
  check: {
    base: "open",
    method: "POST",
    path: "/v1/account-document-templates/check",
    access: "document-templates.manage",
    summary: "Проверить файл шаблона, ничего не сохраняя",
    body: fileUpload("file", DOCUMENT_FILE_BYTES, Type.Object({ type: JOB_DOCUMENT_TYPE.schema })),
    answer: TemplateCheck,
    added: true,
  },
  preview: {
    base: "open",
    method: "GET",
    path: "/v1/account-document-templates/{id}/preview",
    access: "document-templates.view",
    summary: "Посмотреть документ с данными исполнителя",
    params: idParams,
    query: Type.Object({ workmanID: Type.Optional(Id) }),
    answer: TemplatePreview,
    added: true,
  },
  send: {
    base: "open",
    method: "POST",
    path: "/v1/account-document-templates/{id}/send",
    access: "documents.sign",
    summary: "Составить документы по шаблону для исполнителей",
    params: idParams,
    body: Type.Object({
      workmanIDs: Type.Array(Id, { minItems: 1, maxItems: MAX_SENT_DOCUMENTS }),
    }),
    answer: TemplateSendResult,
    idempotent: true,
    added: true,
  },
});
