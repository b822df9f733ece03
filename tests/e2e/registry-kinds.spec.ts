import { expect, expectAccessible, expectNoSideScroll, OWNER, test } from "./fixtures.ts";

const IN_A_MONTH = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10).split("-").reverse().join(".");
const FILES = {
  job: ["Название задания;Описание;Код услуги;Бюджет, ₽;Дата окончания", `Разобрать склад;Разложить паллеты по местам и составить опись;0201;5000;${IN_A_MONTH}`, `Помыть витрины;Помыть окна первого этажа снаружи и изнутри;0403;50;${IN_A_MONTH}`],
  workman: ["Телефон;Имя", "+7 999 111-22-33;Пётр", "123;Анна"],
} as const;
const fileOf = (kind: keyof typeof FILES) => ({ name: `${kind}.csv`, mimeType: "text/csv", buffer: Buffer.from(`\uFEFF${FILES[kind].join("\r\n")}\r\n`) });

test("a file of jobs is checked, corrected in place and published by a code", async ({ page, signInAs, codeOf }) => {
  await signInAs(page, OWNER);
  await page.goto("/profile/job-registry");
  await page.getByRole("button", { name: "Загрузить файл" }).first().click();
  await page.locator("input[type=file]").setInputFiles(fileOf("job"));
  await page.getByRole("button", { name: "Загрузить и проверить" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText(/Реестр заданий №\s\d+.*Готов частично/);
  await expect(page.getByText("Бюджет должен быть не меньше", { exact: false }).first()).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Опубликовать задания" }).click();
  const window = page.getByRole("dialog", { name: "Опубликовать задания" });
  await window.getByRole("button", { name: "Получить код" }).click();
  await window.getByLabel("Код из СМС").fill(await codeOf(OWNER));
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Выполнен частично");
  await expect(page.getByRole("row").filter({ hasText: "Разобрать склад" }).getByRole("link", { name: /^Задание \d+$/ })).toBeVisible();
  await expect(page.getByRole("row").filter({ hasText: "Разобрать склад" })).toContainText("Применено");
});

test("a file of phones invites by a link; an invitation is taken back", async ({ page, signInAs, codeOf }) => {
  await signInAs(page, OWNER);
  await page.goto("/profile/workman-registry/upload");
  await page.locator("input[type=file]").setInputFiles(fileOf("workman"));
  await page.getByRole("button", { name: "Загрузить и проверить" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Готов частично");
  await page.getByRole("button", { name: "Отправить приглашения" }).click();
  const window = page.getByRole("dialog", { name: "Отправить приглашения" });
  await window.getByRole("button", { name: "Получить код" }).click();
  await window.getByLabel("Код из СМС").fill(await codeOf(OWNER));
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Выполнен частично");
  const row = page.getByRole("row").filter({ hasText: "Пётр" });
  await expect(row).toContainText("Отправлено");
  await page.setViewportSize({ width: 360, height: 740 });
  await expectNoSideScroll(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  await row.getByRole("button", { name: /^Действия/ }).click();
  await page.getByRole("menuitem", { name: "Отменить приглашение" }).click();
  await page.getByRole("dialog", { name: "Отменить приглашение" }).getByRole("button", { name: "Отменить", exact: true }).click();
  await expect(row).toContainText("Отменено");
});
