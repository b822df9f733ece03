import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { Route, Routes } from "react-router";
import { beforeEach, expect, test } from "vitest";
import { PAYROLL_ITEM_STATE } from "#contract/registries/registry-item-states.ts";
import { resetSession } from "#web/session/session.ts";
import { registriesModule } from "#console/registries/index.tsx";
import PayrollShow from "#console/registries/payroll/payroll-show.tsx";
import { aPerson, consoleServer } from "#tests/support/console-server.ts";
import { aPayrollInfo, aPayrollItem } from "#tests/support/payroll-answers.ts";
import { renderConsole } from "#tests/support/render-console.tsx";

const BASE = "/open-api/v1/payroll-registries/5";
const ITEM = "/open-api/v1/payroll-registry-items";

beforeEach(() => resetSession(aPerson("FINANCE_MANAGER"), "token"));

const failed = (row: number) =>
  aPayrollItem(row, "PAYMENT_FAILED", {
    permissions: { update: false, delete: false, retry: true, reverseReceipt: false },
  });

async function showResults() {
  const items = [failed(1), failed(2), aPayrollItem(3, "PAID")];
  const server = consoleServer({
    [`GET ${BASE}/info`]: {
      body: aPayrollInfo({ statesCount: { PAYMENT_FAILED: 2, PAID: 1 } }, "PARTIALLY_EXECUTED"),
    },
    "GET /open-api/v1/me/preferences/list.payroll-registry-items.results": { body: { value: "" } },
    [`GET ${BASE}/errors`]: { body: { items: [] } },
    [`GET ${BASE}/items`]: ({ query }) => {
      const asked = query.getAll("states").join(",");
      const rows = items.filter(({ state }) => asked === "" || asked.includes(state.id));
      return {
        body: { items: rows, meta: { page: 1, perPage: 30, lastPage: 1, total: rows.length } },
      };
    },
    [`POST ${ITEM}/101/retry`]: { body: aPayrollItem(1, "PAYMENT_WAITING") },
  });
  renderConsole(
    <Routes>
      <Route path="/profile/payroll-registry/:id" element={<PayrollShow />} />
    </Routes>,
    { address: "/profile/payroll-registry/5", modules: [registriesModule] },
  );
  fireEvent.click(await screen.findByRole("button", { name: "Повторить все не прошедшие (2)" }));
  const dialog = await screen.findByRole("dialog", { name: "Повторить не прошедшие выплаты" });
  const press = await within(dialog).findByRole("button", { name: "Повторить выплаты (2)" });
  return { ...server, dialog, press };
}

const retried = ({ seen }: ReturnType<typeof consoleServer>) =>
  seen.filter(({ path }) => path.endsWith("/retry")).map(({ path }) => path);

test("all payouts that did not get through are sent again by one press that names their sum", async () => {
  const server = await showResults();
  server.set(`POST ${ITEM}/102/retry`, { body: aPayrollItem(2, "PAYMENT_WAITING") });
  expect(server.dialog.textContent?.replaceAll("\u00A0", " ")).toContain(
    "Будет ещё раз отправлено 2 469,12 ₽: 2 выплаты",
  );
  fireEvent.click(server.press);
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(retried(server)).toEqual([`${ITEM}/101/retry`, `${ITEM}/102/retry`]);
});

test("what is refused is told by its row, and the rest is sent", async () => {
  const server = await showResults();
  server.set(`POST ${ITEM}/102/retry`, {
    status: 409,
    body: {
      message: `Сейчас «${PAYROLL_ITEM_STATE.titles.PAID}»`,
      code: "conflict",
      requestId: "T1",
    },
  });
  fireEvent.click(server.press);
  await within(server.dialog).findByText("Отправлено 1, не отправлено 1");
  expect(server.dialog.textContent).toContain("Строка 2: Сейчас «Выплачено»");
});
