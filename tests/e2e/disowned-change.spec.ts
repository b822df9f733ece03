import type { Browser, Page } from "@playwright/test";
import { expect, expectNoSideScroll, test } from "./fixtures.ts";
import { signIn } from "./people.ts";
import type { Product } from "./product.ts";
import { keepInStep } from "./shared-time.ts";

/** A worker whom no other journey plays. */
const OWNER_OF_CARD = "79000000205";

/** A browser that has never been here. */
async function ownBrowser(browser: Browser, product: Product): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 360, height: 780 } });
  await keepInStep(context, product);
  return context.newPage();
}

/** With the owner's session: his money goes elsewhere. */
async function changeDestination(page: Page, product: Product): Promise<void> {
  const token = await signIn(page.context(), product, OWNER_OF_CARD);
  const headers = { authorization: `Bearer ${token}` };
  const api = `${product.url}/open-api/v1`;
  const { items } = (await (
    await page.request.get(`${api}/workman/payments/binded-cards`, { headers })
  ).json()) as { items: { cardId: string }[] };
  const destination = { type: "CARD", number: items[0]?.cardId };
  const sent = await page.request.post(`${api}/me/send-verification-code`, {
    headers,
    data: { action: "PAYMENT_DETAILS", destination },
  });
  expect(sent.ok(), await sent.text()).toBe(true);
  const saved = await page.request.put(`${api}/workman/payment-details`, {
    headers,
    data: { ...destination, verificationCode: await product.codeOf(OWNER_OF_CARD) },
  });
  expect(saved.ok(), await saved.text()).toBe(true);
}

/** Strangers of many devices ask for codes until the phone's hour is spent. */
async function besiege(product: Product): Promise<void> {
  for (let device = 0; device < 6; device += 1) {
    const answer = await fetch(`${product.url}/open-api/v1/auth/send-otp`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        cookie: `device=${String(device).repeat(22)}`,
      },
      body: JSON.stringify({ phoneNumber: OWNER_OF_CARD, exists: true }),
    });
    if (answer.status === 429) return;
    await product.codeOf(OWNER_OF_CARD);
  }
  throw new Error("strangers have met no limit");
}

test("«Это не я» stops payouts and ends sessions without one; strangers cannot keep the owner out, a code resumes", async ({
  page,
  browser,
  product,
  codeOf,
}) => {
  test.setTimeout(120_000);
  await changeDestination(page, product);
  await page.goto("/profile");
  await expect(page.getByRole("heading", { name: "Личный кабинет" })).toBeVisible();

  let link = "";
  await expect(async () => {
    const texts = await page.request.get(`${product.url}/sandbox/api/sms?phone=${OWNER_OF_CARD}`);
    link = /\/not-me\?key=[\w.-]+/.exec(await texts.text())?.[0] ?? "";
    expect(link).not.toBe("");
  }).toPass({ timeout: 20_000 });
  const own = await ownBrowser(browser, product);
  await own.goto(`${product.url}${link}`);
  await expect(own.getByText(/^Выплаты теперь приходят на карту/)).toBeVisible();
  await expectNoSideScroll(own);
  await own.getByRole("button", { name: "Это не я: остановить выплаты" }).click();
  await expect(own.getByText("Выплаты остановлены, все сеансы завершены.")).toBeVisible();

  // Whoever was signed in is not any more.
  await page.goto("/profile/workman/payment-methods");
  await expect(page.getByRole("banner").getByRole("link", { name: "Войти" })).toBeVisible();

  await besiege(product);
  await own.getByRole("link", { name: "Войти по номеру телефона" }).click();
  await expect(own.getByRole("heading", { name: "Вход" })).toBeVisible();
  await own.getByLabel("Телефон").fill("8 (900) 000-02-05");
  await expect(own.getByLabel("Телефон")).toHaveValue(/02.05/);
  const asked = own.waitForRequest(
    (request) =>
      request.url().endsWith("/send-otp") && (request.postData() ?? "").includes("proof"),
    { timeout: 60_000 },
  );
  await own.keyboard.press("Enter");
  await asked;
  await own.getByLabel("Код из СМС").fill(await codeOf(OWNER_OF_CARD));
  await own.keyboard.press("Enter");
  await expect(own).toHaveURL(/\/profile$/);

  await own.goto(`${product.url}/profile/workman/payment-methods`);
  await expect(own.getByText("Выплаты остановлены: вы сообщили «Это не я»")).toBeVisible();
  await own.getByRole("button", { name: "Возобновить" }).click();
  await own.getByRole("button", { name: "Получить код" }).click();
  await own.getByLabel("Код из СМС").fill(await codeOf(OWNER_OF_CARD));
  await expect(own.getByText("Выплаты возобновлены")).toBeVisible();
  await own.context().close();
});
