import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import type { FileReading } from "#contract/registries/file-reading.ts";
import { resetSession } from "#web/session/session.ts";
import { registriesModule } from "#console/registries/index.tsx";
import PayrollUpload from "#console/registries/payroll/payroll-upload.tsx";
import { aPerson, consoleServer } from "#tests/support/console-server.ts";
import { renderConsole } from "#tests/support/render-console.tsx";

const ROOT = "/open-api/v1/payroll-registries";
const READING_ID = "0123456789abcdef0123456789abcdef";
const READ = `${ROOT}/readings/${READING_ID}`;
const READING: FileReading = {
  readingID: READING_ID,
  isTemplate: false,
  isKnown: false,
  sheet: "Ведомость",
  encoding: null,
  sheets: [],
  notes: [],
  choices: {
    headLine: 3,
    head: ["Сотрудник", "ИНН", "К выплате"],
    columns: { fullName: 0, inn: 1, amount: 2 },
    constants: { workStart: "01.02.2026", workEnd: "28.02.2026" },
  },
  reasons: { fullName: "title", inn: "title", amount: "similar" },
  columns: [
    { position: 0, title: "Сотрудник", examples: ["Семёнов Пётр", "Юдин Глеб"], isHidden: false },
    { position: 1, title: "ИНН", examples: ["771000000013"], isHidden: false },
    { position: 2, title: "К выплате", examples: ["10238.25"], isHidden: false },
    { position: 3, title: "Отдел", examples: ["Доставка"], isHidden: false },
  ],
  rows: [{ line: 4, cells: ["Семёнов Пётр", "771000000013", "10238.25", "Доставка"] }],
};

beforeEach(() => resetSession(aPerson("FINANCE_MANAGER"), "token"));

async function choose(
  reading: FileReading | (() => Promise<never>),
  file = new File(["x"], "февраль.xlsx"),
) {
  const answer = typeof reading === "function" ? reading : { body: reading };
  const server = consoleServer({
    [`POST ${ROOT}/read-file`]: answer,
    [`POST ${READ}/read`]: answer,
    [`POST ${READ}/create`]: { body: { id: 7 } },
    "GET /client-api/service/list": {
      body: {
        items: [
          { id: 1, code: "0205", title: "Перевозка", defaultReceiptText: "Перевозка грузов" },
        ],
      },
    },
  });
  const { container } = renderConsole(<PayrollUpload />, {
    address: "/profile/payroll-registry/upload",
    modules: [registriesModule],
  });
  const input = await waitFor(() => {
    const found = container.querySelector<HTMLInputElement>("input[type=file]");
    if (!found) throw new Error("no field of a file");
    return found;
  });
  fireEvent.change(input, { target: { files: [file] } });
  const sent = () =>
    server.seen.find(({ path }) => path === `${READ}/create`)?.body as
      { readonly choices: unknown } | undefined;
  return { ...server, sent };
}

test("a file with another head: guesses with examples, every gap at once, one value for all, the rest in one line", async () => {
  const { sent } = await choose(READING);
  const form = within(await screen.findByRole("region", { name: "Столбцы файла" }));
  expect(form.getByText(/10.238,25/)).toBeTruthy();
  expect(form.getByText("похоже по названию")).toBeTruthy();
  expect(form.getByText("Столбец «Отдел» не используется")).toBeTruthy();
  fireEvent.click(form.getByRole("button", { name: "Загрузить и проверить" }));
  expect(form.getByRole("alert").textContent).toContain(
    "одно значение для всех: «Код услуги», «Текст для чека»",
  );
  expect(sent()).toBeUndefined();
  fireEvent.mouseDown(
    form.getByRole("combobox", { name: "Код услуги: одно значение для всех строк" }),
  );
  fireEvent.click(
    await screen.findByText("0205 Перевозка", { selector: ".ant-select-item-option-content" }),
  );
  fireEvent.click(form.getByRole("button", { name: "Загрузить и проверить" }));
  await waitFor(() => expect(sent()).toBeTruthy());
  expect(sent()?.choices).toEqual({
    ...READING.choices,
    constants: {
      ...READING.choices.constants,
      serviceCode: "0205",
      receiptText: "Перевозка грузов",
    },
  });
});

test("a file with the template's head becomes a registry without a question, as it was read", async () => {
  const { sent } = await choose({ ...READING, isTemplate: true, isKnown: true });
  await waitFor(() => expect(sent()).toBeTruthy());
  expect(sent()?.choices).toEqual(READING.choices);
  expect(screen.queryByRole("region", { name: "Столбцы файла" })).toBeNull();
});

test("a book of several sheets: another is chosen and read; rows that are hidden are taken by one press", async () => {
  const sheets = ["Октябрь", "Ноябрь"].map((name) => ({ name, rows: 4, isHidden: false }));
  const { seen, sent } = await choose({
    ...READING,
    sheet: "Ноябрь",
    sheets,
    notes: [{ kind: "hidden_rows", rows: 3, sum: 9014, isTaken: false }],
    choices: {
      ...READING.choices,
      sheet: "Ноябрь",
      constants: { serviceCode: "0205", receiptText: "Перевозка", workStart: "1", workEnd: "2" },
    },
  });
  const form = within(await screen.findByRole("region", { name: "Столбцы файла" }));
  fireEvent.mouseDown(form.getByRole("combobox", { name: "Лист" }));
  fireEvent.click(
    await screen.findByText(/^Октябрь: 4/, {
      selector: ".ant-select-item-option-content",
    }),
  );
  await waitFor(() =>
    expect(seen.filter(({ path }) => path === `${READ}/read`).map(({ body }) => body)).toEqual([
      { sheet: "Октябрь" },
    ]),
  );
  expect(form.getByRole("note").textContent).toContain(
    "Не загружено скрытых строк: 3 на 9\u00A0014,00",
  );
  fireEvent.click(form.getByRole("checkbox", { name: "Загрузить и скрытые строки" }));
  const send = form.getByRole("button", { name: "Загрузить и проверить" });
  await waitFor(() => expect(send).toHaveProperty("disabled", false));
  fireEvent.click(send);
  await waitFor(() => expect(sent()).toBeTruthy());
  expect(sent()?.choices).toMatchObject({ takesHidden: true });
  expect(seen.filter(({ body }) => body instanceof FormData)).toHaveLength(1);
});

test("a sheet that is hidden in the file is said to be so", async () => {
  await choose({ ...READING, sheets: [{ name: "Ведомость", rows: 1, isHidden: true }] });
  const form = within(await screen.findByRole("region", { name: "Столбцы файла" }));
  expect(form.getByRole("note").textContent).toBe(
    "Лист «Ведомость» скрыт в файле. Проверьте, что загрузить нужно его",
  );
});

test("the encoding of a text is shown and chosen, without sending the text again", async () => {
  const { seen } = await choose({ ...READING, sheet: null, encoding: "windows-1251" });
  const form = within(await screen.findByRole("region", { name: "Столбцы файла" }));
  expect(form.getByText("Windows, кириллица (1251)")).toBeTruthy();
  fireEvent.mouseDown(form.getByRole("combobox", { name: "Кодировка" }));
  fireEvent.click(
    await screen.findByText("DOS, кириллица (866)", {
      selector: ".ant-select-item-option-content",
    }),
  );
  await waitFor(() =>
    expect(seen.filter(({ path }) => path === `${READ}/read`).map(({ body }) => body)).toEqual([
      { encoding: "ibm866" },
    ]),
  );
});

test("a file that the browser cannot read any more has changed: the connection is not lost", async () => {
  const file = new File(["x"], "февраль.xlsx");
  file.slice = () => ({ arrayBuffer: () => Promise.reject(new Error("changed")) }) as never;
  await choose(() => Promise.reject(new TypeError("no answer")), file);
  expect((await screen.findByRole("alert")).textContent).toBe(
    "Файл изменился на диске. Выберите его снова",
  );
});
