import { Type, type TSchema } from "typebox";
import type { Permission } from "#contract/access/permissions.ts";
import { CodeSent, OtpCode, FileFormat, fileFormatQuery } from "#contract/kernel/fields.ts";
import { fileAnswer } from "#contract/kernel/define-endpoints.ts";
import { itemsOf, listOf } from "#contract/kernel/paging.ts";
import { CSV, XLSX } from "#contract/kernel/uploads.ts";
import { idParams } from "#contract/values/ids.ts";
import { Done } from "#contract/values/wire.ts";
import {
  RegistryDryRun,
  RegistryInfo,
  FindingSummary,
  RegistryChanged,
  RegistryCreated,
  RegistryProgress,
  RegistryStarted,
} from "./registry.ts";
import { readingCalls } from "./registry-readings.ts";
import { repairCalls } from "./registry-repair.ts";
import { REGISTRY_ITEM_STATE } from "./registry-item-states.ts";
import {
  CancelExpectation,
  CELLS_BYTES,
  ItemEdit,
  pastedBlock,
  pastedRegistry,
  registryFile,
  registryItemsQuery,
  registryUpload,
} from "./registry-queries.ts";
import { EXECUTION_MODE } from "./registry-states.ts";

const version = Type.Integer({ minimum: 1, maximum: 1_000_000_000 });

/**
 * The specification has only lists and pages of these registries. Paths repeat the payroll
 * registry's, so screens serve all kinds.
 *
 * @param path - `/v1/job-registries`.
 * @param what - genitive: «реестра заданий».
 * @param executes - «Опубликовать задания реестра».
 * @param Item - a row.
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
    upload: {
      ...act,
      path,
      summary: `Загрузить файл ${what}`,
      body: registryUpload,
      answer: RegistryCreated,
      idempotent: true,
    },
    paste: {
      ...act,
      path: `${path}/paste`,
      summary: `Создать из скопированных строк: ${what}`,
      body: pastedRegistry,
      answer: RegistryCreated,
      idempotent: true,
    },
    ...readingCalls(path, what, manage),
    template: {
      ...read,
      path: `${path}/template`,
      summary: `Скачать пустой шаблон ${what}`,
      query: fileFormatQuery,
      answer: fileAnswer(XLSX, CSV),
    },
    items: {
      ...read,
      path: `${path}/{id}/items`,
      summary: `Строки ${what}`,
      params: idParams,
      query: registryItemsQuery(REGISTRY_ITEM_STATE.schema),
      answer: listOf(Item),
    },
    info: {
      ...read,
      path: `${path}/{id}/info`,
      summary: `Итоги ${what}`,
      params: idParams,
      answer: RegistryInfo,
    },
    errors: {
      ...read,
      path: `${path}/{id}/errors`,
      summary: `Ошибки ${what} по причинам`,
      params: idParams,
      answer: itemsOf(FindingSummary),
    },
    ...repairCalls(path, what, manage),
    errorsDownload: {
      ...read,
      access: manage,
      path: `${path}/{id}/errors/download`,
      summary: `Скачать строки ${what} с ошибками`,
      params: idParams,
      query: fileFormatQuery,
      answer: fileAnswer(XLSX, CSV),
    },
    file: {
      ...read,
      access: manage,
      path: `${path}/{id}/file`,
      summary: `Скачать загруженный файл ${what}`,
      params: idParams,
      answer: fileAnswer(XLSX, CSV, "text/plain"),
    },
    progress: {
      ...read,
      path: `${path}/{id}/progress`,
      summary: `Ход обработки ${what}`,
      params: idParams,
      answer: RegistryProgress,
    },
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
      /** `otp`: from `send-execute-code`, bound to registry, version and mode. */
      body: Type.Object({ mode: EXECUTION_MODE.schema, version, otp: Type.Optional(OtpCode) }),
      answer: RegistryStarted,
      idempotent: true,
    },
    dryRun: {
      ...act,
      path: `${path}/{id}/dry-run`,
      summary: `Проверить, ничего не применяя: ${what}`,
      params: idParams,
      body: Type.Object({ mode: Type.Optional(EXECUTION_MODE.schema) }),
      answer: RegistryDryRun,
    },
    sendExecuteCode: {
      ...act,
      path: `${path}/{id}/send-execute-code`,
      summary: `Отправить код, который применит именно эту версию ${what}`,
      params: idParams,
      body: Type.Object({ version, mode: EXECUTION_MODE.schema }),
      answer: CodeSent,
    },
    download: {
      ...act,
      path: `${path}/{id}/download`,
      summary: `Скачать строки ${what} с их итогом`,
      params: idParams,
      body: Type.Object({ format: Type.Optional(FileFormat) }),
      answer: fileAnswer(XLSX, CSV),
    },
    cancel: {
      ...act,
      path: `${path}/{id}/cancel`,
      summary: `Отменить обработку ${what}`,
      params: idParams,
      body: CancelExpectation,
      answer: RegistryStarted,
      idempotent: true,
    },
    updateItem: {
      ...shared,
      method: "PUT" as const,
      access: manage,
      path: `${path.replace(/ies$/, "y")}-items/{id}`,
      summary: `Исправить ячейки строки ${what}`,
      params: idParams,
      body: ItemEdit,
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
