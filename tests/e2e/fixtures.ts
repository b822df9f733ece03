import { test as base, expect, type Page } from "@playwright/test";
import { AxeBuilder } from "@axe-core/playwright";
import { moscowDate } from "#contract/values/calendar-date.ts";
import { startProduct, type Product } from "./product.ts";
import { keepInStep, stepForward } from "./shared-time.ts";

export { expect };

interface Screens {
  /** Signs a person in by phone and one-time code, without the page of it. */
  readonly signInAs: (page: Page, phone: string) => Promise<void>;
  /** The one-time code sent last to a phone. */
  readonly codeOf: (phone: string) => Promise<string>;
  /** Moves the product's clock forward. */
  readonly wait: (seconds: number) => Promise<void>;
}

const DAY_MS = 86_400_000;

/** Each worker of Playwright has a product of its own: server, database, demonstration data. */
export const test = base.extend<Screens, { product: Product }>({
  product: [
    async ({ browserName }, use) => {
      const product = await startProduct(browserName);
      await product.moveClock(secondsUntil(process.env.E2E_TIME));
      await use(product);
      await product.stop();
    },
    { scope: "worker", timeout: 120_000 },
  ],
  baseURL: async ({ product }, use) => use(product.url),
  context: async ({ context, product }, use) => {
    await keepInStep(context, product);
    await use(context);
  },
  signInAs: async ({ product }, use) => use((page, phone) => signIn(page, product, phone)),
  codeOf: async ({ product }, use) => use((phone) => product.codeOf(phone)),
  wait: async ({ product }, use) => use((seconds) => stepForward(product, seconds)),
});

/** `E2E_TIME=23:57` begins the journeys at this time in Moscow: whether they pass must not hang on the hour they are run at. */
function secondsUntil(time: string | undefined): number {
  if (time === undefined || time === "") return 0;
  const now = new Date();
  const next = Date.parse(`${moscowDate(now)}T${time}:00+03:00`) - now.getTime();
  return Math.round((next < 0 ? next + DAY_MS : next) / 1000);
}

/** The cast of the demonstration data. */
export const FINANCE_MANAGER = "79000000003";
export const OWNER = "79000000001";
export const VIEWER = "79000000008";
export const WORKER = "79000000101";

async function signIn(page: Page, product: Product, phone: string): Promise<void> {
  const { request } = page.context();
  await keepInStep(page.context(), product);
  const send = () => request.post(`${product.url}/open-api/v1/auth/send-otp`, { data: { phoneNumber: phone, exists: true } });
  let sent = await send();
  // Codes are rationed by the product's clock, so the clock is what has to wait.
  for (let tries = 0; sent.status() === 429 && tries < 3; tries += 1) {
    const { retryAfterSeconds } = (await sent.json()) as { retryAfterSeconds: number };
    await stepForward(product, retryAfterSeconds + 1);
    sent = await send();
  }
  expect(sent.ok(), await sent.text()).toBe(true);
  const login = await request.post(`${product.url}/open-api/v1/auth/login`, { data: { phoneNumber: phone, code: await product.codeOf(phone) } });
  expect(login.ok(), await login.text()).toBe(true);
  await page.addInitScript(() => {
    localStorage.setItem("wasSignedIn", "true");
    localStorage.setItem("cookieAccepted", "true");
  });
}

const THEMES = ["light", "dark"] as const;
const WCAG = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];

/** Fails with the rules that are broken and where, in either theme. */
export async function expectAccessible(page: Page): Promise<void> {
  for (const theme of THEMES) {
    await putOn(page, theme);
    // No frame of another origin is on any page, so the rules are run where the page is: the other way opens a blank page for each look.
    const axe = new AxeBuilder({ page }).options({ resultTypes: ["violations"] }).withTags(WCAG);
    const { violations } = await axe.setLegacyMode().analyze();
    const faults = violations.map(({ id, nodes }) => ({ theme, id, nodes: nodes.slice(0, 3).map(({ html, failureSummary }) => `${html.slice(0, 160)} ${failureSummary ?? ""}`) }));
    expect(faults).toEqual([]);
  }
  await putOn(page, "light");
}

/** Pictures of the page in both themes, `<path>-light.png` and `<path>-dark.png`. */
export async function takePictures(page: Page, path: string, options: { readonly fullPage?: boolean } = {}): Promise<void> {
  for (const theme of THEMES) {
    await putOn(page, theme);
    await page.screenshot({ ...options, path: `${path}-${theme}.png` });
  }
  await putOn(page, "light");
}

/** Pages follow the device's theme while they are open. */
async function putOn(page: Page, colorScheme: (typeof THEMES)[number]): Promise<void> {
  await page.emulateMedia({ colorScheme });
  // A list that is being read again is paler for a moment; what stays is what is judged.
  await expect(page.locator(".ant-spin-blur")).toHaveCount(0);
  await page.evaluate(async () => {
    // Ant Design's colours follow by React: what they fade to begins some frames later.
    for (let still = 0; still < 3; still += 1) {
      await new Promise((done) => requestAnimationFrame(() => setTimeout(done, 50)));
      const fading = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().iterations !== Infinity);
      if (fading.length > 0) still = -1;
      await Promise.all(fading.map((animation) => animation.finished.catch(() => undefined)));
    }
  });
}

/** No page scrolls sideways. */
export async function expectNoSideScroll(page: Page): Promise<void> {
  const [content, window] = await page.evaluate(() => [document.documentElement.scrollWidth, document.documentElement.clientWidth]);
  expect(content).toBeLessThanOrEqual(window ?? 0);
}
