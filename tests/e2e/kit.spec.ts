import { pressAndClose } from "./controls.ts";
import { expect, OWNER, test } from "./fixtures.ts";

test("an owner reads where money went and opens what a movement is made of", async ({
  page,
  signInAs,
}) => {
  await signInAs(page, OWNER);
  await page.goto("/profile/account/transactions");
  await page.getByRole("cell", { name: "Комиссия платформы" }).first().click();
  const drawer = page.getByRole("dialog");
  await expect(drawer).toContainText("Комиссия платформы");
  await expect(page).toHaveURL(/open=\d+/);
  await expect(
    drawer
      .getByRole("table", { name: "Проводки" })
      .getByRole("row")
      .filter({ hasText: "ЗамороженоКомиссия платформы" }),
  ).toHaveCount(1);
  await page.goBack();
  await expect(drawer).toBeHidden();
});

test("an owner invites a worker, gives him notes, pauses and resumes another", async ({
  page,
  signInAs,
}) => {
  await signInAs(page, OWNER);
  await page.goto("/profile/employees");
  await page.getByRole("button", { name: "Пригласить исполнителя" }).click();
  const dialog = page.getByRole("dialog", { name: "Пригласить исполнителя" });
  await dialog.getByLabel("Телефон").fill("9000000102");
  await dialog.getByLabel("Заметка").fill("Сварщик из Химок");
  await pressAndClose(dialog, "Пригласить");
  await expect(page.getByText("Приглашение отправлено")).toBeVisible();
  await expect(page.getByRole("row").filter({ hasText: "Приглашён" }).nth(1)).toBeVisible();
  const row = page.getByRole("row").filter({ hasText: "Работает" }).first();
  const name = (await row.getByRole("link").first().textContent()) ?? "";
  const his = page.getByRole("row").filter({ hasText: name });
  await his.getByRole("button", { name: /^Действия/ }).click();
  await page.getByRole("menuitem", { name: "Приостановить" }).click();
  await pressAndClose(page.getByRole("dialog"), "Приостановить");
  await expect(his).toContainText("Приостановлен");
  await his.getByRole("button", { name: /^Действия/ }).click();
  await page.getByRole("menuitem", { name: "Возобновить" }).click();
  await pressAndClose(page.getByRole("dialog"), "Возобновить");
  await expect(his).toContainText("Работает");
});

test("the palette opens by Ctrl+Л, finds a registry by its number and a section by its name", async ({
  page,
  signInAs,
}) => {
  await signInAs(page, OWNER);
  await page.goto("/profile/employees");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await page.evaluate(() =>
    document.body.dispatchEvent(
      new KeyboardEvent("keydown", {
        key: "л",
        code: "KeyK",
        ctrlKey: true,
        bubbles: true,
        cancelable: true,
      }),
    ),
  );
  const dialog = page.getByRole("dialog", { name: "Поиск и команды" });
  const field = dialog.getByRole("combobox");
  await expect(field).toBeFocused();
  await field.fill("ночная");
  await expect(dialog.locator(".ant-select-item-option-active")).toHaveText(
    /Реестр выплат № \d+, Ночная инвентаризация/,
  );
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/payroll-registry\/\d+$/);
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("heading", { level: 1, name: /Реестр/ })).toBeVisible();
  const record = new URL(page.url()).pathname;
  await page.goto("/profile/employees");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await page.keyboard.press("Control+k");
  await expect(field).toBeFocused();
  // What was open a moment ago is the first choice.
  await expect(dialog.locator(".ant-select-item-option-active")).toHaveText(/Реестр.*№/);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(record);
  await page.keyboard.press("Control+k");
  await field.fill("деньги: счета");
  await expect(dialog.locator(".ant-select-item-option-active")).toHaveText("Деньги: Счета");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/profile\/account\/invoices$/);
  await expect(dialog).toBeHidden();
  await page.keyboard.press("?");
  await expect(page.getByRole("dialog", { name: "Клавиши" })).toBeVisible();
  await page.keyboard.press("Escape");
});

test("the balance stands on pages of the site as well, for those who may see it", async ({
  page,
  signInAs,
}) => {
  await signInAs(page, OWNER);
  await page.goto("/jobs");
  await expect(page.getByRole("banner").getByRole("link", { name: /Доступно.*₽/ })).toBeVisible({
    timeout: 60_000,
  });
});

test("the bars of the summary are reached by the keyboard, on a phone too, and open their payouts", async ({
  page,
  signInAs,
}) => {
  await signInAs(page, OWNER);
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto("/app/profile/summary");
  const chart = page.getByRole("group", { name: /Суммы по неделям/ });
  await expect(chart.getByRole("link").first()).toBeAttached();
  await page.getByRole("radio", { name: "По неделям" }).focus();
  // Past the sums of the weeks, which stand above.
  await expect(async () => {
    await page.keyboard.press("Tab");
    await expect(chart.getByRole("link").and(page.locator(":focus"))).toHaveCount(1);
  }).toPass();
  const focused = chart.getByRole("link").and(page.locator(":focus"));
  const first = await focused.getAttribute("aria-label");
  await page.keyboard.press("ArrowRight");
  await expect(focused).not.toHaveAttribute("aria-label", first ?? "");
  const counted = Number(
    /(\d+)\s(?:выплат)/.exec((await focused.getAttribute("aria-label")) ?? "")?.[1],
  );
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Выплаты");
  await expect(page.getByText(new RegExp(`из\\s${counted}\\sвыплат`))).toBeVisible();
});
