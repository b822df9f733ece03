import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, test } from "vitest";
import type { CauseValues } from "#contract/registries/registry-repair.ts";
import type { FindingSummary } from "#contract/registries/registry.ts";
import { resetSession } from "#web/session/session.ts";
import { PAYROLL } from "#console/registries/payroll/payroll-kind.ts";
import { RegistryCauses } from "#console/registries/registry-causes.tsx";
import { registriesModule } from "#console/registries/index.tsx";
import { aPerson, consoleServer } from "#tests/support/console-server.ts";
import { aPayrollInfo } from "#tests/support/payroll-answers.ts";
import { renderConsole } from "#tests/support/render-console.tsx";

const BASE = "/open-api/v1/payroll-registries/5";
beforeEach(() => resetSession(aPerson("FINANCE_MANAGER"), "token"));

const plain = (text: string | null) => (text ?? "").replaceAll("\u00A0", " ");
const metaOf = (page: number, total: number) => ({ page, perPage: 50, lastPage: 2, total });
const NO_VALUES: CauseValues = {
  version: 4,
  rowsCount: 0,
  items: [],
  rows: [],
  meta: metaOf(1, 0),
  usual: null,
  rules: [],
};

function showCause(
  fields: Partial<FindingSummary>,
  values: Partial<CauseValues> | ((page: number) => Partial<CauseValues>),
) {
  const finding: FindingSummary = {
    cause: "service_not_found",
    column: "serviceCode",
    columnTitle: "Код услуги",
    message: "Неверный код услуги",
    severity: "error",
    count: 667,
    sampleRows: [2],
    ...fields,
  };
  const server = consoleServer({
    [`GET ${BASE}/errors`]: { body: { items: [finding] } },
    [`GET ${BASE}/errors/values`]: ({ query }) => ({
      body: {
        ...NO_VALUES,
        ...(typeof values === "function" ? values(Number(query.get("page") ?? 1)) : values),
      },
    }),
    [`POST ${BASE}/repair`]: { body: { id: 5, version: 5, addedCount: 0, changedCount: 660 } },
    [`POST ${BASE}/repair/undo`]: { body: { id: 5, version: 6, addedCount: 0, changedCount: 660 } },
  });
  renderConsole(
    <RegistryCauses
      kind={PAYROLL}
      info={aPayrollInfo({ version: 4 })}
      onChanged={() => undefined}
      onShow={() => undefined}
    />,
    { modules: [registriesModule] },
  );
  return server;
}

const repairsOf = ({ seen }: ReturnType<typeof consoleServer>) =>
  seen.filter(({ path }) => path.includes("/repair")).map(({ path, body }) => ({ path, body }));
const openWindow = async (title: string) => {
  fireEvent.click(await screen.findByRole("button", { name: "Исправить" }));
  return within(await screen.findByRole("dialog", { name: title }));
};
const type = async (dialog: Awaited<ReturnType<typeof openWindow>>, label: string, value: string) =>
  fireEvent.change(await dialog.findByLabelText(label), { target: { value } });

describe("a cause is repaired in all its rows from one place", () => {
  test("only what was typed is sent, of all pages, and taken back by one press", async () => {
    const server = showCause({}, (page) => ({
      rowsCount: 667,
      items: [
        { value: page === 1 ? "9999" : "доставка", count: 7 },
        { value: `та ${page}`, count: 1 },
      ],
      meta: metaOf(page, 60),
    }));
    const dialog = await openWindow("Исправить «Код услуги»");
    await type(dialog, "Станет вместо «9999»", "0301");
    fireEvent.click(dialog.getByTitle("2"));
    await type(dialog, "Станет вместо «доставка»", "0302");
    fireEvent.click(dialog.getByTitle("1"));
    expect(await dialog.findByDisplayValue("0301")).toBeDefined();
    fireEvent.click(dialog.getByRole("button", { name: "Исправить значения: 2" }));
    fireEvent.click(await screen.findByRole("button", { name: "Отменить исправление" }));
    await waitFor(() => expect(repairsOf(server)).toHaveLength(2));
    expect(repairsOf(server)).toEqual([
      {
        path: `${BASE}/repair`,
        body: {
          version: 4,
          cause: "service_not_found",
          column: "serviceCode",
          replacements: [
            { from: "9999", to: "0301" },
            { from: "доставка", to: "0302" },
          ],
        },
      },
      { path: `${BASE}/repair/undo`, body: { version: 5 } },
    ]);
  });

  test("people are corrected each in a field of their own, beside the name of the profile", async () => {
    const server = showCause(
      { cause: "full_name_differs", column: "fullName", columnTitle: "ФИО исполнителя", count: 2 },
      {
        rowsCount: 2,
        rows: [
          {
            id: 71,
            line: 12,
            name: "Петров Пётр",
            profileName: "Иванов Иван Ильич",
            value: "Петров Пётр",
          },
          { id: 72, line: 15, name: "Сидорв А. А.", profileName: null, value: "Сидорв А. А." },
        ],
        meta: metaOf(1, 2),
      },
    );
    const dialog = await openWindow("Исправить «ФИО исполнителя»");
    expect(await dialog.findByText("в профиле: Иванов Иван Ильич")).toBeDefined();
    fireEvent.click(dialog.getByRole("button", { name: "Взять из профиля" }));
    await type(dialog, "Станет в строке 15", "Сидоров Антон Андреевич");
    expect(dialog.queryByText("Одно для всех")).toBeNull();
    fireEvent.click(dialog.getByRole("button", { name: "Исправить строки: 2" }));
    await waitFor(() =>
      expect(repairsOf(server)[0]?.body).toMatchObject({
        rows: [
          { id: 71, to: "Иванов Иван Ильич" },
          { id: 72, to: "Сидоров Антон Андреевич" },
        ],
      }),
    );
  });

  test("a piece of text is replaced in all of them", async () => {
    const server = showCause({}, { rowsCount: 2, items: [{ value: "03-01", count: 2 }] });
    const dialog = await openWindow("Исправить «Код услуги»");
    fireEvent.click(await dialog.findByText("Заменить часть текста"));
    await type(dialog, "Что заменить", "-");
    fireEvent.click(dialog.getByRole("button", { name: /^Исправить: 2/ }));
    await waitFor(() =>
      expect(repairsOf(server)[0]?.body).toMatchObject({
        rule: { kind: "replace", from: "-", to: "" },
      }),
    );
  });

  test("hidden kopecks are rounded by one press that tells both sums and their difference", async () => {
    const server = showCause(
      { cause: "amount_decimals", column: "amount", columnTitle: "Сумма, ₽", count: 293 },
      {
        rowsCount: 293,
        rules: [
          {
            kind: "round",
            rowsCount: 293,
            example: { from: "939.9975", to: "940,00" },
            sums: { before: 697_395.74, after: 697_395.84 },
          },
        ],
      },
    );
    const press = await screen.findByRole("button", { name: "Округлить до копеек (293)" });
    expect(plain(press.parentElement?.textContent ?? null)).toContain(
      "697 395,74 ₽ → 697 395,84 ₽, разница 0,10 ₽",
    );
    fireEvent.click(press);
    await screen.findByRole("button", { name: "Отменить исправление" });
    expect(repairsOf(server)[0]?.body).toEqual({
      version: 4,
      cause: "amount_decimals",
      column: "amount",
      rule: { kind: "round" },
    });
  });

  test("a rule that leaves rows of the cause is offered in the window only", async () => {
    showCause(
      { cause: "amount_decimals", column: "amount", columnTitle: "Сумма, ₽", count: 9 },
      {
        rowsCount: 9,
        items: [{ value: "1,555", count: 8 }],
        rules: [
          {
            kind: "round",
            rowsCount: 8,
            example: { from: "1,555", to: "1,56" },
            sums: { before: 1.56, after: 1.56 },
          },
        ],
      },
    );
    const dialog = await openWindow("Исправить «Сумма, ₽»");
    expect(await dialog.findByRole("button", { name: "Округлить до копеек (8)" })).toBeDefined();
    expect(screen.getAllByText(/Округлить/)).toHaveLength(1);
  });

  test("of those who get nothing one press says that they are not paid, and takes their rows out", async () => {
    const server = showCause(
      { cause: "nothing_to_pay", column: "amount", columnTitle: "Сумма, ₽", count: 59 },
      {},
    );
    fireEvent.click(await screen.findByRole("button", { name: "Не платить этим (59)" }));
    expect(plain((await screen.findByText(/^Убрано/)).textContent)).toBe("Убрано: 660 строк");
    expect(repairsOf(server)[0]?.body).toMatchObject({
      cause: "nothing_to_pay",
      column: "amount",
      remove: true,
    });
  });
});
