import { Type } from "typebox";
import { REASONS } from "#contract/definitions/reasons.ts";
import { defineEndpoints } from "#contract/kernel/define-endpoints.ts";
import { Comment, PhoneInput, Search, sorting, text } from "#contract/kernel/fields.ts";
import { listOf, timePagingQuery } from "#contract/kernel/paging.ts";
import { queryList } from "#contract/kernel/query-lists.ts";
import { Id, idParams } from "#contract/values/ids.ts";
import { SeenVersion } from "#contract/values/seen-version.ts";
import { InvitesCreated, JobInvite, MASS_INVITE_MOST, MassInviteResult } from "./job-invite.ts";
import { JOB_INVITE_STATE } from "#contract/jobs/job-invite-states.ts";

const states = Type.Optional(queryList(JOB_INVITE_STATE.schema));

/** Source: specification §7, «Invites, jobs, registries»; `domain.md` §2.6. */
export const jobInviteEndpoints = defineEndpoints("job-invites", {
  cancel: {
    base: "open",
    method: "POST",
    path: "/v1/job-invites/{id}/cancel",
    access: "offers.manage",
    summary: "Отменить приглашение",
    params: idParams,
    answer: JobInvite,
    idempotent: true,
  },
  inviteByPhone: {
    base: "open",
    method: "POST",
    path: "/v1/jobs/{id}/invites/invite-by-phone",
    access: "offers.manage",
    summary: "Пригласить в задание по телефону",
    params: idParams,
    body: Type.Object({
      phone: PhoneInput,
      firstName: Type.Optional(text(100)),
      message: Type.Optional(Comment),
    }),
    answer: JobInvite,
    idempotent: true,
  },
  listOfJob: {
    base: "open",
    method: "GET",
    path: "/v1/jobs/{id}/invites",
    access: "offers.view",
    summary: "Приглашения в задание",
    params: idParams,
    query: Type.Object({ ...timePagingQuery, states }),
    answer: listOf(JobInvite),
  },
  list: {
    base: "client",
    method: "GET",
    path: "/job-invite/list",
    access: { anyOf: ["workman", "offers.view"] },
    summary: "Приглашения: исполнителю — полученные, заказчику — отправленные",
    /** Flat keys: `filters[states]=SENT,VIEWED`. */
    query: Type.Object({
      ...timePagingQuery,
      "filters[states]": states,
      "filters[jobID]": Type.Optional(Id),
      "filters[workmanID]": Type.Optional(Id),
      "filters[accountID]": Type.Optional(Id),
      search: Search,
      ...sorting("createdAt", "expiresAt"),
    }),
    answer: listOf(JobInvite),
  },
  create: {
    base: "client",
    method: "POST",
    path: "/job-invite/create",
    access: "offers.manage",
    summary: "Пригласить исполнителей в задание",
    body: Type.Object({
      jobID: Id,
      workmanIDs: Type.Array(Id, { minItems: 1, maxItems: 100 }),
      message: Type.Optional(Comment),
    }),
    answer: InvitesCreated,
    idempotent: true,
  },
  createMany: {
    base: "open",
    method: "POST",
    path: "/v1/job-invites/create-many",
    access: "offers.manage",
    summary: "Пригласить исполнителей в несколько заданий; кого и куда нельзя, названо с причиной",
    body: Type.Object({
      jobIDs: Type.Array(Id, { minItems: 1, maxItems: MASS_INVITE_MOST.jobs }),
      workmanIDs: Type.Optional(Type.Array(Id, { maxItems: MASS_INVITE_MOST.workmen })),
      phones: Type.Optional(Type.Array(PhoneInput, { maxItems: MASS_INVITE_MOST.phones })),
      message: Type.Optional(Comment),
    }),
    answer: MassInviteResult,
    idempotent: true,
    added: true,
  },
  view: {
    base: "open",
    method: "POST",
    path: "/v1/job-invites/{id}/view",
    access: "workman",
    summary: "Отметить приглашение просмотренным",
    params: idParams,
    answer: JobInvite,
    added: true,
  },
  accept: {
    base: "open",
    method: "POST",
    path: "/v1/job-invites/{id}/accept",
    access: "workman",
    summary: "Принять приглашение; деньги заказчика замораживаются",
    params: idParams,
    /** Of the invite shown; 409 `changed` when it differs. */
    body: Type.Object({ version: Type.Optional(SeenVersion) }),
    answer: JobInvite,
    idempotent: true,
    added: true,
  },
  decline: {
    base: "open",
    method: "POST",
    path: "/v1/job-invites/{id}/decline",
    access: "workman",
    summary: "Отклонить приглашение; причину можно не называть",
    params: idParams,
    body: Type.Object({
      reasonID: Type.Optional(REASONS.declineByWorkman.schema),
      comment: Type.Optional(Comment),
    }),
    answer: JobInvite,
    idempotent: true,
    added: true,
  },
});
