import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, test } from "vitest";
import { Route, Routes } from "react-router";
import type { PayrollInfo, PayrollItem } from "#contract/registries/payroll-registry.ts";
import type { FindingSummary } from "#contract/registries/registry.ts";
import type { RoleId } from "#contract/access/roles.ts";
import { currentSession, resetSession } from "#web/session/session.ts";
import { registriesModule } from "#console/registries/index.tsx";
import PayrollShow from "#console/registries/payroll/payroll-show.tsx";
import { aPerson, consoleServer } from "#tests/support/console-server.ts";
import { aDryRun, aPayrollInfo, aPayrollItem } from "#tests/support/payroll-answers.ts";
import { renderConsole } from "#tests/support/render-console.tsx";

const BASE = "/open-api/v1/payroll-registries/5";
const ITEM = "/open-api/v1/payroll-registry-items";
const PAGE = "/profile/payroll-registry/5";
const REFUSED = {
  status: 409,
  body: {
    message:
      "Состояние только что изменилось. Посмотрите, каким оно стало, и повторите, если это ещё нужно",
    code: "conflict",
    requestId: "T1",
  },
};

beforeEach(() => resetSession(aPerson("FINANCE_MANAGER"), "token"));

const WRONG_INN: FindingSummary = {
  cause: "inn_length",
  column: "inn",
  columnTitle: "ИНН исполнителя",
  message: "Неверный ИНН",
  severity: "error",
  count: 1,
  sampleRows: [2],
};

/** A registry of three rows, the second with a wrong ИНН, on the screen. */
async function showRegistry({
  info = aPayrollInfo(),
  items = [aPayrollItem(1), aPayrollItem(2, "VALIDATION_FAILED"), aPayrollItem(3)],
  findings = [WRONG_INN],
}: { info?: PayrollInfo; items?: PayrollItem[]; findings?: readonly FindingSummary[] } = {}) {
  const server = consoleServer({
    [`GET ${BASE}/info`]: { body: info },
    "GET /open-api/v1/me/preferences/list.payroll-registry-items.checked": { body: { value: "" } },
    "GET /open-api/v1/me/preferences/list.payroll-registry-items.results": { body: { value: "" } },
    [`GET ${BASE}/items`]: {
      body: { items, meta: { page: 1, perPage: 30, lastPage: 1, total: items.length } },
    },
    [`GET ${BASE}/errors`]: { body: { items: findings } },
    [`POST ${BASE}/dry-run`]: { body: aDryRun() },
    [`POST ${BASE}/send-execute-code`]: {
      body: { expiresInSeconds: 300, retryAfterSeconds: 60, phoneMasked: "+7 (900) *** ** 03" },
    },
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

test("a cancelled registry promises nothing: no figures, no causes, nothing to start", async () => {
  await showRegistry({
    info: aPayrollInfo(
      { toPay: null, commission: null, balanceAfter: null, statesCount: { CANCELED: 3 } },
      "CANCELED",
    ),
    items: [1, 2, 3].map((row) => aPayrollItem(row, "CANCELED")),
  });
  expect(screen.getAllByText("Отменён")).toHaveLength(4);
  for (const promise of ["К выплате", "Комиссия", "Останется", "Готово"])
    expect(screen.queryByText(promise)).toBeNull();
  expect(screen.queryByRole("region", { name: "Замечания по причинам" })).toBeNull();
});

async function chooseCommand(row: number, name: string): Promise<void> {
  fireEvent.click(screen.getByRole("button", { name: `Действия: строка ${row}` }));
  fireEvent.click(await screen.findByRole("menuitem", { name }));
}

const cell = (row: number) =>
  screen.getByRole("button", { name: new RegExp(`^ИНН исполнителя, строка ${row}:`) });

test("rows left unpaid go into a new registry by one button, which leads there, or to the one that was made before", async () => {
  const info = aPayrollInfo(
    {
      permissions: {
        ...aPayrollInfo().permissions,
        update: false,
        canExecute: false,
        correct: true,
      },
    },
    "PARTIALLY_EXECUTED",
  );
  const { seen, set, address } = await showRegistry({ info });
  set(`POST ${BASE}/correct`, {
    status: 409,
    body: {
      message: "Эти строки уже исправляются",
      code: "conflict",
      requestId: "T1",
      registryID: 8,
    },
  });
  fireEvent.click(screen.getByRole("button", { name: "Исправить ошибки в новом реестре" }));
  await waitFor(() => expect(address()).toBe("/profile/payroll-registry/8"));
  expect(seen.filter(({ path }) => path === `${BASE}/correct`)).toHaveLength(1);
});

test("the history of a registry is read from the journal", async () => {
  const { seen, set } = await showRegistry();
  const line = {
    id: 1,
    at: "2026-11-20T08:00:00Z",
    event: "registry.uploaded",
    title: "Реестр загружен",
    actor: { type: "user", id: 1, name: "Анна Ким", role: "FINANCE_MANAGER" },
    object: null,
    before: null,
    after: null,
    reason: null,
    ip: null,
    requestId: null,
  };
  set("GET /open-api/v1/account/log", {
    body: { items: [line], meta: { page: 1, perPage: 100, lastPage: 1, total: 1 } },
  });
  fireEvent.click(screen.getByRole("button", { name: /^Действия: Реестр выплат/ }));
  fireEvent.click(await screen.findByRole("menuitem", { name: "История" }));
  const history = await screen.findByRole("table", { name: "История реестра" });
  await waitFor(() => expect(history.textContent).toMatch(/Реестр загружен.*Анна Ким/));
  expect(seen.find(({ path }) => path === "/open-api/v1/account/log")?.query.toString()).toBe(
    "objectType=payroll-registry&objectID=5&page=1&perPage=100",
  );
});

describe("a block pasted on a cell", () => {
  test("is shown row by row before it is sent by name, and undone by one press", async () => {
    const { seen, set } = await showRegistry();
    set(`POST ${BASE}/rows`, { body: { id: 5, version: 4, addedCount: 0, changedCount: 2 } });
    const clipboardData = { getData: () => "111\n222\n" };
    fireEvent.paste(screen.getByRole("button", { name: /^Сумма, ₽, строка 2:/ }), {
      clipboardData,
    });
    const dialog = within(await screen.findByRole("dialog", { name: "Вставить из Excel" }));
    expect(
      dialog.getAllByText(/1.234,56 → /).map((one) => one.textContent?.replaceAll("\u00A0", " ")),
    ).toEqual(["1 234,56 → 111,00", "1 234,56 → 222,00"]);
    expect(seen.some(({ path }) => path === `${BASE}/rows`)).toBe(false);
    fireEvent.click(dialog.getByRole("button", { name: "Вставить" }));
    const undo = await screen.findByRole("button", { name: "Отменить вставку" });
    fireEvent.click(undo);
    await waitFor(() =>
      expect(screen.queryByRole("button", { name: "Отменить вставку" })).toBeNull(),
    );
    const forms = seen
      .filter(({ path }) => path === `${BASE}/rows`)
      .map(({ body }) => body as FormData);
    expect(
      forms.map((form) => [
        form.get("itemIDs"),
        form.get("columns"),
        form.get("addRest"),
        form.get("version"),
      ]),
    ).toEqual([
      ["102,103", "amount", "true", "3"],
      ["102,103", "amount", null, "4"],
    ]);
    expect(await Promise.all(forms.map((form) => (form.get("text") as Blob).text()))).toEqual([
      "111\n222",
      "1234,56\n1234,56",
    ]);
  });
});

describe("correcting in place", () => {
  test("a saved cell stands in the table at once and takes what the server answers", async () => {
    const { seen, set } = await showRegistry();
    let release: () => void = () => undefined;
    set(`PUT ${ITEM}/102`, async () => {
      await new Promise<void>((resolve) => (release = resolve));
      return { body: aPayrollItem(2) };
    });
    fireEvent.click(cell(2));
    const input = screen.getByRole("textbox", { name: "ИНН исполнителя, строка 2" });
    fireEvent.change(input, { target: { value: "770431015877" } });
    fireEvent.keyDown(input, { key: "Enter" });
    expect(cell(2).textContent).toBe("770431015877");
    expect(cell(2).getAttribute("aria-describedby")).toBeNull();
    await waitFor(() => expect(seen.some(({ method }) => method === "PUT")).toBe(true));
    release();
    await waitFor(() => expect(screen.getAllByText("Готов")).toHaveLength(3));
    expect(seen.find(({ method }) => method === "PUT")?.body).toEqual({
      cells: { inn: "770431015877" },
      before: { inn: "7704" },
    });
  });

  test("a day typed another way is kept as it is read, so that no note says the file had it", async () => {
    const { seen, set } = await showRegistry();
    set(`PUT ${ITEM}/102`, { body: aPayrollItem(2) });
    fireEvent.click(screen.getByRole("button", { name: /^Дата начала.*, строка 2:/ }));
    const input = screen.getByRole("textbox", { name: /^Дата начала.*, строка 2$/ });
    fireEvent.change(input, { target: { value: "1.11.26" } });
    fireEvent.keyDown(input, { key: "Enter" });
    await waitFor(() =>
      expect(seen.find(({ method }) => method === "PUT")?.body).toMatchObject({
        cells: { workStart: "01.11.2026" },
      }),
    );
  });

  test("the result says by which days was paid, however the file wrote them", async () => {
    const cells = { ...aPayrollItem(1).cells, workStart: "1.11.26", workEnd: "15.11.2026" };
    const paid = { cells, workStart: "2026-11-01", workEnd: "2026-11-15" };
    await showRegistry({
      info: aPayrollInfo({ errorsCount: 0 }, "EXECUTED"),
      items: [aPayrollItem(1, "PAID", paid)],
    });
    await screen.findByText(
      (_, element) =>
        element?.className === "num" && element.textContent === "01.11.2026 – 15.11.2026",
    );
  });

  test("of two people's texts in one cell the second chooses: his goes over the one he was shown, or the other's stays", async () => {
    const { seen, set } = await showRegistry();
    set(`PUT ${ITEM}/102`, {
      status: 409,
      body: {
        message: "Пока вы правили, Ольга Белова изменил ячейку на «504713606620»",
        code: "conflict",
        requestId: "T1",
        column: "inn",
        text: "504713606620",
        by: "Ольга Белова",
      },
    });
    const typeOwn = () => {
      fireEvent.click(cell(2));
      const input = screen.getByRole("textbox", { name: "ИНН исполнителя, строка 2" });
      fireEvent.change(input, { target: { value: "770431015877" } });
      fireEvent.keyDown(input, { key: "Enter" });
    };
    typeOwn();
    expect((await screen.findByRole("alert")).textContent).toContain("Ольга Белова");
    fireEvent.click(screen.getByRole("button", { name: "Взять его" }));
    await waitFor(() => expect(screen.queryByRole("textbox", { name: /строка 2/ })).toBeNull());
    expect(seen.filter(({ method }) => method === "PUT")).toHaveLength(1);

    typeOwn();
    const keep = await screen.findByRole("button", { name: "Оставить моё" });
    set(`PUT ${ITEM}/102`, { body: aPayrollItem(2) });
    fireEvent.click(keep);
    await waitFor(() => expect(screen.getAllByText("Готов")).toHaveLength(3));
    expect(seen.filter(({ method }) => method === "PUT").at(-1)?.body).toEqual({
      cells: { inn: "770431015877" },
      before: { inn: "504713606620" },
    });
  });

  test("a refused text stays in the field with its reason under it", async () => {
    const { set } = await showRegistry();
    set(`PUT ${ITEM}/102`, {
      status: 422,
      body: {
        message: "Проверьте заполнение полей",
        errors: { "cells.inn": ["Слишком длинное значение"] },
      },
    });
    fireEvent.click(cell(2));
    fireEvent.change(screen.getByRole("textbox", { name: "ИНН исполнителя, строка 2" }), {
      target: { value: "12345" },
    });
    fireEvent.keyDown(screen.getByRole("textbox", { name: "ИНН исполнителя, строка 2" }), {
      key: "Enter",
    });
    const again = await screen.findByRole<HTMLInputElement>("textbox", {
      name: "ИНН исполнителя, строка 2",
    });
    expect(again.value).toBe("12345");
    expect(again.getAttribute("aria-invalid")).toBe("true");
    const note = document.getElementById(again.getAttribute("aria-describedby") ?? "");
    expect(note?.textContent).toBe("Слишком длинное значение");
  });

  test("what was typed when the session ended stands in its cell after signing in, for that person alone", async () => {
    const { set, unmount } = await showRegistry();
    set(`PUT ${ITEM}/102`, {
      status: 401,
      body: { message: "Войдите", code: "unauthorized", requestId: "T1" },
    });
    set("POST /open-api/v1/auth/refresh-jwt", {
      status: 401,
      body: { message: "Войдите", code: "unauthorized", requestId: "T1" },
    });
    const name = { name: "ИНН исполнителя, строка 2" };
    fireEvent.click(cell(2));
    fireEvent.change(screen.getByRole("textbox", name), { target: { value: "770431015877" } });
    fireEvent.keyDown(screen.getByRole("textbox", name), { key: "Enter" });
    await waitFor(() => expect(currentSession().status).toBe("guest"));
    unmount();

    resetSession({ ...aPerson("FINANCE_MANAGER"), id: 999 }, "token");
    const other = await showRegistry();
    expect(screen.queryByRole("textbox", name)).toBeNull();
    other.unmount();

    resetSession(aPerson("FINANCE_MANAGER"), "token");
    const again = await showRegistry();
    expect(screen.getByRole<HTMLInputElement>("textbox", name).value).toBe("770431015877");
    again.set(`PUT ${ITEM}/102`, { body: aPayrollItem(2) });
    fireEvent.keyDown(screen.getByRole("textbox", name), { key: "Enter" });
    await waitFor(() =>
      expect(Object.keys(localStorage).filter((key) => key.startsWith("draft:"))).toEqual([]),
    );
    expect(screen.queryByRole("textbox", name)).toBeNull();
  });

  test("Escape puts the old text back and sends nothing", async () => {
    const { seen } = await showRegistry();
    fireEvent.click(cell(1));
    fireEvent.change(screen.getByRole("textbox", { name: "ИНН исполнителя, строка 1" }), {
      target: { value: "1" },
    });
    fireEvent.keyDown(screen.getByRole("textbox", { name: "ИНН исполнителя, строка 1" }), {
      key: "Escape",
    });
    expect(cell(1).textContent).toBe("770431015877");
    expect(document.activeElement).toBe(cell(1));
    expect(seen.some(({ method }) => method === "PUT")).toBe(false);
  });

  test("what is wrong stands under its cell, whole, and is the field's description while it is typed", async () => {
    await showRegistry();
    const words = within(cell(2).closest("td") as HTMLElement).getByText(
      "ИНН должен содержать 12 цифр",
    );
    expect(cell(2).getAttribute("aria-describedby")).toBe(words.id);
    expect(screen.queryByRole("columnheader", { name: "Замечания" })).toBeNull();
    fireEvent.click(cell(2));
    const input = screen.getByRole("textbox", { name: "ИНН исполнителя, строка 2" });
    expect(document.getElementById(input.getAttribute("aria-describedby") ?? "")?.textContent).toBe(
      "ИНН должен содержать 12 цифр",
    );
    expect(screen.queryByRole("tooltip")).toBeNull();
  });

  test("who may not see sums reads what is wrong with one beside the row, by the name of its field", async () => {
    resetSession(aPerson("VIEWER"), "token");
    const errors = [
      {
        column: "amount",
        columnTitle: "Сумма, ₽",
        cause: "required",
        message: "Обязательное поле",
      },
    ];
    await showRegistry({ items: [aPayrollItem(1, "READY_TO_APPLY", { errors })] });
    await screen.findByText("Сумма, ₽: Обязательное поле");
  });

  test("Tab stops only at mistakes", async () => {
    await showRegistry();
    const stops = within(screen.getByRole("table", { name: "Строки реестра" }))
      .getAllByRole("button")
      .filter((button) => button.tabIndex === 0);
    expect(stops).toEqual([cell(2)]);
  });

  test("a removed row that is taken back within five seconds costs no request", async () => {
    const { seen } = await showRegistry();
    await chooseCommand(1, "Удалить строку");
    expect(screen.queryByRole("button", { name: "Действия: строка 1" })).toBeNull();
    fireEvent.click(screen.getByRole("button", { name: "Вернуть" }));
    expect(screen.getByRole("button", { name: "Действия: строка 1" })).toBeTruthy();
    expect(seen.some(({ method }) => method === "DELETE")).toBe(false);
  });
});

test("a cause filters the rows, and the address tells it", async () => {
  const { address, seen } = await showRegistry();
  fireEvent.mouseDown(await screen.findByRole("combobox", { name: "Причина замечания" }));
  fireEvent.click(await screen.findByText(/ИНН должен содержать 12 цифр \(1\)/));
  await waitFor(() => expect(seen.at(-1)?.query.get("causeColumn")).toBe("inn"));
  expect(seen.at(-1)?.query.get("cause")).toBe("inn_length");
  expect(address()).toContain(
    "filters[0][field]=cause&filters[0][operator]=eq&filters[0][value]=inn_length",
  );
});

test("one mistake of two columns is two causes; one is open at a time, and each shows its own rows", async () => {
  const required = { ...WRONG_INN, cause: "required", message: "Обязательное поле" };
  const { seen } = await showRegistry({
    findings: [
      { ...required, column: "amount", columnTitle: "Сумма, ₽", count: 40 },
      { ...required, count: 3 },
    ],
  });
  const causes = within(await screen.findByRole("region", { name: "Замечания по причинам" }));
  const opened = () =>
    causes.queryAllByRole("button", { expanded: true }).map(({ textContent }) => textContent);
  expect(opened()).toEqual(["Сумма 40, ошибка: Обязательное поле"]);
  fireEvent.click(causes.getByRole("button", { name: /^Сумма 40/ }));
  expect(opened()).toEqual([]);
  expect(causes.queryByRole("group")).toBeNull();
  fireEvent.click(causes.getByRole("button", { name: /^ИНН 3/ }));
  expect(opened()).toEqual(["ИНН 3, ошибка: Обязательное поле"]);
  fireEvent.click(causes.getByRole("button", { name: "Показать строки" }));
  await waitFor(() => expect(seen.at(-1)?.query.get("causeColumn")).toBe("inn"));
  expect(await screen.findByText("Обязательное поле, «ИНН исполнителя»")).toBeDefined();
});

test("what a start costs is told alike by the figures, the footer and the window", async () => {
  await showRegistry();
  const plain = (element: HTMLElement) => element.textContent?.replaceAll("\u00A0", " ");
  const footer = screen.getByRole("region", { name: "Запуск реестра" });
  for (const figure of ["Строк 3", "Готово 2", "К выплате 2 469,12 ₽"])
    expect(plain(footer)).toContain(figure);
  const cost = ["Комиссия 74,07 ₽", "Останется 7 456,81 ₽"];
  for (const figure of cost) expect(plain(footer)).toContain(figure);
  const figures = plain(screen.getByRole("group", { name: "Итоги" }));
  for (const figure of cost) expect(figures).toContain(figure.replace(" ", ""));
  fireEvent.click(within(footer).getByRole("button", { name: "Запустить выплату" }));
  const dialog = await screen.findByRole("dialog");
  await within(dialog).findByText(/^Будет выплачено/);
  expect(plain(dialog)).toContain(cost.join(" · "));
});

describe("commands follow the rights", () => {
  test("a command that waits says for what and does nothing", async () => {
    const permissions = {
      ...aPayrollInfo().permissions,
      canExecute: false,
      forbidden: { canExecute: "Нет готовых строк. Исправьте ошибки" },
    };
    await showRegistry({ info: aPayrollInfo({ permissions }) });
    const button = screen.getByRole("button", { name: "Запустить выплату" });
    expect(button.getAttribute("aria-disabled")).toBe("true");
    expect(
      document.getElementById(button.getAttribute("aria-describedby") ?? "")?.textContent,
    ).toBe("Нет готовых строк. Исправьте ошибки");
    fireEvent.click(button);
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  test.each<[RoleId, boolean, boolean, boolean]>([
    ["FINANCE_MANAGER", true, true, true],
    ["ACCOUNTANT", false, true, false],
    ["VIEWER", false, false, false],
  ])(
    "%s: executes %s, sees sums %s, sees the balance %s",
    async (role, executes, seesSums, seesBalance) => {
      resetSession(aPerson(role), "token");
      await showRegistry();
      expect(screen.queryByRole("button", { name: "Запустить выплату" }) !== null).toBe(executes);
      expect(screen.queryByText("К выплате") !== null).toBe(seesSums);
      expect(screen.queryByText("Останется") !== null).toBe(seesBalance);
      expect(document.body.textContent?.includes("₽")).toBe(seesSums);
    },
  );
});

describe("executing", () => {
  async function toCode() {
    const server = await showRegistry();
    fireEvent.click(screen.getByRole("button", { name: "Запустить выплату" }));
    const dialog = await screen.findByRole("dialog");
    await within(dialog).findByText(
      /^Будет выплачено 2.469,12.₽ 2.исполнителям\. Отменить можно в течение 2.минут после запуска$/,
    );
    expect(document.activeElement).not.toBe(
      within(dialog).getByRole("button", { name: "Получить код" }),
    );
    fireEvent.click(within(dialog).getByRole("button", { name: "Получить код" }));
    return { ...server, dialog, field: await within(dialog).findByLabelText("Код из СМС") };
  }
  const executions = (seen: readonly { path: string; headers: Headers; body: unknown }[]) =>
    seen.filter(({ path }) => path === `${BASE}/execute`);

  test("the code goes with the version and mode that were seen", async () => {
    const { seen, field, set } = await toCode();
    set(`POST ${BASE}/execute`, {
      body: { id: 5, state: { id: "SCHEDULED", title: "Запланирован" }, version: 3 },
    });
    fireEvent.change(field, { target: { value: "123456" } });
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(executions(seen).map(({ body }) => body)).toEqual([
      { version: 3, mode: "VALID_ONLY", otp: "123456" },
    ]);
  });

  test("a filter for errors ends with the start", async () => {
    const { field, set, address } = await toCode();
    fireEvent.click(screen.getByRole("button", { name: /^С ошибками/ }));
    await waitFor(() => expect(address()).toContain("onlyErrors"));
    set(`GET ${BASE}/info`, { body: aPayrollInfo({}, "APPROVAL") });
    set(`POST ${BASE}/execute`, {
      body: { id: 5, state: { id: "APPROVAL", title: "На согласовании" }, version: 3 },
    });
    fireEvent.change(field, { target: { value: "123456" } });
    await waitFor(() => expect(address()).not.toContain("onlyErrors"));
  });

  test("rows that look paid before are confirmed by a tick of their own, as they were counted", async () => {
    const { seen, set } = await showRegistry();
    const repeats = { rows: 3, sum: 8130 };
    set(`POST ${BASE}/dry-run`, { body: aDryRun({ repeats }) });
    fireEvent.click(screen.getByRole("button", { name: "Запустить выплату" }));
    const dialog = within(await screen.findByRole("dialog"));
    await dialog.findByText(/^Похоже, уже оплачено или ждёт оплаты: 3.строки на 8.130,00.₽$/);
    const send = dialog.getByRole<HTMLButtonElement>("button", { name: "Получить код" });
    const tick = () => dialog.getByRole<HTMLInputElement>("checkbox");
    expect([send.disabled, tick().checked]).toEqual([true, false]);
    fireEvent.click(tick());
    expect(send.disabled).toBe(false);
    fireEvent.click(send);
    set(`POST ${BASE}/execute`, {
      body: { id: 5, state: { id: "SCHEDULED", title: "Запланирован" }, version: 3 },
    });
    fireEvent.change(await dialog.findByLabelText("Код из СМС"), { target: { value: "123456" } });
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(executions(seen).map(({ body }) => body)).toEqual([
      { version: 3, mode: "VALID_ONLY", otp: "123456", confirmedRepeats: repeats },
    ]);
  });

  test("more than the file's total is confirmed by a tick of its own", async () => {
    const { seen, set } = await showRegistry();
    const fileTotal = { line: 2023, total: 6_863_027.55, excess: 16_440.74 };
    set(`POST ${BASE}/dry-run`, { body: aDryRun({ fileTotal }) });
    fireEvent.click(screen.getByRole("button", { name: "Запустить выплату" }));
    const dialog = within(await screen.findByRole("dialog"));
    await dialog.findByText(
      /^К выплате на 16.440,74.₽ больше, чем итог файла в строке 2023: 6.863.027,55.₽$/,
    );
    const send = dialog.getByRole<HTMLButtonElement>("button", { name: "Получить код" });
    expect(send.disabled).toBe(true);
    fireEvent.click(dialog.getByRole("checkbox", { name: "Всё верно, выплатить больше" }));
    fireEvent.click(send);
    set(`POST ${BASE}/execute`, {
      body: { id: 5, state: { id: "SCHEDULED", title: "Запланирован" }, version: 3 },
    });
    fireEvent.change(await dialog.findByLabelText("Код из СМС"), { target: { value: "123456" } });
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(executions(seen).map(({ body }) => body)).toEqual([
      { version: 3, mode: "VALID_ONLY", otp: "123456", confirmedExcess: 16_440.74 },
    ]);
  });

  test("one dialog has one key, through a wrong code and a lost connection", async () => {
    const { seen, dialog, field, set } = await toCode();
    set(`POST ${BASE}/execute`, {
      status: 422,
      body: {
        message: "Проверьте заполнение полей",
        errors: { otp: ["Код неверный. Осталось попыток: 4"] },
      },
    });
    fireEvent.change(field, { target: { value: "111111" } });
    await within(dialog).findByText("Код неверный. Осталось попыток: 4");
    set(`POST ${BASE}/execute`, {
      status: 503,
      body: { message: "Сервис временно недоступен", code: "unavailable", requestId: "T2" },
    });
    fireEvent.change(field, { target: { value: "222222" } });
    await within(dialog).findByRole("alert");
    const again = within(dialog).getByRole("button", { name: /Запустить выплату$/ });
    await waitFor(() => expect(again.className).not.toContain("ant-btn-loading"));
    fireEvent.click(again);
    await waitFor(() => expect(executions(seen)).toHaveLength(3));
    expect(
      new Set(executions(seen).map(({ headers }) => headers.get("idempotency-key"))).size,
    ).toBe(1);
  });

  test("ten presses and Enter are one payout", async () => {
    const { seen, dialog, field, set } = await toCode();
    let release: () => void = () => undefined;
    set(`POST ${BASE}/execute`, async () => {
      await new Promise<void>((resolve) => (release = resolve));
      return REFUSED;
    });
    fireEvent.change(field, { target: { value: "123456" } });
    for (let press = 0; press < 10; press += 1)
      fireEvent.click(within(dialog).getByRole("button", { name: /Запустить выплату$/ }));
    fireEvent.submit(field.closest("form") as HTMLFormElement);
    await waitFor(() => expect(executions(seen)).toHaveLength(1));
    release();
    expect((await within(dialog).findByRole("alert")).textContent).toBe(
      "Состояние только что изменилось. Посмотрите, каким оно стало, и повторите, если это ещё нужно",
    );
    expect(executions(seen)).toHaveLength(1);
    expect(screen.getByRole("heading", { level: 1 }).textContent).toContain("Готов частично");
  });

  test("«Всё или ничего» waits until every mistake is corrected", async () => {
    await showRegistry();
    fireEvent.click(screen.getByRole("button", { name: "Запустить выплату" }));
    const all = await screen.findByRole<HTMLInputElement>("radio", { name: "Всё или ничего" });
    expect(all.disabled).toBe(true);
    expect(screen.getByText(/сначала исправьте ошибки, 1.строка/)).toBeTruthy();
  });
});

test("a failed row is paid again or given up only after a confirmation that names sum and worker", async () => {
  const failed = aPayrollItem(1, "RETURNED", {
    payout: {
      id: 1,
      state: { id: "RETURNED", title: "Возвращена банком" },
      failureReason: { id: "ACCOUNT_CLOSED", title: "Счёт закрыт" },
      paidAt: null,
    },
    permissions: { update: false, delete: false, retry: true, reverseReceipt: false },
  });
  const { seen, set } = await showRegistry({
    info: aPayrollInfo({}, "PARTIALLY_EXECUTED"),
    items: [failed],
  });
  set(`POST ${ITEM}/101/give-up`, { body: failed });
  expect(screen.getByText("Счёт закрыт")).toBeTruthy();
  await chooseCommand(1, "Отменить выплату");
  const dialog = await screen.findByRole("dialog");
  expect(dialog.textContent?.replaceAll("\u00A0", " ")).toContain(
    "Не будет выплачено 1 234,56 ₽ исполнителю Смирнов Алексей, строка 1",
  );
  expect(seen.some(({ path }) => path.endsWith("/give-up"))).toBe(false);
  await userEvent.click(within(dialog).getByRole("button", { name: "Отменить выплату" }));
  await waitFor(() => expect(seen.filter(({ path }) => path.endsWith("/give-up"))).toHaveLength(1));
});

describe("annulling a receipt", () => {
  const paid = (reverseReceipt: boolean) =>
    aPayrollItem(1, "PAID", {
      payout: {
        id: 31,
        state: { id: "PAID", title: "Выплачено" },
        failureReason: null,
        paidAt: "2026-03-10T09:00:00Z",
      },
      receipt: { id: 31, state: { id: "REGISTERED", title: "Сформирован" }, link: null },
      permissions: { update: false, delete: false, retry: false, reverseReceipt },
    });
  const REVERSE = "/open-api/v1/receipts/31/reverse";

  test("names sum and worker, wants a reason of the tax service, and shows under the comment what is missing there", async () => {
    const { seen, set } = await showRegistry({
      info: aPayrollInfo({}, "EXECUTED"),
      items: [paid(true)],
    });
    set(`POST ${REVERSE}`, {
      status: 422,
      body: {
        message: "Проверьте заполнение полей",
        errors: { comment: ["Укажите документ, которым исполнитель вернул деньги"] },
      },
    });
    await chooseCommand(1, "Аннулировать чек");
    const dialog = await screen.findByRole("dialog", { name: "Аннулировать чек" });
    expect(dialog.textContent?.replaceAll("\u00A0", " ")).toContain(
      "Будет аннулирован чек: Смирнов Алексей, 1 234,56 ₽, строка 1",
    );
    expect(dialog.textContent).toContain("деньги остаются у исполнителя");
    fireEvent.click(within(dialog).getByRole("button", { name: "Аннулировать чек" }));
    await within(dialog).findByText("Выберите причину");
    expect(seen.some(({ path }) => path.endsWith("/reverse"))).toBe(false);
    fireEvent.click(within(dialog).getByRole("radio", { name: "Возврат средств" }));
    fireEvent.click(within(dialog).getByRole("button", { name: "Аннулировать чек" }));
    expect(
      await within(dialog).findByText("Укажите документ, которым исполнитель вернул деньги"),
    ).toBeTruthy();
    fireEvent.change(within(dialog).getByLabelText("Комментарий"), {
      target: { value: "Расписка" },
    });
    set(`POST ${REVERSE}`, { body: {} });
    fireEvent.click(within(dialog).getByRole("button", { name: /Аннулировать чек$/ }));
    await waitFor(() =>
      expect(seen.filter(({ path }) => path.endsWith("/reverse")).at(-1)?.body).toEqual({
        reasonID: "REFUND",
        comment: "Расписка",
      }),
    );
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  });

  test("is offered by the row's own flag alone", async () => {
    await showRegistry({ info: aPayrollInfo({}, "EXECUTED"), items: [paid(false)] });
    fireEvent.click(screen.getByRole("button", { name: "Действия: строка 1" }));
    await screen.findByRole("menuitem", { name: "Подробнее" });
    expect(screen.queryByRole("menuitem", { name: "Аннулировать чек" })).toBeNull();
  });
});
