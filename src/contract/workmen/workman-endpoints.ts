import { Type } from "typebox";
import { CITIZENSHIP } from "#contract/definitions/citizenships.ts";
import { TAXPAYER_TYPE } from "#contract/definitions/taxpayer-types.ts";
import { Employment } from "#contract/employees/employee.ts";
import { EMPLOYMENT_STATE } from "#contract/employees/employment-states.ts";
import { defineEndpoints } from "#contract/kernel/define-endpoints.ts";
import { OtpCode, Search, sorting } from "#contract/kernel/fields.ts";
import { listOf, pagingQuery } from "#contract/kernel/paging.ts";
import { IdList, queryList } from "#contract/kernel/query-lists.ts";
import { Id } from "#contract/values/ids.ts";
import { Done } from "#contract/values/wire.ts";
import {
  MyWorkmanInfo,
  Workman,
  WorkmanCreate,
  WorkmanFromRegistry,
  WorkmanLead,
  WorkmanUpdate,
} from "./workman.ts";

const client = "client" as const;

/** Source: specification §7. */
export const workmanEndpoints = defineEndpoints("workmen", {
  info: {
    base: client,
    method: "GET",
    path: "/workman/info",
    access: "public",
    summary: "Страница исполнителя",
    query: Type.Object({ workmanID: Id }),
    answer: Workman,
  },
  list: {
    base: client,
    method: "GET",
    path: "/workman/list",
    access: "public",
    summary: "Каталог исполнителей",
    query: Type.Object({
      ...pagingQuery,
      search: Search,
      cityID: Type.Optional(Id),
      serviceIDs: Type.Optional(IdList),
      serviceGroupID: Type.Optional(Id),
      taxpayerTypes: Type.Optional(queryList(TAXPAYER_TYPE.schema)),
      ratingFrom: Type.Optional(Type.Number({ minimum: 0, maximum: 5 })),
      ...sorting("rating", "finishedJobsCount", "registeredAt", "name"),
    }),
    answer: listOf(Workman),
  },
  myInfo: {
    base: client,
    method: "GET",
    path: "/workman/my-info",
    access: "workman",
    summary: "Свой профиль исполнителя",
    answer: MyWorkmanInfo,
  },
  create: {
    base: client,
    method: "POST",
    path: "/workman/create",
    access: "signed-in",
    summary: "Стать исполнителем",
    body: WorkmanCreate,
    answer: MyWorkmanInfo,
    idempotent: true,
  },
  update: {
    base: client,
    method: "POST",
    path: "/workman/update",
    access: "workman",
    summary: "Изменить город, описание и услуги с ценами",
    body: WorkmanUpdate,
    answer: MyWorkmanInfo,
  },
  leads: {
    base: client,
    method: "POST",
    path: "/workman/leads",
    access: "public",
    summary: "Оставить телефон для связи",
    body: WorkmanLead,
    answer: Done,
  },
  createFromRegistry: {
    base: client,
    method: "POST",
    path: "/workman/create-from-registry",
    access: "signed-in",
    summary: "Подтвердить данные из реестра регистрации и стать исполнителем",
    body: WorkmanFromRegistry,
    answer: MyWorkmanInfo,
    idempotent: true,
  },
  employmentList: {
    base: client,
    method: "GET",
    path: "/employment/by-workman/list",
    access: "workman",
    summary: "Заказчики, с которыми исполнитель работает",
    query: Type.Object({
      ...pagingQuery,
      states: Type.Optional(queryList(EMPLOYMENT_STATE.schema)),
    }),
    answer: listOf(Employment),
  },
  changeCitizenship: {
    base: "open",
    method: "PUT",
    path: "/v1/workman/citizenship",
    access: "workman",
    summary: "Сменить гражданство; профиль проверяется заново",
    body: Type.Object({ citizenshipID: CITIZENSHIP.schema }),
    answer: MyWorkmanInfo,
  },
  delete: {
    base: "open",
    method: "DELETE",
    path: "/v1/workman",
    access: "workman",
    summary: "Удалить профиль исполнителя: кошелёк пуст, заданий и выплат нет",
    body: Type.Object({ otp: OtpCode }),
    answer: Done,
    idempotent: true,
  },
});
