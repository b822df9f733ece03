import {
  expect,
  expectAccessible,
  expectAccessibleWhenLong,
  expectNoSideScroll,
  takePictures,
  test,
} from "./fixtures.ts";

const TABS = ["people", "money", "bank", "tax", "moderation", "messages", "notices"];

test("a guest finds every outside party on the helper page, in either theme and on a phone", async ({
  page,
}) => {
  for (const tab of TABS) {
    await page.setViewportSize({ width: 360, height: 900 });
    await page.goto(`/sandbox?tab=${tab}`);
    for (const [width, place] of [
      [360, "phone"],
      [1440, "wide"],
    ] as const) {
      await page.setViewportSize({ width, height: 900 });
      await expect(
        place === "wide"
          ? page.getByRole("tab", { selected: true })
          : page.getByRole("combobox", { name: "Раздел песочницы" }),
      ).toBeVisible();
      await expect(page.locator("main").getByRole("region").nth(1)).toBeVisible();
      await expect(page.getByText("Загружаем…")).toHaveCount(0);
      if (place === "phone" && tab === "money") await expectAccessible(page);
      else await expectAccessibleWhenLong(page);
      await expectNoSideScroll(page);
      if (tab !== "money") continue;
      await expect(page.getByRole("button", { name: "Оплатить счёт" }).first()).toBeVisible();
      await takePictures(page, `tests/e2e/screenshots/sandbox-money-${place}`);
    }
  }
});

test("an order the bank has done is returned from the helper page", async ({ page }) => {
  await page.goto("/sandbox?tab=bank");
  const orders = page.getByRole("region", { name: "Поручения банку" });
  await orders
    .getByRole("button", { name: /^Вернуть: / })
    .first()
    .click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByTitle("Счёт закрыт")).toBeVisible();
  await dialog.getByRole("button", { name: "Вернуть деньги" }).click();
  await expect(dialog).toBeHidden();
  await expect(orders.getByText(/возвращено: Счёт закрыт/).first()).toBeVisible();
});
