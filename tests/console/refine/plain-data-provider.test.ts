import { beforeEach, expect, test } from "vitest";
import { createPlainDataProvider } from "#console/refine/plain-data-provider.ts";
import { resetHttpClients } from "#console/calls/http-client.ts";
import { resetSession } from "#web/session/session.ts";
import { consoleServer } from "#tests/support/console-server.ts";

beforeEach(() => {
  resetHttpClients();
  resetSession();
});

const PROJECTS = "/open-api/v1/projects";

test("simple-rest asks a page, an order and filters as the contract knows them", async () => {
  const { seen } = consoleServer({
    [`GET ${PROJECTS}`]: {
      body: { items: [{ id: 7, title: "Склад" }], meta: { page: 3, perPage: 30, total: 61 } },
    },
  });
  const answer = await createPlainDataProvider("open").getList({
    resource: "v1/projects",
    pagination: { currentPage: 3, pageSize: 30 },
    sorters: [{ field: "title", order: "desc" }],
    filters: [
      { field: "search", operator: "contains", value: "Скл" },
      { field: "ids", operator: "eq", value: ["7", "8"] },
    ],
  });
  expect(answer).toEqual({ data: [{ id: 7, title: "Склад" }], total: 61 });
  expect(seen.map(({ path, query }) => [path, query.toString()])).toEqual([
    [
      PROJECTS,
      "ids=7&ids=8&search=%D0%A1%D0%BA%D0%BB&page=3&perPage=30&sortBy=title&sortDirection=desc",
    ],
  ]);
});

test("a record is read at the address of its list, and a refusal keeps the server's words", async () => {
  const { set } = consoleServer({ [`GET ${PROJECTS}/7`]: { body: { id: 7, title: "Склад" } } });
  const plain = createPlainDataProvider("open");
  const read = () => plain.getOne({ resource: "v1/projects", id: 7 });
  expect(await read()).toEqual({ data: { id: 7, title: "Склад" } });
  set(`GET ${PROJECTS}/7`, {
    status: 404,
    body: { message: "Проекта нет", code: "not_found", requestId: "r" },
  });
  await expect(read()).rejects.toMatchObject({ statusCode: 404, message: "Проекта нет" });
});
