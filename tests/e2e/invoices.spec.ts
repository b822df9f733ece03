import type { Locator, Page } from "@playwright/test";
import {
  expect,
  expectAccessible,
  expectAccessibleWhenLong,
  expectNoSideScroll,
  FINANCE_MANAGER,
  takePictures,
  test,
  VIEWER,
} from "./fixtures.ts";
import { chooseOption, closeDialog, openCommands } from "./controls.ts";

const LIST = "/profile/account/invoices";
const SHEETS = "tests/e2e/screenshots";
const rowOf = (page: Page, number: string) =>
  page.getByRole("row", { name: new RegExp(`^${number} `) });
const unpaid = (page: Page) =>
  page
    .getByRole("region", { name: "Сделать сегодня" })
    .getByRole("listitem")
    .filter({ hasText: /не оплачен/ });

/** @returns number of the invoice. */
async function issue(dialog: Locator, sum: string): Promise<string> {
  await dialog.getByLabel("Сумма, ₽").fill(sum);
  await dialog.getByRole("button", { name: "Выставить счёт" }).click();
  const words = dialog.getByRole("status");
  await expect(words).toHaveText(/^Счёт №.\d+ на .* выставлен\. Оплатите.его.до.\d\d\.\d\d\.\d{4}/);
  return /№\s(\d+)/.exec((await words.textContent()) ?? "")?.[1] ?? "";
}

test("a finance manager issues an invoice, takes its paper, pays it at the bank and sees it paid; the summary follows", async ({
  page,
  context,
  signInAs,
}) => {
  await signInAs(page, FINANCE_MANAGER);
  await page.goto("/app/profile/summary");
  const before = (await unpaid(page).textContent()) ?? "";
  await page.getByRole("button", { name: "Пополнить баланс" }).click();
  const dialog = page.getByRole("dialog", { name: "Выставить счёт" });
  const number = await issue(dialog, "12 345,60");
  const [paper] = await Promise.all([
    page.waitForEvent("download"),
    dialog.getByRole("button", { name: "Скачать PDF" }).click(),
  ]);
  expect(paper.suggestedFilename()).toBe(`Счёт № ${number}.pdf`);
  await dialog.getByRole("button", { name: "Закрыть" }).last().click();
  await expect(unpaid(page)).not.toHaveText(before);

  // A paid invoice leaves the filtered view: use the whole list.
  await unpaid(page).getByRole("link", { name: "Оплатить" }).click();
  await expect(page).toHaveURL(
    (url) =>
      url.pathname === LIST && url.searchParams.getAll("filters[0][value][0]").includes("created"),
  );
  await expect(rowOf(page, number)).toContainText("Выставлен");
  await page.goto(LIST);
  const row = rowOf(page, number);
  await expect(row).toContainText("Выставлен");
  await expect(
    (await openCommands(row)).getByRole("menuitem", { name: "Отменить счёт" }),
  ).toBeVisible();
  await page.keyboard.press("Escape");

  const bank = await context.newPage();
  await bank.goto("/sandbox?tab=money");
  const item = bank.getByRole("listitem").filter({ hasText: `№ ${number}, ` });
  await item.getByRole("button", { name: "Оплатить счёт" }).click();
  await expect(row).toContainText("Оплачен", { timeout: 60_000 });
  await expect((await openCommands(row)).getByRole("menuitem")).toHaveText(["Скачать PDF"]);
  await bank.close();

  await page.goto("/app/profile/summary");
  await expect(unpaid(page)).toHaveText(before);
});

test("whoever tries the product pays the invoice where it was issued", async ({
  page,
  signInAs,
}) => {
  await signInAs(page, FINANCE_MANAGER);
  await page.goto(LIST);
  await page.getByRole("button", { name: "Выставить счёт" }).first().click();
  const dialog = page.getByRole("dialog", { name: "Выставить счёт" });
  const number = await issue(dialog, "5 432,10");
  await dialog.getByRole("button", { name: "Оплатить счёт в песочнице" }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText(/5.432,10.₽ ушли в банк песочницы/)).toBeVisible();
  await expect(rowOf(page, number)).toContainText("Оплачен", { timeout: 60_000 });
  await expect((await openCommands(rowOf(page, number))).getByRole("menuitem")).toHaveText([
    "Скачать PDF",
  ]);
});

test("a payment with a wrong purpose and payer is matched by hand on the helper page", async ({
  page,
  context,
  signInAs,
}) => {
  await signInAs(page, FINANCE_MANAGER);
  await page.goto(LIST);
  await page.getByRole("button", { name: "Выставить счёт" }).first().click();
  const dialog = page.getByRole("dialog", { name: "Выставить счёт" });
  const number = await issue(dialog, "7 777,70");
  await dialog.getByRole("button", { name: "Закрыть" }).last().click();
  const row = rowOf(page, number);

  const bank = await context.newPage();
  await bank.goto("/sandbox?tab=money");
  await bank.getByRole("button", { name: `Оплатить с ошибкой счёт № ${number}` }).click();
  const payment = bank.getByRole("dialog");
  await payment.getByLabel("Назначение платежа").fill("По договору от осени");
  await payment.getByLabel("ИНН плательщика").fill("7707083893");
  await payment.getByRole("button", { name: "Отправить платёж" }).click();
  const unrecognized = bank.getByRole("region", { name: "Нераспознанные платежи" });
  const line = unrecognized.getByRole("listitem").filter({ hasText: "По договору от осени" });
  await expect(async () => {
    await unrecognized.getByRole("button", { name: "Обновить: Нераспознанные платежи" }).click();
    await expect(line).toBeVisible({ timeout: 1000 });
  }).toPass({ timeout: 60_000 });
  await expect(row).toContainText("Выставлен");

  await line.getByRole("button", { name: /^Зачислить платёж/ }).click();
  await bank.getByRole("dialog").getByLabel("По какому счёту").click();
  await bank
    .getByRole("option", { name: new RegExp(`№ ${number}`) })
    .or(bank.locator(".ant-select-item-option", { hasText: `№ ${number}` }))
    .last()
    .click();
  await bank.getByRole("dialog").getByRole("button", { name: "Зачислить" }).click();
  await expect(row).toContainText("Оплачен", { timeout: 60_000 });
  await expect(line).toHaveCount(0);
  await bank.close();
});

test("an invoice is cancelled after a question, and a filtered list can be sent to a colleague", async ({
  page,
  signInAs,
}) => {
  await signInAs(page, FINANCE_MANAGER);
  await page.goto(LIST);
  await page.getByRole("button", { name: "Выставить счёт" }).click();
  const dialog = page.getByRole("dialog", { name: "Выставить счёт" });
  await dialog.getByLabel("Сумма, ₽").fill("ноль");
  await dialog.getByRole("button", { name: "Выставить счёт" }).click();
  await expect(dialog.getByText("Укажите сумму числом, например 1234,50").first()).toBeVisible();
  await expect(dialog.getByLabel("Сумма, ₽")).toBeFocused();
  const number = await issue(dialog, "5000");
  await dialog.getByRole("button", { name: "Закрыть" }).last().click();
  await (
    await openCommands(rowOf(page, number))
  )
    .getByRole("menuitem", { name: "Отменить счёт" })
    .click();
  await page
    .getByRole("dialog", { name: "Отменить счёт" })
    .getByRole("button", { name: "Отменить счёт" })
    .click();
  await expect(rowOf(page, number)).toContainText("Отменён");
  await chooseOption(page, "Состояние", "Отменён");
  await expect(page.getByRole("row").filter({ hasNotText: "Отменён" })).toHaveCount(1);
  const address = page.url();
  await page.goto("/profile");
  await expect(page.getByRole("heading", { name: "Личный кабинет" })).toBeVisible();
  await page.goto(address);
  await expect(rowOf(page, number)).toBeVisible();
  await expect(page.getByRole("row").filter({ hasNotText: "Отменён" })).toHaveCount(1);
});

test("whoever may not see invoices has neither the page nor its link", async ({
  page,
  signInAs,
}) => {
  await signInAs(page, VIEWER);
  await page.goto(LIST);
  await expect(page.getByRole("heading", { name: "Доступ к странице запрещен" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Счета", exact: true })).toHaveCount(0);
});

test("invoices have no accessibility faults in either theme and fit a phone", async ({
  page,
  signInAs,
}) => {
  await signInAs(page, FINANCE_MANAGER);
  await page.setViewportSize({ width: 360, height: 800 });
  await page.goto(LIST);
  for (const [width, place] of [
    [360, "phone"],
    [1440, "wide"],
  ] as const) {
    await page.setViewportSize({ width, height: 800 });
    // The tag: the day of issue has the same text.
    const inState = (text: string) => ({ has: page.locator(".ant-tag").filter({ hasText: text }) });
    const line = (text: string) =>
      (width === 360
        ? page.getByRole("list", { name: "Счета" }).getByRole("listitem")
        : page.getByRole("row")
      )
        .filter(inState(text))
        .first();
    await expect(line("Оплачен частично")).toBeVisible();
    await expectAccessibleWhenLong(page);
    await expectNoSideScroll(page);
    await takePictures(page, `${SHEETS}/invoices-${place}`, { fullPage: true });
    await page.getByRole("button", { name: "Выставить счёт" }).click();
    await expect(page.getByRole("dialog").getByLabel("Сумма, ₽")).toBeVisible();
    if (place === "phone") await expectAccessible(page);
    else await expectAccessibleWhenLong(page);
    await takePictures(page, `${SHEETS}/invoice-issue-${place}`);
    await closeDialog(page.getByRole("dialog"));
    await (
      await openCommands(line("Выставлен"))
    )
      .getByRole("menuitem", { name: "Отменить счёт" })
      .click();
    await expect(page.getByRole("dialog", { name: "Отменить счёт" })).toBeVisible();
    await expectAccessibleWhenLong(page);
    await closeDialog(page.getByRole("dialog"));
  }
});
