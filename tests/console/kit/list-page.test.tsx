import { onlineManager } from "@tanstack/react-query";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { payrollRegistryEndpoints } from "#contract/registries/payroll-registry-endpoints.ts";
import type { NounModule } from "#console/noun-module.ts";
import { resetSession } from "#web/session/session.ts";
import { column, type ListColumn } from "#console/kit/columns.tsx";
import { filter } from "#console/kit/filters.tsx";
import { ListPage, type ListPageProps } from "#console/kit/list-page.tsx";
import { aPerson, consoleServer } from "#tests/support/console-server.ts";
import { aPage } from "#tests/support/public-records.ts";
import { renderConsole } from "#tests/support/render-console.tsx";

interface Row {
  id: number;
  title: string;
}

const MODULES: readonly NounModule[] = [
  {
    resources: [
      {
        name: "payroll-registries",
        label: "Реестры",
        base: "open",
        endpoints: { getList: payrollRegistryEndpoints.list },
      },
    ],
  },
];
const LIST = "GET /open-api/v1/payroll-registries";
const PREFERENCE = "GET /open-api/v1/me/preferences/list.payroll-registries";
const SAVE = "PUT /open-api/v1/me/preferences/list.payroll-registries";
const COLUMNS: readonly ListColumn<Row>[] = [
  column.text("id", "Номер", ({ id }) => id, { sortField: "id", isFixed: true }),
  column.text("title", "Название", ({ title }) => title),
  column.text("note", "Заметка", () => "заметка", { isHidden: true }),
];
const FILTERS = [filter.search("Найти реестр")];
const NEWEST_FIRST = { field: "id", order: "desc" } as const;

function List(changed: Partial<ListPageProps<Row>>) {
  return (
    <ListPage<Row>
      resource="payroll-registries"
      title="Реестры выплат"
      columns={COLUMNS}
      filters={FILTERS}
      countWords={["реестр", "реестра", "реестров"]}
      empty="Реестров пока нет. Скачайте шаблон, заполните и загрузите"
      {...changed}
    />
  );
}

const listCalls = (seen: readonly { readonly path: string; readonly query: URLSearchParams }[]) =>
  seen.filter(({ path }) => path === "/open-api/v1/payroll-registries");
const search = (text: string) => {
  fireEvent.change(screen.getByRole("searchbox", { name: "Найти реестр" }), {
    target: { value: text },
  });
  fireEvent.click(screen.getByRole("button", { name: "Найти" }));
};

/** A hundred registries, paged like the server's. */
function hundred() {
  return consoleServer({
    [PREFERENCE]: { body: { value: "" } },
    [SAVE]: { body: { ok: true } },
    [LIST]: ({ query }) => {
      const page = Number(query.get("page"));
      const perPage = Number(query.get("perPage"));
      const items = Array.from(
        { length: Math.min(perPage, 100 - (page - 1) * perPage) },
        (_, index) => ({
          id: (page - 1) * perPage + index + 1,
          title: `Реестр ${(page - 1) * perPage + index + 1}`,
        }),
      );
      return {
        body: {
          items,
          meta: { page, perPage, lastPage: Math.ceil(100 / perPage), total: 100 },
          totals: { amount: 1010 },
        },
      };
    },
  });
}

beforeEach(() => resetSession(aPerson(), "token"));

test("a list asks for its first page of 30 once and says how much there is", async () => {
  const { seen } = hundred();
  renderConsole(<List />, { address: "/profile/payroll-registry", modules: MODULES });
  await screen.findByText("Реестр 30");
  expect(listCalls(seen).map(({ query }) => query.toString())).toEqual(["page=1&perPage=30"]);
  expect(screen.getByRole("status").textContent?.replaceAll("\u00A0", " ")).toBe(
    "1–30 из 100 реестров",
  );
});

test("a copied address shows the same page, order and filter, with one request", async () => {
  const { seen } = hundred();
  renderConsole(<List />, {
    address:
      "/r?currentPage=2&sorters[0][field]=id&sorters[0][order]=desc&filters[0][field]=search&filters[0][operator]=eq&filters[0][value]=abc",
    modules: MODULES,
  });
  await screen.findByText("Реестр 60");
  expect(listCalls(seen)).toHaveLength(1);
  expect(Object.fromEntries(listCalls(seen)[0]?.query ?? [])).toEqual({
    page: "2",
    perPage: "30",
    search: "abc",
    sortBy: "id",
    sortDirection: "desc",
  });
  expect(screen.getByRole("columnheader", { name: /Номер/ }).getAttribute("aria-sort")).toBe(
    "descending",
  );
});

test("going to the next page is a step back can undo", async () => {
  hundred();
  const { address, goBack } = renderConsole(<List />, { address: "/r", modules: MODULES });
  await screen.findByText("Реестр 1");
  fireEvent.click(within(screen.getByTitle("Вперед")).getByRole("button"));
  await screen.findByText("Реестр 31");
  expect(address()).toBe("/r?currentPage=2");
  fireEvent.click(screen.getByTitle("4"));
  await screen.findByText("Реестр 91");
  goBack();
  await screen.findByText("Реестр 31");
  goBack();
  await screen.findByText("Реестр 1");
  expect(address()).toBe("/r");
});

test("ordering and filtering start from the first page and are written into the address", async () => {
  const { seen } = hundred();
  const { address } = renderConsole(<List />, { address: "/r?currentPage=3", modules: MODULES });
  await screen.findByText("Реестр 61");
  fireEvent.click(screen.getByRole("columnheader", { name: "Номер" }));
  await waitFor(() => expect(address()).toBe("/r?sorters[0][field]=id&sorters[0][order]=asc"));
  search("март & май");
  await waitFor(() => expect(listCalls(seen).at(-1)?.query.get("search")).toBe("март & май"));
  expect(listCalls(seen).at(-1)?.query.get("page")).toBe("1");
});

test("a column orders upwards, downwards, then as the list begins", async () => {
  hundred();
  const { address } = renderConsole(<List />, { address: "/r", modules: MODULES });
  await screen.findByText("Реестр 1");
  const header = () => screen.getByRole("columnheader", { name: "Номер" });
  expect(header().getAttribute("aria-sort")).toBeNull();
  for (const [words, search] of [
    ["ascending", "?sorters[0][field]=id&sorters[0][order]=asc"],
    ["descending", "?sorters[0][field]=id&sorters[0][order]=desc"],
    [null, ""],
  ] as const) {
    fireEvent.click(header());
    await waitFor(() => expect(header().getAttribute("aria-sort")).toBe(words));
    expect(address()).toBe(`/r${search}`);
  }
  expect(screen.getByRole("columnheader", { name: "Название" }).className).not.toContain("sorters");
});

test("a list that begins with its newest turns around at the first press on that column", async () => {
  hundred();
  const { address } = renderConsole(<List order={NEWEST_FIRST} />, {
    address: "/r",
    modules: MODULES,
  });
  await screen.findByText("Реестр 1");
  const header = screen.getByRole("columnheader", { name: "Номер" });
  expect(header.getAttribute("aria-sort")).toBe("descending");
  fireEvent.click(header);
  await waitFor(() => expect(address()).toBe("/r?sorters[0][field]=id&sorters[0][order]=asc"));
});

test("an empty list says how to begin, a filtered-empty one offers to drop the filters", async () => {
  consoleServer({
    [PREFERENCE]: { body: { value: "" } },
    [LIST]: { body: { items: [], meta: { page: 1, perPage: 30, lastPage: 1, total: 0 } } },
  });
  const { address } = renderConsole(<List />, { address: "/r", modules: MODULES });
  await screen.findByText("Реестров пока нет. Скачайте шаблон, заполните и загрузите");
  expect(screen.queryByRole("table")).toBeNull();
  expect(address()).toBe("/r");
});

test("a list without a connection waits for it and does not say that it is empty", async () => {
  const { seen } = hundred();
  onlineManager.setOnline(false);
  try {
    renderConsole(<List />, { modules: MODULES });
    await screen.findByText("Нет связи, покажем, когда вернётся");
    expect(screen.queryByText(/Реестров пока нет/)).toBeNull();
    expect(listCalls(seen)).toHaveLength(0);
  } finally {
    onlineManager.setOnline(true);
  }
  await screen.findByText("Реестр 30");
});

test("a page past the last leads to the last one, and Back does not lead there again", async () => {
  hundred();
  const { address } = renderConsole(<List />, {
    address: "/r?currentPage=99&sorters[0][field]=id&sorters[0][order]=asc",
    modules: MODULES,
  });
  const steps = history.length;
  await screen.findByText("Реестр 100");
  expect(address()).toContain("currentPage=4");
  expect(address()).toContain("sorters[0][field]=id");
  expect(history.length).toBe(steps);
});

test("dropping the filters shows the whole list again", async () => {
  const server = hundred();
  server.set(LIST, ({ query }) => ({
    body: query.has("search")
      ? { items: [], meta: { page: 1, perPage: 30, lastPage: 1, total: 0 } }
      : {
          items: [{ id: 1, title: "Реестр 1" }],
          meta: { page: 1, perPage: 30, lastPage: 1, total: 1 },
        },
  }));
  const { address } = renderConsole(<List />, {
    address: "/r?filters[0][field]=search&filters[0][operator]=eq&filters[0][value]=zzz",
    modules: MODULES,
  });
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
  const { seen } = consoleServer({
    [PREFERENCE]: { body: { value: "" } },
    [LIST]: { status, body: { message: "Состояние изменилось", code: "conflict", requestId: "r" } },
  });
  renderConsole(<List />, { address: "/r", modules: MODULES });
  const page = await screen.findByRole("alert");
  within(page).getByRole("heading", { name: title });
  within(page).getByRole("link", { name: "На главную" });
  expect(listCalls(seen)).toHaveLength(1);
});

test("a list that failed is read again by its own button", async () => {
  const server = hundred();
  server.set(LIST, {
    status: 500,
    body: { code: "internal", message: "Сбой на нашей стороне", requestId: "r" },
  });
  renderConsole(<List />, { address: "/r", modules: MODULES });
  const retry = await screen.findByRole("button", { name: "Повторить" });
  server.set(LIST, {
    body: {
      items: [{ id: 1, title: "Реестр 1" }],
      meta: { page: 1, perPage: 30, lastPage: 1, total: 1 },
    },
  });
  fireEvent.click(retry);
  await screen.findByText("Реестр 1");
}, 20_000);

test("a cell that is cut says the whole of it to the pointer, one that is not says nothing twice", async () => {
  hundred();
  renderConsole(<List />, { address: "/r", modules: MODULES });
  const cell = (await screen.findByText("Реестр 1")).closest("td") as HTMLElement;
  const measure = vi.spyOn(cell, "scrollWidth", "get").mockReturnValue(300);
  fireEvent.mouseEnter(cell);
  expect(cell.title).toBe("Реестр 1");
  measure.mockReturnValue(0);
  fireEvent.mouseEnter(cell);
  expect(cell.title).toBe("");
});

test("a person chooses the columns, and every device knows it", async () => {
  const { seen } = hundred();
  renderConsole(<List />, { address: "/r", modules: MODULES });
  await screen.findByText("Реестр 1");
  expect(screen.queryByRole("columnheader", { name: "Заметка" })).toBeNull();
  fireEvent.click(screen.getByRole("button", { name: "Колонки и плотность" }));
  fireEvent.click(await screen.findByRole("checkbox", { name: "Заметка" }));
  fireEvent.click(screen.getByRole("checkbox", { name: "Название" }));
  await screen.findByRole("columnheader", { name: "Заметка" });
  expect(screen.queryByRole("columnheader", { name: "Название" })).toBeNull();
  // The naming column cannot be hidden.
  expect(screen.getByRole<HTMLInputElement>("checkbox", { name: "Номер" }).disabled).toBe(true);
  await waitFor(() =>
    expect(
      JSON.parse(
        (seen.findLast(({ method }) => method === "PUT")?.body as { value: string } | undefined)
          ?.value ?? "{}",
      ),
    ).toMatchObject({ hidden: ["title"], shown: ["note"] }),
  );
  fireEvent.click(screen.getByRole("button", { name: "Вернуть как было" }));
  await screen.findByRole("columnheader", { name: "Название" });
});

test("kept columns and views are there at once, and a view is an address", async () => {
  const server = hundred();
  server.set(PREFERENCE, {
    body: {
      value: JSON.stringify({
        hidden: ["title"],
        views: [
          {
            name: "Мартовские",
            search: "?filters[0][field]=search&filters[0][operator]=eq&filters[0][value]=март",
          },
        ],
      }),
    },
  });
  const { address } = renderConsole(<List />, { address: "/r", modules: MODULES });
  await screen.findByRole("columnheader", { name: "Номер" });
  await waitFor(() => expect(screen.queryByRole("columnheader", { name: "Название" })).toBeNull());
  fireEvent.click(screen.getByRole("button", { name: "Сохранённые виды" }));
  fireEvent.click(await screen.findByRole("menuitem", { name: "Мартовские" }));
  await waitFor(() => expect(decodeURIComponent(address())).toContain("[value]=март"));
});

test("chosen rows are counted and summed, over the page and over the whole list", async () => {
  hundred();
  const bulk = vi.fn(() => null);
  renderConsole(<List bulk={bulk} sumOf={() => 10.1} />, { address: "/r", modules: MODULES });
  await screen.findByText("Реестр 1");
  fireEvent.click(screen.getByRole("checkbox", { name: "Выбрать строку 1" }));
  fireEvent.click(screen.getByRole("checkbox", { name: "Выбрать строку 2" }));
  const bar = await screen.findByRole("group", { name: "Выбранные строки" });
  expect(bar.textContent?.replaceAll("\u00A0", " ")).toContain(
    "Выбрано 2 реестра из 100, сумма 20,20 ₽",
  );
  fireEvent.click(screen.getByRole("checkbox", { name: "Выбрать все строки страницы" }));
  fireEvent.click(await screen.findByRole("button", { name: "Выбрать все 100" }));
  await waitFor(() =>
    expect(bar.textContent?.replaceAll("\u00A0", " ")).toContain(
      "Выбрано 100 реестров из 100, сумма 1 010,00 ₽",
    ),
  );
  expect(bulk).toHaveBeenLastCalledWith(
    expect.objectContaining({ isEverything: true, count: 100, sum: 1010 }),
    expect.anything(),
  );
});

test("chosen rows follow the list: a changed sum counts, a row that left is chosen no more", async () => {
  let rows = [
    { id: 1, title: "Первый", amount: 1000 },
    { id: 2, title: "Второй", amount: 2000 },
  ];
  consoleServer({
    [PREFERENCE]: { body: { value: "" } },
    [LIST]: () => ({ body: aPage(rows) }),
  });
  renderConsole(
    <List
      sumOf={(row) => (row as Row & { readonly amount: number }).amount}
      bulk={(_, list) => (
        <button type="button" onClick={list.reload}>
          Прочитать снова
        </button>
      )}
    />,
    { address: "/r", modules: MODULES },
  );
  await screen.findByText("Первый");
  fireEvent.click(screen.getByRole("checkbox", { name: "Выбрать все строки страницы" }));
  const bar = await screen.findByRole("group", { name: "Выбранные строки" });
  const said = () => bar.textContent?.replaceAll("\u00A0", " ");
  expect(said()).toContain("Выбрано 2 реестра из 2, сумма 3 000,00 ₽");
  rows = [{ id: 2, title: "Второй", amount: 2500 }];
  fireEvent.click(screen.getByRole("button", { name: "Прочитать снова" }));
  await waitFor(() => expect(said()).toContain("Выбрано 1 реестр из 1, сумма 2 500,00 ₽"));
});

describe("on a phone", () => {
  const { happyDOM } = globalThis as unknown as {
    happyDOM: { setViewport(size: { width: number }): void };
  };
  beforeEach(() => happyDOM.setViewport({ width: 360 }));
  afterEach(() => happyDOM.setViewport({ width: 1440 }));
  const PARTS: readonly ListColumn<Row>[] = [
    column.text("id", "Номер", ({ id }) => id, { sortField: "id", isFixed: true }),
    column.text("title", "Название", ({ title }) => title, { part: "name" }),
    column.money("amount", "Сумма", ({ id }) => id),
    column.state("state", "Состояние", () => ({ title: "Готов", tone: "good" })),
    column.date("createdAt", "Загружен", () => "2026-11-30", { isHidden: true, part: "day" }),
    column.text("note", "Заметка", () => "заметка"),
    column.text("owner", "Кто", () => "—", { isHidden: true }),
  ];
  const rowOf = async (title: string) =>
    (await screen.findByText(title)).closest("li") as HTMLElement;

  test("a row says who, how much, how it stands and since when; a press unfolds the rest", async () => {
    hundred();
    renderConsole(<List columns={PARTS} />, { modules: MODULES });
    const row = await rowOf("Реестр 7");
    const press = within(row).getByRole("button");
    expect(press.textContent?.replaceAll("\u00A0", " ").trim()).toBe(
      "Реестр 7 7,00 ₽ Готов 30.11.2026",
    );
    expect(within(row).queryByText("заметка")).toBeNull();
    fireEvent.click(press);
    within(row).getByText("заметка");
    within(row).getByText("Номер");
    expect(press.getAttribute("aria-expanded")).toBe("true");
  });

  test("a row with a drawer opens it, a row whose name leads to its record is that link", async () => {
    hundred();
    const record = column.link<Row>(
      "title",
      "Название",
      ({ id, title }) => ({ to: `/r/${id}`, text: title }),
      { part: "name" },
    );
    const { address, unmount } = renderConsole(<List columns={[record]} />, { modules: MODULES });
    expect(
      within(await rowOf("Реестр 7"))
        .getByRole("link")
        .getAttribute("href"),
    ).toBe("/r/7");
    unmount();
    renderConsole(
      <List
        columns={[record]}
        drawer={{ title: ({ title }) => title, content: () => "Всё о нём" }}
      />,
      { address: "/r", modules: MODULES },
    );
    const row = await rowOf("Реестр 7");
    expect(within(row).queryByRole("link")).toBeNull();
    fireEvent.click(within(row).getByRole("button"));
    await screen.findByText("Всё о нём");
    expect(address()).toBe("/r?open=7");
  });

  test("all filters but the search stand behind one button that counts those in force", async () => {
    const { seen } = hundred();
    renderConsole(
      <List
        filters={[
          ...FILTERS,
          filter.oneOf("kind", "Вид", [{ id: "night", title: "Ночной" }]),
          filter.marked("onlyErrors", "С ошибками"),
        ]}
      />,
      {
        address: "/r?filters[0][field]=kind&filters[0][operator]=eq&filters[0][value]=night",
        modules: MODULES,
      },
    );
    fireEvent.click(await screen.findByRole("button", { name: "Фильтры · 1" }));
    const sheet = await screen.findByRole("dialog", { name: "Фильтры" });
    within(sheet).getByRole("combobox", { name: "Вид" });
    expect(within(sheet).queryByRole("searchbox")).toBeNull();
    fireEvent.click(within(sheet).getByRole("button", { name: "Сбросить" }));
    await waitFor(() => expect(listCalls(seen).at(-1)?.query.get("kind")).toBeNull());
    fireEvent.click(within(sheet).getByRole("button", { name: "Показать" }));
    await screen.findByRole("button", { name: "Фильтры" });
    search("март");
    await waitFor(() => expect(listCalls(seen).at(-1)?.query.get("search")).toBe("март"));
  });
});
