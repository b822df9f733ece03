import { readFile } from "node:fs/promises";
import type { Download, Locator, Page } from "@playwright/test";
import {
  expect,
  expectAccessible,
  expectAccessibleWhenLong,
  expectNoSideScroll,
  FINANCE_MANAGER,
  test,
  VIEWER,
} from "./fixtures.ts";
import { closeDialog, openCommands } from "./controls.ts";
import { confirm, TAX_CHECK, UNDO_SECONDS } from "./payroll-start.ts";
import { unzip } from "#tests/support/unzip.ts";
import {
  rightInnOf,
  upload,
  uploadRegistry,
  writeBigRegistry,
  writeRegistry,
} from "./payroll-files.ts";

const LIST = "/profile/payroll-registry";
const UPLOAD = `${LIST}/upload`;

/** One press, the window waits for the file and gives it. */
async function fileOf(page: Page, command: string): Promise<Download> {
  await page.getByRole("button", { name: command }).click();
  const dialog = page.getByRole("dialog", { name: command });
  await expect(dialog.getByText("Файл готов, строк: 23")).toBeVisible({ timeout: 60_000 });
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    dialog.getByRole("button", { name: "Скачать" }).click(),
  ]);
  await closeDialog(dialog);
  return file;
}

const stateOf = (page: Page): Locator => page.locator(".page-head .ant-tag");

test("a finance manager pays a windows-1251 CSV: uploads, fixes a row in place, confirms by code, takes a row out, exports the result", async ({
  page,
  product,
  signInAs,
  codeOf,
  wait,
}, info) => {
  await signInAs(page, FINANCE_MANAGER);
  const path = info.outputPath("март.csv");
  await writeRegistry(path, {
    format: "csv",
    rows: 24,
    errorCount: 1,
    today: await product.today(),
  });

  await page.goto(LIST);
  await page.getByRole("button", { name: "Загрузить файл" }).first().click();
  await page.locator("input[type=file]").setInputFiles(path);
  await page.waitForURL(/payroll-registry\/\d+$/);

  await expect(stateOf(page)).toHaveText("Готов частично", { timeout: 60_000 });
  await page.getByRole("button", { name: "Исправить ошибки" }).click();
  const wrong = page.getByRole("button", { name: /^ИНН исполнителя, строка 25:/ });
  await expect(wrong).toBeFocused();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Control+A");
  await page.keyboard.type(rightInnOf(24));
  await page.keyboard.press("Enter");
  await expect(stateOf(page)).toHaveText("Готов к запуску");

  await confirm(page, wait, codeOf);
  await expect(page.getByText(/^Выплата начнётся (\d\d\.\d\d\.\d{4} )?в\s\d\d:\d\d/)).toBeVisible();
  await page
    .getByRole("checkbox", { name: /^Выбрать строку/ })
    .nth(1)
    .focus();
  await page.keyboard.press("Space");
  await page.getByRole("button", { name: "Убрать из запуска" }).press("Enter");
  const taking = page.getByRole("dialog", { name: "Убрать из запуска" });
  await expect(taking).toContainText("Не будет выплачено: 1");
  await taking.getByRole("button", { name: "Убрать из запуска" }).press("Enter");
  await expect(taking).toBeHidden();
  await expect(page.getByRole("group", { name: "Итоги" })).toContainText("Убрано1");
  await wait(UNDO_SECONDS);
  await expect(stateOf(page)).toHaveText("Выполнен", { timeout: 60_000 });
  await expect(page.locator(".summary-sentence")).toHaveText(/^24.строки: выплачено 23 на/);

  const sum = page.getByRole("button", { name: /показать проводки строки 25$/ });
  await sum.click();
  await expect(
    page.getByRole("dialog").getByRole("cell", { name: "Начислено исполнителю" }).first(),
  ).toBeVisible();
  await closeDialog(page.getByRole("dialog"));

  const [download] = await Promise.all([
    page.waitForEvent("download"),
    (await openCommands(page)).getByRole("menuitem", { name: "Скачать реестр CSV" }).click(),
  ]);
  const exported = new TextDecoder("windows-1251").decode(await readFile(await download.path()));
  expect(exported.split("\r\n").filter((line) => line.includes("Выплачено"))).toHaveLength(23);

  const acts = unzip(await readFile(await (await fileOf(page, "Все акты")).path()));
  expect([...acts.keys()].filter((name) => name.endsWith(".pdf"))).toHaveLength(23);
  expect((await fileOf(page, "Все чеки")).suggestedFilename()).toMatch(
    /^Чеки\. Реестр выплат № \d+\.xlsx$/,
  );
});

test("the whole job on an XLSX without a mouse: three rows fixed, at most 60 keys, the focus always to be seen", async ({
  page,
  product,
  signInAs,
  codeOf,
  wait,
}, info) => {
  await signInAs(page, FINANCE_MANAGER);
  const path = info.outputPath("апрель.xlsx");
  await writeRegistry(path, {
    format: "xlsx",
    rows: 30,
    errorCount: 3,
    today: await product.today(),
  });
  let keys = 0;
  const press = async (key: string) => {
    keys += 1;
    await page.keyboard.press(key);
    const focused = page.locator(":focus");
    if (
      (await focused.count()) > 0 &&
      (await focused.evaluate((element) => element.tagName)) === "BUTTON"
    )
      await expect(focused).toBeInViewport({ ratio: 0.5 });
  };
  const tabTo = async (name: string | RegExp, within: Locator = page.locator("body")) => {
    const wanted = within.getByRole("button", { name }).first();
    for (
      let times = 0;
      times < 30 && !(await wanted.evaluate((element) => element === document.activeElement));
      times += 1
    )
      await press("Tab");
    await expect(wanted).toBeFocused();
  };

  await page.goto(UPLOAD);
  await page.locator("main").focus();
  // Before the tabs: the browser takes a moment to hand its dialogs over.
  const opening = page.waitForEvent("filechooser");
  await tabTo("Выбрать файл");
  await press("Enter");
  await (await opening).setFiles(path);
  await page.waitForURL(/payroll-registry\/\d+$/);
  await expect(stateOf(page)).toHaveText("Готов частично", { timeout: 60_000 });

  await tabTo("Исправить ошибки");
  await press("Enter");
  for (const row of [10, 20, 30]) {
    await expect(
      page.getByRole("button", { name: new RegExp(`^ИНН исполнителя, строка ${row + 1}:`) }),
    ).toBeFocused();
    await press("Enter");
    await press("Control+A");
    // A paste is one key.
    await page.keyboard.insertText(rightInnOf(row));
    keys += 1;
    await press(row === 30 ? "Enter" : "Tab");
  }
  await expect(stateOf(page)).toHaveText("Готов к запуску");

  const pay = page.getByRole("button", { name: "Запустить выплату" });
  // After the last mistake the next step has the focus.
  await expect(pay).toBeFocused();
  await press("Enter");
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByText(/^Будет выплачено/)).toBeVisible(TAX_CHECK);
  await wait(61);
  await tabTo("Получить код", dialog);
  await press("Enter");
  await expect(dialog.getByLabel("Код из СМС")).toBeFocused();
  await page.keyboard.insertText(await codeOf(FINANCE_MANAGER));
  keys += 6;
  await expect(dialog).toBeHidden();
  await expect(stateOf(page)).toHaveText("Запланирован");
  expect(keys).toBeLessThanOrEqual(60);

  await page.getByRole("button", { name: "Отменить отправку" }).press("Enter");
  await expect(stateOf(page)).toHaveText("Готов к запуску");
});

for (const [what, title, least] of [
  ["a checked", /^Реестр выплат №.*, Разгрузка, первая половина месяца$/, 10],
  ["a paid", /^Реестр выплат №.*, Выкладка товара, вторая очередь$/, 10],
] as const) {
  test(`${what} registry shows at least ${least} rows at once, without sideways scroll; a row opens at the side`, async ({
    page,
    signInAs,
  }) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await signInAs(page, FINANCE_MANAGER);
    await page.goto(LIST);
    await page.getByRole("link", { name: title }).click();
    // The list may have as many rows.
    await expect(page.getByRole("heading", { level: 1, name: /^Реестр выплат №/ })).toBeVisible();
    const rows = page.locator(".ant-table-tbody tr.ant-table-row");
    await expect(rows.first()).toBeVisible();
    await expect
      .poll(() =>
        rows.evaluateAll(
          (all) =>
            all.filter(
              (row) =>
                row.getBoundingClientRect().top >= 0 &&
                row.getBoundingClientRect().bottom <= window.innerHeight,
            ).length,
        ),
      )
      .toBeGreaterThanOrEqual(least);
    expect(
      await page
        .locator(".ant-table-body")
        .evaluate((table) => table.scrollWidth > table.clientWidth + 1),
    ).toBe(false);
    await rows.first().locator("td").first().click();
    await expect(page.getByRole("dialog", { name: /^Строка \d+$/ })).toContainText(
      "ИНН исполнителя",
    );
    await expect(page).toHaveURL(/open=\d+/);
    await expectAccessibleWhenLong(page);
    await page.goBack();
    await expect(page.getByRole("dialog")).toBeHidden();
  });
}

test("the same file twice is refused with the way to the first registry", async ({
  page,
  product,
  signInAs,
}, info) => {
  await signInAs(page, FINANCE_MANAGER);
  const path = info.outputPath("повтор.csv");
  await uploadRegistry(page, path, { rows: 12, errorCount: 0, today: await product.today() });
  const first = page.url();
  await page.goto(UPLOAD);
  await page.locator("input[type=file]").setInputFiles(path);
  await expect(
    page.getByRole("alert").filter({ hasText: "Этот файл уже загружался" }),
  ).toBeFocused();
  await page.getByRole("link", { name: "Открыть загруженный реестр" }).click();
  await expect(page).toHaveURL(first);
});

test("rows copied in a spreadsheet become a registry by one paste anywhere on the page", async ({
  page,
  product,
  signInAs,
}) => {
  await signInAs(page, FINANCE_MANAGER);
  const day = (await product.today()).split("-").reverse().join(".");
  const row = (text: string, amount: string) =>
    ["", rightInnOf(1), "", "0201", text, day, day, "", amount].join("\t");
  await page.goto(UPLOAD);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await page.evaluate(
    (text) => {
      const data = new DataTransfer();
      data.setData("text/plain", text);
      document.body.dispatchEvent(
        new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }),
      );
    },
    [row("Доставка, рейс 1", "1 500,50"), row("Доставка, рейс 2", "700")].join("\n"),
  );
  await expect(stateOf(page)).toHaveText("Готов к запуску", { timeout: 60_000 });
  await expect(page.locator("main")).toContainText(/2.200,50/);
});

test("an observer sees registries without money and cannot change or pay anything", async ({
  page,
  browser,
  product,
  signInAs,
}, info) => {
  const manager = await browser.newPage({ baseURL: product.url });
  await signInAs(manager, FINANCE_MANAGER);
  await uploadRegistry(manager, info.outputPath("для просмотра.csv"), {
    rows: 12,
    errorCount: 1,
    today: await product.today(),
  });
  await expect(stateOf(manager)).toHaveText("Готов частично", { timeout: 60_000 });
  await manager.close();
  await signInAs(page, VIEWER);
  await page.goto(LIST);
  await expect(page.getByRole("table").getByRole("link").first()).toBeVisible();
  await expect(page.getByRole("button", { name: "Загрузить файл" })).toHaveCount(0);
  await expect(page.locator("main")).not.toContainText("₽");
  await page.getByRole("table").getByRole("link").first().click();
  await expect(page.getByRole("table", { name: "Строки реестра" })).toBeVisible();
  await expect(page.locator("main")).not.toContainText("₽");
  for (const name of ["Запустить выплату", "Проверить без оплаты", "Загрузить исправленный файл"])
    await expect(page.getByRole("button", { name })).toHaveCount(0);
  await page.goto(UPLOAD);
  await expect(page.getByRole("heading", { name: "Доступ к странице запрещен" })).toBeVisible();
});

test("the three screens and the question before a payment have no accessibility faults in either theme and fit a phone and a wide window", async ({
  page,
  product,
  signInAs,
}, info) => {
  const atEachWidth = async (check: (width: number) => Promise<void>) => {
    for (const width of [360, 1440]) {
      await page.setViewportSize({ width, height: 740 });
      await check(width);
      await expectAccessibleWhenLong(page);
      await expectNoSideScroll(page);
    }
    await page.setViewportSize({ width: 360, height: 740 });
  };
  await page.setViewportSize({ width: 360, height: 740 });
  await signInAs(page, FINANCE_MANAGER);
  await uploadRegistry(page, info.outputPath("ошибки.csv"), {
    rows: 24,
    errorCount: 12,
    today: await product.today(),
  });
  await expect(stateOf(page)).toHaveText("Готов частично", { timeout: 60_000 });
  await page.getByRole("button", { name: "Показать строки (24)" }).click();
  await atEachWidth((width) =>
    expect(
      width === 360
        ? page
            .getByRole("list", { name: "Строки реестра" })
            .getByRole("button", { name: /Строка 2$/ })
        : page.getByRole("button", { name: /^ИНН исполнителя, строка 2:/ }),
    ).toBeVisible(),
  );
  await page.getByRole("button", { name: "Запустить выплату" }).click();
  await atEachWidth(async (width) => {
    await expect(page.getByRole("dialog").getByText(/^Будет выплачено/)).toBeVisible(TAX_CHECK);
    if (width === 360) await expectAccessible(page);
  });
  await page.goto(LIST);
  await atEachWidth((width) =>
    expect(
      width === 360
        ? page.getByRole("list", { name: "Реестры выплат" }).getByRole("link").first()
        : page.getByRole("link", { name: /^Реестр выплат №/ }).first(),
    ).toBeVisible(),
  );
  await page.goto(UPLOAD);
  await atEachWidth(() => expect(page.locator("input[type=file]")).toBeAttached());
});

test("a file of 100 000 rows goes up at once, is checked and paid; progress outlives a reload", async ({
  page,
  product,
  signInAs,
  codeOf,
  wait,
}, info) => {
  test.setTimeout(600_000);
  await signInAs(page, FINANCE_MANAGER);
  const path = info.outputPath("сто тысяч.csv");
  await writeBigRegistry(path, { rows: 100_000, errorCount: 500, today: await product.today() });
  await upload(page, path);
  await expect(page.getByRole("progressbar")).toBeVisible();
  await page.reload();
  await expect(stateOf(page)).toHaveText("Готов частично", { timeout: 120_000 });
  await expect(page.getByRole("button", { name: /^С ошибками\s*500$/ })).toBeVisible();
  // Rows follow the counters.
  const lastPage = page.getByRole("listitem", { name: "3334" });
  await expect(lastPage).toBeVisible();
  await lastPage.click();
  await expect(page.getByRole("button", { name: /^Текст для чека, строка 100001:/ })).toBeVisible();

  await confirm(page, wait, codeOf);
  await wait(UNDO_SECONDS);
  await expect(page.getByRole("progressbar")).toBeVisible({ timeout: 60_000 });
  await page.reload();
  await expect(page.locator(".summary-sentence")).toHaveText(/^100.000.строк: выплачено 99.500/, {
    timeout: 300_000,
  });
});
