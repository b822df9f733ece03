import { JOB_BUDGET_MAX } from "#contract/jobs/job-bounds.ts";
import { Type } from "typebox";
import { defineEndpoints, fileAnswer } from "#contract/kernel/define-endpoints.ts";
import { text, FileFormat } from "#contract/kernel/fields.ts";
import { listOf } from "#contract/kernel/paging.ts";
import { IdList } from "#contract/kernel/query-lists.ts";
import { CSV, XLSX } from "#contract/kernel/uploads.ts";
import { Id, idParams } from "#contract/values/ids.ts";
import { UnixSeconds } from "#contract/values/wire.ts";
import { Registry } from "./registry.ts";
import { registryAddedCalls } from "./registry-added-calls.ts";
import { JobRegistryItem } from "./registry-item.ts";
import { registryListQuery } from "./registry-queries.ts";

const view = "job-registries.view";
const manage = "job-registries.manage";

/** Source: specification §7, `job-registries`, `/job/registries`; `domain.md` §4.3. */
export const jobRegistryEndpoints = defineEndpoints("job-registries", {
  filledTemplate: {
    base: "open",
    method: "GET",
    path: "/v1/job-registries/filled-template",
    access: manage,
    summary: "Скачать шаблон реестра заданий, заполненный выбранными исполнителями",
    query: Type.Object({
      title: Type.Optional(text(100)),
      description: Type.Optional(text(5000)),
      serviceID: Type.Optional(Id),
      accountEmployeeIDs: Type.Optional(IdList),
      finishDate: Type.Optional(UnixSeconds),
      budget: Type.Optional(Type.Number({ minimum: 0, maximum: JOB_BUDGET_MAX })),
      jobTagsIDs: Type.Optional(IdList),
      format: Type.Optional(FileFormat),
    }),
    answer: fileAnswer(XLSX, CSV),
  },
  list: {
    base: "client",
    method: "GET",
    path: "/job/registries",
    access: view,
    summary: "Реестры заданий",
    query: registryListQuery,
    answer: listOf(Registry),
  },
  get: {
    base: "client",
    method: "GET",
    path: "/job/registries/{id}",
    access: view,
    summary: "Реестр заданий",
    params: idParams,
    answer: Registry,
  },
  ...registryAddedCalls(
    "/v1/job-registries",
    "реестра заданий",
    "Опубликовать задания реестра",
    view,
    manage,
    JobRegistryItem,
  ),
});
