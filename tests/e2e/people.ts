import { expect, type Browser, type BrowserContext } from "@playwright/test";
import type { Product } from "./product.ts";
import { keepInStep, stepForward } from "./shared-time.ts";

export { FINANCE_MANAGER, OWNER, VIEWER, WALKERS, WORKER } from "./cast.ts";

/** Cookies and flags of a returning visitor. */
export async function rememberVisits(
  context: Pick<BrowserContext, "addInitScript">,
  wasSignedIn: boolean,
): Promise<void> {
  await context.addInitScript((isKnown) => {
    if (isKnown) localStorage.setItem("wasSignedIn", "true");
    localStorage.setItem("cookieAccepted", "true");
  }, wasSignedIn);
}

/**
 * By calls.
 *
 * @returns the access token.
 */
export async function signIn(
  context: BrowserContext,
  product: Product,
  phone: string,
): Promise<string> {
  const { request } = context;
  await keepInStep(context, product);
  const send = () =>
    request.post(`${product.url}/open-api/v1/auth/send-otp`, {
      data: { phoneNumber: phone, exists: true },
    });
  let sent = await send();
  // Codes are limited by the product's clock.
  for (let tries = 0; sent.status() === 429 && tries < 3; tries += 1) {
    const { retryAfterSeconds } = (await sent.json()) as { retryAfterSeconds: number };
    await stepForward(product, retryAfterSeconds + 1);
    sent = await send();
  }
  expect(sent.ok(), await sent.text()).toBe(true);
  const login = await request.post(`${product.url}/open-api/v1/auth/login`, {
    data: { phoneNumber: phone, code: await product.codeOf(phone) },
  });
  expect(login.ok(), await login.text()).toBe(true);
  await rememberVisits(context, true);
  return ((await login.json()) as { accessToken: string }).accessToken;
}

/** Where pictures are taken: nothing moves, and every run sees the same. */
export async function openStudio(browser: Browser, product: Product): Promise<BrowserContext> {
  const context = await browser.newContext({
    locale: "ru-RU",
    timezoneId: "Europe/Moscow",
    reducedMotion: "reduce",
    baseURL: product.url,
  });
  // The runner's helper is missing in pages.
  await context.addInitScript({ content: "globalThis.__name = (one) => one;" });
  return context;
}
