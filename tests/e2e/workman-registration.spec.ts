import type { Page } from "@playwright/test";
import { personInn } from "#contract/values/check-digits.ts";
import {
  expect,
  expectAccessible,
  expectAccessibleWhenLong,
  expectNoSideScroll,
  OWNER,
  test,
} from "./fixtures.ts";
import { join } from "./sides.ts";

test.use({ viewport: { width: 360, height: 780 } });
// In parallel: one after another they would keep a worker busy at the end.
test.describe.configure({ mode: "parallel" });

const PHOTO = {
  name: "IMG_0001.jpg",
  mimeType: "image/jpeg",
  buffer: Buffer.from([
    0xff, 0xd8, 0xff, 0xe0, 0, 7, 0x4a, 0x46, 0x49, 0x46, 0, 0xff, 0xda, 0, 2, 1, 2, 3, 0xff, 0xd9,
  ]),
};

const fill = (page: Page, label: string, value: string) =>
  page.getByLabel(label, { exact: true }).fill(value);
const next = (page: Page) => page.getByRole("button", { name: "Дальше" }).click();
const heading = (page: Page, name: string) =>
  expect(page.getByRole("heading", { name, exact: true })).toBeVisible();

type CodeOf = (phone: string) => Promise<string>;

/** Moves the clock until the page shows the status. */
async function pass(
  page: Page,
  wait: (seconds: number) => Promise<void>,
  seconds: number,
  name: string,
): Promise<void> {
  // A request that leaves after the move needs another one; a slow page needs patience, lest the
  // clock passes by what is waited for.
  let patienceMs = 500;
  await expect(async () => {
    await wait(seconds);
    patienceMs = Math.min(patienceMs * 2, 8000);
    await expect(page.getByRole("heading", { name })).toBeVisible({ timeout: patienceMs });
  }).toPass({ timeout: 90_000 });
}

async function register(
  page: Page,
  codeOf: CodeOf,
  phone: string,
  citizenship = "Россия",
): Promise<void> {
  await page.goto("/registration-opf?side=workman&form=SMZ");
  await fill(page, "Фамилия", "Соколова");
  await fill(page, "Имя", "Мария");
  await fill(page, "Телефон", phone.slice(1));
  await page.getByLabel("Гражданство").selectOption({ label: citizenship });
  await agreeAndEnter(page, codeOf, phone);
}

async function agreeAndEnter(page: Page, codeOf: CodeOf, phone: string): Promise<void> {
  await page.getByRole("checkbox", { name: /пользовательское соглашение/ }).check();
  await page.getByRole("checkbox", { name: /персональных данных/ }).check();
  await page.getByRole("button", { name: "Получить код" }).click();
  await page.getByLabel("Код из СМС").fill(await codeOf(phone));
  await heading(page, "Личный кабинет");
  await page.getByRole("link", { name: "Продолжить анкету" }).click();
  await heading(page, "Кто вы");
}

/** Documents of a citizen of Kazakhstan; whether they expire. */
const PAPERS = [
  ["Паспорт", false],
  ["Миграционная карта", true],
  ["Уведомление о постановке на миграционный учёт", true],
  ["Медицинское заключение", true],
  ["Документ о дактилоскопии", false],
] as const;

async function uploadPapers(
  page: Page,
  papers: readonly (readonly [string, boolean])[],
): Promise<void> {
  for (const [title, hasTerm] of papers) {
    if (hasTerm) await fill(page, `${title}: действует до`, "31122030");
    await page
      .locator(".ant-form-item")
      .filter({ hasText: `${title}: фото или скан` })
      .locator("input[type=file]")
      .setInputFiles(PHOTO);
    await expect(page.getByText(`${title}: загружено`)).toBeVisible();
  }
}

async function fillIn(
  page: Page,
  inn: string,
  passportNumber: string,
  papers: readonly (readonly [string, boolean])[] = [["Паспорт", false]],
): Promise<void> {
  await fill(page, "ИНН", inn);
  await next(page);
  await heading(page, "Основные данные");
  await page.getByRole("checkbox", { name: "Нет отчества" }).check();
  await fill(page, "Дата рождения", "17051990");
  await fill(page, "E-mail", "maria@example.ru");
  await next(page);
  await heading(page, "Документы");
  await uploadPapers(page, papers);
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
  // The other two were given at the registration.
  await page.getByRole("checkbox").check();
  await expectNoSideScroll(page);
  await expectAccessibleWhenLong(page);
  await page.getByRole("button", { name: "Отправить на проверку" }).click();
}

test("a Russian newcomer becomes payable on a phone, and goes on where he left off", async ({
  page,
  codeOf,
  wait,
}) => {
  await register(page, codeOf, "79150007701");
  await expectNoSideScroll(page);
  await expectAccessibleWhenLong(page);
  await fillIn(page, personInn("6901000001"), "123456");
  await heading(page, "Платёжные данные");
  // The same step with its answers.
  await page.goto("/profile");
  await page.getByRole("link", { name: "Продолжить анкету" }).click();
  await finish(page);
  await heading(page, "Банк проверяет ваши данные");
  await pass(page, wait, 60, "Мы регистрируем вас в ФНС");
  await pass(page, wait, 600, "Статус самозанятого получен");
  await page.getByRole("link", { name: "Как дать доступ в «Мой налог»" }).click();
  await heading(page, "Как подключить «Мой налог»");
  await expectNoSideScroll(page);
  await expectAccessibleWhenLong(page);
  await page.getByRole("link", { name: "Вернуться к анкете" }).click();
  await pass(page, wait, 7200, "Регистрация завершена");
  await page.goto("/profile");
  await expect(page.getByText("Профиль проверен: откликайтесь на задания")).toBeVisible({
    timeout: 60_000,
  });
});

test("what is typed in a step outlives its tab, and is gone once the person signs out", async ({
  page,
  context,
  codeOf,
}) => {
  await register(page, codeOf, "79150007712");
  await fill(page, "ИНН", personInn("6901000012"));
  await next(page);
  await heading(page, "Основные данные");
  await page.getByLabel("Дата рождения", { exact: true }).pressSequentially("17051990");
  await page.getByLabel("E-mail", { exact: true }).pressSequentially("maria@example.ru");
  await page.close();
  const another = await context.newPage();
  await another.goto("/profile/questionnaire");
  await expect(another.getByLabel("Дата рождения", { exact: true })).toHaveValue("17.05.1990");
  await expect(another.getByLabel("E-mail", { exact: true })).toHaveValue("maria@example.ru");
  const stored = () => another.evaluate(() => JSON.stringify(localStorage));
  expect(await stored()).toContain("draft:");
  expect(await stored()).not.toContain("maria@");
  await another.locator(".person-button").click();
  await another.getByRole("menuitem", { name: "Выйти" }).click();
  await expect(another).toHaveURL(/\/$/);
  expect(await stored()).not.toContain("draft:");
});

test("the bank refuses, the person corrects on the locked modal's way, the bank accepts", async ({
  page,
  codeOf,
  wait,
}) => {
  await register(page, codeOf, "79150007702");
  await fillIn(page, personInn("6901000002"), "000000");
  await finish(page);
  await pass(page, wait, 60, "Банк не принял данные");
  await page.goto("/profile");
  const dialog = page.getByRole("dialog", { name: "Регистрация не прошла" });
  await expect(dialog.getByText("Паспорт с таким номером не найден в базе МВД")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialog).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Исправить данные" }).click();
  await heading(page, "Исправление данных");
  await expectNoSideScroll(page);
  await expectAccessibleWhenLong(page);
  await fill(page, "Номер паспорта", "123456");
  await page.getByRole("button", { name: "Отправить снова" }).click();
  await pass(page, wait, 600, "Статус самозанятого получен");
});

test("a citizen of Kazakhstan shows his papers with their terms, and a moderator looks at them", async ({
  page,
  codeOf,
  wait,
  request,
}) => {
  await register(page, codeOf, "79150007703", "Казахстан");
  await fillIn(page, personInn("6901000003"), "12345678", PAPERS);
  await finish(page);
  await heading(page, "Банк проверяет ваши данные");
  await pass(page, wait, 60, "Мы регистрируем вас в ФНС");
  await pass(page, wait, 600, "Статус самозанятого получен");
  await pass(page, wait, 7200, "Регистрация завершена");
  const { items } = (await (await request.get("/sandbox/api/moderation")).json()) as {
    items: { kind: string; id: number; title: string }[];
  };
  // The newest of that name.
  const id = Math.max(
    ...items
      .filter(({ kind, title }) => kind === "workman" && title.startsWith("Соколова Мария"))
      .map((item) => item.id),
  );
  await request.post(`/sandbox/api/moderation/workman/${id}/approve`, { data: {} });
  await page.goto("/profile/workman/documents");
  await heading(page, "Мои документы");
  const card = page.getByRole("region", { name: "Миграционная карта" });
  await expect(card).toContainText("Действует");
  await expect(card).toContainText("31.12.2030");
  await expectNoSideScroll(page);
  await page.goto("/profile");
  await expect(page.getByText("Профиль проверен: откликайтесь на задания")).toBeVisible({
    timeout: 60_000,
  });
});

test("somebody self-employed already comes by an invitation: nothing is registered anew, the job waits for him", async ({
  page,
  codeOf,
  wait,
  browser,
  product,
  request,
}) => {
  const [phone, inn] = ["79150007704", personInn("6901000004")];
  const company = await join(browser, product, OWNER);
  const { items } = await company.call<{ items: { id: number; title: string }[] }>(
    "GET",
    "/client-api/job/created-list?states=PUBLISHED",
  );
  const job = items[0] as { id: number; title: string };
  await company.call("POST", `/open-api/v1/jobs/${job.id}/invites/invite-by-phone`, {
    phone,
    firstName: "Мария",
  });
  await company.page.context().close();
  await request.post("/sandbox/api/tax-service/taxpayers", {
    data: { inn, registered: true, bound: false },
  });
  const link = async () =>
    /\/workman-invite\?wi=\w+/.exec(
      await (await request.get(`/sandbox/api/sms?phone=${phone}`)).text(),
    )?.[0];
  await expect.poll(link).toBeDefined();
  await page.goto((await link()) as string);
  await heading(page, "Мария, вас пригласили в задание");
  await fill(page, "Фамилия", "Соколова");
  await agreeAndEnter(page, codeOf, phone);
  await fillIn(page, inn, "123456");
  await heading(page, "Платёжные данные");
  await next(page);
  await heading(page, "Данные самозанятого");
  await expect(page.getByText("ФНС подтвердила: вы уже самозанятый")).toBeVisible({
    timeout: 60_000,
  });
  await next(page);
  await heading(page, "Отправка на проверку");
  await page.getByRole("checkbox").check();
  await page.getByRole("button", { name: "Отправить на проверку" }).click();
  await pass(page, wait, 600, "Статус самозанятого получен");
  await pass(page, wait, 7200, "Регистрация завершена");
  await page.goto("/profile/jobs/workman-invite");
  await expect(page.getByText(job.title).first()).toBeVisible({ timeout: 60_000 });
});

test("the tax service is down for an hour: the person is told, and everything goes on by itself", async ({
  page,
  codeOf,
  wait,
  request,
}) => {
  const outage = (outOfReach: boolean) =>
    request.put("/sandbox/api/tax-service/switches", { data: { outOfReach } });
  await register(page, codeOf, "79150007705");
  await fillIn(page, personInn("6901000005"), "123456");
  await outage(true);
  try {
    await finish(page);
    // The tax service does not respond for half an hour.
    await pass(page, wait, 60, "Ожидание статуса самозанятого");
    await pass(page, wait, 600, "ФНС не ответила");
    await expect(page.getByText("Мы спросим её снова сами, ничего делать не нужно")).toBeVisible();
    await expectNoSideScroll(page);
  } finally {
    await outage(false);
  }
  await wait(700);
  await pass(page, wait, 600, "Статус самозанятого получен");
});
