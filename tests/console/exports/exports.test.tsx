import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import type { Export } from "#contract/exports/export.ts";
import { resetSession } from "#web/session/session.ts";
import ExportList from "#console/exports/export-list.tsx";
import ExportSchedulesPage from "#console/exports/export-schedules-page.tsx";
import { exportsModule } from "#console/exports/index.tsx";
import { employeesModule } from "#console/employees/index.tsx";
import { projectsModule } from "#console/projects/index.tsx";
import { aPerson, consoleServer } from "#tests/support/console-server.ts";
import { renderConsole } from "#tests/support/render-console.tsx";

const API = "/open-api/v1/universal-exports";
const EMPTY = { items: [], meta: { page: 1, perPage: 30, lastPage: 1, total: 0 } };

const READY: Export = {
  id: 5,
  title: "Задания за 01.02.2026 – 28.02.2026",
  types: [{ id: "JOBS", title: "Задания" }],
  format: { id: "xlsx", title: "Excel" },
  state: { id: "READY", title: "Готов" },
  filters: {
    periodStart: "2026-02-01",
    periodEnd: "2026-02-28",
    groupBy: "PROJECT",
    projects: [3],
  },
  fileName: "Задания.xlsx",
  fileSizeBytes: 7421,
  rowsCount: 18,
  percent: 100,
  errorMessage: null,
  author: { id: 7, name: "Анна Петрова" },
  createdAt: "2026-03-05T11:05:00Z",
  readyAt: "2026-03-05T11:06:00Z",
  expiresAt: "2026-04-04T11:06:00Z",
  permissions: { download: true, retry: false, repeat: true },
};
const FAILED: Export = {
  ...READY,
  id: 6,
  title: "Журнал за 01.03.2026",
  state: { id: "FAILED", title: "Ошибка" },
  fileName: null,
  fileSizeBytes: null,
  readyAt: null,
  expiresAt: null,
  permissions: { download: false, retry: true, repeat: false },
};

function show(items: readonly Export[], role: "OWNER" | "RECRUITER" = "OWNER") {
  resetSession(aPerson(role), "token");
  const list = (rows: readonly Export[]) => ({
    body: { items: rows, meta: { page: 1, perPage: 30, lastPage: 1, total: rows.length } },
  });
  const server = consoleServer({
    [`GET ${API}`]: list(items),
    "GET /open-api/v1/projects": { body: { ...EMPTY, items: [] } },
    "GET /open-api/v1/job-tags": { body: { items: [] } },
    "GET /open-api/v1/employees": { body: EMPTY },
  });
  renderConsole(<ExportList />, {
    address: "/profile/account/uploads",
    modules: [exportsModule, projectsModule, employeesModule],
  });
  return { ...server, list };
}

test("a ready file is downloaded and ordered again; one that failed is made once more", async () => {
  const { seen, set } = show([FAILED, READY]);
  const ready = (await screen.findByText(READY.title)).closest("tr") as HTMLElement;
  set(`GET ${API}/5/file`, {
    raw: "PK",
    headers: {
      "content-type": "application/zip",
      "content-disposition": "attachment; filename=x.xlsx",
    },
  });
  Object.assign(URL, { createObjectURL: () => "blob:file", revokeObjectURL: () => undefined });
  fireEvent.click(within(ready).getByRole("button", { name: /Скачать, 7,2/ }));
  await waitFor(() => expect(seen.some(({ path }) => path === `${API}/5/file`)).toBe(true));
  set(`POST ${API}/5/repeat`, { body: { ...READY, id: 9 } });
  fireEvent.click(within(ready).getByRole("button", { name: `Действия: ${READY.title}` }));
  fireEvent.click(await screen.findByText("Заказать ещё раз"));
  await screen.findByText(`Заказана выгрузка «${READY.title}»`);
  const failed = screen.getByText(FAILED.title).closest("tr") as HTMLElement;
  set(`POST ${API}/6/retry`, { body: { ...FAILED, state: { id: "NEW", title: "В очереди" } } });
  fireEvent.click(within(failed).getByRole("button", { name: `Действия: ${FAILED.title}` }));
  fireEvent.click(await screen.findByText("Повторить"));
  await waitFor(() => expect(seen.some(({ path }) => path === `${API}/6/retry`)).toBe(true));
});

test("progress is asked for while a file is being made, and no longer", async () => {
  const { set, list } = show([
    {
      ...FAILED,
      state: { id: "PROCESSING", title: "Формируется" },
      percent: 40,
      permissions: { download: false, retry: false, repeat: false },
    },
  ]);
  await screen.findByText("40%");
  set(`GET ${API}`, list([READY]));
  await screen.findByText("Готов");
});

test("one modal orders tables, receipts and archives, each by its own call; a refusal stands under its field", async () => {
  const { seen, set } = show([READY]);
  fireEvent.click(await screen.findByRole("button", { name: "Заказать выгрузку" }));
  const modal = await screen.findByRole("dialog");
  fireEvent.click(within(modal).getByText("Чеки"));
  set("POST /client-api/job-receipt-export-request", {
    status: 422,
    body: {
      code: "invalid",
      message: "Проверьте данные",
      errors: { projects: ["Проекта больше нет или он вам недоступен. Выберите другой"] },
      requestId: "r",
    },
  });
  fireEvent.click(within(modal).getByRole("button", { name: "Заказать" }));
  expect(await within(modal).findAllByText(/Проекта больше нет/)).not.toHaveLength(0);
  fireEvent.click(within(modal).getByText("Архив документов"));
  expect(within(modal).queryByText("Группировка")).toBeNull();
  set("POST /open-api/v1/job-document-export-registries", { body: { ...READY, id: 10 } });
  fireEvent.click(within(modal).getByRole("button", { name: "Заказать" }));
  await screen.findByText(/Выгрузка заказана/);
  const body = seen.find(({ path }) => path === "/open-api/v1/job-document-export-registries")
    ?.body as { filters: { periodStart: string; periodEnd: string } };
  expect(body.filters.periodStart).toMatch(/^\d{4}-\d{2}-01$/);
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});

test("a recruiter orders nothing but tables of workers", async () => {
  show([], "RECRUITER");
  fireEvent.click(await screen.findByRole("button", { name: "Заказать выгрузку" }));
  const modal = await screen.findByRole("dialog");
  expect(within(modal).queryByText("Архив документов")).toBeNull();
  fireEvent.mouseDown(within(modal).getByRole("combobox", { name: "Что выгрузить" }));
  await waitFor(() =>
    expect(
      [...document.querySelectorAll(".ant-select-item-option-content")].map(
        (one) => one.textContent,
      ),
    ).toEqual(["Исполнители"]),
  );
});

test("a file for 1С each month is a schedule without a period, and names its next day", async () => {
  resetSession(aPerson("ACCOUNTANT"), "token");
  const row = {
    id: 4,
    types: [{ id: "TRANSACTIONS", title: "Операции" }],
    format: { id: "1c", title: "1С: обмен с банком" },
    filters: {},
    author: { id: 7, name: "Анна Петрова" },
    nextOn: "2026-12-03",
    createdAt: "2026-11-20T09:00:00Z",
  };
  const { seen } = consoleServer({
    "GET /open-api/v1/export-schedules": { body: { items: [row] } },
    "POST /open-api/v1/export-schedules": { body: row },
    "DELETE /open-api/v1/export-schedules/4": { body: { ok: true } },
    "GET /open-api/v1/projects": { body: EMPTY },
    "GET /open-api/v1/job-tags": { body: EMPTY },
    "GET /open-api/v1/employees": { body: EMPTY },
  });
  renderConsole(<ExportSchedulesPage />, {
    address: "/profile/account/uploads/schedules",
    modules: [exportsModule],
  });
  await screen.findByRole("row", {
    name: /Операции.*1С: обмен с банком.*03\.12\.2026.*Анна Петрова/,
  });
  fireEvent.click(screen.getByRole("button", { name: "Заказать каждый месяц" }));
  const dialog = await screen.findByRole("dialog");
  fireEvent.click(within(dialog).getByText("Для 1С"));
  expect(within(dialog).queryByText("Проекты")).toBeNull();
  fireEvent.click(within(dialog).getByRole("button", { name: "Заказать" }));
  await waitFor(() =>
    expect(seen.find(({ method }) => method === "POST")?.body).toEqual({
      types: ["TRANSACTIONS"],
      format: "1c",
    }),
  );
});
