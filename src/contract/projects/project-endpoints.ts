import { Type } from "typebox";
import { defineEndpoints } from "#contract/kernel/define-endpoints.ts";
import { Search, sorting, text } from "#contract/kernel/fields.ts";
import { itemsOf, listOf, pagingQuery } from "#contract/kernel/paging.ts";
import { idParams } from "#contract/values/ids.ts";
import { Done } from "#contract/values/wire.ts";
import { JOB_TAG_TITLE_MAX, JobTag, Project, PROJECT_TITLE_MAX } from "./project.ts";

const title = text(PROJECT_TITLE_MAX, 1);

/** Source: specification §7, «GET /v1/projects», «GET /jobTags». */
export const projectEndpoints = defineEndpoints("projects", {
  list: {
    base: "open",
    method: "GET",
    path: "/v1/projects",
    access: "projects.view",
    summary: "Проекты компании",
    query: Type.Object({
      ...pagingQuery,
      search: Search,
      withArchived: Type.Optional(Type.Boolean()),
      ...sorting("title", "jobsCount"),
    }),
    answer: listOf(Project),
  },
  create: {
    base: "open",
    method: "POST",
    path: "/v1/projects",
    access: "projects.manage",
    summary: "Создать проект",
    body: Type.Object({ title }),
    answer: Project,
  },
  update: {
    base: "open",
    method: "PUT",
    path: "/v1/projects/{id}",
    access: "projects.manage",
    summary: "Переименовать проект, убрать в архив или вернуть",
    params: idParams,
    body: Type.Object({ title: Type.Optional(title), isArchived: Type.Optional(Type.Boolean()) }),
    answer: Project,
    added: true,
  },
  tags: {
    base: "client",
    method: "GET",
    path: "/jobTags",
    access: "projects.view",
    summary: "Теги компании",
    query: Type.Object({ search: Search }),
    answer: itemsOf(JobTag),
  },
  createTag: {
    base: "open",
    method: "POST",
    path: "/v1/job-tags",
    access: "projects.manage",
    summary: "Создать тег; существующий с тем же названием возвращается как есть",
    body: Type.Object({ title: text(JOB_TAG_TITLE_MAX, 1) }),
    answer: JobTag,
    added: true,
  },
  deleteTag: {
    base: "open",
    method: "DELETE",
    path: "/v1/job-tags/{id}",
    access: "projects.manage",
    summary: "Удалить тег; с заданий и выплат он снимается",
    params: idParams,
    answer: Done,
    added: true,
  },
});
