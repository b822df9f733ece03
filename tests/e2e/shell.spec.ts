import { expect, OWNER, test } from "./fixtures.ts";

const HEADER_PX = 56;

test("every page of the company's menu is reached by its section and its tab, and has one name", async ({
  page,
  signInAs,
}) => {
  await signInAs(page, OWNER);
  await page.goto("/app/profile/summary");
  const menu = page.getByRole("navigation", { name: "Разделы кабинета" });
  const title = page.getByRole("heading", { level: 1 });
  const crumb = page
    .getByRole("navigation", { name: "Навигационная цепочка" })
    .locator("li")
    .last();
  await expect(title).toHaveText("Сводка");
  expect((await page.getByRole("banner").boundingBox())?.height).toBe(HEADER_PX);
  // Menu and trail follow the address, the title its page.
  const arrived = () =>
    expect(async () => {
      expect(await title.textContent()).toContain((await crumb.textContent()) ?? "");
    }).toPass({ timeout: 30_000 });
  const sections = await menu.getByRole("link").allTextContents();
  expect(sections).toHaveLength(9);
  for (const section of sections) {
    const link = menu.getByRole("link", { name: section, exact: true });
    await link.click();
    await expect(menu.locator(".ant-menu-item-selected")).toContainText(section);
    await expect(link).toBeInViewport();
    await arrived();
    const places = page.getByRole("navigation", { name: section, exact: true });
    const tabs = places.getByRole("link");
    const names = await tabs.allTextContents();
    for (const name of names.length > 0 ? names : [null]) {
      if (name !== null) {
        await tabs.filter({ hasText: name }).first().click();
        await expect(places.locator(".ant-menu-item-selected")).toContainText(name);
      }
      await expect(title).toHaveCount(1);
      if (section !== "Компания" && name !== null) await expect(title).toContainText(name);
      await arrived();
      await expect(menu.locator(".ant-menu-item-selected")).toContainText(section);
    }
  }
});

test("help and support are a menu of the header, nothing floats over the rows", async ({
  page,
  signInAs,
}) => {
  await signInAs(page, OWNER);
  await page.goto("/profile/payroll-registry");
  await page.getByRole("button", { name: "Помощь и о платформе" }).click();
  const question = page.getByRole("searchbox", { name: "Вопрос к базе знаний" });
  await expect(question).toBeFocused();
  await expect(page.getByRole("button", { name: "Поддержка" })).toHaveCount(0);
  await page.keyboard.press("Escape");
  await expect(question).toHaveCount(0);
  await page.getByRole("button", { name: /Северный склад/ }).click();
  await expect(page.getByRole("menuitem", { name: "Добавить компанию" })).toBeVisible();
});
