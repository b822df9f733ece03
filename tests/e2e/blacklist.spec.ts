import { expect, expectAccessible, OWNER, test } from "./fixtures.ts";

const LIST = "/profile/blacklist-registry";

test("people are black-listed one by one and by a file; a removal can be taken back", async ({
  page,
  signInAs,
}) => {
  await signInAs(page, OWNER);
  await page.goto(LIST);
  await page.getByRole("button", { name: "Добавить" }).click();
  const add = page.getByRole("dialog", { name: "Добавить в чёрный список" });
  await add.getByRole("button", { name: "Добавить" }).click();
  await expect(add.getByText("Выберите причину")).toBeVisible();
  await add.getByLabel("Телефон").fill("9995554433");
  await add.getByLabel("ФИО").fill("Кротов Антон Ильич");
  await add.getByLabel("Причина").click();
  await page.locator(".ant-select-item-option", { hasText: "Невыход" }).click();
  await add.getByRole("button", { name: "Добавить" }).click();
  const row = page.getByRole("row").filter({ hasText: "Кротов Антон Ильич" });
  await expect(row).toContainText("Невыход");
  await expect(row).toContainText("Бессрочно");

  await row.getByRole("button", { name: /^Действия/ }).click();
  await page.getByRole("menuitem", { name: "Убрать из чёрного списка" }).click();
  await expect(row).toBeHidden();
  await page.getByRole("button", { name: "Вернуть" }).click();
  await expect(row).toBeVisible();

  // A hovered message stays open.
  await page.mouse.move(0, 0);
  await expect(page.locator(".ant-notification-notice")).toHaveCount(0);
  await page.getByRole("button", { name: "Загрузить файл" }).click();
  const upload = page.getByRole("dialog", { name: "Загрузить чёрный список" });
  const lines = [
    "Телефон;ФИО;Причина",
    "+7 999 555-44-01;Мухин Егор;Мошенничество",
    "+7 999 555-44-33;Кротов Антон Ильич;Невыход",
    "12;Сомов Пётр;Невыход",
  ];
  await upload.locator("input[type=file]").setInputFiles({
    name: "Список.csv",
    mimeType: "text/csv",
    buffer: Buffer.from(`\uFEFF${lines.join("\r\n")}\r\n`),
  });
  await expect(upload.getByText(/новых 1, пропущено 1, с ошибками 1/)).toBeVisible();
  await expectAccessible(page);
  await upload.getByRole("button", { name: /Добавить: 1/ }).click();
  await expect(page.getByRole("row").filter({ hasText: "Мухин Егор" })).toContainText(
    "Мошенничество",
  );
});

test("everybody is removed only by a typed word", async ({ page, signInAs }) => {
  await signInAs(page, OWNER);
  await page.goto(LIST);
  await page.getByRole("button", { name: "Удалить всех" }).click();
  const modal = page.getByRole("dialog", { name: "Очистить чёрный список" });
  await modal.getByLabel(/Введите/).fill("удали");
  await modal.getByRole("button", { name: "Удалить всех" }).click();
  await expect(modal.getByText(/заглавными буквами/)).toBeVisible();
  await modal.getByLabel(/Введите/).fill("УДАЛИТЬ");
  await modal.getByRole("button", { name: "Удалить всех" }).click();
  await expect(page.getByText("В чёрном списке никого нет.", { exact: false })).toBeVisible();
});

test("a day is typed by keys, with points or as digits alone", async ({ page, signInAs }) => {
  await signInAs(page, OWNER);
  await page.goto(LIST);
  await page.getByRole("button", { name: "Добавить" }).click();
  const day = page.getByLabel("Действует до");
  for (const [keys, shown] of [
    ["15.12.2030", "15.12.2030"],
    ["01122030", "01.12.2030"],
    ["1.2.2030", "01.02.2030"],
  ] as const) {
    await day.fill("");
    await day.pressSequentially(keys);
    await day.press("Enter");
    await expect(day, keys).toHaveValue(shown);
  }
});
