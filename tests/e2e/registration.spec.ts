import type { Page } from "@playwright/test";
import { companyInn, personInn } from "#contract/values/check-digits.ts";
import { DEMO_INVITATIONS } from "#server/seed/seed-demo-invitations.ts";
import {
  expect,
  expectAccessible,
  expectAccessibleWhenLong,
  expectNoSideScroll,
  test,
} from "./fixtures.ts";

const { jobInvite, registry } = DEMO_INVITATIONS;

const fill = (page: Page, label: string, value: string) =>
  page.getByLabel(label, { exact: true }).fill(value);

async function agree(page: Page): Promise<void> {
  await page.getByRole("checkbox", { name: /пользовательское соглашение/ }).check();
  await page.getByRole("checkbox", { name: /персональных данных/ }).check();
}

test("a company registers by its ИНН and lands in its cabinet, in moderation", async ({
  page,
  codeOf,
}) => {
  await page.goto("/");
  await page.getByRole("banner").getByRole("link", { name: "Зарегистрироваться" }).click();
  await expect(page).toHaveURL(/\/app\/registration$/);
  await page.getByRole("link", { name: "Я заказчик" }).click();
  await page.getByRole("link", { name: "Юридическое лицо" }).click();
  await fill(page, "ИНН", "7707083892");
  await page.getByRole("button", { name: "Найти по ИНН" }).click();
  await expect(page.getByRole("alert")).toContainText("Неверная контрольная сумма ИНН");
  await expect(page.getByLabel("ИНН", { exact: true })).toBeFocused();
  await fill(page, "ИНН", companyInn("770931415"));
  await page.keyboard.press("Enter");
  const company = page.getByRole("region", { name: "Найденная компания" });
  await expect(company).toContainText("ОГРН");
  await expectAccessibleWhenLong(page);
  await page.getByRole("button", { name: "Продолжить" }).click();
  await expect(page).toHaveURL(/step=person/);
  await fill(page, "Фамилия", "Лебедева");
  await fill(page, "Имя", "Мария");
  await fill(page, "E-mail", "maria@company.example");
  await fill(page, "Телефон", "9150001101");
  await page.getByRole("button", { name: "Получить код" }).click();
  await expect(page.getByRole("alert")).toContainText("примите пользовательское соглашение");
  await expectAccessible(page);
  await expect(page.getByRole("checkbox", { name: /пользовательское соглашение/ })).toBeFocused();
  // Input survives a reload; Back walks the steps.
  await page.reload();
  await expect(page.getByLabel("Фамилия", { exact: true })).toHaveValue("Лебедева");
  await page.goBack();
  await expect(company).toBeVisible();
  await page.goForward();
  await agree(page);
  await page.getByRole("button", { name: "Получить код" }).click();
  await expect(page.getByLabel("Код из СМС")).toBeFocused();
  await expectAccessibleWhenLong(page);
  const code = await codeOf("79150001101");
  await page.getByLabel("Код из СМС").fill(code === "000000" ? "111111" : "000000");
  await expect(page.getByText("Код неверный. Осталось попыток: 4")).toBeVisible();
  await page.getByLabel("Код из СМС").fill(code);
  await expect(page).toHaveURL(/\/profile$/);
  await expect(page.getByRole("main").getByText(/Модератор смотрит данные компании/)).toBeVisible();
  expect(
    await page.evaluate(() =>
      Object.keys(sessionStorage).filter((name) => name.startsWith("draft:")),
    ),
  ).toEqual([]);
});

test("a company the register does not know is named by hand; one that is here already leads to signing in", async ({
  page,
}) => {
  await page.goto("/registration-opf?side=account&form=ENTREPRENEUR");
  await fill(page, "ИНН", personInn("7709000001"));
  await page.getByRole("button", { name: "Найти по ИНН" }).click();
  await page.getByRole("button", { name: "Ввести самому" }).click();
  await fill(page, "Наименование ИП", "ИП Соколов С. С.");
  await page.getByRole("button", { name: "Продолжить" }).click();
  await expect(page.getByRole("heading", { name: "Контактное лицо" })).toBeVisible();

  await page.goto("/registration-opf?side=account&form=COMPANY");
  await fill(page, "ИНН", companyInn("770412358"));
  await page.getByRole("button", { name: "Найти по ИНН" }).click();
  const refusal = page.getByRole("alert");
  await expect(refusal).toContainText("Компания с этим ИНН уже зарегистрирована");
  await refusal.getByRole("link", { name: "Войти" }).click();
  await expect(page).toHaveURL(/\/authorization$/);
});

test("a worker registers himself and a known phone is shown the way to sign in", async ({
  page,
  codeOf,
}) => {
  await page.goto("/authorization?registration");
  await page.getByRole("link", { name: "Я исполнитель" }).click();
  await page.getByRole("link", { name: "Самозанятый (НПД)" }).click();
  await expect(page.getByLabel("Телефон", { exact: true })).toHaveValue("+7 (");
  await fill(page, "Телефон", "9150001102");
  await fill(page, "Фамилия", "Орлов");
  await fill(page, "Имя", "Денис");
  await page.getByLabel("Гражданство").selectOption({ label: "Узбекистан" });
  await agree(page);
  await page.getByRole("button", { name: "Получить код" }).click();
  await expect(page.getByRole("alert")).toContainText(
    "по договору с физлицом платформа пока не платит",
  );
  await page.getByLabel("Гражданство").selectOption({ label: "Россия" });
  await page.getByRole("button", { name: "Получить код" }).click();
  await expect(page.getByRole("link", { name: "Войти по этому номеру" })).toBeVisible();
  await page.getByLabel("Код из СМС").fill(await codeOf("79150001102"));
  await expect(page).toHaveURL(/\/profile(\/questionnaire)?$/);
  await expect(page.getByRole("banner").getByRole("button", { name: /Орлов/ })).toBeVisible();
});

for (const { name, address, greeting, phone } of [
  {
    name: "an invite to a job",
    address: `/workman-invite?wi=${jobInvite.valid}`,
    greeting: "Лариса, вас пригласили в задание",
    phone: "79000000301",
  },
  {
    name: "a company's registry",
    address: `/workman-registry-registration?wr=${registry.valid}`,
    greeting: "Тимофей, ваша регистрация подготовлена",
    phone: "79000000304",
  },
]) {
  test(`a worker registers by ${name}; afterwards the invitation is used`, async ({
    page,
    codeOf,
  }) => {
    expect((await page.goto(address))?.status()).toBe(200);
    await expect(page.getByRole("heading", { level: 1, name: greeting })).toBeVisible();
    await expect(page.getByLabel("Телефон", { exact: true })).toHaveValue(/^\+7 \(900\) 000 0/);
    const lastName = page.getByLabel("Фамилия", { exact: true });
    if ((await lastName.count()) > 0) await lastName.fill("Новосёлова");
    await agree(page);
    await page.getByRole("button", { name: "Получить код" }).click();
    await page.getByLabel("Код из СМС").fill(await codeOf(phone));
    await expect(page).toHaveURL(/\/profile(\/questionnaire)?$/);
    await page.context().clearCookies();
    await page.evaluate(() => localStorage.clear());
    expect((await page.goto(address))?.status()).toBe(410);
    await expect(
      page.getByRole("heading", { level: 1, name: "Приглашение уже использовано" }),
    ).toBeVisible();
    await page.getByRole("main").getByRole("link", { name: "Войти", exact: true }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Вход" })).toBeVisible();
  });
}

for (const { address, status, heading } of [
  {
    address: `/workman-invite?wi=${jobInvite.used}`,
    status: 410,
    heading: "Приглашение уже использовано",
  },
  {
    address: `/workman-invite?wi=${jobInvite.expired}`,
    status: 410,
    heading: "Срок приглашения истёк",
  },
  {
    address: `/workman-invite?wi=${"0".repeat(32)}`,
    status: 404,
    heading: "Приглашение не найдено",
  },
  {
    address: `/workman-registry-invite?wr=${registry.used}`,
    status: 410,
    heading: "Приглашение уже использовано",
  },
  {
    address: `/workman-registry-registration?wr=${registry.expired}`,
    status: 410,
    heading: "Срок приглашения истёк",
  },
  {
    address: "/workman-registry-registration?wr=nothing",
    status: 404,
    heading: "Приглашение не найдено",
  },
]) {
  test(`${address.slice(0, 46)}… answers ${status} and offers ways on`, async ({ page }) => {
    expect((await page.goto(address))?.status()).toBe(status);
    await expect(page.getByRole("heading", { level: 1, name: heading })).toBeVisible();
    const main = page.getByRole("main");
    await expect(main.getByRole("link", { name: "Войти", exact: true })).toBeVisible();
    await expect(main.getByRole("link", { name: "Напишите в поддержку" })).toBeVisible();
    await main.getByRole("link", { name: "Зарегистрироваться без приглашения" }).click();
    await page.getByRole("link", { name: "Самозанятый (НПД)" }).click();
    await expect(page.getByLabel("Имя", { exact: true })).toHaveValue("");
  });
}

test("invitations that have come by SMS are opened from the helper page", async ({ page }) => {
  await page.goto("/sandbox");
  const expired = page.getByRole("listitem").filter({ hasText: "истекло" });
  await expired.getByRole("link", { name: "Регистрация из реестра" }).click();
  await expect(
    page.getByRole("heading", { level: 1, name: "Срок приглашения истёк" }),
  ).toBeVisible();
});

test("/login leads a guest to signing in and a signed-in person to where they were going", async ({
  page,
  signInAs,
}) => {
  await page.goto("/login");
  await expect(page).toHaveURL(/\/authorization$/);
  await signInAs(page, "79000000003");
  await page.addInitScript(() => sessionStorage.setItem("returnTo", "/notifications"));
  await page.goto("/login");
  await expect(page).toHaveURL(/\/notifications$/);
});

test("ways in have no accessibility faults in either theme and fit 360 px", async ({ page }) => {
  for (const path of [
    "/registration",
    "/registration-opf",
    "/registration-opf?side=account&form=COMPANY",
    "/registration-opf?side=workman&form=SMZ",
    `/workman-invite?wi=${jobInvite.expired}`,
    `/workman-invite?wi=${jobInvite.used}`,
  ]) {
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(page.locator("fieldset[disabled]")).toHaveCount(0);
    for (const width of [360, 1440]) {
      await page.setViewportSize({ width, height: 740 });
      await expectAccessibleWhenLong(page);
      await expectNoSideScroll(page);
    }
  }
});
