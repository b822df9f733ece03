import type { Page } from "@playwright/test";
import {
  expect,
  expectAccessible,
  expectAccessibleWhenLong,
  expectNoSideScroll,
  FINANCE_MANAGER,
  OWNER,
  test,
} from "./fixtures.ts";
import { uploadRegistry } from "./payroll-files.ts";
import { UNDO_SECONDS } from "./payroll-start.ts";

const stateOf = (page: Page) => page.locator(".page-head .ant-tag");

test("the owner sets a threshold, a finance manager asks for a payment above it, the owner refuses, then approves, the workers are paid", async ({
  browser,
  product,
  signInAs,
  codeOf,
  wait,
}, info) => {
  const [ownersContext, managersContext] = await Promise.all([
    browser.newContext({ baseURL: product.url }),
    browser.newContext({ baseURL: product.url }),
  ]);
  const owner = await ownersContext.newPage();
  const manager = await managersContext.newPage();
  await signInAs(owner, OWNER);
  await signInAs(manager, FINANCE_MANAGER);

  await owner.goto("/profile/account?tab=approval");
  await owner.getByRole("button", { name: "Изменить правила" }).click();
  await owner.getByLabel("Сумма реестра от, ₽").fill("1 000");
  await expectAccessibleWhenLong(owner);
  await owner.getByRole("button", { name: "Сохранить правила" }).click();
  await expect(owner.getByText(/^От 1.000,00.₽: 1.согласующий/)).toBeVisible();

  await uploadRegistry(manager, info.outputPath("выплата.csv"), {
    rows: 3,
    errorCount: 0,
    today: await product.today(),
  });
  const address = new URL(manager.url()).pathname;
  const ask = async () => {
    await manager.getByRole("button", { name: "Запустить выплату" }).click();
    const dialog = manager.getByRole("dialog");
    await expect(dialog.getByText(/уйдёт на согласование/)).toBeVisible({ timeout: 60_000 });
    await wait(61);
    await dialog.getByRole("button", { name: "Получить код" }).click();
    await dialog.getByLabel("Код из СМС").fill(await codeOf(FINANCE_MANAGER));
    await expect(dialog).toBeHidden();
    await expect(stateOf(manager)).toHaveText("На согласовании");
  };
  await ask();
  await expect(manager.getByRole("button", { name: "Утвердить" })).toHaveAttribute(
    "aria-disabled",
    "true",
  );

  await owner.goto(
    "/profile/payroll-registry?filters[0][field]=states&filters[0][operator]=eq&filters[0][value]=APPROVAL",
  );
  await expect(owner.getByRole("row")).toHaveCount(2);
  await owner.goto(address);
  await owner.getByRole("button", { name: "Отклонить" }).click();
  await expect(owner.getByRole("dialog")).toBeVisible();
  await expectAccessible(owner);
  await owner.getByRole("radio", { name: "Неверные суммы" }).check();
  await owner.getByRole("dialog").getByLabel("Комментарий").fill("Проверьте третью строку");
  await owner.getByRole("dialog").getByRole("button", { name: "Отклонить" }).click();
  // The author's page updates live.
  await expect(stateOf(manager)).toHaveText("Готов к запуску");
  await expect(stateOf(owner)).toHaveText("Готов к запуску");
  await expect(
    manager
      .getByRole("region", { name: "Согласование" })
      .getByText(/Неверные суммы\. Проверьте третью строку/),
  ).toBeVisible();

  await ask();
  await expect(stateOf(owner)).toHaveText("На согласовании");
  await owner.getByRole("button", { name: "Утвердить" }).click();
  const dialog = owner.getByRole("dialog", { name: "Утвердить выплату" });
  await expect(dialog.getByText(/^Будет выплачено/)).toBeVisible({ timeout: 60_000 });
  await dialog.getByRole("button", { name: "Получить код" }).click();
  await expect(dialog.getByLabel("Код из СМС")).toBeVisible();
  await expectAccessibleWhenLong(owner);
  await dialog.getByLabel("Код из СМС").fill(await codeOf(OWNER));
  await expect(dialog).toBeHidden();
  await expect(
    owner.getByText(/^Выплата начнётся (\d\d\.\d\d\.\d{4} )?в\s\d\d:\d\d/),
  ).toBeVisible();
  await wait(UNDO_SECONDS);
  await expect(stateOf(manager)).toHaveText("Выполнен", { timeout: 60_000 });
  await manager.setViewportSize({ width: 360, height: 740 });
  await expectNoSideScroll(manager);

  await owner.goto("/profile/account?tab=approval");
  await owner.getByRole("button", { name: "Изменить правила" }).click();
  await owner.getByRole("button", { name: "Удалить правило 1" }).click();
  await owner.getByRole("button", { name: "Сохранить правила" }).click();
  const looser = owner.getByRole("dialog", { name: "Ослабить правило?" });
  await looser.getByRole("button", { name: "Получить код" }).click();
  await looser.getByLabel("Код из СМС владельца").fill(await codeOf(OWNER));
  await expect(owner.getByText(/^Выплаты запускаются без согласования/)).toBeVisible();
  await Promise.all([ownersContext.close(), managersContext.close()]);
});
