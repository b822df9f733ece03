import { writeFile } from "node:fs/promises";
import type { Locator, Page } from "@playwright/test";
import { addDays, formatDate } from "#contract/values/calendar-date.ts";
import {
  accountingPayroll,
  bankList,
  BIG_PAYROLL,
  bigPayroll,
  bookOfPeriods,
  pastedSheet,
  rivalsCsv,
  sheetOfTwoTables,
  type DirtyFile,
} from "#tests/support/dirty-files.ts";
import { expect, expectAccessible, expectNoSideScroll, FINANCE_MANAGER, test } from "./fixtures.ts";
import { payableWorkers } from "./payroll-files.ts";
import { makePayrollWorkers } from "#tests/support/payroll-file.ts";

const UPLOAD = "/profile/payroll-registry/upload";
/** For what is ready, and for all that can be mended. */
const MOST_PRESSES = 8;
const MOST_PRESSES_OF_ALL = 14;

/** Counts clicks, choices and typed fields. */
class Hand {
  presses = 0;
  private readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  async press(what: Locator): Promise<void> {
    this.presses += 1;
    await what.click();
  }

  async type(what: Locator, text: string): Promise<void> {
    this.presses += 1;
    await what.fill(text);
    await what.press("Enter");
  }

  async upload({ fileName, bytes }: DirtyFile): Promise<void> {
    this.presses += 1;
    await this.page
      .locator("input[type=file]")
      .setInputFiles({ name: fileName, mimeType: "application/octet-stream", buffer: bytes });
  }

  async chooseService(code: string): Promise<void> {
    await this.press(
      this.page.getByRole("combobox", { name: "Код услуги: одно значение для всех строк" }),
    );
    await this.press(this.page.getByTitle(new RegExp(`^${code} `)));
  }
}

const OWN_HEAD =
  "ИНН исполнителя;ФИО исполнителя;Код услуги;Текст для чека;Дата начала работ;Дата окончания работ;Сумма, ₽";
const ownTable = (rows: readonly (readonly (string | undefined)[])[]): Buffer =>
  Buffer.from([OWN_HEAD, ...rows.map((row) => row.join(";"))].join("\n"));

const stateOf = (page: Page): Locator => page.locator(".page-head .ant-tag");
const columns = (page: Page): Locator => page.getByRole("region", { name: "Столбцы файла" });

test("a payroll of 1С:ЗУП goes from the file to «Запустить» in one upload and eight presses", async ({
  page,
  product,
  signInAs,
}) => {
  await signInAs(page, FINANCE_MANAGER);
  await page.goto(UPLOAD);
  const hand = new Hand(page);
  await hand.upload(accountingPayroll(payableWorkers(3), await product.today()));
  await expect(columns(page)).toContainText("К выплате");
  await expect(page.getByRole("region", { name: "Первые строки файла" })).toContainText(
    /10.238,25/,
  );
  await expectAccessible(page);
  for (const width of [1366, 360]) {
    await page.setViewportSize({ width, height: 768 });
    await expectNoSideScroll(page);
  }
  await page.setViewportSize({ width: 1440, height: 900 });
  await hand.chooseService("0201");
  await hand.press(columns(page).getByRole("button", { name: "Загрузить и проверить" }));
  await expect(stateOf(page)).toHaveText("Готов к запуску", { timeout: 60_000 });
  await expect(page.locator("main")).toContainText("Не загружены итоги");
  await hand.press(page.getByRole("button", { name: "Запустить выплату" }));
  await expect(page.getByRole("dialog")).toBeVisible();
  expect(hand.presses).toBeLessThanOrEqual(MOST_PRESSES);
});

test("a payroll of two thousand rows: what is ready starts in eight presses, all that can be in fourteen", async ({
  page,
  product,
  signInAs,
}) => {
  await signInAs(page, FINANCE_MANAGER);
  const workers = payableWorkers(45);
  const file = bigPayroll(workers, makePayrollWorkers(2), await product.today());
  await page.goto(UPLOAD);
  const hand = new Hand(page);
  await hand.upload(file);
  await hand.chooseService("0201");
  await hand.press(columns(page).getByRole("button", { name: "Загрузить и проверить" }));
  await expect(stateOf(page)).toHaveText("Готов частично", { timeout: 60_000 });
  const causes = page.getByRole("region", { name: "Замечания по причинам" });
  const start = page.getByRole("button", { name: "Запустить выплату" });
  await hand.press(start);
  await expect(page.getByRole("dialog")).toContainText("Получить код");
  expect(hand.presses).toBeLessThanOrEqual(MOST_PRESSES);
  await page.keyboard.press("Escape");
  hand.presses -= 1;

  const { nothingToPay, decimals, initials } = BIG_PAYROLL;
  const left = async (rows: number) =>
    expect(page.getByRole("status").filter({ hasText: /строк/ }).first()).toContainText(
      `${rows} с ошибками`,
      { timeout: 30_000 },
    );
  let faults = 117;
  const mended = async (rows: number) => left((faults -= rows));
  await left(faults);
  await hand.press(causes.getByRole("button", { name: `Не платить этим (${nothingToPay})` }));
  await mended(nothingToPay);
  await hand.press(causes.getByRole("button", { name: `Округлить до копеек (${decimals})` }));
  await mended(decimals);
  await hand.press(causes.getByRole("button", { name: `Взять из профиля (${initials})` }));
  await mended(initials);
  // What is mended gives way to the worst of the rest.
  for (const name of ["Обязательное поле", "Неверная контрольная сумма ИНН"]) {
    const cause = causes.getByRole("group", { name });
    await hand.press(cause.getByRole("button", { name: "Исправить" }));
    const dialog = page.getByRole("dialog");
    const rows = dialog.getByRole("row").filter({ has: page.getByRole("textbox") });
    await expect(rows.first()).toBeVisible();
    for (const row of await rows.all()) {
      const text = await row.innerText();
      const worker = workers.find(({ fullName }) => text.includes(fullName));
      await row.getByRole("textbox").fill(worker?.inn ?? "");
    }
    const count = await rows.count();
    await hand.press(dialog.getByRole("button", { name: /^Исправить/ }));
    await expect(dialog).toBeHidden();
    await mended(count);
  }
  const strangers = causes.getByRole("group").filter({ hasText: "не зарегистрирован" });
  await hand.press(strangers.getByRole("button", { name: "Убрать (2)" }));
  await expect(stateOf(page)).toHaveText("Готов к запуску", { timeout: 30_000 });
  await hand.press(start);
  const dialog = page.getByRole("dialog");
  await hand.press(dialog.getByRole("checkbox", { name: "Всё верно, выплатить больше" }));
  await expect(dialog.getByRole("button", { name: "Получить код" })).toBeEnabled();
  await expect(dialog).toContainText("больше, чем итог файла");
  expect(hand.presses).toBeLessThanOrEqual(MOST_PRESSES_OF_ALL);
});

test("a sheet with two tables and rows pasted from a browser's spreadsheet start in eight presses each", async ({
  page,
  product,
  signInAs,
}) => {
  await signInAs(page, FINANCE_MANAGER);
  const today = await product.today();
  const workers = payableWorkers(3);
  const start = page.getByRole("button", { name: "Запустить выплату" });
  await page.goto(UPLOAD);
  const first = new Hand(page);
  await first.upload(sheetOfTwoTables(workers, today));
  await first.press(columns(page).getByRole("button", { name: "Загрузить и проверить" }));
  await expect(stateOf(page)).toHaveText("Готов к запуску", { timeout: 60_000 });
  await expect(page.locator("main")).toContainText("другая таблица");
  await first.press(start);
  await expect(page.getByRole("dialog")).toContainText(/17.738,25/);
  expect(first.presses).toBeLessThanOrEqual(MOST_PRESSES);

  await page.goto(UPLOAD);
  const second = new Hand(page);
  await second.press(page.getByLabel("Вставить из Excel"));
  await page.getByLabel("Вставить из Excel").fill(pastedSheet(workers, today));
  await second.chooseService("0201");
  await second.press(columns(page).getByRole("button", { name: "Загрузить и проверить" }));
  await expect(stateOf(page)).toHaveText("Готов к запуску", { timeout: 60_000 });
  await second.press(start);
  await expect(page.getByRole("dialog")).toContainText(/29.738,75/);
  expect(second.presses).toBeLessThanOrEqual(MOST_PRESSES);
});

test("a bank's list asks for the one thing it lacks; the next of a rival's template asks nothing new", async ({
  page,
  product,
  signInAs,
}) => {
  await signInAs(page, FINANCE_MANAGER);
  const today = await product.today();
  const workers = payableWorkers(3);
  const hand = new Hand(page);
  await page.goto(UPLOAD);
  await hand.upload(bankList(workers, today));
  await hand.press(columns(page).getByRole("button", { name: "Загрузить и проверить" }));
  await expect(page.getByRole("alert")).toContainText("одно значение для всех: «Код услуги»");
  await hand.chooseService("0201");
  await hand.press(columns(page).getByRole("button", { name: "Загрузить и проверить" }));
  await expect(stateOf(page)).toHaveText("Готов к запуску", { timeout: 60_000 });
  const day = await page.getByRole("button", { name: /^Дата начала работ, строка 2:/ }).innerText();
  await expect(page.getByRole("button", { name: /^Дата окончания работ, строка 2:/ })).toHaveText(
    day,
  );
  await hand.press(page.getByRole("button", { name: "Запустить выплату" }));
  await expect(page.getByRole("dialog")).toContainText(/29.738,75/);
  expect(hand.presses).toBeLessThanOrEqual(MOST_PRESSES);

  await page.goto(UPLOAD);
  await hand.upload(rivalsCsv(workers, today));
  await hand.chooseService("0201");
  await hand.press(columns(page).getByRole("button", { name: "Загрузить и проверить" }));
  await expect(stateOf(page)).toHaveText("Готов к запуску", { timeout: 60_000 });
  await page.goto(UPLOAD);
  await hand.upload(rivalsCsv(workers.slice(1), today));
  await expect(stateOf(page)).toHaveText(/Готов/, { timeout: 60_000 });
});

test("of a book of three sheets another is chosen in two presses, read and paid", async ({
  page,
  product,
  signInAs,
}) => {
  await signInAs(page, FINANCE_MANAGER);
  await page.goto(UPLOAD);
  const hand = new Hand(page);
  await hand.upload(await bookOfPeriods(payableWorkers(3), await product.today()));
  const first = page.getByRole("region", { name: "Первые строки файла" });
  await expect(first).toContainText(/1.100/);
  await hand.press(columns(page).getByTitle(/^Первая половина: 2/));
  await hand.press(page.getByTitle(/^Вторая половина: 3/));
  await expect(first).toContainText(/3.200/);
  await expectAccessible(page);
  for (const width of [1366, 360]) {
    await page.setViewportSize({ width, height: 768 });
    await expectNoSideScroll(page);
  }
  await page.setViewportSize({ width: 1440, height: 900 });
  await hand.press(columns(page).getByRole("button", { name: "Загрузить и проверить" }));
  await expect(stateOf(page)).toHaveText("Готов к запуску", { timeout: 60_000 });
  await expect(page.locator("main")).toContainText("Лист «Первая половина» не загружен");
  await hand.press(page.getByRole("button", { name: "Запустить выплату" }));
  await expect(page.getByRole("dialog")).toContainText(/9.300,00/);
  expect(hand.presses).toBeLessThanOrEqual(5);
});

test("a file that changes on disk: its registry is of what was shown, and before that it is chosen again", async ({
  page,
  product,
  signInAs,
}, testInfo) => {
  await signInAs(page, FINANCE_MANAGER);
  await page.goto(UPLOAD);
  const { bytes } = rivalsCsv(payableWorkers(2), await product.today());
  // No other journey has chosen columns for this head.
  const file = bytes.toString("latin1").replace("\r\n", ";N\r\n");
  const path = testInfo.outputPath("список.csv");
  await writeFile(path, file, "latin1");
  const input = page.locator("input[type=file]");
  await input.setInputFiles(path);
  await expect(columns(page)).toBeVisible();
  await writeFile(path, "Другой файл");
  await new Hand(page).chooseService("0201");
  await columns(page).getByRole("button", { name: "Загрузить и проверить" }).click();
  await expect(stateOf(page)).toHaveText(/Готов/, { timeout: 60_000 });

  await page.goto(UPLOAD);
  await page.route("**/read-file", async (route) => {
    await writeFile(path, `${file} `);
    await route.abort();
  });
  await input.setInputFiles(path);
  await expect(page.getByRole("alert")).toHaveText("Файл изменился на диске. Выберите его снова");
});

test("a text whose letters cannot be read is read in the chosen encoding by two presses", async ({
  page,
  signInAs,
}) => {
  await signInAs(page, FINANCE_MANAGER);
  await page.goto(UPLOAD);
  const hand = new Hand(page);
  // «Кто;Руб» of DOS, too short to be recognised.
  const bytes = Buffer.from("8ae2ae3b90e3a10a3737303130333133333737353b31300a", "hex");
  await hand.upload({ name: "a list of DOS", fileName: "список.txt", bytes });
  await hand.press(columns(page).getByTitle("Windows, кириллица (1251)"));
  await hand.press(page.getByTitle("DOS, кириллица (866)"));
  const first = page.getByRole("region", { name: "Первые строки файла" });
  await expect(first.getByRole("columnheader", { name: "Руб" })).toBeVisible();
  await expectAccessible(page);
  for (const width of [1366, 360]) {
    await page.setViewportSize({ width, height: 768 });
    await expectNoSideScroll(page);
  }
  expect(hand.presses).toBe(3);
});

test("hidden kopecks, initials, people without an ИНН and with nothing to pay are put right in eight presses", async ({
  page,
  product,
  signInAs,
}) => {
  const day = formatDate(addDays(await product.today(), -1));
  const workers = payableWorkers(8);
  const rows = workers.map(({ inn, fullName }, index) => {
    const [surname = "", name = "", second = ""] = fullName.split(" ");
    return [
      index === 6 ? "" : inn,
      index === 3 ? `${surname} ${name.charAt(0)}. ${second.charAt(0)}.` : fullName,
      "0201",
      `Доставка за ${day}`,
      day,
      day,
      ["1 000,00", "939.9975", "1 001,3349", "1 002,00", "—", "-15,00", "1 003,00", "0,00"][index],
    ];
  });
  await signInAs(page, FINANCE_MANAGER);
  await page.goto(UPLOAD);
  const hand = new Hand(page);
  await hand.upload({
    name: "a dirty file",
    fileName: "Грязный.csv",
    bytes: ownTable(rows),
  });
  const causes = page.getByRole("region", { name: "Замечания по причинам" });
  await expect(causes.getByRole("group")).toContainText("Платить нечего", { timeout: 60_000 });
  await expectAccessible(page);
  for (const width of [1366, 360]) {
    await page.setViewportSize({ width, height: 768 });
    await expectNoSideScroll(page);
  }
  await page.setViewportSize({ width: 1440, height: 900 });

  await hand.press(causes.getByRole("button", { name: "Не платить этим (3)" }));
  await expect(causes).not.toContainText("Платить нечего");
  await expect(causes.getByRole("group")).toContainText(/939,99|940,00|разница/);
  await hand.press(causes.getByRole("button", { name: "Округлить до копеек (2)" }));
  await expect(causes).not.toContainText("Округлить");
  await hand.press(causes.getByRole("button", { name: "Взять из профиля (1)" }));
  await expect(causes).not.toContainText("Взять из профиля");
  await expect(causes.getByRole("group")).toContainText("Обязательное поле");
  await hand.press(causes.getByRole("button", { name: "Показать строки" }));
  await expect(page.getByRole("button", { name: /^Действия: строка/ })).toHaveCount(1);
  await hand.press(causes.getByRole("button", { name: "Исправить" }));
  const dialog = page.getByRole("dialog", { name: "Исправить «ИНН исполнителя»" });
  await expect(dialog).toContainText(workers[6]?.fullName ?? "");
  await expectAccessible(page);
  await hand.type(dialog.getByLabel("Станет в строке 8"), workers[6]?.inn ?? "");
  await expect(stateOf(page)).toHaveText("Готов к запуску", { timeout: 60_000 });
  await expect(page.locator("main")).toContainText(/4.946,33/);
  expect(hand.presses).toBeLessThanOrEqual(MOST_PRESSES);
});

/** Whole rows that neither the window nor the footer cuts. */
const rowsInSight = (page: Page): Promise<number> =>
  page
    .getByRole("region", { name: "Запуск реестра" })
    .evaluate((footer) =>
      [...document.querySelectorAll("tr.ant-table-row")]
        .map((row) => row.getBoundingClientRect())
        .filter(({ top, bottom }) => top >= 0 && bottom <= footer.getBoundingClientRect().top),
    )
    .then(({ length }) => length);

test("a registry of nine causes begins with its rows; what it costs and «Запустить» stay in sight, on a phone too", async ({
  page,
  product,
  signInAs,
}) => {
  const day = formatDate(addDays(await product.today(), -1));
  const workers = payableWorkers(45);
  const [INN, NAME, SERVICE, TEXT, END, SUM] = [0, 1, 2, 3, 5, 6] as const;
  const rows = Array.from({ length: 80 }, (_, index) => {
    const { inn, fullName } = workers[index % workers.length] ?? {};
    return [inn, fullName, "0201", `Разгрузка, смена ${index}`, day, day, `${2_000 + index},50`];
  });
  let next = 4;
  /** Every fifth row. */
  const spoil = (cell: number, change: (text: string) => string) => {
    const row = rows[next];
    next += 5;
    if (row) row[cell] = change(row[cell] ?? "");
  };
  for (let times = 0; times < 5; times += 1) spoil(SERVICE, () => "9999");
  spoil(SUM, () => "две тысячи");
  spoil(SUM, () => "0,00");
  spoil(SUM, (sum) => `${sum}4`);
  spoil(END, () => "32.13.2026");
  spoil(NAME, (name) => name.replace(/ (\S)\S* (\S)\S*$/, " $1. $2."));
  for (let times = 0; times < 2; times += 1) spoil(INN, (inn) => inn.slice(1));
  spoil(INN, (inn) => inn.replace(/.$/, (digit) => String((Number(digit) + 1) % 10)));
  spoil(TEXT, () => "Нет");
  await signInAs(page, FINANCE_MANAGER);
  await page.goto(UPLOAD);
  await new Hand(page).upload({
    name: "nine causes",
    fileName: "Девять причин.csv",
    bytes: ownTable(rows),
  });
  const causes = page.getByRole("region", { name: "Замечания по причинам" });
  const chips = causes.locator("button[aria-expanded]");
  await expect(chips).toHaveCount(9, { timeout: 60_000 });
  await expectAccessible(page);
  await causes.getByRole("button", { expanded: true }).click();
  const footer = page.getByRole("region", { name: "Запуск реестра" });
  const start = footer.getByRole("button", { name: "Запустить выплату" });
  for (const { width, height, least } of [
    { width: 1440, height: 900, least: 12 },
    { width: 1366, height: 768, least: 9 },
    { width: 1024, height: 768, least: 8 },
  ]) {
    await page.setViewportSize({ width, height });
    await page.evaluate(() => scrollTo(0, 0));
    await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
    await expect
      .poll(() => rowsInSight(page), { message: `${width}` })
      .toBeGreaterThanOrEqual(least);
    await expectNoSideScroll(page);
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight / 2));
    await expect(start).toBeInViewport({ ratio: 1 });
  }

  await page.setViewportSize({ width: 360, height: 740 });
  await expectNoSideScroll(page);
  await expectAccessible(page);
  await expect(start).toBeInViewport({ ratio: 1 });
  await expect(page.getByRole("list", { name: "Строки реестра" })).toHaveCount(0);
  await chips.first().click();
  await expect(causes.getByRole("group", { name: "Неверный код услуги" })).toBeVisible();
  await page.getByRole("button", { name: "Показать строки (80)" }).click();
  await expect(page.getByRole("list", { name: "Строки реестра" })).toBeVisible();
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight / 2));
  await expect(start).toBeInViewport({ ratio: 1 });
  await start.click();
  const cost = await footer.getByText(/^(Комиссия|Останется)/).allInnerTexts();
  await expect(page.getByRole("dialog")).toContainText(cost.join(" · "), { timeout: 60_000 });

  // A newcomer has not answered the banner yet: the command stands above it.
  await page.addInitScript(() => localStorage.removeItem("cookieAccepted"));
  await page.reload();
  for (const size of [
    { width: 360, height: 740 },
    { width: 1440, height: 900 },
  ]) {
    await page.setViewportSize(size);
    await expect(page.getByRole("button", { name: "Хорошо" })).toBeInViewport({ ratio: 1 });
    await start.click({ trial: true });
  }
});
