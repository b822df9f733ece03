import { expect, test, WORKER } from "./fixtures.ts";

test.use({ serviceWorkers: "allow" });

test("a worker opens the app without a connection and sees what he saw; nobody does after him", async ({
  page,
  context,
  signInAs,
}) => {
  const kept = page.getByText(/^Нет связи\. Показано на \d\d:\d\d/);
  const available = page.getByRole("link", { name: /^Доступно/ }).first();
  const row = page.getByRole("row", { name: /Акт № 194/ });
  await signInAs(page, WORKER);
  await page.goto("/profile");
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await expect(available).toContainText("₽");
  await page.goto("/profile/workman/income");
  await expect(page.getByText(/Получено за \d{4} год/)).toBeVisible();
  await expect(page.getByRole("link", { name: "Открыть чек" }).first()).toBeVisible();
  await page.goto("/profile/workman/edo");
  const download = async () => {
    await row.click();
    const saved = page.waitForEvent("download");
    await page.getByRole("button", { name: /^Скачать PDF с листом/ }).click();
    expect((await saved).suggestedFilename()).toMatch(/\.pdf$/);
  };
  await download();
  await expect(kept).toHaveCount(0);

  await context.setOffline(true);
  await page.goto("/profile/workman/edo");
  await expect(kept).toBeVisible();
  await download();
  await page.goto("/profile/workman/income");
  await expect(page.getByRole("link", { name: "Открыть чек" }).first()).toBeVisible();
  await expect(page.getByText(/Получено за \d{4} год/)).toBeVisible();
  await page.goto("/profile");
  await expect(available).toContainText("₽");
  await expect(kept).toBeVisible();

  const read = page.waitForResponse(
    (answer) => answer.url().includes("/transaction/pockets") && !("kept-at" in answer.headers()),
  );
  await context.setOffline(false);
  await read;
  await expect(kept).toHaveCount(0);
  await expect(available).toContainText("₽");

  await page.getByRole("button", { name: /^Смирнов Алексей/ }).click();
  await page.getByRole("menuitem", { name: "Выйти" }).click();
  await page.waitForURL((address) => address.pathname === "/");
  await expect(page.getByRole("link", { name: "Войти" }).first()).toBeVisible();
  expect(await page.evaluate(() => caches.has("kept-answers"))).toBe(false);
  await context.setOffline(true);
  await expect(page.goto("/profile")).rejects.toThrow("ERR_INTERNET_DISCONNECTED");
});
