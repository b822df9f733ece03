import { chooseOption } from "./controls.ts";
import {
  expect,
  expectAccessible,
  expectAccessibleWhenLong,
  expectNoSideScroll,
  OWNER,
  test,
} from "./fixtures.ts";

test("an owner changes settings and requisites, finds both in the journal with what was before, and takes the journal away as a file", async ({
  page,
  signInAs,
  codeOf,
}) => {
  await signInAs(page, OWNER);
  await page.goto("/profile/account?tab=settings");
  await page.getByRole("button", { name: "Изменить настройки" }).click();
  await page.getByLabel("Результат принимается сам, если вы не ответили").fill("7");
  await page.getByRole("button", { name: "Сохранить настройки" }).click();
  await expect(page.getByRole("region", { name: "Настройки компании" })).toContainText(
    /через 7.дней/,
  );
  // Reopened without the toast.
  await page.goto("/profile/account?tab=settings");
  await expect(page.getByRole("region", { name: "Настройки компании" })).toContainText(
    /через 7.дней/,
  );
  await expectAccessible(page);

  await page.getByRole("tab", { name: "Данные и реквизиты" }).click();
  await page.getByRole("button", { name: "Сменить реквизиты" }).click();
  const modal = page.getByRole("dialog", { name: "Смена реквизитов" });
  await modal.getByLabel("Банк").fill("АО «Первый банк»");
  await modal.getByRole("button", { name: "Получить код" }).click();
  await modal.getByLabel("Код из СМС").fill(await codeOf(OWNER));
  await expect(modal).toBeHidden();
  await expect(page.getByRole("region", { name: "Реквизиты" })).toContainText("АО «Первый банк»");

  await page.goto("/profile/account/log");
  await expect(
    page.getByRole("row", { name: /Изменены реквизиты компании/ }).first(),
  ).toContainText("Банк: ПАО Сбербанк → АО «Первый банк»");
  await page
    .getByRole("row", { name: /Изменены настройки/ })
    .first()
    .getByText("Изменены настройки")
    .click();
  const drawer = page.getByRole("dialog", { name: "Изменены настройки" });
  await expect(
    drawer.getByRole("row", { name: /Принимать результат без ответа через, дней/ }),
  ).toContainText("7");
  await drawer.getByRole("button", { name: /Close|Закрыть/ }).click();
  await page.getByRole("button", { name: "Проверить целостность" }).click();
  await expect(page.getByText(/^Журнал цел: /)).toBeVisible();

  await page.goto("/profile/account/uploads");
  await page.getByRole("button", { name: "Заказать выгрузку" }).click();
  await chooseOption(page, "Что выгрузить", "Журнал");
  await page.keyboard.press("Escape");
  await page
    .getByRole("dialog", { name: "Заказать выгрузку" })
    .getByRole("button", { name: "Заказать", exact: true })
    .click();
  const row = page.getByRole("row", { name: /^Журнал за/ }).first();
  await expect(row).toContainText("Готов", { timeout: 60_000 });
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    row.getByRole("button", { name: /^Скачать, / }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/^Журнал за .*\.xlsx$/);
  await page.goto("/profile/account/uploads");
  await expect(row).toContainText("Готов");
  await expectAccessibleWhenLong(page);
  await page.setViewportSize({ width: 360, height: 740 });
  await expectNoSideScroll(page);
});

test("an owner sets the limit of acceptance freely and raises it by a code, told why before it is asked for", async ({
  page,
  signInAs,
  codeOf,
}) => {
  await signInAs(page, OWNER);
  await page.goto("/profile/account?tab=settings");
  const settings = page.getByRole("region", { name: "Настройки компании" });
  const setLimit = async (sum: string) => {
    await page.getByRole("button", { name: "Изменить настройки" }).click();
    await page.getByLabel("Менеджер проектов принимает результат на сумму до").fill(sum);
    await page.getByRole("button", { name: "Сохранить настройки" }).click();
  };
  await setLimit("5000");
  await expect(settings).toContainText(/5.000,00/);
  await setLimit("20000");
  const modal = page.getByRole("dialog", { name: "Ослабить правило?" });
  await expect(modal).toContainText("только с кодом владельца");
  await expectAccessible(page);
  await modal.getByRole("button", { name: "Получить код" }).click();
  await modal.getByLabel("Код из СМС владельца").fill(await codeOf(OWNER));
  await expect(modal).toBeHidden();
  await expect(settings).toContainText(/20.000,00/);
});
