import { expect, expectAccessible, expectNoSideScroll, OWNER, test } from "./fixtures.ts";

test("an owner posts a job in one form, finds it in his list, changes and cancels it", async ({
  page,
  signInAs,
}) => {
  await signInAs(page, OWNER);
  await page.goto("/profile/jobs");
  await page.getByRole("button", { name: "Создать задание" }).click();
  await expect(page).toHaveURL(/\/jobs\/create$/);
  await expect(page.getByRole("heading", { name: "Создание задания" })).toBeVisible();
  await page.getByLabel("Услуга").click();
  await page.getByLabel("Услуга").fill("мойка окон");
  await page.locator(".ant-select-tree-title", { hasText: "Мойка окон" }).click();
  await expect(page.getByLabel("Текст для чека")).not.toHaveValue("");
  await page.getByLabel("Название").fill("Помыть витрины на Тверской");
  await page
    .getByLabel("Описание")
    .fill("Двенадцать витрин снаружи и изнутри, инвентарь и воду выдаём на месте.");
  await page.getByLabel("Бюджет").fill("9000");
  await expect(page.getByText(/С комиссией 270,00\s₽ спишется 9\s270,00\s₽/)).toBeVisible();
  await page.getByLabel("Текст для чека").fill("Премия за мойку");
  await expect(page.getByText(/«Премия» похоже на трудовые отношения/)).toBeVisible();
  await page.getByLabel("Текст для чека").fill("Мойка витрин");
  // Nothing typed is lost.
  await page.getByRole("button", { name: "Опубликовать" }).click();
  await expect(page.getByRole("alert").filter({ hasText: "Завершение" })).toContainText(
    "Обязательное поле",
  );
  const inTenDays = new Date(Date.now() + 10 * 86_400_000)
    .toISOString()
    .slice(0, 10)
    .split("-")
    .reverse()
    .join(".");
  await expectAccessible(page);
  await page.getByLabel("Завершение").fill(inTenDays);
  await page.keyboard.press("Enter");
  await expect(page.getByText(/Задание опубликовано|отправлено на проверку/)).toBeVisible();
  await expect(page).toHaveURL(/\/jobs\/\d+$/);

  await page.goto("/profile/jobs");
  const row = page.getByRole("row").filter({ hasText: "Помыть витрины на Тверской" });
  await row.getByRole("button", { name: /^Действия/ }).click();
  await page.getByRole("menuitem", { name: "Изменить" }).click();
  const edit = page.getByRole("dialog", { name: "Изменить задание" });
  await expect(edit.getByLabel("Название")).toHaveValue("Помыть витрины на Тверской");
  await expect(edit.getByLabel("Название")).toBeFocused();
  // As high as the screen, its buttons in sight, the last field above them.
  for (const size of [
    { width: 360, height: 740 },
    { width: 1366, height: 768 },
  ]) {
    await page.setViewportSize(size);
    await expect.poll(async () => (await edit.boundingBox())?.height).toBe(size.height);
    await expect(edit.getByRole("button", { name: "Сохранить" })).toBeInViewport({ ratio: 1 });
    await expectNoSideScroll(page);
  }
  await edit.getByLabel("Бюджет").fill("9500");
  await edit.getByRole("button", { name: "Сохранить" }).click();
  await expect(row).toContainText(/9\s500,00\s₽/);

  await row.getByRole("button", { name: /^Действия/ }).click();
  await page.getByRole("menuitem", { name: "Отменить" }).click();
  const cancel = page.getByRole("dialog", { name: "Отменить задание" });
  await cancel.getByRole("button", { name: "Отменить задание" }).click();
  await expect(cancel.getByRole("alert")).toContainText("Выберите причину");
  await cancel.getByRole("radio", { name: "Изменились условия" }).check();
  await cancel.getByRole("button", { name: "Отменить задание" }).click();
  await expect(row).toContainText("Отменено");
});

test("an owner accepts results that wait, and sees what is paid before he presses", async ({
  page,
  signInAs,
}) => {
  await signInAs(page, OWNER);
  await page.goto("/profile/jobs/accept");
  const first = page.locator(".ant-table-tbody tr.ant-table-row").first();
  const title = (await first.getByRole("link").first().textContent()) ?? "";
  await first.getByRole("checkbox").check();
  await page.getByRole("button", { name: "Принять и оплатить" }).click();
  const dialog = page.getByRole("dialog", { name: "Принять результаты" });
  await expect(dialog).toContainText(
    /Принять 1\sрезультат и выплатить исполнителям [\d\s]+,\d\d\s₽/,
  );
  await dialog.getByRole("button", { name: /^Принять и выплатить/ }).click();
  await expect(page.getByText(/Принято: 1\sрезультат на/)).toBeVisible();
  await expect(page.getByRole("link", { name: title })).toBeHidden();
});
