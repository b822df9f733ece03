import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { payrollRegistryEndpoints } from "#contract/registries/payroll-registry-endpoints.ts";
import type { NounModule } from "#console/providers/module.ts";
import { resetSession } from "#console/providers/session.ts";
import { pagesAround, PagedTable, type PagedColumn } from "#console/ui/paged-table.tsx";
import { usePagedList } from "#console/kit/use-paged-list.ts";
import { aPerson, consoleServer } from "#tests/support/console-server.ts";
import { renderConsole } from "#tests/support/render-console.tsx";

interface Row {
  id: number;
  title: string;
}

const DOORS: readonly NounModule[] = [{ routes: [], resources: [{ name: "payroll-registries", label: "Реестры", base: "open", endpoints: { getList: payrollRegistryEndpoints.list } }] }];
const LIST = "GET /open-api/v1/payroll-registries";
const COLUMNS: readonly PagedColumn<Row>[] = [
  { key: "id", title: "Номер", render: ({ id }) => id, sortField: "id" },
  { key: "title", title: "Название", render: ({ title }) => title },
];

const NEWEST_FIRST = { field: "id", order: "desc" } as const;

function List({ order }: { readonly order?: typeof NEWEST_FIRST }) {
  const list = usePagedList<Row>({ resource: "payroll-registries", order });
  return (
    <PagedTable
      list={list}
      columns={COLUMNS}
      label="Реестры выплат"
      countWords={["реестр", "реестра", "реестров"]}
      filters={
        <button type="button" onClick={() => list.setFilters({ search: "март & май" })}>
          Найти
        </button>
      }
      empty={<p>Реестров пока нет. Скачайте шаблон, заполните и загрузите</p>}
    />
  );
}

/** A hundred registries, paged as the server pages them. */
function hundred() {
  return consoleServer({
    [LIST]: ({ query }) => {
      const page = Number(query.get("page"));
      const perPage = Number(query.get("perPage"));
      const items = Array.from({ length: Math.min(perPage, 100 - (page - 1) * perPage) }, (_, index) => ({ id: (page - 1) * perPage + index + 1, title: `Реестр ${(page - 1) * perPage + index + 1}` }));
      return { body: { items, meta: { page, perPage, lastPage: Math.ceil(100 / perPage), total: 100 } } };
    },
  });
}

beforeEach(() => resetSession(aPerson(), "token"));

test("a list asks for its first page of 30 once and says how much there is", async () => {
  const { seen } = hundred();
  renderConsole(<List />, { address: "/profile/payroll-registry", modules: DOORS });
  await screen.findByText("Реестр 30");
  expect(seen.map(({ query }) => query.toString())).toEqual(["page=1&perPage=30"]);
  expect(screen.getByRole("status").textContent?.replaceAll("\u00A0", " ")).toBe("1–30 из 100 реестров");
});

test("a copied address shows the same page, order and filter, with one request", async () => {
  const { seen } = hundred();
  renderConsole(<List />, { address: "/r?currentPage=2&sorters[0][field]=id&sorters[0][order]=desc&filters[0][field]=search&filters[0][operator]=eq&filters[0][value]=abc", modules: DOORS });
  await screen.findByText("Реестр 60");
  expect(seen).toHaveLength(1);
  expect(Object.fromEntries(seen[0]?.query ?? [])).toEqual({ page: "2", perPage: "30", search: "abc", sortBy: "id", sortDirection: "desc" });
  expect(screen.getByRole("columnheader", { name: /Номер/ }).getAttribute("aria-sort")).toBe("descending");
});

test("going to the next page is a step back can undo", async () => {
  hundred();
  const { address, goBack } = renderConsole(<List />, { address: "/r", modules: DOORS });
  await screen.findByText("Реестр 1");
  fireEvent.click(screen.getByRole("button", { name: "Вперёд" }));
  await screen.findByText("Реестр 31");
  expect(address()).toBe("/r?currentPage=2");
  fireEvent.click(screen.getByRole("button", { name: "Страница 4" }));
  await screen.findByText("Реестр 91");
  goBack();
  await screen.findByText("Реестр 31");
  goBack();
  await screen.findByText("Реестр 1");
  expect(address()).toBe("/r");
});

test("ordering and filtering start from the first page and are written into the address", async () => {
  const { seen } = hundred();
  const { address } = renderConsole(<List />, { address: "/r?currentPage=3", modules: DOORS });
  await screen.findByText("Реестр 61");
  fireEvent.click(screen.getByRole("button", { name: "Номер" }));
  await waitFor(() => expect(address()).toBe("/r?sorters[0][field]=id&sorters[0][order]=asc"));
  fireEvent.click(screen.getByRole("button", { name: "Найти" }));
  await waitFor(() => expect(seen.at(-1)?.query.get("search")).toBe("март & май"));
  expect(seen.at(-1)?.query.get("page")).toBe("1");
});

test("a column orders upwards, downwards, then as the list begins", async () => {
  hundred();
  const { address } = renderConsole(<List />, { address: "/r", modules: DOORS });
  await screen.findByText("Реестр 1");
  const header = () => screen.getByRole("columnheader", { name: "Номер" });
  expect(header().getAttribute("aria-sort")).toBeNull();
  for (const [words, search] of [
    ["ascending", "?sorters[0][field]=id&sorters[0][order]=asc"],
    ["descending", "?sorters[0][field]=id&sorters[0][order]=desc"],
    [null, ""],
  ] as const) {
    fireEvent.click(within(header()).getByRole("button"));
    await waitFor(() => expect(header().getAttribute("aria-sort")).toBe(words));
    expect(address()).toBe(`/r${search}`);
  }
  expect(within(screen.getByRole("columnheader", { name: "Название" })).queryByRole("button")).toBeNull();
});

test("a list that begins with its newest turns around at the first press on that column", async () => {
  hundred();
  const { address } = renderConsole(<List order={NEWEST_FIRST} />, { address: "/r", modules: DOORS });
  await screen.findByText("Реестр 1");
  const header = screen.getByRole("columnheader", { name: "Номер" });
  expect(header.getAttribute("aria-sort")).toBe("descending");
  fireEvent.click(within(header).getByRole("button"));
  await waitFor(() => expect(address()).toBe("/r?sorters[0][field]=id&sorters[0][order]=asc"));
});

test("an empty list says how to begin, a filtered-empty one offers to drop the filters", async () => {
  consoleServer({ [LIST]: { body: { items: [], meta: { page: 1, perPage: 30, lastPage: 1, total: 0 } } } });
  const { address } = renderConsole(<List />, { address: "/r", modules: DOORS });
  await screen.findByText("Реестров пока нет. Скачайте шаблон, заполните и загрузите");
  expect(screen.queryByRole("table")).toBeNull();
  screen.getByText((_, element) => element?.className === "paged-table");
  expect(address()).toBe("/r");
});

test("dropping the filters shows the whole list again", async () => {
  const server = hundred();
  server.set(LIST, ({ query }) => ({ body: query.has("search") ? { items: [], meta: { page: 1, perPage: 30, lastPage: 1, total: 0 } } : { items: [{ id: 1, title: "Реестр 1" }], meta: { page: 1, perPage: 30, lastPage: 1, total: 1 } } }));
  const { address } = renderConsole(<List />, { address: "/r?filters[0][field]=search&filters[0][operator]=eq&filters[0][value]=zzz", modules: DOORS });
  await screen.findByText("По этим фильтрам ничего не найдено");
  fireEvent.click(screen.getByRole("button", { name: "Сбросить фильтры" }));
  await screen.findByText("Реестр 1");
  expect(address()).toBe("/r");
});

test.each([
  [403, "Доступ к странице запрещен"],
  [404, "Такой страницы не существует"],
  [409, "Состояние изменилось"],
])("a list refused with %i shows its error page after one request", async (status, title) => {
  const { seen } = consoleServer({ [LIST]: { status, body: { message: "Состояние изменилось", code: "conflict", requestId: "r" } } });
  renderConsole(<List />, { address: "/r", modules: DOORS });
  const page = await screen.findByRole("alert");
  within(page).getByRole("heading", { name: title });
  within(page).getByRole("link", { name: "На главную" });
  expect(seen).toHaveLength(1);
});

test("the pages shown are the first, the last and the neighbours", () => {
  expect(pagesAround(1, 1)).toEqual([1]);
  expect(pagesAround(1, 3)).toEqual([1, 2, 3]);
  expect(pagesAround(5, 3334)).toEqual([1, null, 4, 5, 6, null, 3334]);
  expect(pagesAround(3334, 3334)).toEqual([1, null, 3333, 3334]);
  expect(pagesAround(3, 5)).toEqual([1, 2, 3, 4, 5]);
});
