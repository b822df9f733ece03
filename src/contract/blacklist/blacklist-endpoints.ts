import { Type } from "typebox";
import { REASONS } from "#contract/definitions/reasons.ts";
import { defineEndpoints, fileAnswer } from "#contract/kernel/define-endpoints.ts";
import {
  Comment,
  InnInput,
  PhoneInput,
  Search,
  sorting,
  text,
  fileFormatQuery,
} from "#contract/kernel/fields.ts";
import { itemsOf, listOf, timePagingQuery } from "#contract/kernel/paging.ts";
import { queryList } from "#contract/kernel/query-lists.ts";
import { CSV, fileUpload, REGISTRY_FILE_BYTES, XLSX } from "#contract/kernel/uploads.ts";
import { Id, idParams } from "#contract/values/ids.ts";
import { CalendarDate, Done } from "#contract/values/wire.ts";
import { BlacklistEntry, BlacklistRunning, BlacklistUploadResult } from "./blacklist.ts";

const path = "/v1/account/black-list";

/** Source: specification §7, «Black list». */
export const blacklistEndpoints = defineEndpoints("blacklist", {
  list: {
    base: "open",
    method: "GET",
    path,
    access: "blacklist.view",
    summary: "Чёрный список",
    query: Type.Object({
      ...timePagingQuery,
      search: Search,
      reasonIDs: Type.Optional(queryList(REASONS.blacklist.schema)),
      /** `true`: in force; `false`: expired. */
      isActive: Type.Optional(Type.Boolean()),
      ...sorting("createdAt", "name"),
    }),
    answer: listOf(BlacklistEntry),
  },
  upload: {
    base: "open",
    method: "POST",
    path,
    access: "blacklist.manage",
    summary: "Загрузить чёрный список файлом",
    /** `checkOnly`: a dry run. */
    body: fileUpload(
      "file",
      REGISTRY_FILE_BYTES,
      Type.Object({ checkOnly: Type.Optional(Type.Boolean()) }),
    ),
    answer: BlacklistUploadResult,
    idempotent: true,
  },
  exportTemplate: {
    base: "open",
    method: "GET",
    path: "/v1/account/black-list/export-template",
    access: "blacklist.view",
    summary: "Скачать шаблон чёрного списка",
    query: fileFormatQuery,
    answer: fileAnswer(XLSX, CSV),
  },
  clear: {
    base: "open",
    method: "DELETE",
    path,
    access: "blacklist.manage",
    summary: "Очистить чёрный список",
    /** Number of entries shown; 409 when it has changed. */
    query: Type.Object({
      seenCount: Type.Optional(Type.Integer({ minimum: 0, maximum: 10_000_000 })),
    }),
    answer: Type.Object({ deletedCount: Type.Integer() }),
    idempotent: true,
  },
  delete: {
    base: "open",
    method: "DELETE",
    path: "/v1/account/black-list/{id}",
    access: "blacklist.manage",
    summary: "Убрать из чёрного списка",
    params: idParams,
    answer: Done,
  },
  add: {
    base: "open",
    method: "POST",
    path: "/v1/account/black-list/entries",
    access: "blacklist.manage",
    summary: "Добавить исполнителя в чёрный список",
    body: Type.Object({
      workmanID: Type.Optional(Id),
      inn: Type.Optional(InnInput),
      phone: Type.Optional(PhoneInput),
      name: Type.Optional(text(255)),
      reasonID: REASONS.blacklist.schema,
      comment: Type.Optional(Comment),
      validUntil: Type.Optional(CalendarDate),
    }),
    answer: BlacklistEntry,
    idempotent: true,
    added: true,
  },
  restore: {
    base: "open",
    method: "POST",
    path: "/v1/account/black-list/{id}/restore",
    access: "blacklist.manage",
    summary: "Вернуть только что убранного в чёрный список",
    params: idParams,
    answer: BlacklistEntry,
    added: true,
  },
  running: {
    base: "open",
    method: "GET",
    path: "/v1/account/black-list/{id}/running",
    access: "blacklist.view",
    summary: "Отклики и приглашения, о которых нужно решить",
    params: idParams,
    answer: itemsOf(BlacklistRunning),
    added: true,
  },
});
