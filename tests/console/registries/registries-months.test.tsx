import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, test } from "vitest";
import { Route, Routes } from "react-router";
import type { PayrollInfo } from "#contract/registries/payroll-registry.ts";
import type { ComparedPerson, PayrollComparison } from "#contract/registries/payroll-comparison.ts";
import type { PayrollRepeatTerms } from "#contract/registries/payroll-repeat.ts";
import { resetSession } from "#web/session/session.ts";
import { registriesModule } from "#console/registries/index.tsx";
import PayrollShow from "#console/registries/payroll/payroll-show.tsx";
import { aPerson, consoleServer } from "#tests/support/console-server.ts";
import { aDryRun, aPayrollInfo, aPayrollItem } from "#tests/support/payroll-answers.ts";
import { chooseOption } from "#tests/support/antd-controls.ts";
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
    expect(
      await dialog.findByText(
        /^В новый реестр: 2.строки из реестра № 15 за 01\.02\.2026–28\.02\.2026/,
      ),
    ).toBe(dialog.getByText(/Суммы и тексты для чеков останутся как есть/));
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
    await waitFor(() => expect(dialog.getAllByText("Выберите день")).toHaveLength(2));
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

describe("«Сравнить с прошлым»", () => {
  const person = (changed: Partial<ComparedPerson>): ComparedPerson => ({
    kind: "new",
    workman: { id: 1, name: "Смирнов Алексей" },
    before: null,
    now: 500,
    percent: null,
    row: { registryID: 5, itemID: 101, rowNo: 1, line: 2 },
    ...changed,
  });
  const comparison = (changed: Partial<PayrollComparison> = {}): PayrollComparison => ({
    with: {
      id: 4,
      number: 12,
      title: "Февраль",
      period: { workStart: "2026-02-01", workEnd: "2026-02-28" },
    },
    counts: { new: 1, gone: 1, changed: 1, same: 7 },
    sums: {
      new: { before: 0, now: 500 },
      gone: { before: 700, now: 0 },
      changed: { before: 1000, now: 400 },
      same: { before: 7000.1, now: 7000.2 },
    },
    items: [
      person({}),
      person({
        kind: "gone",
        workman: { id: 2, name: "Белова Анна" },
        before: 700,
        now: null,
        row: { registryID: 4, itemID: 77, rowNo: 95, line: 99 },
      }),
      person({
        kind: "changed",
        workman: { id: 3, name: "Ким Олег" },
        before: 1000,
        now: 400,
        percent: -60,
      }),
    ],
    meta: { page: 1, perPage: 30, lastPage: 1, total: 3 },
    ...changed,
  });
  const sentence = "По сравнению с № 12: новых 1, нет 1, изменились больше чем на 30 % — 1";
  const textsOf = (rows: readonly HTMLElement[]) =>
    rows.map((row) =>
      within(row)
        .getAllByRole("cell")
        .map((cell) => cell.textContent?.replaceAll("\u00A0", " ")),
    );

  test("names each person with both sums, asks for one kind, and opens the row on its page", async () => {
    const { seen, set, address } = await showRegistry();
    set(`GET ${BASE}/compare`, { body: comparison() });
    await chooseCommand("Сравнить с прошлым");
    const table = await screen.findByRole("table", { name: "Сравнение по исполнителям" });
    expect(textsOf(within(table).getAllByRole("row").slice(1))).toEqual([
      ["Смирнов Алексей", "—", "500,00 ₽", "новый"],
      ["Белова Анна", "700,00 ₽", "—", "нет в этом"],
      ["Ким Олег", "1 000,00 ₽", "400,00 ₽", "−60 %"],
    ]);
    expect(screen.getByText(/^По сравнению с/).textContent?.replaceAll("\u00A0", " ")).toBe(
      `${sentence}. Тот реестр за 01.02.2026–28.02.2026, «Февраль»: было 8 700,10 ₽, стало 7 900,20 ₽`,
    );
    fireEvent.click(screen.getByText("Сумма изменилась (1)"));
    await waitFor(() =>
      expect(
        seen.filter(({ path }) => path === `${BASE}/compare`).map(({ query }) => query.get("kind")),
      ).toEqual([null, "changed"]),
    );
    fireEvent.click(within(table).getByRole("link", { name: "Белова Анна" }));
    await waitFor(() =>
      expect(address()).toBe("/profile/payroll-registry/4?open=77&currentPage=4"),
    );
  });

  test("compares with another registry that is chosen, also when there is no former one", async () => {
    const { seen, set } = await showRegistry();
    set(`GET ${BASE}/compare`, ({ query }) => ({
      body: query.has("withID") ? comparison() : comparison({ with: null, items: [] }),
    }));
    const others = [
      aPayrollInfo({}, "READY"),
      aPayrollInfo({ id: 4, number: 12, title: "Февраль" }, "EXECUTED"),
    ];
    set("GET /open-api/v1/payroll-registries", {
      body: { items: others, meta: { page: 1, perPage: 30, lastPage: 1, total: 2 } },
    });
    await chooseCommand("Сравнить с прошлым");
    await screen.findByText(/^Сравнить не с чем/);
    await chooseOption("Сравнить с другим реестром", "Реестр выплат № 12, Февраль");
    expect(await screen.findByRole("table", { name: "Сравнение по исполнителям" })).toBeTruthy();
    const asked = seen.filter(({ path }) => path === `${BASE}/compare`);
    expect(asked.map(({ query }) => query.get("withID"))).toEqual([null, "4"]);
  });

  test("shows no sums to those who may not see them", async () => {
    resetSession(aPerson("VIEWER"), "token");
    const { set } = await showRegistry();
    set(`GET ${BASE}/compare`, {
      body: comparison({
        sums: null,
        items: [person({ kind: "changed", before: null, now: null, percent: null })],
      }),
    });
    await chooseCommand("Сравнить с прошлым");
    const table = await screen.findByRole("table", { name: "Сравнение по исполнителям" });
    expect(textsOf(within(table).getAllByRole("row").slice(1))).toEqual([
      ["Смирнов Алексей", "Сумма изменилась"],
    ]);
  });

  test("without a former registry says so instead of an empty table", async () => {
    const { set } = await showRegistry();
    set(`GET ${BASE}/compare`, { body: comparison({ with: null, items: [] }) });
    await chooseCommand("Сравнить с прошлым");
    expect(await screen.findByText(/^Сравнить не с чем/)).toBeTruthy();
    expect(screen.queryByRole("table", { name: "Сравнение по исполнителям" })).toBeNull();
  });

  test.each(["Запустить выплату", "Проверить без оплаты"])(
    "stands in the window «%s», where «Кто именно» opens the table",
    async (command) => {
      const { set } = await showRegistry();
      set(`GET ${BASE}/compare`, { body: comparison() });
      fireEvent.click(screen.getByRole("button", { name: command }));
      const dialog = within(await screen.findByRole("dialog", { name: /выплату|без оплаты/ }));
      fireEvent.click(await dialog.findByRole("button", { name: "Кто именно" }));
      const table = await screen.findByRole("table", { name: "Сравнение по исполнителям" });
      fireEvent.click(within(table).getByRole("link", { name: "Ким Олег" }));
      await waitFor(() => expect(screen.queryByRole("button", { name: "Кто именно" })).toBeNull());
    },
  );
});
