import type { Browser, Page } from "@playwright/test";
import { openCommands } from "./controls.ts";
import { expect, expectAccessible, expectNoSideScroll, test } from "./fixtures.ts";
import type { Product } from "./product.ts";
import { keepInStep } from "./shared-time.ts";

/** A worker whom no other journey plays. */
const VICTIM = { phone: "79000000205", typed: "8 (900) 000-02-05", card: "220070******0205" };
const THIEFS = { number: "4111 1111 1111 1111", card: "411111******1111" };
const VIEWPORT = { width: 360, height: 800 };
const METHODS = "/profile/workman/payment-methods";

test.use({ viewport: VIEWPORT });

/** A browser that has never been here. */
async function ownBrowser(browser: Browser, product: Product): Promise<Page> {
  const context = await browser.newContext({ viewport: VIEWPORT });
  await keepInStep(context, product);
  return context.newPage();
}

async function bindCard(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Привязать карту" }).click();
  await page.getByLabel("Номер карты").fill(THIEFS.number);
  await page.getByRole("button", { name: "Привязать карту" }).click();
  const outcome = page.getByRole("dialog", { name: "Карта привязана" });
  await outcome.getByRole("button", { name: "Хорошо" }).click({ timeout: 60_000 });
}

test("«Это не я» stops payouts and ends sessions without one, takes the thief's card away and offers the former; a code resumes", async ({
  page,
  browser,
  product,
  signInAs,
  codeOf,
  wait,
}) => {
  const saveDestination = async (shown: Page) => {
    const dialog = shown.getByRole("dialog");
    await dialog.getByRole("button", { name: "Проверить" }).click();
    await dialog.getByRole("button", { name: "Получить код" }).click();
    await dialog.getByLabel("Код из СМС").fill(await codeOf(VICTIM.phone));
    await expect(shown.getByText("Реквизиты сохранены")).toBeVisible();
  };

  await signInAs(page, VICTIM.phone);
  await page.goto(METHODS);
  await bindCard(page);
  const row = page.getByRole("listitem").filter({ hasText: THIEFS.card });
  const menu = await openCommands(row);
  await menu.getByText("Получать выплаты сюда").click();
  await saveDestination(page);
  await expect(row.getByText("Сюда приходят выплаты")).toBeVisible();
  await expect(page.getByText(/^Крупные суммы уйдут после/)).toBeVisible();

  let link = "";
  await expect(async () => {
    const sent = await page.request.get(`${product.url}/sandbox/api/sms?phone=${VICTIM.phone}`);
    link = /\/not-me\?key=[\w.-]+/.exec(await sent.text())?.[0] ?? "";
    expect(link).not.toBe("");
  }).toPass();
  const own = await ownBrowser(browser, product);
  // On a slow phone the page is seen before it can act: a press must not be lost.
  await own.route(/\/assets\/.*\.js$/, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 500));
    await route.continue();
  });
  await own.goto(`${product.url}${link}`);
  await expect(own.getByText(`Выплаты теперь приходят на карту ${THIEFS.card}`)).toBeVisible();
  await expectNoSideScroll(own);
  await own.getByRole("button", { name: "Это не я: остановить выплаты" }).click();
  await expect(own.getByText("Выплаты остановлены, все сеансы завершены.")).toBeVisible();

  // Whoever was signed in is not any more.
  await page.goto(METHODS);
  await expect(page.getByRole("banner").getByRole("link", { name: "Войти" })).toBeVisible();

  // The codes of one phone are a minute apart.
  await wait(61);
  await own.getByRole("link", { name: "Войти по номеру телефона" }).click();
  await own.getByLabel("Телефон").fill(VICTIM.typed);
  await own.keyboard.press("Enter");
  await own.getByLabel("Код из СМС").fill(await codeOf(VICTIM.phone));
  await expect(own).toHaveURL(/\/profile$/);

  await own.goto(`${product.url}${METHODS}`);
  const stop = own.getByRole("alert").filter({ hasText: "Выплаты остановлены" });
  await expect(stop).toContainText(`Раньше выплаты приходили сюда: карта ${VICTIM.card}`);
  const cards = own.getByRole("region", { name: "Карты" });
  await expect(cards.getByText(VICTIM.card)).toBeVisible();
  await expect(cards.getByText(THIEFS.card)).toBeHidden();
  await expectNoSideScroll(own);
  await expectAccessible(own);
  await stop.getByRole("button", { name: "Вернуть" }).click();
  await saveDestination(own);
  await expect(stop).toBeVisible();

  await stop.getByRole("button", { name: "Возобновить" }).click();
  await own.getByRole("button", { name: "Получить код" }).click();
  await own.getByLabel("Код из СМС").fill(await codeOf(VICTIM.phone));
  await expect(own.getByText("Выплаты возобновлены")).toBeVisible();
  await expect(stop).toBeHidden();
  await expect(own.getByRole("region", { name: "Куда приходят выплаты" })).toContainText(
    VICTIM.card,
  );
  await own.context().close();
});
