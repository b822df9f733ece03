import { test as base, expect, type Locator, type Page } from "@playwright/test";
import { AxeBuilder } from "@axe-core/playwright";
import { moscowDate } from "#contract/values/calendar-date.ts";
import { startProduct, type Product } from "./product.ts";
import { signIn } from "./people.ts";
import { keepInStep, stepForward } from "./shared-time.ts";

export { expect };
export { FINANCE_MANAGER, OWNER, VIEWER, WORKER } from "./people.ts";

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
    { scope: "worker", timeout: 300_000 },
  ],
  baseURL: async ({ product }, use) => use(product.url),
  context: async ({ context, product }, use) => {
    await keepInStep(context, product);
    await use(context);
  },
  signInAs: async ({ product }, use) =>
    use(async (page, phone) => void (await signIn(page.context(), product, phone))),
  codeOf: async ({ product }, use) => use((phone) => product.codeOf(phone)),
  wait: async ({ product }, use) => use((seconds) => stepForward(product, seconds)),
});

/**
 * `E2E_TIME=23:57` begins the journeys at this time in Moscow: whether they pass must not hang on
 * the hour they are run at.
 */
function secondsUntil(time: string | undefined): number {
  if (time === undefined || time === "") return 0;
  const now = new Date();
  const next = Date.parse(`${moscowDate(now)}T${time}:00+03:00`) - now.getTime();
  return Math.round((next < 0 ? next + DAY_MS : next) / 1000);
}

export const THEMES = ["light", "dark"] as const;
const WCAG = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];

/**
 * `npm run test:long` looks at every state of a journey with the rules of accessibility, and takes
 * the pictures again; `npm test` looks at one state of each, because a look takes seconds.
 */
const IS_LONG = process.env.LONG_JOURNEYS === "1";

/** Fails with the rules that are broken and where, in either theme. */
export async function expectAccessible(page: Page): Promise<void> {
  for (const theme of THEMES) {
    await putOn(page, theme);
    expect(await accessibilityFaults(page), theme).toEqual([]);
  }
  await putOn(page, "light");
}

/** The same, in long runs only. */
export async function expectAccessibleWhenLong(page: Page): Promise<void> {
  if (IS_LONG) await expectAccessible(page);
}

/** The rules of WCAG 2.2 AA that the page breaks as it looks now, and where. */
export async function accessibilityFaults(page: Page): Promise<readonly string[]> {
  // No frame of another origin is on any page, so the rules are run where the page is: the other
  // way opens a blank page for each look.
  const axe = new AxeBuilder({ page }).options({ resultTypes: ["violations"] }).withTags(WCAG);
  const { violations } = await axe.setLegacyMode().analyze();
  return violations.map(({ id, nodes }) =>
    [
      id,
      ...nodes
        .slice(0, 3)
        .map(({ html, failureSummary }) => `${html.slice(0, 160)} ${failureSummary ?? ""}`),
    ].join("\n"),
  );
}

/** A picture of the page, in long runs only: another run leaves the tree as it was. */
export async function takePicture(shown: Page | Locator, path: string): Promise<void> {
  if (IS_LONG) await shown.screenshot({ path });
}

/**
 * Pictures of the page in both themes, `<path>-light.png` and `<path>-dark.png`, in long runs only.
 */
export async function takePictures(
  page: Page,
  path: string,
  options: { readonly fullPage?: boolean } = {},
): Promise<void> {
  if (!IS_LONG) return;
  for (const theme of THEMES) {
    await putOn(page, theme);
    await page.screenshot({ ...options, path: `${path}-${theme}.png` });
  }
  await putOn(page, "light");
}

/** Puts a theme on: pages follow the device's while they are open. */
export async function putOn(page: Page, colorScheme: (typeof THEMES)[number]): Promise<void> {
  await page.emulateMedia({ colorScheme });
  // A list that is being read again is paler for a moment; what stays is what is judged.
  await expect(page.locator(".ant-spin-blur")).toHaveCount(0);
  await page.evaluate(async () => {
    // Ant Design's colours follow by React: what they fade to begins some frames later.
    for (let still = 0; still < 3; still += 1) {
      await new Promise((done) => requestAnimationFrame(() => setTimeout(done, 50)));
      const fading = document
        .getAnimations()
        .filter(({ effect }) => effect?.getComputedTiming().iterations !== Infinity);
      if (fading.length > 0) still = -1;
      await Promise.all(fading.map((animation) => animation.finished.catch(() => undefined)));
    }
  });
}

/** No page scrolls sideways. */
export async function expectNoSideScroll(page: Page): Promise<void> {
  // The frame of a computer becomes a phone's a moment after the window has become narrow; what
  // stays is what is judged.
  await expect
    .poll(() =>
      page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      ),
    )
    .toBeLessThanOrEqual(0);
}
