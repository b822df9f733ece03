import { Type } from "typebox";
import { defineEndpoints, fileAnswer } from "#contract/kernel/define-endpoints.ts";
import { sorting, FileFormat } from "#contract/kernel/fields.ts";
import { itemsOf, listOf, timePagingQuery } from "#contract/kernel/paging.ts";
import { queryList } from "#contract/kernel/query-lists.ts";
import { CSV, TEXT, XLSX, XML, ZIP } from "#contract/kernel/uploads.ts";
import { JOB_DOCUMENT_TYPE } from "#contract/job-documents/job-document-states.ts";
import { RECEIPT_STATE } from "#contract/receipts/receipt-states.ts";
import { idParams } from "#contract/values/ids.ts";
import { Done } from "#contract/values/wire.ts";
import { Export, exportChoice, exportFilters, ExportSchedule, registriesFilter } from "./export.ts";
import { EXPORT_FORMAT, EXPORT_STATE, EXPORT_TYPE } from "./export-states.ts";

const access = "exports.create" as const;
const listQuery = Type.Object({
  ...timePagingQuery,
  states: Type.Optional(queryList(EXPORT_STATE.schema)),
  types: Type.Optional(queryList(EXPORT_TYPE.schema)),
  ...sorting("createdAt"),
});
const documentTypes = Type.Optional(Type.Array(JOB_DOCUMENT_TYPE.schema, { maxItems: 20 }));

/** Three paths make one record. Source: specification §7; `domain.md` §2.8, §4.8. */
export const exportEndpoints = defineEndpoints("exports", {
  documentList: {
    base: "open",
    method: "GET",
    path: "/v1/job-document-export-registries",
    access,
    summary: "Выгрузки документов",
    query: listQuery,
    answer: listOf(Export),
  },
  documentCreate: {
    base: "open",
    method: "POST",
    path: "/v1/job-document-export-registries",
    access,
    summary: "Заказать архив документов",
    body: Type.Object({
      filters: Type.Object({ ...exportFilters, ...registriesFilter, types: documentTypes }),
    }),
    answer: Export,
    idempotent: true,
  },
  universalList: {
    base: "open",
    method: "GET",
    path: "/v1/universal-exports",
    access,
    summary: "Выгрузки",
    query: listQuery,
    answer: listOf(Export),
  },
  universalCreate: {
    base: "open",
    method: "POST",
    path: "/v1/universal-exports",
    access,
    summary: "Заказать выгрузку",
    body: Type.Object({
      ...exportFilters,
      types: Type.Array(EXPORT_TYPE.schema, { minItems: 1, maxItems: 9 }),
      format: Type.Optional(EXPORT_FORMAT.schema),
    }),
    answer: Export,
    idempotent: true,
  },
  receiptCreate: {
    base: "client",
    method: "POST",
    path: "/job-receipt-export-request",
    access,
    summary: "Заказать выгрузку чеков",
    body: Type.Object({
      ...exportFilters,
      ...registriesFilter,
      states: Type.Optional(Type.Array(RECEIPT_STATE.schema, { maxItems: 10 })),
      format: Type.Optional(FileFormat),
    }),
    answer: Export,
    idempotent: true,
  },
  receiptList: {
    base: "client",
    method: "GET",
    path: "/job-receipt-export-request/list",
    access,
    summary: "Выгрузки чеков",
    query: listQuery,
    answer: listOf(Export),
  },
  file: {
    base: "open",
    method: "GET",
    path: "/v1/universal-exports/{id}/file",
    access,
    summary: "Скачать готовую выгрузку любого вида",
    params: idParams,
    answer: fileAnswer(XLSX, CSV, ZIP, TEXT, XML),
    added: true,
  },
  retry: {
    base: "open",
    method: "POST",
    path: "/v1/universal-exports/{id}/retry",
    access,
    summary: "Повторить неудавшуюся выгрузку",
    params: idParams,
    answer: Export,
    idempotent: true,
    added: true,
  },
  repeat: {
    base: "open",
    method: "POST",
    path: "/v1/universal-exports/{id}/repeat",
    access,
    summary: "Заказать такую же выгрузку ещё раз",
    params: idParams,
    answer: Export,
    idempotent: true,
    added: true,
  },
  schedules: {
    base: "open",
    method: "GET",
    path: "/v1/export-schedules",
    access,
    summary: "Ежемесячные выгрузки",
    answer: itemsOf(ExportSchedule),
    added: true,
  },
  schedule: {
    base: "open",
    method: "POST",
    path: "/v1/export-schedules",
    access,
    summary: "Делать выгрузку каждый месяц за прошедший месяц",
    body: Type.Object({
      ...exportChoice,
      types: Type.Array(EXPORT_TYPE.schema, { minItems: 1, maxItems: 9 }),
      format: Type.Optional(EXPORT_FORMAT.schema),
    }),
    answer: ExportSchedule,
    idempotent: true,
    added: true,
  },
  unschedule: {
    base: "open",
    method: "DELETE",
    path: "/v1/export-schedules/{id}",
    access,
    summary: "Больше не делать ежемесячную выгрузку",
    params: idParams,
    answer: Done,
    added: true,
  },
});
