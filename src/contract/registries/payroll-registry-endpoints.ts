import { SUM_MAX } from "#contract/values/money.ts";
import { MAX_REGISTRY_ROWS } from "./registry-columns.ts";
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
import { PayrollRepeats } from "./paid-before.ts";
import { compareCall } from "./payroll-comparison.ts";
import { repeatCalls } from "./payroll-repeat.ts";
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
  ItemEdit,
  pastedBlock,
  pastedRegistry,
  registryFile,
  registryItemsQuery,
  registryListQuery,
  registryUpload,
} from "./registry-queries.ts";
import { readingCalls } from "./registry-readings.ts";
import { repairCalls } from "./registry-repair.ts";
import { EXECUTION_MODE } from "./registry-states.ts";

const view = "payroll-registries.view";
/** For files too: they show sums, and a viewer exports nothing (`domain.md` §2.1, «exports»). */
const edit = "payroll-registries.edit";
const execute = "payroll-registries.execute";
const approve = "payroll-registries.approve";
const version = Type.Integer({ minimum: 1, maximum: 1_000_000_000 });
const open = "open" as const;

/**
 * A file uploaded before is 409 with `details: {registryID}`; too little money 409
 * `insufficient_funds` with `details: {needed, available, missing}`; a second execution 409. Source:
 * specification §7, «Payroll registries»; `domain.md` §2.8, §4.2.
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
  ...repairCalls("/v1/payroll-registries", "реестра выплат", edit),
  filledTemplate: {
    base: open,
    method: "GET",
    path: "/v1/payroll-registries/filled-template",
    access: edit,
    summary: "Скачать шаблон, заполненный выбранными исполнителями",
    query: Type.Object({
      serviceID: Type.Optional(Id),
      accountEmployeeIDs: Type.Optional(IdList),
      amount: Type.Optional(Type.Number({ minimum: 0, maximum: SUM_MAX })),
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
      /** From `send-execute-code`, bound to registry, version and mode. */
      otp: Type.Optional(OtpCode),
      /** The version shown; 409 when it differs. */
      version,
      /** Start of the payment; by default now. */
      scheduledAt: Type.Optional(Instant),
      /** `repeats` of the dry run; 409 with `details: {repeats}` when there are more. */
      confirmedRepeats: Type.Optional(PayrollRepeats),
      /** `excess` of the dry run's `fileTotal`; 409 with `details: {fileTotal}` when it is larger. */
      confirmedExcess: Type.Optional(
        Type.Number({ minimum: 0, maximum: MAX_REGISTRY_ROWS * SUM_MAX }),
      ),
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
    body: ItemEdit,
    maxBodyBytes: CELLS_BYTES,
    answer: PayrollItem,
    added: true,
  },
  ...readingCalls("/v1/payroll-registries", "реестра выплат", edit),
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
  /** `cancelUntil`: end of the undo time shown; a payment confirmed again has a new one. */
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
  ...repeatCalls,
  compare: compareCall,
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
