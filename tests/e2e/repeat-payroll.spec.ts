import type { Page } from "@playwright/test";
import { expect, expectAccessible, expectNoSideScroll, FINANCE_MANAGER, test } from "./fixtures.ts";
import { openCommands } from "./controls.ts";
import { uploadRegistry } from "./payroll-files.ts";
import { confirm, TAX_CHECK, UNDO_SECONDS } from "./payroll-start.ts";

const stateOf = (page: Page) => page.locator(".page-head .ant-tag");

test("last month's payroll is repeated in three presses, and before the start it says whose sum has changed", async ({
  page,
  product,
  signInAs,
  codeOf,
  wait,
}, info) => {
  await signInAs(page, FINANCE_MANAGER);
  await uploadRegistry(page, info.outputPath("прошлый.csv"), {
    rows: 5,
    errorCount: 0,
    today: await product.today(),
  });
  await expect(stateOf(page)).toHaveText("Готов к запуску", { timeout: 60_000 });
  await confirm(page, wait, codeOf);
  await wait(UNDO_SECONDS);
  await expect(stateOf(page)).toHaveText("Выполнен", { timeout: 60_000 });
  const source = new URL(page.url()).pathname;
  const heading = await page.getByRole("heading", { level: 1 }).textContent();
  const number = /№ (\d+)/.exec(heading ?? "")?.[1];

  await (await openCommands(page)).getByRole("menuitem", { name: "Повторить…" }).click();
  const repeat = page.getByRole("dialog", { name: "Повторить реестр" });
  await expect(repeat.getByText(/^В новый реестр: 5.строк из реестра/)).toBeVisible();
  await expect(repeat.getByLabel("Начало работ")).not.toHaveValue("");
  await expectAccessible(page);
  await repeat.getByRole("button", { name: "Повторить", exact: true }).click();
  await expect(page).not.toHaveURL(source);
  await expect(page.getByText(`Повтор: Реестр выплат № ${number}`)).toBeVisible();
  await expect(stateOf(page)).toHaveText("Готов к запуску", { timeout: 60_000 });

  const sum = page.getByRole("button", { name: /^Сумма, ₽, строка 2:/ });
  await sum.focus();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Control+A");
  await page.keyboard.type("1");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Запустить выплату" }).click();
  const start = page.getByRole("dialog", { name: "Запустить выплату" });
  await expect(
    start.getByText(/^По сравнению с №.\d+: новых 0, нет 0, изменились больше чем на 30.% — 1/),
  ).toBeVisible(TAX_CHECK);
  await start.getByRole("button", { name: "Кто именно" }).click();
  const table = page.getByRole("table", { name: "Сравнение по исполнителям" });
  await expect(table.getByRole("cell", { name: /^−\d+.%$/ })).toBeVisible();
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoSideScroll(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  await table.getByRole("link").click();
  await expect(start).toBeHidden();
  await expect(page.getByRole("dialog", { name: /строка 2/i })).toBeVisible();
  await expect(page).toHaveURL(/\?open=\d+$/);
});
