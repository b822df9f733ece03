import { SUM_MAX } from "#contract/values/money.ts";
import { Type } from "typebox";
import { REASONS } from "#contract/definitions/reasons.ts";
import { defineEndpoints, fileAnswer } from "#contract/kernel/define-endpoints.ts";
import { Comment, OtpCode, Search, sorting, text } from "#contract/kernel/fields.ts";
import { listOf, timePagingQuery } from "#contract/kernel/paging.ts";
import { IdList, queryList } from "#contract/kernel/query-lists.ts";
import { DOCUMENT_FILE_BYTES, fileUpload, PDF } from "#contract/kernel/uploads.ts";
import { Id } from "#contract/values/ids.ts";
import { SeenVersion, seenVersion } from "#contract/values/seen-version.ts";
import { Done, PaymentRubles, Rubles } from "#contract/values/wire.ts";
import { JobOffer, MassAcceptResult } from "./job-offer.ts";
import { JOB_OFFER_STATE } from "#contract/jobs/job-offer-states.ts";
import { OfferFile } from "./offer-file.ts";
import { JobOfferMessage, JobOfferMessages, MESSAGE_MAX, MESSAGES_PER_PAGE } from "./message.ts";

const client = "client" as const;
const both = { anyOf: ["workman", "offers.view"] } as const;
const jobOfferID = { jobOfferID: Id };
/** Of the offer shown; 409 `changed` when it differs. */
const version = Type.Optional(SeenVersion);
/** Keeps the body below 1 MiB. */
const MOST_VERSIONS = 2500;
/** The longest version of a result has 167 characters. */
const ResultVersion = seenVersion(170);
const comment = Type.Optional(Comment);
const message = Type.Optional(text(2000));

/**
 * Commands take `jobOfferID` and return the changed offer. Source: specification §7, «Job-offer»;
 * `domain.md` §2.5.
 */
export const jobOfferEndpoints = defineEndpoints("job-offers", {
  info: {
    base: client,
    method: "GET",
    path: "/job-offer/info",
    access: both,
    summary: "Отклик",
    query: Type.Object(jobOfferID),
    answer: JobOffer,
  },
  myInfo: {
    base: client,
    method: "GET",
    path: "/job-offer/my-info",
    access: "workman",
    summary: "Свой отклик на задание",
    query: Type.Object({ jobID: Id }),
    answer: JobOffer,
  },
  acceptedInfo: {
    base: client,
    method: "GET",
    path: "/job-offer/accepted-info",
    access: both,
    summary: "Принятый отклик задания",
    query: Type.Object({ jobID: Id }),
    answer: JobOffer,
  },
  list: {
    base: client,
    method: "GET",
    path: "/job-offer/list",
    access: both,
    summary: "Отклики: исполнителю — свои, заказчику — на его задания",
    query: Type.Object({
      ...timePagingQuery,
      search: Search,
      jobID: Type.Optional(Id),
      workmanID: Type.Optional(Id),
      states: Type.Optional(queryList(JOB_OFFER_STATE.schema)),
      projectIDs: Type.Optional(IdList),
      ...sorting("createdAt", "amount", "rating"),
    }),
    answer: listOf(JobOffer),
  },
  acceptanceList: {
    base: client,
    method: "GET",
    path: "/job-offer/acceptance/list",
    access: "results.accept",
    summary: "Выполненные задания, которые ждут приёмки",
    query: Type.Object({
      ...timePagingQuery,
      search: Search,
      projectIDs: Type.Optional(IdList),
      serviceIDs: Type.Optional(IdList),
      ...sorting("finishedAt", "amount"),
    }),
    /** For «Выбрано 1 240 из 1 240, сумма …». */
    answer: Type.Object({
      ...listOf(JobOffer).properties,
      totals: Type.Object({ count: Type.Integer(), amount: Rubles }),
    }),
  },
  create: {
    base: client,
    method: "POST",
    path: "/job-offer/create",
    access: "workman",
    summary: "Откликнуться на задание",
    /** Id of the job. */
    body: Type.Object({ jobID: Id, amount: Type.Optional(PaymentRubles), message, version }),
    answer: JobOffer,
    idempotent: true,
  },
  update: {
    base: client,
    method: "POST",
    path: "/job-offer/update",
    access: "workman",
    summary: "Изменить свой отклик",
    body: Type.Object({ ...jobOfferID, amount: Type.Optional(PaymentRubles), message }),
    answer: JobOffer,
  },
  accept: {
    base: client,
    method: "POST",
    path: "/job-offer/accept",
    access: "offers.manage",
    summary: "Принять отклик; деньги замораживаются",
    body: Type.Object({ ...jobOfferID, version }),
    answer: JobOffer,
    idempotent: true,
  },
  start: {
    base: client,
    method: "POST",
    path: "/job-offer/start",
    access: "workman",
    summary: "Приступить к заданию",
    body: Type.Object({ ...jobOfferID, version }),
    answer: JobOffer,
    idempotent: true,
  },
  finish: {
    base: client,
    method: "POST",
    path: "/job-offer/finish",
    access: { anyOf: ["workman", "jobs.manage"] },
    summary: "Сообщить, что задание выполнено",
    body: Type.Object({ ...jobOfferID, comment }),
    answer: JobOffer,
    idempotent: true,
  },
  decline: {
    base: client,
    method: "POST",
    path: "/job-offer/decline",
    access: "offers.manage",
    summary: "Отклонить отклик",
    body: Type.Object({
      ...jobOfferID,
      reasonID: Type.Optional(REASONS.offerDeclineByAccount.schema),
      comment,
    }),
    answer: JobOffer,
    idempotent: true,
  },
  cancel: {
    base: client,
    method: "POST",
    path: "/job-offer/cancel",
    access: { anyOf: ["workman", "offers.manage"] },
    summary: "Отозвать отклик или, до начала, отменить принятый",
    body: Type.Object({
      ...jobOfferID,
      reasonID: Type.Optional(REASONS.declineByWorkman.schema),
      comment,
    }),
    answer: JobOffer,
    idempotent: true,
  },
  resultAccept: {
    base: client,
    method: "POST",
    path: "/job-offer/result-accept",
    access: "results.accept",
    summary: "Принять результат и начать выплату",
    body: Type.Object({ ...jobOfferID, otp: Type.Optional(OtpCode), version }),
    answer: JobOffer,
    idempotent: true,
  },
  massResultAccept: {
    base: client,
    method: "POST",
    path: "/job-offer/mass-result-accept",
    access: "results.accept",
    summary: "Принять результаты многих заданий",
    /** In the order of ids; changed results are skipped and named. */
    body: Type.Object({
      jobOfferIDs: Type.Array(Id, { minItems: 1, maxItems: 5000 }),
      otp: Type.Optional(OtpCode),
      versions: Type.Optional(Type.Array(ResultVersion, { maxItems: MOST_VERSIONS })),
    }),
    maxBodyBytes: 1024 * 1024,
    answer: MassAcceptResult,
    idempotent: true,
  },
  arbitration: {
    base: client,
    method: "POST",
    path: "/job-offer/arbitration",
    access: "arbitration.open",
    summary: "Предложить изменить выплату",
    body: Type.Object({
      ...jobOfferID,
      /** Rubles; 0 is allowed with a reason. */
      amount: Type.Number({ minimum: 0, maximum: SUM_MAX }),
      reasonID: REASONS.arbitration.schema,
      comment,
    }),
    answer: JobOffer,
    idempotent: true,
  },
  arbitrationAccept: {
    base: client,
    method: "POST",
    path: "/job-offer/arbitration-accept",
    access: "workman",
    summary: "Согласиться на новую сумму",
    body: Type.Object({ ...jobOfferID, version }),
    answer: JobOffer,
    idempotent: true,
  },
  arbitrationDecline: {
    base: client,
    method: "POST",
    path: "/job-offer/arbitration-decline",
    access: "workman",
    summary: "Не согласиться на новую сумму",
    body: Type.Object({ ...jobOfferID, comment, version }),
    answer: JobOffer,
    idempotent: true,
  },
  arbitrationCancel: {
    base: client,
    method: "POST",
    path: "/job-offer/arbitration-cancel",
    access: "arbitration.open",
    summary: "Отозвать предложение изменить выплату",
    body: Type.Object(jobOfferID),
    answer: JobOffer,
    idempotent: true,
    added: true,
  },
  messageList: {
    base: client,
    method: "GET",
    path: "/job-offer-message/list",
    access: both,
    summary: "Переписка по отклику, новые первыми",
    query: Type.Object({
      ...jobOfferID,
      offset: Type.Optional(Type.Integer({ minimum: 0, maximum: 100_000, default: 0 })),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: MESSAGES_PER_PAGE })),
    }),
    answer: JobOfferMessages,
  },
  messageCreate: {
    base: client,
    method: "POST",
    path: "/job-offer-message/create",
    access: { anyOf: ["workman", "offers.manage"] },
    summary: "Написать по отклику",
    /** Text, file or both. */
    body: {
      kind: "multipart",
      files: { file: { maxBytes: DOCUMENT_FILE_BYTES, required: false } },
      fields: Type.Object({ ...jobOfferID, message: Type.Optional(text(MESSAGE_MAX)) }),
    },
    answer: JobOfferMessage,
    idempotent: true,
  },
  typing: {
    base: "open",
    method: "POST",
    path: "/v1/job-offers/{id}/typing",
    access: { anyOf: ["workman", "offers.manage"] },
    summary: "Сообщить другой стороне, что пишут сообщение",
    params: Type.Object({ id: Id }),
    answer: Done,
    added: true,
  },
  file: {
    base: "open",
    method: "GET",
    path: "/v1/job-offer-files/{id}",
    access: both,
    summary: "Файл из переписки или результата",
    params: Type.Object({ id: Id }),
    answer: fileAnswer("image/jpeg", "image/png", "image/webp", PDF),
    added: true,
  },
  addResultFile: {
    base: "open",
    method: "POST",
    path: "/v1/job-offers/{id}/result-files",
    access: "workman",
    summary: "Приложить файл к результату",
    params: Type.Object({ id: Id }),
    body: fileUpload("file", DOCUMENT_FILE_BYTES),
    answer: OfferFile,
    idempotent: true,
    added: true,
  },
  removeResultFile: {
    base: "open",
    method: "DELETE",
    path: "/v1/job-offer-files/{id}",
    access: "workman",
    summary: "Убрать файл из результата до сдачи",
    params: Type.Object({ id: Id }),
    answer: Done,
    added: true,
  },
});
