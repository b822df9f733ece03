import { fireEvent, screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { jobDocumentEndpoints } from "#contract/job-documents/job-document-endpoints.ts";
import { column, type ListColumn } from "#console/kit/columns.tsx";
import { filter } from "#console/kit/filters.tsx";
import { ListPage } from "#console/kit/list-page.tsx";
import { listLink } from "#console/kit/list-link.ts";
import type { Person } from "#console/kit/person-name.tsx";
import type { NounModule } from "#console/noun-module.ts";
import { resetSession } from "#web/session/session.ts";
import { chooseOption } from "#tests/support/antd-controls.ts";
import { aPerson, consoleServer } from "#tests/support/console-server.ts";
import { renderConsole } from "#tests/support/render-console.tsx";

interface Row {
  id: number;
  amount?: number;
  workman: Person | null;
  tags: { id: number; title: string }[];
}

const MODULES: readonly NounModule[] = [
  {
    resources: [
      {
        name: "job-documents",
        label: "Документы",
        base: "open",
        endpoints: { getList: jobDocumentEndpoints.list },
      },
    ],
  },
];
const LIST = "/open-api/v1/job-documents";
const EMPLOYEES = "/open-api/v1/employees";
const COLUMNS: readonly ListColumn<Row>[] = [
  column.date("at", "Когда", () => "2026-03-05T11:05:00Z"),
  column.money("amount", "Сумма", ({ amount }) => amount),
  column.person("workman", "Исполнитель", ({ workman }) => workman),
  column.tags("tags", "Теги", ({ tags }) => tags),
];
const FILTERS = [
  filter.project("projectIDs"),
  filter.person("workmanID"),
  { ...filter.tags("tags"), isExtra: true },
];
const ROWS: readonly Row[] = [
  {
    id: 1,
    amount: 1234.5,
    workman: { id: 7, name: "Гусев Павел", phone: "79000000102", rating: 4.8 },
    tags: [{ id: 3, title: "срочно" }],
  },
  { id: 2, workman: { name: "Ещё не зарегистрирован" }, tags: [] },
  { id: 3, workman: null, tags: [] },
];
const page = (items: readonly object[]) => ({
  body: { items, meta: { page: 1, perPage: 30, lastPage: 1, total: items.length } },
});

function show(address = "/r") {
  const server = consoleServer({
    "GET /open-api/v1/me/preferences/list.job-documents": { body: { value: "" } },
    [`GET ${LIST}`]: page(ROWS),
    [`GET ${EMPLOYEES}`]: ({ query }) =>
      page(
        [
          {
            id: 70,
            name: "Гусев Павел",
            phone: "79000000102",
            workman: { id: 7, name: "Гусев Павел" },
          },
          { id: 71, name: "+7 900", phone: "79000000103", workman: null },
        ].filter(({ name }) => name.includes(query.get("search") ?? "")),
      ),
    "GET /client-api/workman/info": ({ query }) =>
      query.get("workmanID") === "7"
        ? { body: { id: 7, name: "Гусев Павел" } }
        : { status: 404, body: { code: "not-found", message: "Такого исполнителя нет" } },
    "GET /open-api/v1/projects": page([
      { id: 5, title: "Склад", jobsCount: 1, isArchived: false, permissions: { update: true } },
    ]),
    "GET /client-api/jobTags": {
      body: {
        items: [
          { id: 3, title: "срочно" },
          { id: 4, title: "ночь" },
        ],
      },
    },
  });
  const view = renderConsole(
    <ListPage<Row>
      resource="job-documents"
      title="Документы"
      columns={COLUMNS}
      filters={FILTERS}
      countWords={["документ", "документа", "документов"]}
      empty="Документов пока нет"
    />,
    { address, modules: MODULES },
  );
  return { ...server, ...view };
}

beforeEach(() => resetSession(aPerson(), "token"));

test("a person's name leads to his page and says on focus what else is known of him", async () => {
  show();
  const link = await screen.findByRole("link", { name: "Гусев Павел" });
  expect(link.getAttribute("href")).toBe("/workmans/7");
  fireEvent.focus(link);
  expect((await screen.findByRole("tooltip")).textContent).toBe(
    "Гусев Павел · +7 (900) 000 01 02 · оценка 4,8",
  );
  const unregistered = screen.getByText("Ещё не зарегистрирован");
  expect(unregistered.closest("a")).toBeNull();
  expect(screen.getAllByRole("row").at(-1)?.textContent).toMatch(/———$/);
});

test("nobody is asked for until the field of persons is opened; whoever is chosen stands in the address by his number and on the screen by his name", async () => {
  const { seen, address } = show();
  await screen.findByRole("link", { name: "Гусев Павел" });
  expect(seen.some(({ path }) => path === EMPLOYEES)).toBe(false);
  await chooseOption("Исполнитель", "Гусев Павел, +7 (900) 000 01 02");
  await waitFor(() =>
    expect(decodeURIComponent(address())).toBe(
      `/r${decodeURIComponent(listLink("", { workmanID: "7" }))}`,
    ),
  );
  await waitFor(() =>
    expect(
      seen
        .filter(({ path }) => path === LIST)
        .at(-1)
        ?.query.get("workmanID"),
    ).toBe("7"),
  );
  expect(
    await screen.findByText("Гусев Павел", { selector: ".ant-select-selection-item" }),
  ).toBeDefined();
});

test("who is chosen is named after a reload too, and let go by the keyboard", async () => {
  const { seen, address } = show(listLink("/r", { workmanID: "7", projectIDs: "5" }));
  const remove = await screen.findByRole("button", {
    name: "Убрать фильтр Исполнитель: Гусев Павел",
  });
  screen.getByText("Гусев Павел", { selector: ".ant-select-selection-item" });
  await screen.findByRole("button", { name: "Убрать фильтр Проект: Склад" });
  expect(seen.some(({ path }) => path === EMPLOYEES)).toBe(false);
  expect(remove.tagName).toBe("BUTTON");
  fireEvent.click(remove);
  await waitFor(() =>
    expect(decodeURIComponent(address())).toBe(
      `/r${decodeURIComponent(listLink("", { projectIDs: "5" }))}`,
    ),
  );
});

test("somebody who cannot be read is at least numbered", async () => {
  show(listLink("/r", { workmanID: "8" }));
  await screen.findByRole("button", { name: "Убрать фильтр Исполнитель: № 8" });
});

test("a search of persons is asked of the server", async () => {
  const { seen } = show();
  await screen.findByRole("link", { name: "Гусев Павел" });
  const field = screen.getByRole("combobox", { name: "Исполнитель" });
  fireEvent.mouseDown(field);
  fireEvent.change(field, { target: { value: "Гус" } });
  await waitFor(() =>
    expect(
      seen
        .filter(({ path }) => path === EMPLOYEES)
        .at(-1)
        ?.query.get("search"),
    ).toBe("Гус"),
  );
});

test("tags are several, each of its colour, behind the button of seldom needed filters that counts them", async () => {
  const { seen } = show(listLink("/r", { tags: ["3"] }));
  const tag = await screen.findByText("срочно", { selector: "td .ant-badge-status-text" });
  expect(tag.previousElementSibling?.className).toContain("ant-badge-color-purple");
  await screen.findByRole("button", { name: "Убрать фильтр Теги: срочно" });
  fireEvent.click(screen.getByRole("button", { name: "Ещё фильтры (1)" }));
  await chooseOption("Теги", "ночь");
  await screen.findByRole("button", { name: "Убрать фильтр Теги: срочно, ночь" });
  await waitFor(() =>
    expect(
      seen
        .filter(({ path }) => path === LIST)
        .at(-1)
        ?.query.getAll("tags")
        .join(),
    ).toBe("3,4"),
  );
});

test("the rows on the screen are copied as a spreadsheet takes them: sums are numbers, empty cells are empty", async () => {
  const writeText = vi.spyOn(navigator.clipboard, "writeText").mockResolvedValue();
  show();
  await screen.findByRole("link", { name: "Гусев Павел" });
  fireEvent.click(screen.getByRole("button", { name: "Колонки и плотность" }));
  fireEvent.click(await screen.findByRole("button", { name: "Скопировать строки" }));
  await waitFor(() =>
    expect(writeText).toHaveBeenCalledWith(
      "Когда\tСумма\tИсполнитель\tТеги\n05.03.2026 14:05\t1234,50\tГусев Павел\tсрочно\n05.03.2026 14:05\t\tЕщё не зарегистрирован\t\n05.03.2026 14:05\t\t\t",
    ),
  );
  await screen.findByText("Скопировано: 3 строки");
});
