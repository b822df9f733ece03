import { Type } from "typebox";
import {
  CodeSent,
  Comment,
  OtpCode,
  sorting,
  text,
  FileFormat,
  fileFormatQuery,
} from "#contract/kernel/fields.ts";
import { REASONS } from "#contract/definitions/reasons.ts";
import { defineEndpoints, fileAnswer } from "#contract/kernel/define-endpoints.ts";
import { itemsOf, listOf, pagingQuery } from "#contract/kernel/paging.ts";
import { IdList } from "#contract/kernel/query-lists.ts";
import { CSV, XLSX } from "#contract/kernel/uploads.ts";
import { Posting } from "#contract/ledger/posting.ts";
import { Id, idParams } from "#contract/values/ids.ts";
import { CalendarDate, Done, Instant } from "#contract/values/wire.ts";
import { PayrollDryRun, PayrollInfo, PayrollItem } from "./payroll-registry.ts";
import {
  Registry,
  FindingSummary,
  RegistryChanged,
  RegistryCreated,
  RegistryProgress,
  RegistryStarted,
} from "./registry.ts";
import { PAYROLL_ITEM_STATE } from "./registry-item-states.ts";
import {
  CancelExpectation,
  CELLS_BYTES,
  CellsInput,
  pastedBlock,
  pastedRegistry,
  registryFile,
  registryItemsQuery,
  registryListQuery,
  registryUpload,
} from "./registry-queries.ts";
import { EXECUTION_MODE } from "./registry-states.ts";

const view = "payroll-registries.view";
/**
 * Guards files of a registry as well: they show its sums, and a viewer exports nothing (`domain.md`
 * §2.1, «exports»).
 */
const edit = "payroll-registries.edit";
const execute = "payroll-registries.execute";
const approve = "payroll-registries.approve";
const version = Type.Integer({ minimum: 1, maximum: 1_000_000_000 });
const open = "open" as const;

/**
 * Payroll registries: upload, correct, validate, pay, follow.
 *
 * A file uploaded before is 409 with `details: {registryID}`; too little money is 409
 * `insufficient_funds` with `details: {needed, available}`; a second execution is 409 «Реестр уже
 * запущен». Source: specification §7, «Payroll registries»; `domain.md` §2.8, §4.2.
 */
export const payrollRegistryEndpoints = defineEndpoints("payroll-registries", {
  list: {
    base: open,
    method: "GET",
    path: "/v1/payroll-registries",
    access: view,
    summary: "Реестры выплат",
    query: registryListQuery,
    answer: listOf(Registry),
  },
  upload: {
    base: open,
    method: "POST",
    path: "/v1/payroll-registries",
    access: edit,
    summary: "Загрузить реестр выплат",
    body: registryUpload,
    answer: RegistryCreated,
    idempotent: true,
  },
  get: {
    base: open,
    method: "GET",
    path: "/v1/payroll-registries/{id}",
    access: view,
    summary: "Реестр выплат",
    params: idParams,
    answer: Registry,
  },
  items: {
    base: open,
    method: "GET",
    path: "/v1/payroll-registries/{id}/items",
    access: view,
    summary: "Строки реестра",
    params: idParams,
    query: registryItemsQuery(PAYROLL_ITEM_STATE.schema),
    answer: listOf(PayrollItem),
  },
  info: {
    base: open,
    method: "GET",
    path: "/v1/payroll-registries/{id}/info",
    access: view,
    summary: "Итоги реестра",
    params: idParams,
    answer: PayrollInfo,
  },
  template: {
    base: open,
    method: "GET",
    path: "/v1/payroll-registries/template",
    access: view,
    summary: "Скачать пустой шаблон реестра выплат",
    query: fileFormatQuery,
    answer: fileAnswer(XLSX, CSV),
  },
  errors: {
    base: open,
    method: "GET",
    path: "/v1/payroll-registries/{id}/errors",
    access: view,
    summary: "Ошибки и предупреждения по причинам, с числом строк",
    params: idParams,
    answer: itemsOf(FindingSummary),
  },
  filledTemplate: {
    base: open,
    method: "GET",
    path: "/v1/payroll-registries/filled-template",
    access: edit,
    summary: "Скачать шаблон, заполненный выбранными исполнителями",
    query: Type.Object({
      serviceID: Type.Optional(Id),
      accountEmployeeIDs: Type.Optional(IdList),
      amount: Type.Optional(Type.Number({ minimum: 0, maximum: 2_400_000 })),
      jobTagsIDs: Type.Optional(IdList),
      receiptText: Type.Optional(text(256)),
      workStart: Type.Optional(CalendarDate),
      workEnd: Type.Optional(CalendarDate),
      format: Type.Optional(FileFormat),
    }),
    answer: fileAnswer(XLSX, CSV),
  },
  execute: {
    base: open,
    method: "POST",
    path: "/v1/payroll-registries/{id}/execute",
    access: execute,
    summary: "Запустить выплату по реестру",
    params: idParams,
    body: Type.Object({
      mode: EXECUTION_MODE.schema,
      /** Code of `send-execute-code`, bound to the registry, its version and the mode. */
      otp: Type.Optional(OtpCode),
      /** Version on the screen; 409 when it differs. */
      version,
      /** Start time; now by default. */
      scheduledAt: Type.Optional(Instant),
    }),
    answer: RegistryStarted,
    idempotent: true,
  },
  download: {
    base: open,
    method: "POST",
    path: "/v1/payroll-registries/{id}/download",
    access: edit,
    summary: "Скачать реестр с состоянием каждой строки",
    params: idParams,
    body: Type.Object({ format: Type.Optional(FileFormat) }),
    answer: fileAnswer(XLSX, CSV),
  },
  updateFile: {
    base: open,
    method: "POST",
    path: "/v1/payroll-registries/{id}/update",
    access: edit,
    summary: "Загрузить исправленный файл; верные строки сохраняются",
    params: idParams,
    body: registryFile,
    answer: RegistryChanged,
    idempotent: true,
  },
  deleteItem: {
    base: open,
    method: "DELETE",
    path: "/v1/payroll-registry-items/{id}",
    access: edit,
    summary: "Удалить строку реестра",
    params: idParams,
    answer: Done,
  },
  updateItem: {
    base: open,
    method: "PUT",
    path: "/v1/payroll-registry-items/{id}",
    access: edit,
    summary: "Исправить ячейки строки; строка сразу проверяется",
    params: idParams,
    body: Type.Object({ cells: CellsInput, version: Type.Optional(version) }),
    maxBodyBytes: CELLS_BYTES,
    answer: PayrollItem,
    added: true,
  },
  paste: {
    base: open,
    method: "POST",
    path: "/v1/payroll-registries/paste",
    access: edit,
    summary: "Создать реестр из строк, скопированных в таблице",
    body: pastedRegistry,
    answer: RegistryCreated,
    idempotent: true,
    added: true,
  },
  pasteRows: {
    base: open,
    method: "POST",
    path: "/v1/payroll-registries/{id}/rows",
    access: edit,
    summary: "Вставить блок строк: поверх названных строк или в конец",
    params: idParams,
    body: pastedBlock,
    answer: RegistryChanged,
    idempotent: true,
    added: true,
  },
  dryRun: {
    base: open,
    method: "POST",
    path: "/v1/payroll-registries/{id}/dry-run",
    access: edit,
    summary: "Проверить без оплаты",
    params: idParams,
    body: Type.Object({ mode: Type.Optional(EXECUTION_MODE.schema) }),
    answer: PayrollDryRun,
    added: true,
  },
  sendExecuteCode: {
    base: open,
    method: "POST",
    path: "/v1/payroll-registries/{id}/send-execute-code",
    access: execute,
    summary: "Отправить код, который запустит именно эту версию реестра",
    params: idParams,
    body: Type.Object({ version, mode: EXECUTION_MODE.schema }),
    answer: CodeSent,
    added: true,
  },
  cancel: {
    base: open,
    method: "POST",
    path: "/v1/payroll-registries/{id}/cancel",
    access: edit,
    summary: "Отменить реестр насовсем",
    params: idParams,
    body: CancelExpectation,
    answer: RegistryStarted,
    idempotent: true,
    added: true,
  },
  /**
   * `cancelUntil` is the end of the undo window shown on the screen: a payment confirmed again has
   * a new one.
   */
  undo: {
    base: open,
    method: "POST",
    path: "/v1/payroll-registries/{id}/undo",
    access: execute,
    summary:
      "Отменить отправку, пока не вышел её срок: деньги снова доступны, реестр готов к запуску",
    params: idParams,
    body: Type.Object({ version, cancelUntil: Instant }),
    answer: RegistryStarted,
    idempotent: true,
    added: true,
  },
  sendApproveCode: {
    base: open,
    method: "POST",
    path: "/v1/payroll-registries/{id}/send-approve-code",
    access: approve,
    summary: "Отправить код для согласования этой версии реестра",
    params: idParams,
    body: Type.Object({ version }),
    answer: CodeSent,
    added: true,
  },
  approve: {
    base: open,
    method: "POST",
    path: "/v1/payroll-registries/{id}/approve",
    access: approve,
    summary: "Согласовать выплату по реестру",
    params: idParams,
    body: Type.Object({ version, otp: Type.Optional(OtpCode) }),
    answer: RegistryStarted,
    idempotent: true,
    added: true,
  },
  rejectApproval: {
    base: open,
    method: "POST",
    path: "/v1/payroll-registries/{id}/reject",
    access: approve,
    summary: "Отклонить согласование и вернуть реестр автору",
    params: idParams,
    body: Type.Object({ reasonID: REASONS.registryReject.schema, comment: Type.Optional(Comment) }),
    answer: RegistryStarted,
    idempotent: true,
    added: true,
  },
  retryItem: {
    base: open,
    method: "POST",
    path: "/v1/payroll-registry-items/{id}/retry",
    access: execute,
    summary: "Повторить выплату по строке",
    params: idParams,
    answer: PayrollItem,
    idempotent: true,
    added: true,
  },
  giveUpItem: {
    base: "open",
    method: "POST",
    path: "/v1/payroll-registry-items/{id}/give-up",
    access: execute,
    summary: "Отменить выплату, которая не прошла: деньги вернутся на баланс, чек аннулируется",
    params: idParams,
    answer: PayrollItem,
    idempotent: true,
    added: true,
  },
  correct: {
    base: open,
    method: "POST",
    path: "/v1/payroll-registries/{id}/correct",
    access: edit,
    summary: "Исправить неоплаченные строки с ошибками в новом реестре",
    params: idParams,
    answer: RegistryCreated,
    idempotent: true,
    added: true,
  },
  itemPostings: {
    base: open,
    method: "GET",
    path: "/v1/payroll-registry-items/{id}/postings",
    access: "transactions.view",
    summary: "Проводки строки: из чего сложилась сумма",
    params: idParams,
    answer: itemsOf(Posting),
    added: true,
  },
  postings: {
    base: open,
    method: "GET",
    path: "/v1/payroll-registries/{id}/postings",
    access: "transactions.view",
    summary: "Проводки реестра",
    params: idParams,
    query: Type.Object({ ...pagingQuery, ...sorting("at") }),
    answer: listOf(Posting),
    added: true,
  },
  progress: {
    base: open,
    method: "GET",
    path: "/v1/payroll-registries/{id}/progress",
    access: view,
    summary: "Ход чтения, проверки или выплаты",
    params: idParams,
    answer: RegistryProgress,
    added: true,
  },
  file: {
    base: open,
    method: "GET",
    path: "/v1/payroll-registries/{id}/file",
    access: edit,
    summary: "Скачать загруженный файл как он есть",
    params: idParams,
    answer: fileAnswer(XLSX, CSV, "text/plain"),
    added: true,
  },
  errorsDownload: {
    base: open,
    method: "GET",
    path: "/v1/payroll-registries/{id}/errors/download",
    access: edit,
    summary: "Скачать строки с ошибками и столбцом «Ошибки»; файл можно исправить и загрузить",
    params: idParams,
    query: fileFormatQuery,
    answer: fileAnswer(XLSX, CSV),
    added: true,
  },
});
