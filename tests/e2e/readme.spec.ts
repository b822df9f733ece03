import { readFileSync } from "node:fs";
import { chooseOption } from "./controls.ts";
import { expect, FINANCE_MANAGER, test, WORKER } from "./fixtures.ts";
import { TAX_CHECK, UNDO_SECONDS } from "./payroll-start.ts";

/** Words of the screen, phones and addresses of «The first payout», as they follow each other. */
function stepsOf(file: string): string[] {
  const [, steps = ""] =
    /^## .*(?:ten minutes|десять минут)$(.*?)^## /ms.exec(readFileSync(file, "utf8")) ?? [];
  const numbered = steps.slice(0, steps.lastIndexOf("\n\n", steps.length - 3));
  return [...numbered.matchAll(/«([^»]+)»|`(\+7[^`]+)`|localhost:3000(\/\w+)/g)].map(
    ([, words, phone, address]) => words ?? phone ?? address ?? "",
  );
}

test("the first payout of the README, word by word", async ({
  page,
  product,
  codeOf,
  signInAs,
  wait,
}) => {
  const steps = stepsOf("README.ru.md");
  expect(stepsOf("README.md")).toEqual(steps);
  const walked: string[] = [];
  /** What the README says, as the person is about to look for it. */
  const said = (words: string) => (walked.push(words), words);

  // Another journey of this product may have asked for his code a moment ago.
  await wait(61);
  await page.goto(said("/authorization"));
  await expect(page.getByText("код будет в песочнице")).toBeVisible();
  await page.getByLabel("Телефон").fill(said("+7 900 000-00-03"));
  await page.getByRole("button", { name: "Получить код" }).click();
  const [sandbox] = await Promise.all([
    page.waitForEvent("popup"),
    page.getByRole("link", { name: said("Код на странице песочницы") }).click(),
  ]);
  await expect(sandbox).toHaveURL(new RegExp(`${said("/sandbox")}\\?`));
  const code = await codeOf(FINANCE_MANAGER);
  await expect(sandbox.getByText(code, { exact: true }).first()).toBeVisible();
  await sandbox.close();
  await page.getByLabel("Код из СМС").fill(code);
  await page.keyboard.press("Enter");

  await page
    .getByRole("navigation")
    .getByRole("link", { name: said("Выплаты"), exact: true })
    .click();
  await page.getByRole("button", { name: said("Скачать шаблон") }).click();
  await page.getByRole("menuitem", { name: said("Шаблон с исполнителями…") }).click();
  const drawer = page.getByRole("dialog", { name: "Шаблон с исполнителями" });
  await chooseOption(page, "Услуга", /./);
  const day = (await product.today()).split("-").reverse().join(".");
  await drawer.getByPlaceholder("Начало").fill(day);
  await drawer.getByPlaceholder("Начало").press("Enter");
  await drawer.getByPlaceholder("Окончание").fill(day);
  await drawer.getByPlaceholder("Окончание").press("Enter");
  await drawer.getByLabel("Сумма каждому, ₽").fill("1500");
  await drawer.getByPlaceholder("Имя или ИНН").fill("Смирнов");
  await drawer.getByPlaceholder("Имя или ИНН").press("Enter");
  await drawer.getByRole("checkbox", { name: said("Смирнов Алексей") }).check();
  said("+7 900 000-01-01");
  const [template] = await Promise.all([
    page.waitForEvent("download"),
    drawer.getByRole("button", { name: said("Скачать шаблон") }).click(),
  ]);

  await page
    .getByRole("button", { name: said("Загрузить файл") })
    .first()
    .click();
  await page.locator("input[type=file]").setInputFiles({
    name: template.suggestedFilename(),
    mimeType: "application/octet-stream",
    buffer: readFileSync(await template.path()),
  });
  await page.waitForURL(/payroll-registry\/\d+$/);
  const state = page.locator(".page-head .ant-tag");
  await expect(state).toHaveText("Готов к запуску", { timeout: 60_000 });

  await page.getByRole("button", { name: said("Проверить без оплаты") }).click();
  const dryRun = page.getByRole("dialog");
  await expect(dryRun.getByText(/Смирнов|1.строка|1.500,00/).first()).toBeVisible(TAX_CHECK);
  await page.keyboard.press("Escape");
  await expect(dryRun).toBeHidden();

  await page.getByRole("button", { name: said("Запустить выплату") }).click();
  const start = page.getByRole("dialog");
  await expect(start.getByText(/Отменить можно/)).toBeVisible(TAX_CHECK);
  await wait(61);
  await start.getByRole("button", { name: said("Получить код") }).click();
  await start.getByLabel("Код из СМС").fill(await codeOf(FINANCE_MANAGER));
  await expect(start).toBeHidden();
  await expect(page.getByText(/^Выплата начнётся/)).toBeVisible();
  await wait(UNDO_SECONDS);
  await expect(state).toHaveText("Выполнен", { timeout: 60_000 });

  const row = page.getByRole("row").filter({ hasText: "Смирнов" });
  await expect(row.getByRole("link", { name: /^Чек/ })).toBeVisible();
  const [act] = await Promise.all([
    page.waitForEvent("download"),
    row.getByRole("button", { name: /^Скачать акт/ }).click(),
  ]);
  expect(act.suggestedFilename()).toMatch(/\.pdf$/);
  await row.getByRole("button", { name: /показать проводки/ }).click();
  await expect(
    page.getByRole("dialog").getByRole("cell", { name: "Начислено исполнителю" }).first(),
  ).toBeVisible();

  said("+7 900 000-01-01");
  await signInAs(page, WORKER);
  await page.goto("/notifications");
  await expect(page.getByText(/^Вам отправлено 1.\d{3},\d\d.₽/).first()).toBeVisible();
  expect(walked).toEqual(steps);
});
