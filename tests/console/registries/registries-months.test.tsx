import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, test } from "vitest";
import { Route, Routes } from "react-router";
import type { PayrollInfo } from "#contract/registries/payroll-registry.ts";
import type { PayrollRepeatTerms } from "#contract/registries/payroll-repeat.ts";
import { resetSession } from "#web/session/session.ts";
import { registriesModule } from "#console/registries/index.tsx";
import PayrollShow from "#console/registries/payroll/payroll-show.tsx";
import { aPerson, consoleServer } from "#tests/support/console-server.ts";
import { aDryRun, aPayrollInfo, aPayrollItem } from "#tests/support/payroll-answers.ts";
import { renderConsole } from "#tests/support/render-console.tsx";

const BASE = "/open-api/v1/payroll-registries/5";
const PAGE = "/profile/payroll-registry/5";
const PREFERENCES = "/open-api/v1/me/preferences/list.payroll-registry-items";

beforeEach(() => resetSession(aPerson("FINANCE_MANAGER"), "token"));

async function showRegistry(info: PayrollInfo = aPayrollInfo({}, "READY")) {
  const server = consoleServer({
    [`GET ${BASE}/info`]: { body: info },
    [`GET ${PREFERENCES}.checked`]: { body: { value: "" } },
    [`GET ${PREFERENCES}.results`]: { body: { value: "" } },
    [`GET ${BASE}/items`]: {
      body: { items: [aPayrollItem(1)], meta: { page: 1, perPage: 30, lastPage: 1, total: 1 } },
    },
    [`GET ${BASE}/errors`]: { body: { items: [] } },
    [`POST ${BASE}/dry-run`]: { body: aDryRun() },
  });
  const shown = renderConsole(
    <Routes>
      <Route path="/profile/payroll-registry/:id" element={<PayrollShow />} />
    </Routes>,
    { address: PAGE, modules: [registriesModule] },
  );
  await screen.findByRole("button", { name: "Действия: строка 1" });
  return { ...server, ...shown };
}

async function chooseCommand(name: string): Promise<void> {
  fireEvent.click(screen.getByRole("button", { name: /^Действия: Реестр выплат/ }));
  fireEvent.click(await screen.findByRole("menuitem", { name }));
}

const REPEATABLE = { ...aPayrollInfo().permissions, repeat: true };

describe("«Повторить»", () => {
  const terms: PayrollRepeatTerms = {
    version: 3,
    rowsCount: 2,
    period: { workStart: "2026-02-01", workEnd: "2026-02-28" },
    next: { workStart: "2026-03-01", workEnd: "2026-03-31" },
  };

  test("offers the next period, says what is taken over, and leads to the new registry", async () => {
    const { seen, set, address } = await showRegistry(
      aPayrollInfo({ permissions: REPEATABLE }, "READY"),
    );
    set(`GET ${BASE}/repeat`, { body: terms });
    set(`POST ${BASE}/repeat`, { body: { id: 8 } });
    await chooseCommand("Повторить…");
    const dialog = within(await screen.findByRole("dialog", { name: "Повторить реестр" }));
    expect(await dialog.findByText(/2.строки из реестра № 15 за 01\.02\.2026–28\.02\.2026/)).toBe(
      dialog.getByText(/Суммы и тексты для чеков останутся как есть/),
    );
    expect(
      ["Начало работ", "Окончание работ", "Дата акта"].map(
        (label) => dialog.getByLabelText<HTMLInputElement>(label).value,
      ),
    ).toEqual(["01.03.2026", "31.03.2026", ""]);
    fireEvent.click(dialog.getByRole("button", { name: "Повторить" }));
    await waitFor(() => expect(address()).toBe("/profile/payroll-registry/8"));
    const sent = seen.filter(({ method, path }) => method === "POST" && path === `${BASE}/repeat`);
    expect(sent.map(({ body }) => body)).toEqual([
      { workStart: "2026-03-01", workEnd: "2026-03-31", version: 3 },
    ]);
  });

  test("asks for the days when the source's period is not over, and shows a refusal under its field", async () => {
    const { set } = await showRegistry(aPayrollInfo({ permissions: REPEATABLE }, "READY"));
    set(`GET ${BASE}/repeat`, { body: { ...terms, next: null } });
    await chooseCommand("Повторить…");
    const dialog = within(await screen.findByRole("dialog", { name: "Повторить реестр" }));
    fireEvent.click(await dialog.findByRole("button", { name: "Повторить" }));
    expect(await dialog.findAllByText("Выберите день")).toHaveLength(2);
  });

  test("says why it is impossible", async () => {
    const reason = "Повторять нечего: готовых строк в реестре нет";
    await showRegistry(
      aPayrollInfo({
        permissions: { ...REPEATABLE, repeat: false, forbidden: { repeat: reason } },
      }),
    );
    fireEvent.click(screen.getByRole("button", { name: /^Действия: Реестр выплат/ }));
    const command = await screen.findByRole("menuitem", { name: "Повторить…" });
    expect(command.getAttribute("aria-disabled")).toBe("true");
    expect(within(command).getByTitle(reason)).toBeTruthy();
  });
});
