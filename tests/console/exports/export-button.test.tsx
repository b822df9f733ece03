import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { ExportButton } from "#console/kit/export-button.tsx";
import { MAX_EXPORT_DAYS } from "#contract/exports/export-states.ts";
import { resetSession } from "#web/session/session.ts";
import { aPerson, consoleServer } from "#tests/support/console-server.ts";
import { renderConsole } from "#tests/support/render-console.tsx";

const CREATE = "POST /open-api/v1/universal-exports";
const LIST = "GET /open-api/v1/universal-exports";
const anExport = (state: string, more: object = {}) => ({
  id: 7,
  state: { id: state, title: state },
  percent: 40,
  rowsCount: null,
  errorMessage: null,
  ...more,
});

test("what is exported is the filtered period, projects, tags and worker; the modal waits for the file and says which filters it leaves out", async () => {
  resetSession(aPerson(), "token");
  const server = consoleServer({
    [CREATE]: { body: anExport("NEW") },
    "GET /client-api/workman/info": { body: { id: 44, name: "Гусев Павел", employeeID: 21 } },
    [LIST]: {
      body: {
        items: [anExport("PROCESSING")],
        meta: { page: 1, perPage: 30, lastPage: 1, total: 1 },
      },
    },
  });
  renderConsole(
    <ExportButton
      type="TRANSACTIONS"
      filters={{
        periodStart: "2026-09-01",
        periodEnd: "2026-09-30",
        projectIDs: ["3", "4"],
        tags: "8",
        workmanID: "44",
        search: "склад",
      }}
    />,
    { address: "/r" },
  );
  fireEvent.click(screen.getByRole("button", { name: "Выгрузить" }));
  await screen.findByText("Остальные фильтры списка в выгрузке не действуют");
  screen.getByText(/всё за период.*из него: 2.проекта, 1.тег, выбранный исполнитель$/);
  const submit = screen.getAllByRole("button", { name: "Выгрузить" }).at(-1) as HTMLElement;
  fireEvent.click(submit);
  await screen.findByText(/Файл формируется/);
  expect(server.seen.find(({ method }) => method === "POST")?.body).toEqual({
    types: ["TRANSACTIONS"],
    format: "xlsx",
    periodStart: "2026-09-01",
    periodEnd: "2026-09-30",
    projects: [3, 4],
    jobTags: [8],
    accountEmployees: [21],
  });
  expect((screen.getByRole("button", { name: "Скачать" }) as HTMLButtonElement).disabled).toBe(
    true,
  );
  server.set(LIST, {
    body: {
      items: [anExport("READY", { rowsCount: 12 })],
      meta: { page: 1, perPage: 30, lastPage: 1, total: 1 },
    },
  });
  await screen.findByText("Файл готов, строк: 12");
  await waitFor(() =>
    expect((screen.getByRole("button", { name: "Скачать" }) as HTMLButtonElement).disabled).toBe(
      false,
    ),
  );
});

test("an unfiltered list is exported as far back as a file reaches, not the month alone", async () => {
  resetSession(aPerson(), "token");
  const server = consoleServer({
    [CREATE]: { body: anExport("NEW") },
    [LIST]: { body: { items: [], meta: { page: 1, perPage: 30, lastPage: 1, total: 0 } } },
  });
  renderConsole(<ExportButton type="TRANSACTIONS" filters={{}} />, { address: "/r" });
  fireEvent.click(screen.getByRole("button", { name: "Выгрузить" }));
  await screen.findByText(/^В файл войдёт всё за период/);
  expect(screen.queryByText(/Остальные фильтры/)).toBeNull();
  fireEvent.click(screen.getAllByRole("button", { name: "Выгрузить" }).at(-1) as HTMLElement);
  await screen.findByText(/Файл формируется/);
  const { body } = server.seen.find(({ method }) => method === "POST") ?? {};
  const { periodStart, periodEnd } = body as { periodStart: string; periodEnd: string };
  expect((Date.parse(periodEnd) - Date.parse(periodStart)) / 86_400_000).toBe(MAX_EXPORT_DAYS - 1);
});

test("whoever may not export has no command", () => {
  resetSession(aPerson("VIEWER"), "token");
  consoleServer({});
  renderConsole(<ExportButton type="TRANSACTIONS" filters={{}} />, { address: "/r" });
  expect(screen.queryByRole("button", { name: "Выгрузить" })).toBeNull();
});
