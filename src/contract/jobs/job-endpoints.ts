import { JOB_BUDGET_MAX } from "./job-bounds.ts";
import { Type } from "typebox";
import { JOB_PAY_TYPE } from "#contract/definitions/payment-types.ts";
import { REASONS } from "#contract/definitions/reasons.ts";
import { defineEndpoints } from "#contract/kernel/define-endpoints.ts";
import { Search, sorting, text } from "#contract/kernel/fields.ts";
import { listOf, timePagingQuery } from "#contract/kernel/paging.ts";
import { IdList, queryList } from "#contract/kernel/query-lists.ts";
import { MAX_JOB_TAGS } from "#contract/projects/project.ts";
import { Id } from "#contract/values/ids.ts";
import { UnixSeconds } from "#contract/values/wire.ts";
import {
  CancelComment,
  Job,
  JobCard,
  JobCounts,
  JobCreate,
  JobCreateMany,
  JobEstimate,
  JobUpdate,
  MassCancelResult,
  MassPublishResult,
  MassTagResult,
  JobOption,
} from "./job.ts";
import { JOB_STATE } from "./job-states.ts";

const budget = Type.Optional(Type.Number({ minimum: 0, maximum: JOB_BUDGET_MAX }));
const slug = Type.Optional(text(100));

const filters = {
  ...timePagingQuery,
  search: Search,
  /** Slugs of `/jobs/{serviceGroup}/{service}`. */
  serviceGroup: slug,
  service: slug,
  serviceIDs: Type.Optional(IdList),
  cityID: Type.Optional(Id),
  payType: Type.Optional(JOB_PAY_TYPE.schema),
  budgetFrom: budget,
  budgetTo: budget,
  dateFrom: Type.Optional(UnixSeconds),
  dateTo: Type.Optional(UnixSeconds),
  ...sorting("publishedDate", "createdDate", "finishDate", "budget"),
};
const ownFilters = {
  ...filters,
  states: Type.Optional(queryList(JOB_STATE.schema)),
  projectIDs: Type.Optional(IdList),
  jobTagsIDs: Type.Optional(IdList),
};
const client = "client" as const;

/** Source: specification §7, «Legacy-style endpoints»; states and flags: `domain.md` §2.4. */
export const jobEndpoints = defineEndpoints("jobs", {
  /**
   * A GET that changes data, as in the specification: needs the bearer header, is never cached or
   * retried. New code calls `massForceCancelPost`. Source: `domain.md` §0.8.
   */
  massForceCancel: {
    base: "open",
    method: "GET",
    path: "/v1/jobs/mass-force-cancel",
    access: "jobs.force-cancel",
    summary:
      "Отменить задания; исполнителям тех, что уже выполняются, предложить завершить без оплаты",
    query: Type.Object({
      jobIDs: IdList,
      reasonID: Type.Optional(REASONS.jobCancel.schema),
      comment: CancelComment,
    }),
    answer: MassCancelResult,
    idempotent: true,
  },
  massForceCancelPost: {
    base: "open",
    method: "POST",
    path: "/v1/jobs/mass-force-cancel",
    access: "jobs.force-cancel",
    summary:
      "Отменить задания с причиной; исполнителям тех, что уже выполняются, предложить завершить без оплаты",
    body: Type.Object({
      jobIDs: Type.Array(Id, { minItems: 1, maxItems: 500 }),
      reasonID: REASONS.jobCancel.schema,
      comment: CancelComment,
    }),
    answer: MassCancelResult,
    idempotent: true,
    added: true,
  },
  info: {
    base: client,
    method: "GET",
    path: "/job/info",
    access: "public",
    summary: "Задание по номеру или обозначению",
    query: Type.Object({ jobID: Type.Optional(Id), jobIdent: Type.Optional(text(50)) }),
    answer: Job,
  },
  list: {
    base: client,
    method: "GET",
    path: "/job/list",
    access: "public",
    summary: "Опубликованные задания",
    query: Type.Object(filters),
    answer: listOf(JobCard),
  },
  createdList: {
    base: client,
    method: "GET",
    path: "/job/created-list",
    access: "jobs.view",
    summary: "Задания своей компании",
    /**
     * `templateID`: jobs whose workman has a document of this template. `withNewOffers`: published
     * jobs with unanswered offers.
     */
    query: Type.Object({
      ...ownFilters,
      workmanID: Type.Optional(Id),
      registryID: Type.Optional(Id),
      templateID: Type.Optional(Id),
      withNewOffers: Type.Optional(Type.Integer({ minimum: 0, maximum: 1 })),
    }),
    answer: listOf(JobCard),
  },
  hasOfferList: {
    base: client,
    method: "GET",
    path: "/job/has-offer-list",
    access: { anyOf: ["workman", "offers.view"] },
    summary:
      "Задания с откликами: исполнителю — с его откликом, заказчику — свои с новыми откликами",
    query: Type.Object(ownFilters),
    answer: listOf(JobCard),
  },
  getInviteList: {
    base: client,
    method: "GET",
    path: "/job/get-invite-list",
    access: "workman",
    summary: "Задания, куда пригласили исполнителя",
    query: Type.Object(ownFilters),
    answer: listOf(JobCard),
  },
  hasAcceptedOfferList: {
    base: client,
    method: "GET",
    path: "/job/has-accepted-offer-list",
    access: { anyOf: ["workman", "offers.view"] },
    summary: "Задания, где отклик принят",
    query: Type.Object(ownFilters),
    answer: listOf(JobCard),
  },
  intersectionByWorkmanList: {
    base: client,
    method: "GET",
    path: "/job/intersection-by-workman/list",
    access: "jobs.view",
    summary: "Общие задания своей компании и исполнителя",
    query: Type.Object({ ...ownFilters, workmanID: Id }),
    answer: listOf(JobCard),
  },
  byAccountList: {
    base: client,
    method: "GET",
    path: "/job/by-account/list",
    access: "public",
    summary: "Опубликованные задания заказчика",
    query: Type.Object({ ...filters, accountID: Id }),
    answer: listOf(JobCard),
  },
  intersectionByAccountList: {
    base: client,
    method: "GET",
    path: "/job/intersection-by-account/list",
    access: "workman",
    summary: "Общие задания исполнителя и заказчика",
    query: Type.Object({ ...ownFilters, accountID: Id }),
    answer: listOf(JobCard),
  },
  counts: {
    base: client,
    method: "GET",
    path: "/job/counts",
    access: { anyOf: ["workman", "jobs.view"] },
    summary: "Сколько заданий в каждом разделе «Моих заданий»",
    answer: JobCounts,
    added: true,
  },
  estimate: {
    base: client,
    method: "GET",
    path: "/job/estimate",
    access: "jobs.view",
    summary: "Цена похожих заданий и комиссия с бюджета",
    query: Type.Object({ serviceID: Type.Optional(Id), budget }),
    answer: JobEstimate,
    added: true,
  },
  /** For filters and pickers. Decision: the specification shows no shape. */
  accountJobList: {
    base: client,
    method: "GET",
    path: "/account/job/list",
    access: "jobs.view",
    summary: "Задания своей компании для выбора в фильтрах",
    query: Type.Object({
      ...timePagingQuery,
      search: Search,
      states: Type.Optional(queryList(JOB_STATE.schema)),
      projectIDs: Type.Optional(IdList),
    }),
    answer: listOf(JobOption),
  },
  create: {
    base: client,
    method: "POST",
    path: "/job/create",
    access: "jobs.manage",
    summary: "Создать черновик задания",
    body: JobCreate,
    answer: Job,
    idempotent: true,
  },
  createMany: {
    base: "open",
    method: "POST",
    path: "/v1/jobs/create-many",
    access: "jobs.manage",
    summary: "Создать по черновику задания на каждого исполнителя",
    body: JobCreateMany,
    answer: Type.Object({ jobIDs: Type.Array(Id) }),
    idempotent: true,
    added: true,
  },
  update: {
    base: client,
    method: "POST",
    path: "/job/update",
    access: "jobs.manage",
    summary: "Изменить задание",
    body: JobUpdate,
    answer: Job,
  },
  publish: {
    base: client,
    method: "POST",
    path: "/job/publish",
    access: "jobs.manage",
    summary: "Опубликовать задание",
    body: Type.Object({ jobID: Id }),
    answer: Job,
    idempotent: true,
  },
  massPublish: {
    base: "open",
    method: "POST",
    path: "/v1/jobs/mass-publish",
    access: "jobs.manage",
    summary: "Опубликовать черновики; те, что нельзя, названы с причиной",
    body: Type.Object({ jobIDs: Type.Array(Id, { minItems: 1, maxItems: 500 }) }),
    answer: MassPublishResult,
    idempotent: true,
    added: true,
  },
  massTag: {
    base: "open",
    method: "POST",
    path: "/v1/jobs/mass-tag",
    access: "jobs.manage",
    summary: "Добавить теги к заданиям; те, где их стало бы слишком много, названы",
    body: Type.Object({
      jobIDs: Type.Array(Id, { minItems: 1, maxItems: 500 }),
      jobTagsIDs: Type.Array(Id, { minItems: 1, maxItems: MAX_JOB_TAGS }),
    }),
    answer: MassTagResult,
    added: true,
  },
  cancel: {
    base: client,
    method: "POST",
    path: "/job/cancel",
    access: "jobs.manage",
    summary: "Отменить задание",
    body: Type.Object({
      jobID: Id,
      reasonID: Type.Optional(REASONS.jobCancel.schema),
      comment: CancelComment,
    }),
    answer: Job,
    idempotent: true,
  },
});
