import { Type } from "typebox";
import { TAXPAYER_TYPE } from "#contract/definitions/taxpayer-types.ts";
import { defineEndpoints, fileAnswer } from "#contract/kernel/define-endpoints.ts";
import { Comment, PhoneInput, Search, sorting, text } from "#contract/kernel/fields.ts";
import { listOf, timePagingQuery } from "#contract/kernel/paging.ts";
import { IdList, queryList } from "#contract/kernel/query-lists.ts";
import { ZIP } from "#contract/kernel/uploads.ts";
import { Id, idParams } from "#contract/values/ids.ts";
import { SMZ_STATE } from "#contract/workman-taxes/smz-states.ts";
import { Employee, Employment } from "./employee.ts";
import { EMPLOYMENT_STATE } from "./employment-states.ts";

const projectIDs = Type.Array(Id, { maxItems: 100 });

/** Source: specification §7, «Employees»; routes `/profile/employees`. */
export const employeeEndpoints = defineEndpoints("employees", {
  downloadDocuments: {
    base: "open",
    method: "GET",
    path: "/v1/employees/{id}/download-documents",
    access: "workmen.personal-data",
    summary: "Скачать документы исполнителя одним архивом",
    params: idParams,
    answer: fileAnswer(ZIP),
  },
  confirmInvite: {
    base: "open",
    method: "POST",
    path: "/v1/employees/confirm-invite/{id}",
    access: "workman",
    summary: "Подтвердить приглашение заказчика работать вместе",
    params: idParams,
    answer: Employment,
  },
  list: {
    base: "open",
    method: "GET",
    path: "/v1/employees",
    access: "employees.view",
    summary: "Избранные исполнители",
    query: Type.Object({
      ...timePagingQuery,
      search: Search,
      states: Type.Optional(queryList(EMPLOYMENT_STATE.schema)),
      smzStates: Type.Optional(queryList(SMZ_STATE.schema)),
      taxpayerTypes: Type.Optional(queryList(TAXPAYER_TYPE.schema)),
      projectIDs: Type.Optional(IdList),
      onlyPayable: Type.Optional(Type.Boolean()),
      ...sorting("createdAt", "name", "lastJobAt", "rating"),
    }),
    answer: listOf(Employee),
    added: true,
  },
  info: {
    base: "open",
    method: "GET",
    path: "/v1/employees/{id}",
    access: "employees.view",
    summary: "Избранный исполнитель",
    params: idParams,
    answer: Employee,
    added: true,
  },
  invite: {
    base: "open",
    method: "POST",
    path: "/v1/employees",
    access: "employees.manage",
    summary: "Добавить исполнителя в избранные или пригласить по телефону",
    body: Type.Object({
      workmanID: Type.Optional(Id),
      phone: Type.Optional(PhoneInput),
      firstName: Type.Optional(text(100)),
      projectIDs: Type.Optional(projectIDs),
      comment: Type.Optional(Comment),
    }),
    answer: Employee,
    idempotent: true,
    added: true,
  },
  update: {
    base: "open",
    method: "PUT",
    path: "/v1/employees/{id}",
    access: "employees.manage",
    summary: "Изменить проекты и заметку об исполнителе",
    params: idParams,
    body: Type.Object({ projectIDs: Type.Optional(projectIDs), comment: Type.Optional(Comment) }),
    answer: Employee,
    added: true,
  },
  pause: {
    base: "open",
    method: "POST",
    path: "/v1/employees/{id}/pause",
    access: "employees.manage",
    summary: "Приостановить сотрудничество",
    params: idParams,
    answer: Employee,
    added: true,
  },
  resume: {
    base: "open",
    method: "POST",
    path: "/v1/employees/{id}/resume",
    access: "employees.manage",
    summary: "Возобновить сотрудничество",
    params: idParams,
    answer: Employee,
    added: true,
  },
  end: {
    base: "open",
    method: "POST",
    path: "/v1/employees/{id}/end",
    access: { anyOf: ["employees.manage", "workman"] },
    summary: "Завершить сотрудничество: нет открытых заданий",
    params: idParams,
    answer: Employment,
    added: true,
  },
});
