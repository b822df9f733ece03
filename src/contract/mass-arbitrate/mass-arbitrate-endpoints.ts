import { Type } from "typebox";
import { CodeSent, OtpCode, text, FileFormat, fileFormatQuery } from "#contract/kernel/fields.ts";
import { defineEndpoints, fileAnswer } from "#contract/kernel/define-endpoints.ts";
import { itemsOf, listOf, timePagingQuery } from "#contract/kernel/paging.ts";
import { CSV, XLSX } from "#contract/kernel/uploads.ts";
import { JOB_OFFER_STATE } from "#contract/jobs/job-offer-states.ts";
import {
  FindingSummary,
  RegistryCreated,
  RegistryProgress,
  RegistryStarted,
} from "#contract/registries/registry.ts";
import { REGISTRY_ITEM_STATE } from "#contract/registries/registry-item-states.ts";
import {
  registryFile,
  registryItemsQuery,
  registryListQuery,
} from "#contract/registries/registry-queries.ts";
import { Id, idParams } from "#contract/values/ids.ts";
import { CalendarDate } from "#contract/values/wire.ts";
import { MassArbitrateExport, MassArbitrateImport, MassArbitrateItem } from "./mass-arbitrate.ts";

const view = "mass-arbitrate.view";
const manage = "mass-arbitrate.manage";
const ids = Type.Optional(Type.Array(Id, { maxItems: 1000 }));
const version = Type.Integer({ minimum: 1, maximum: 1_000_000_000 });
const client = "client" as const;

/** Source: specification §7, «Mass arbitrate»; `domain.md` §4.7. */
export const massArbitrateEndpoints = defineEndpoints("mass-arbitrate", {
  exportFile: {
    base: client,
    method: "GET",
    path: "/mass-arbitrate/export/{id}",
    access: view,
    summary: "Скачать выгрузку для изменения выплат",
    params: idParams,
    answer: fileAnswer(XLSX, CSV),
  },
  exportAdd: {
    base: client,
    method: "POST",
    path: "/mass-arbitrate/export/add",
    access: manage,
    summary: "Заказать выгрузку откликов, по которым можно изменить выплату",
    body: Type.Object({
      periodStart: Type.Optional(CalendarDate),
      periodEnd: Type.Optional(CalendarDate),
      jobs: ids,
      projects: ids,
      jobTags: ids,
      accountEmployees: ids,
      states: Type.Optional(Type.Array(JOB_OFFER_STATE.schema, { maxItems: 2 })),
      format: Type.Optional(FileFormat),
    }),
    answer: MassArbitrateExport,
    idempotent: true,
  },
  exportList: {
    base: client,
    method: "GET",
    path: "/mass-arbitrate/export",
    access: view,
    summary: "Выгрузки для изменения выплат",
    query: Type.Object(timePagingQuery),
    answer: listOf(MassArbitrateExport),
  },
  importList: {
    base: client,
    method: "GET",
    path: "/mass-arbitrate/import",
    access: view,
    summary: "Загрузки с изменениями выплат",
    query: registryListQuery,
    answer: listOf(MassArbitrateImport),
  },
  importItems: {
    base: client,
    method: "GET",
    path: "/mass-arbitrate/import/{id}/items",
    access: view,
    summary: "Строки загрузки: было и стало",
    params: idParams,
    query: registryItemsQuery(REGISTRY_ITEM_STATE.schema),
    answer: listOf(MassArbitrateItem),
  },
  importApply: {
    base: client,
    method: "POST",
    path: "/mass-arbitrate/import/apply",
    access: manage,
    summary: "Предложить исполнителям новые суммы",
    body: Type.Object({
      importID: Id,
      version: Type.Optional(version),
      otp: Type.Optional(OtpCode),
    }),
    answer: RegistryStarted,
    idempotent: true,
  },
  sendApplyCode: {
    base: client,
    method: "POST",
    path: "/mass-arbitrate/import/{id}/send-apply-code",
    access: manage,
    summary: "Отправить код, который применит именно эту версию загрузки",
    params: idParams,
    body: Type.Object({ version }),
    answer: CodeSent,
    added: true,
  },
  importUpload: {
    base: client,
    method: "POST",
    path: "/mass-arbitrate/import",
    access: manage,
    summary: "Загрузить файл с новыми суммами",
    body: registryFile,
    answer: RegistryCreated,
    idempotent: true,
    added: true,
  },
  importInfo: {
    base: client,
    method: "GET",
    path: "/mass-arbitrate/import/{id}",
    access: view,
    summary: "Загрузка с изменениями выплат и её итоги",
    params: idParams,
    answer: MassArbitrateImport,
    added: true,
  },
  importErrors: {
    base: client,
    method: "GET",
    path: "/mass-arbitrate/import/{id}/errors",
    access: view,
    summary: "Ошибки загрузки по причинам",
    params: idParams,
    answer: itemsOf(FindingSummary),
    added: true,
  },
  importErrorsDownload: {
    base: client,
    method: "GET",
    path: "/mass-arbitrate/import/{id}/errors/download",
    access: view,
    summary: "Скачать строки загрузки с ошибками",
    params: idParams,
    query: fileFormatQuery,
    answer: fileAnswer(XLSX, CSV),
    added: true,
  },
  importProgress: {
    base: client,
    method: "GET",
    path: "/mass-arbitrate/import/{id}/progress",
    access: view,
    summary: "Ход загрузки",
    params: idParams,
    answer: RegistryProgress,
    added: true,
  },
  importCancel: {
    base: client,
    method: "POST",
    path: "/mass-arbitrate/import/{id}/cancel",
    access: manage,
    summary: "Отменить загрузку, которая ещё не применена",
    params: idParams,
    body: Type.Object({ comment: Type.Optional(text(500)) }),
    answer: RegistryStarted,
    idempotent: true,
    added: true,
  },
});
