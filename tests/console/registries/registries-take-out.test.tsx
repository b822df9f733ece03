import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { Route, Routes } from "react-router";
import { expect, test } from "vitest";
import type { RoleId } from "#contract/access/roles.ts";
import type { PayrollInfo } from "#contract/registries/payroll-registry.ts";
import { resetSession } from "#web/session/session.ts";
import { registriesModule } from "#console/registries/index.tsx";
import PayrollShow from "#console/registries/payroll/payroll-show.tsx";
import { aPerson, consoleServer } from "#tests/support/console-server.ts";
import { aPayrollInfo, aPayrollItem } from "#tests/support/payroll-answers.ts";
import { renderConsole } from "#tests/support/render-console.tsx";

const BASE = "/open-api/v1/payroll-registries/5";
const TAKE_OUT = `${BASE}/take-out`;
const LAST = new Date(Date.now() + 90_000).toISOString();

async function showScheduled(change: Partial<PayrollInfo> = {}, role: RoleId = "FINANCE_MANAGER") {
  resetSession(aPerson(role), "token");
  const items = [
    aPayrollItem(1, "READY_TO_APPLY"),
    aPayrollItem(2, "READY_TO_APPLY"),
    aPayrollItem(3, "CANCELED"),
  ];
  const info = aPayrollInfo({ lastCancelAt: LAST, errorsCount: 0, ...change }, "SCHEDULED");
  const server = consoleServer({
    [`GET ${BASE}/info`]: {
      body: { ...info, permissions: { ...info.permissions, update: false, undo: true } },
    },
    "GET /open-api/v1/me/preferences/list.payroll-registry-items.checked": { body: { value: "" } },
    [`GET ${BASE}/errors`]: { body: { items: [] } },
    [`GET ${BASE}/items`]: {
      body: { items, meta: { page: 1, perPage: 30, lastPage: 1, total: 3 } },
    },
    [`POST ${TAKE_OUT}`]: { body: { id: 5, state: info.state, version: 4 } },
  });
  renderConsole(
    <Routes>
      <Route path="/profile/payroll-registry/:id" element={<PayrollShow />} />
    </Routes>,
    { address: "/profile/payroll-registry/5", modules: [registriesModule] },
  );
  await screen.findByText(/До этого её можно отменить/);
  return server;
}

async function choose(row: number): Promise<void> {
  // The first one chooses the whole page.
  await waitFor(() => expect(screen.getAllByRole("checkbox")).toHaveLength(4));
  fireEvent.click(screen.getAllByRole("checkbox")[row] as HTMLElement);
}

test("until the start chosen rows are taken out by a window that names their sum and when the rest starts", async () => {
  const server = await showScheduled();
  await choose(1);
  fireEvent.click(await screen.findByRole("button", { name: "Убрать из запуска" }));
  const dialog = await screen.findByRole("dialog", { name: "Убрать из запуска" });
  expect(dialog.textContent?.replaceAll("\u00A0", " ")).toMatch(
    /Не будет выплачено: 1 строка на 1 234,56 ₽.*Остальные строки: выплата начнётся/,
  );
  fireEvent.click(within(dialog).getByRole("button", { name: "Убрать из запуска" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(server.seen.find(({ path }) => path === TAKE_OUT)?.body).toEqual({
    version: 3,
    cancelUntil: LAST,
    itemIDs: [101],
  });
  await screen.findByText(/Убрано из запуска: 1.строка/);
});

test("a row that has left the start already is not offered to be taken out of it, and is counted", async () => {
  await showScheduled();
  expect(screen.getByRole("group", { name: "Итоги" }).textContent).toContain("Убрано1");
  await choose(3);
  const button = await screen.findByRole("button", { name: "Убрать из запуска" });
  expect((button as HTMLButtonElement).disabled).toBe(true);
});

test("whoever may not start a registry takes nothing out of it", async () => {
  await showScheduled({}, "VIEWER");
  await screen.findAllByText("Готов");
  expect(screen.queryByRole("button", { name: "Убрать из запуска" })).toBeNull();
});
