import type { Page } from "@playwright/test";
import { personInn } from "#server/seed/check-digits.ts";
import { expect, expectAccessible, expectNoSideScroll, test } from "./fixtures.ts";

test.use({ viewport: { width: 360, height: 780 } });

const PHOTO = { name: "IMG_0001.jpg", mimeType: "image/jpeg", buffer: Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 7, 0x4a, 0x46, 0x49, 0x46, 0, 0xff, 0xda, 0, 2, 1, 2, 3, 0xff, 0xd9]) };

const fill = (page: Page, label: string, value: string) => page.getByLabel(label, { exact: true }).fill(value);
const next = (page: Page) => page.getByRole("button", { name: "Дальше" }).click();
const heading = (page: Page, name: string) => expect(page.getByRole("heading", { name, exact: true })).toBeVisible();

/** From the home page to the first step of the questionnaire. */
async function register(page: Page, codeOf: (phone: string) => Promise<string>, phone: string): Promise<void> {
  await page.goto("/registration-opf?side=workman&form=SMZ");
  await fill(page, "Фамилия", "Соколова");
  await fill(page, "Имя", "Мария");
  await fill(page, "Телефон", phone.slice(1));
  await page.getByRole("checkbox", { name: /пользовательское соглашение/ }).check();
  await page.getByRole("checkbox", { name: /персональных данных/ }).check();
  await page.getByRole("button", { name: "Получить код" }).click();
  await page.getByLabel("Код из СМС").fill(await codeOf(phone));
  await heading(page, "Личный кабинет");
  await page.getByRole("link", { name: "Продолжить анкету" }).click();
  await heading(page, "Кто вы");
}

async function fillIn(page: Page, inn: string, passportNumber: string): Promise<void> {
  await fill(page, "ИНН", inn);
  await next(page);
  await heading(page, "Основные данные");
  await page.getByRole("checkbox", { name: "Нет отчества" }).check();
  await fill(page, "Дата рождения", "17051990");
  await fill(page, "E-mail", "maria@example.ru");
  await next(page);
  await heading(page, "Документы");
  await page.locator("input[type=file]").setInputFiles(PHOTO);
  await expect(page.getByText("Паспорт: загружено")).toBeVisible();
  await fill(page, "Серия паспорта", "4510");
  await fill(page, "Номер паспорта", passportNumber);
  await fill(page, "Дата выдачи", "01022015");
  await fill(page, "Код подразделения", "690001");
  await fill(page, "Кем выдан", "Отделом УФМС по г. Твери");
  await page.getByRole("radio", { name: "Женский" }).check();
  await fill(page, "Место рождения", "г. Тверь");
  await fill(page, "Адрес регистрации", "г. Тверь, ул. Мира, д. 1, кв. 2");
  await next(page);
}

async function finish(page: Page): Promise<void> {
  await heading(page, "Платёжные данные");
  await page.getByRole("radio", { name: "По номеру телефона (СБП)" }).check();
  await next(page);
  await heading(page, "Данные самозанятого");
  await page.getByLabel("Регион", { exact: true }).fill("Тверск");
  await page.getByTitle("Тверская область").click();
  await page.getByLabel("Виды деятельности", { exact: true }).click();
  await page.keyboard.type("Курьер");
  await page.getByTitle("Курьер", { exact: true }).click();
  await page.keyboard.press("Escape");
  await next(page);
  await heading(page, "Отправка на проверку");
  for (const name of [/пользовательское соглашение/, /персональных данных/, /кодом из СМС/]) await page.getByRole("checkbox", { name }).check();
  await expectNoSideScroll(page);
  await expectAccessible(page);
  await page.getByRole("button", { name: "Отправить на проверку" }).click();
}

test("a Russian newcomer becomes payable on a phone, and goes on where he left off", async ({ page, codeOf }) => {
  await register(page, codeOf, "79150007701");
  await expectNoSideScroll(page);
  await expectAccessible(page);
  await fillIn(page, personInn("6901000001"), "123456");
  await heading(page, "Платёжные данные");
  // Left and opened again: the same step, with what was said before it.
  await page.goto("/profile");
  await page.getByRole("link", { name: "Продолжить анкету" }).click();
  await finish(page);
  await heading(page, "Мы регистрируем вас в ФНС");
  await expect(page.getByRole("heading", { name: "Статус самозанятого получен" })).toBeVisible({ timeout: 40_000 });
  await page.getByRole("link", { name: "Как дать доступ в «Мой налог»" }).click();
  await heading(page, "Как подключить «Мой налог»");
  await expectNoSideScroll(page);
  await expectAccessible(page);
  await page.getByRole("link", { name: "Вернуться к анкете" }).click();
  await expect(page.getByRole("heading", { name: "Регистрация завершена" })).toBeVisible({ timeout: 40_000 });
  await page.goto("/profile");
  await expect(page.getByText("Профиль проверен: откликайтесь на задания")).toBeVisible({ timeout: 20_000 });
});

test("the bank refuses, the person corrects on the locked window's way, the bank accepts", async ({ page, codeOf }) => {
  await register(page, codeOf, "79150007702");
  await fillIn(page, personInn("6901000002"), "000000");
  await finish(page);
  await expect(page.getByRole("heading", { name: "Банк не принял данные" })).toBeVisible({ timeout: 40_000 });
  await page.goto("/profile");
  const dialog = page.getByRole("dialog", { name: "Регистрация не прошла" });
  await expect(dialog.getByText("Паспорт с таким номером не найден в базе МВД")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialog).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Исправить данные" }).click();
  await heading(page, "Исправление данных");
  await expectNoSideScroll(page);
  await expectAccessible(page);
  await fill(page, "Номер паспорта", "123456");
  await page.getByRole("button", { name: "Отправить снова" }).click();
  await expect(page.getByRole("heading", { name: "Статус самозанятого получен" })).toBeVisible({ timeout: 40_000 });
});
