import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { Route, Routes } from "react-router";
import { beforeEach, expect, test } from "vitest";
import type { RegistryState } from "#contract/registries/registry-states.ts";
import { resetSession } from "#web/session/session.ts";
import { registriesModule } from "#console/registries/index.tsx";
import PayrollShow from "#console/registries/payroll/payroll-show.tsx";
import { aPerson, consoleServer } from "#tests/support/console-server.ts";
import { aPayrollInfo, aPayrollItem } from "#tests/support/payroll-answers.ts";
import { renderConsole } from "#tests/support/render-console.tsx";

const BASE = "/open-api/v1/payroll-registries/5";
const ACTS = "/open-api/v1/job-document-export-registries";
const RECEIPTS = "/client-api/job-receipt-export-request";

beforeEach(() => resetSession(aPerson("FINANCE_MANAGER"), "token"));

const anExport = (state: string) => ({
  id: 7,
  state: { id: state, title: state },
  percent: 40,
  rowsCount: 3,
  errorMessage: null,
});

async function showRegistry(state: RegistryState) {
  const rows = [aPayrollItem(1, "PAID")];
  const server = consoleServer({
    [`GET ${BASE}/info`]: { body: aPayrollInfo({ statesCount: { PAID: 1 } }, state) },
    [`GET ${BASE}/progress`]: { body: {} },
    "GET /open-api/v1/me/preferences/list.payroll-registry-items.results": { body: { value: "" } },
    "GET /open-api/v1/me/preferences/list.payroll-registry-items.checked": { body: { value: "" } },
    [`GET ${BASE}/errors`]: { body: { items: [] } },
    [`GET ${BASE}/items`]: {
      body: { items: rows, meta: { page: 1, perPage: 30, lastPage: 1, total: 1 } },
    },
    [`POST ${ACTS}`]: { body: anExport("NEW") },
    [`POST ${RECEIPTS}`]: { body: anExport("NEW") },
    "GET /open-api/v1/universal-exports": {
      body: {
        items: [anExport("READY")],
        meta: { page: 1, perPage: 30, lastPage: 1, total: 1 },
      },
    },
  });
  renderConsole(
    <Routes>
      <Route path="/profile/payroll-registry/:id" element={<PayrollShow />} />
    </Routes>,
    { address: "/profile/payroll-registry/5", modules: [registriesModule] },
  );
  await screen.findByRole("heading", { name: /Реестр выплат № 15/ });
  return server;
}

test.each([
  ["Все акты", ACTS, (body: unknown) => (body as { filters: object }).filters],
  ["Все чеки", RECEIPTS, (body: unknown) => body],
] as const)(
  "«%s» of an executed registry: one press, and the file is waited for and given",
  async (label, path, filtersOf) => {
    const server = await showRegistry("EXECUTED");
    fireEvent.click(screen.getByRole("button", { name: label }));
    const dialog = await screen.findByRole("dialog", { name: `${label}: реестр выплат № 15` });
    await within(dialog).findByText("Файл готов, строк: 3");
    const sent = server.seen.find((one) => one.path === path);
    expect(filtersOf(sent?.body)).toMatchObject({ registries: [5] });
    fireEvent.click(within(dialog).getByRole("button", { name: "Скачать" }));
    await waitFor(() =>
      expect(server.seen.some((one) => one.path === "/open-api/v1/universal-exports/7/file")).toBe(
        true,
      ),
    );
  },
);

test("what there is nothing of yet is told, and no window opens", async () => {
  const server = await showRegistry("EXECUTED");
  server.set(`POST ${RECEIPTS}`, {
    status: 409,
    body: { message: "Чеков пока нет", code: "conflict", requestId: "T1" },
  });
  fireEvent.click(screen.getByRole("button", { name: "Все чеки" }));
  await screen.findByText(/Чеков пока нет/);
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("nothing of it is offered before the start", async () => {
  await showRegistry("READY");
  expect(screen.queryByRole("button", { name: "Все акты" })).toBeNull();
});

test("a role without exports is not offered the files", async () => {
  resetSession(aPerson("VIEWER"), "token");
  await showRegistry("EXECUTED");
  expect(screen.queryByRole("button", { name: "Все чеки" })).toBeNull();
});
