import { personInn } from "#contract/values/check-digits.ts";
import { expect, expectAccessible, expectNoSideScroll, OWNER, test } from "./fixtures.ts";

const IN_A_MONTH = new Date(Date.now() + 30 * 86_400_000)
  .toISOString()
  .slice(0, 10)
  .split("-")
  .reverse()
  .join(".");
const FILES = {
  job: [
    "Название задания;Описание;Код услуги;Бюджет, ₽;Дата окончания",
    `Разобрать склад;Разложить паллеты по местам и составить опись;0201;5000;${IN_A_MONTH}`,
    `Помыть витрины;Помыть окна первого этажа снаружи и изнутри;0403;50;${IN_A_MONTH}`,
  ],
  workman: ["Телефон;Имя", "+7 999 111-22-33;Пётр", "123;Анна"],
  "workman-registration": [
    "Телефон;Фамилия;Имя;Отчество;Тип налогоплательщика;ИНН;Дата рождения;Гражданство;Серия паспорта;Номер паспорта;Дата выдачи;Адрес регистрации",
  ],
} as const;
const fileOf = (kind: keyof typeof FILES) => ({
  name: `${kind}.csv`,
  mimeType: "text/csv",
  buffer: Buffer.from(`\uFEFF${FILES[kind].join("\r\n")}\r\n`),
});

test("a file of jobs is checked, corrected in place and published by a code", async ({
  page,
  signInAs,
  codeOf,
}) => {
  await signInAs(page, OWNER);
  await page.goto("/profile/job-registry");
  await page.getByRole("button", { name: "Загрузить файл" }).first().click();
  await page.locator("input[type=file]").setInputFiles(fileOf("job"));
  await expect(page.getByRole("heading", { level: 1 })).toContainText(
    /Реестр заданий №\s\d+.*Готов частично/,
  );
  await expect(
    page.getByText("Бюджет должен быть не меньше", { exact: false }).first(),
  ).toBeVisible();
  // The pointer would rest over a command.
  await page.mouse.move(0, 0);
  await expectAccessible(page);
  await page.getByRole("button", { name: "Опубликовать задания" }).click();
  const modal = page.getByRole("dialog", { name: "Опубликовать задания" });
  await modal.getByRole("button", { name: "Получить код" }).click();
  await modal.getByLabel("Код из СМС").fill(await codeOf(OWNER));
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Выполнен частично");
  await expect(
    page
      .getByRole("row")
      .filter({ hasText: "Разобрать склад" })
      .getByRole("link", { name: /^Задание \d+$/ }),
  ).toBeVisible();
  await expect(page.getByRole("row").filter({ hasText: "Разобрать склад" })).toContainText(
    "Применено",
  );
});

test("a file of phones invites by a link; an invitation is taken back", async ({
  page,
  signInAs,
  codeOf,
}) => {
  await signInAs(page, OWNER);
  await page.goto("/profile/workman-registry/upload");
  await page.locator("input[type=file]").setInputFiles(fileOf("workman"));
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Готов частично");
  await page.getByRole("button", { name: "Отправить приглашения" }).click();
  const modal = page.getByRole("dialog", { name: "Отправить приглашения" });
  await modal.getByRole("button", { name: "Получить код" }).click();
  await modal.getByLabel("Код из СМС").fill(await codeOf(OWNER));
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Выполнен частично");
  const row = page.getByRole("row").filter({ hasText: "Пётр" });
  await expect(row).toContainText("Отправлено");
  await page.setViewportSize({ width: 360, height: 740 });
  await expectNoSideScroll(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  await row.getByRole("button", { name: /^Действия/ }).click();
  await page.getByRole("menuitem", { name: "Отменить приглашение" }).click();
  await page
    .getByRole("dialog", { name: "Отменить приглашение" })
    .getByRole("button", { name: "Отменить", exact: true })
    .click();
  await expect(row).toContainText("Отменено");
});

/** More than the background applies in one piece; `npm run test:long` takes a thousand. */
const many = (rows: number) => (process.env.LONG_JOURNEYS === "1" ? 1000 : rows);
const DAY_MS = 86_400_000;
const MANY_FILES = {
  job: (n: number) =>
    `Смена ${n};Доставлять заказы пешком по району;0301;${2000 + n};${IN_A_MONTH}`,
  workman: (n: number) => `+7 998 ${String(n).padStart(3, "0")}-00-11;Пётр`,
  "workman-registration": (n: number) =>
    `+7 997 ${String(n).padStart(3, "0")}-00-11;Смирнов;Пётр;Ильич;Самозанятый;${personInn(`78${String(n).padStart(8, "0")}`)};17.05.1990;Россия;4511;${600_000 + n};20.06.2010;г. Москва, ул. Профсоюзная, д. 1`,
} as const;

/** Every twentieth row is wrong. */
function bigFileOf(kind: keyof typeof MANY_FILES, rows: number) {
  const wrong = {
    job: `Смена без суммы;Доставлять заказы пешком по району;0301;;${IN_A_MONTH}`,
    workman: "12;Пётр",
    "workman-registration": "12;Смирнов;Пётр;;Самозанятый;12;17.05.2020;Россия;1;2;20.06.2010;нет",
  }[kind];
  const lines = Array.from({ length: rows }, (_, index) =>
    index % 20 === 7 ? wrong : MANY_FILES[kind](index),
  );
  return {
    name: `${kind}-many.csv`,
    mimeType: "text/csv",
    buffer: Buffer.from(`\uFEFF${[FILES[kind][0], ...lines].join("\r\n")}\r\n`),
  };
}

for (const [kind, path, command, rows] of [
  ["job", "/profile/job-registry", "Опубликовать задания", many(200)],
  ["workman", "/profile/workman-registry", "Отправить приглашения", many(600)],
  [
    "workman-registration",
    "/profile/workman-registration-registry",
    "Пригласить завершить регистрацию",
    many(600),
  ],
] as const) {
  test(`${rows} rows of ${path}: every mistake is found, the rest is applied, a reload in between loses nothing`, async ({
    page,
    signInAs,
    codeOf,
    wait,
  }) => {
    // The last code is less than a minute old.
    await wait(DAY_MS / 1000);
    await signInAs(page, OWNER);
    await page.goto(`${path}/upload`);
    await page.locator("input[type=file]").setInputFiles(bigFileOf(kind, rows));
    await expect(page.getByRole("heading", { level: 1 })).toContainText("Готов частично", {
      timeout: 150_000,
    });
    const wrong = rows / 20;
    await expect(
      page.getByRole("button", { name: new RegExp(`^С ошибками\\s*${wrong}$`) }),
    ).toBeVisible();
    await page.getByRole("button", { name: command }).click();
    const modal = page.getByRole("dialog", { name: command });
    await modal.getByRole("button", { name: "Получить код" }).click();
    await modal.getByLabel("Код из СМС").fill(await codeOf(OWNER));
    await expect(modal).toBeHidden();
    await page.reload();
    await expect(page.getByRole("heading", { level: 1 })).toContainText("Выполнен частично", {
      timeout: 150_000,
    });
    await expect(page.locator("main")).toContainText(String(rows - wrong));
  });
}
