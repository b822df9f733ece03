import {
  expect,
  expectAccessible,
  expectAccessibleWhenLong,
  expectNoSideScroll,
  FINANCE_MANAGER,
  test,
  WORKER,
} from "./fixtures.ts";

test("a person signs in by phone and code, and signs out everywhere at once", async ({
  page,
  codeOf,
}) => {
  await page.goto("/authorization");
  // The first key comes as soon as the caret is seen, which is before the page is alive.
  await expect(page.getByLabel("Телефон")).toBeFocused();
  await page.keyboard.type("9000000004", { delay: 60 });
  await expect(page.getByLabel("Телефон")).toHaveValue("+7 (900) 000 00 04");
  await page.keyboard.press("Enter");
  const code = await codeOf("79000000004");
  await page.getByLabel("Код из СМС").fill(code === "000000" ? "111111" : "000000");
  await expect(page.getByText("Код неверный. Осталось попыток: 4")).toBeVisible();
  await page.getByLabel("Код из СМС").fill(code);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/app\/profile\/summary$/);
  await expect(page.getByRole("heading", { name: "Сводка" })).toBeVisible();

  const other = await page.context().newPage();
  await other.goto("/notifications");
  await expect(other.getByRole("heading", { name: "Уведомления" })).toBeVisible();
  await page
    .getByRole("banner")
    .getByRole("button", { name: /Тихонова/ })
    .click();
  await page.getByText("Выйти", { exact: true }).click();
  await expect(page.getByRole("banner").getByRole("link", { name: "Войти" })).toBeVisible();
  await expect(other.getByRole("banner").getByRole("link", { name: "Войти" })).toBeVisible();
});

test("a session ended elsewhere leads home at the next step, and from there back without typing the phone", async ({
  page,
  signInAs,
  product,
}) => {
  await signInAs(page, FINANCE_MANAGER);
  // A background read would lead home first.
  await page.route("**/v1/events*", (route) => route.abort());
  await page.goto("/profile/payroll-registry");
  await expect(page.getByRole("banner")).toContainText("Доступно");
  await page.waitForLoadState("networkidle");
  await expect(page.getByRole("table").getByRole("link").first()).toBeVisible();
  const { accessToken } = (await (
    await page.request.post(`${product.url}/open-api/v1/auth/refresh-jwt`, { data: {} })
  ).json()) as { accessToken: string };
  await page.request.post(`${product.url}/open-api/v1/auth/logout-everywhere`, {
    headers: { authorization: `Bearer ${accessToken}` },
  });
  // A refetch also ends the session: nothing is left to press.
  await Promise.race([
    page.getByRole("table").getByRole("link").first().click(),
    page.waitForURL(`${product.url}/`),
  ]);
  await expect(page).toHaveURL(`${product.url}/`);
  await expect(page.getByRole("banner").getByRole("link", { name: "Войти" })).toBeVisible();
  // Nothing is typed again: the phone is known, so one press asks for the code.
  await page.getByRole("link", { name: "Войдите снова" }).click();
  await expect(page.getByLabel("Телефон")).toHaveValue("+7 (900) 000 00 03");
});

test("the worker of a paid registry reads a notice and his money", async ({ page, signInAs }) => {
  await signInAs(page, WORKER);
  await page.goto("/notifications");
  await expect(
    page
      .locator("main")
      .getByText(/Вам отправлено .+ (за работу|по заданию) «.+»/)
      .first(),
  ).toBeVisible();
  await page.goto("/profile");
  await expect(page.locator("main")).toContainText("₽");
  await expectNoSideScroll(page);
});

test("an unknown address says so and leads home; so does a page one may not see", async ({
  page,
  signInAs,
}) => {
  await page.goto("/nowhere/at-all");
  await expect(page.getByRole("heading", { name: "Такой страницы не существует" })).toBeVisible();
  await page.getByRole("link", { name: "На главную", exact: true }).click();
  await expect(page).toHaveURL(/\/$/);
  await signInAs(page, WORKER);
  await page.goto("/profile/payroll-registry");
  await expect(page.getByRole("heading", { name: "Доступ к странице запрещен" })).toBeVisible();
});

test("home, sign-in, cabinet, notices and sandbox have no accessibility faults in either theme and fit a phone", async ({
  page,
  signInAs,
}) => {
  const look = async (paths: readonly string[]) => {
    for (const path of paths) {
      await page.setViewportSize({ width: 360, height: 740 });
      await page.goto(path);
      for (const width of [360, 1440]) {
        await page.setViewportSize({ width, height: 740 });
        await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
        if (width === 360 && path === "/authorization") await expectAccessible(page);
        else await expectAccessibleWhenLong(page);
        await expectNoSideScroll(page);
      }
    }
  };
  await look(["/", "/authorization", "/sandbox", "/nowhere"]);
  await signInAs(page, FINANCE_MANAGER);
  await look(["/profile", "/notifications"]);
});
