import { Type } from "typebox";
import { definitionOf } from "#contract/definitions/definition-of.ts";
import { REASONS } from "#contract/definitions/reasons.ts";
import { defineEndpoints, fileAnswer } from "#contract/http/define-endpoints.ts";
import { Comment, InnInput, nullable, PhoneInput, Search, sorting, text } from "#contract/http/fields.ts";
import { listOf, pagingQuery } from "#contract/http/paging.ts";
import { queryList } from "#contract/http/query-lists.ts";
import { CSV, fileUpload, REGISTRY_FILE_BYTES, XLSX } from "#contract/http/uploads.ts";
import { Id, idParams } from "#contract/values/ids.ts";
import { CalendarDate, Done, Instant } from "#contract/values/wire.ts";
import { WorkmanBrief } from "#contract/workmen/workman-brief.ts";

/** An entry of the account's black list; always with a reason and a date (289-ФЗ). Source: `domain.md` §4.6, §1.8. */
export const BlacklistEntry = Type.Object({
  id: Id,
  workman: nullable(WorkmanBrief),
  name: nullable(Type.String()),
  inn: nullable(Type.String()),
  phone: nullable(Type.String()),
  reason: definitionOf(REASONS.blacklist),
  comment: nullable(Type.String()),
  /** `null` is for ever. */
  validUntil: nullable(CalendarDate),
  createdAt: Instant,
  author: nullable(Type.Object({ id: Id, name: Type.String() })),
});
export type BlacklistEntry = Type.Static<typeof BlacklistEntry>;

/** What became of an uploaded file: entries added, skipped as known, refused with their lines. */
export const BlacklistUploadResult = Type.Object({
  addedCount: Type.Integer(),
  skippedCount: Type.Integer(),
  errors: Type.Array(Type.Object({ line: Type.Integer(), column: nullable(Type.String()), message: Type.String() })),
});

const path = "/v1/account/black-list";

/** The account's black list. Source: specification §7, «Black list». */
export const blacklistEndpoints = defineEndpoints("blacklist", {
  list: {
    base: "open",
    method: "GET",
    path,
    access: "blacklist.view",
    summary: "Чёрный список",
    query: Type.Object({
      ...pagingQuery,
      search: Search,
      reasonIDs: Type.Optional(queryList(REASONS.blacklist.schema)),
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
    body: fileUpload("file", REGISTRY_FILE_BYTES),
    answer: BlacklistUploadResult,
    idempotent: true,
  },
  exportTemplate: {
    base: "open",
    method: "GET",
    path: "/v1/account/black-list/export-template",
    access: "blacklist.view",
    summary: "Скачать шаблон чёрного списка",
    answer: fileAnswer(XLSX, CSV),
  },
  clear: {
    base: "open",
    method: "DELETE",
    path,
    access: "blacklist.manage",
    summary: "Очистить чёрный список",
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
});
