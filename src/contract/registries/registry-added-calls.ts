import { Type, type TSchema } from "typebox";
import type { Permission } from "#contract/access/permissions.ts";
import { fileAnswer } from "#contract/http/define-endpoints.ts";
import { itemsOf, listOf } from "#contract/http/paging.ts";
import { CSV, XLSX } from "#contract/http/uploads.ts";
import { idParams } from "#contract/values/ids.ts";
import { Done } from "#contract/values/wire.ts";
import { Registry, RegistryCause, RegistryChanged, RegistryCreated, RegistryProgress, RegistryStarted } from "./registry.ts";
import { REGISTRY_ITEM_STATE } from "./registry-item-states.ts";
import { CancelExpectation, CELLS_BYTES, CellsInput, fileFormatQuery, pastedBlock, pastedRegistry, registryFile, registryItemsQuery, registryUpload } from "./registry-queries.ts";
import { EXECUTION_MODE } from "./registry-states.ts";

/**
 * The calls the three registries without money need beyond the specification: it names their lists and pages but no upload, check
 * or execution. They repeat the payroll registry's addresses, so the console's upload and show screens serve all four kinds.
 *
 * @param path - address of the kind: `/v1/job-registries`.
 * @param what - the kind in Russian, genitive: «реестра заданий».
 * @param executes - what executing does: «Опубликовать задания реестра».
 * @param Item - the row of the kind.
 */
export function registryAddedCalls<Item extends TSchema>(
  path: string,
  what: string,
  executes: string,
  view: Permission,
  manage: Permission,
  Item: Item,
) {
  const shared = { base: "open" as const, added: true as const };
  const read = { ...shared, method: "GET" as const, access: view };
  const act = { ...shared, method: "POST" as const, access: manage };
  return {
    upload: { ...act, path, summary: `Загрузить файл ${what}`, body: registryUpload, answer: RegistryCreated, idempotent: true },
    paste: {
      ...act,
      path: `${path}/paste`,
      summary: `Создать из скопированных строк: ${what}`,
      body: pastedRegistry,
      answer: RegistryCreated,
      idempotent: true,
    },
    template: { ...read, path: `${path}/template`, summary: `Скачать пустой шаблон ${what}`, query: fileFormatQuery, answer: fileAnswer(XLSX, CSV) },
    items: {
      ...read,
      path: `${path}/{id}/items`,
      summary: `Строки ${what}`,
      params: idParams,
      query: registryItemsQuery(REGISTRY_ITEM_STATE.schema),
      answer: listOf(Item),
    },
    info: { ...read, path: `${path}/{id}/info`, summary: `Итоги ${what}`, params: idParams, answer: Registry },
    errors: { ...read, path: `${path}/{id}/errors`, summary: `Ошибки ${what} по причинам`, params: idParams, answer: itemsOf(RegistryCause) },
    errorsDownload: {
      ...read,
      path: `${path}/{id}/errors/download`,
      summary: `Скачать строки ${what} с ошибками`,
      params: idParams,
      query: fileFormatQuery,
      answer: fileAnswer(XLSX, CSV),
    },
    file: { ...read, path: `${path}/{id}/file`, summary: `Скачать загруженный файл ${what}`, params: idParams, answer: fileAnswer(XLSX, CSV, "text/plain") },
    progress: { ...read, path: `${path}/{id}/progress`, summary: `Ход обработки ${what}`, params: idParams, answer: RegistryProgress },
    updateFile: {
      ...act,
      path: `${path}/{id}/update`,
      summary: `Загрузить исправленный файл ${what}`,
      params: idParams,
      body: registryFile,
      answer: RegistryChanged,
      idempotent: true,
    },
    pasteRows: {
      ...act,
      path: `${path}/{id}/rows`,
      summary: `Вставить блок строк ${what}`,
      params: idParams,
      body: pastedBlock,
      answer: RegistryChanged,
      idempotent: true,
    },
    execute: {
      ...act,
      path: `${path}/{id}/execute`,
      summary: executes,
      params: idParams,
      body: Type.Object({ mode: EXECUTION_MODE.schema, version: Type.Integer({ minimum: 1, maximum: 1_000_000_000 }) }),
      answer: RegistryStarted,
      idempotent: true,
    },
    cancel: { ...act, path: `${path}/{id}/cancel`, summary: `Отменить обработку ${what}`, params: idParams, body: CancelExpectation, answer: RegistryStarted, idempotent: true },
    updateItem: {
      ...shared,
      method: "PUT" as const,
      access: manage,
      path: `${path.replace(/ies$/, "y")}-items/{id}`,
      summary: `Исправить ячейки строки ${what}`,
      params: idParams,
      body: Type.Object({ cells: CellsInput }),
      maxBodyBytes: CELLS_BYTES,
      answer: Item,
    },
    deleteItem: {
      ...shared,
      method: "DELETE" as const,
      access: manage,
      path: `${path.replace(/ies$/, "y")}-items/{id}`,
      summary: `Удалить строку ${what}`,
      params: idParams,
      answer: Done,
    },
  };
}
