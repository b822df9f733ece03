import { test as base, expect, type Locator, type Page } from "@playwright/test";
import { AxeBuilder } from "@axe-core/playwright";
import { moscowDate } from "#contract/values/calendar-date.ts";
import { startProduct, type Product } from "./product.ts";
import { signIn } from "./people.ts";
import { keepInStep, stepForward } from "./shared-time.ts";

export { expect };
export { FINANCE_MANAGER, OWNER, VIEWER, WORKER } from "./people.ts";

interface Screens {
  /** By calls. */
  readonly signInAs: (page: Page, phone: string) => Promise<void>;
  readonly codeOf: (phone: string) => Promise<string>;
  readonly wait: (seconds: number) => Promise<void>;
}

const DAY_MS = 86_400_000;

/** Each Playwright worker has a server and database of its own. */
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

/** `E2E_TIME=23:57` starts at this Moscow time: journeys must pass at any hour. */
function secondsUntil(time: string | undefined): number {
  if (time === undefined || time === "") return 0;
  const now = new Date();
  const next = Date.parse(`${moscowDate(now)}T${time}:00+03:00`) - now.getTime();
  return Math.round((next < 0 ? next + DAY_MS : next) / 1000);
}

export const THEMES = ["light", "dark"] as const;
/** Only these depend on the theme. */
const COLOUR_RULES = ["color-contrast", "link-in-text-block"];
const WCAG = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];

/**
 * `npm run test:long` checks every state with axe and retakes pictures; `npm test` checks one state
 * a journey.
 */
const IS_LONG = process.env.LONG_JOURNEYS === "1";

/** Fails with broken rules and places, in either theme. */
export async function expectAccessible(page: Page): Promise<void> {
  await putOn(page, "light");
  expect(await accessibilityFaults(page), "light").toEqual([]);
  await putOn(page, "dark");
  expect(await accessibilityFaults(page, IS_LONG ? [] : COLOUR_RULES), "dark").toEqual([]);
  await putOn(page, "light");
}

/** In long runs only. */
export async function expectAccessibleWhenLong(page: Page): Promise<void> {
  if (IS_LONG) await expectAccessible(page);
}

/**
 * @param rules - by default WCAG 2.2 AA.
 * @returns broken rules and places.
 */
export async function accessibilityFaults(
  page: Page,
  rules: readonly string[] = [],
): Promise<readonly string[]> {
  // Legacy mode runs in the page instead of opening blank ones.
  const axe = new AxeBuilder({ page }).options({ resultTypes: ["violations"] });
  if (rules.length > 0) axe.withRules([...rules]);
  else axe.withTags(WCAG);
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

/** In long runs only: others leave the tree unchanged. */
export async function takePicture(shown: Page | Locator, path: string): Promise<void> {
  if (IS_LONG) await shown.screenshot({ path });
}

/** `<path>-light.png` and `<path>-dark.png`, in long runs only. */
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

/** Waits until the theme is applied. */
export async function putOn(page: Page, colorScheme: (typeof THEMES)[number]): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await page.waitForFunction(wearsTheme, colorScheme);
  // A refetched list is paler for a moment.
  await expect(page.locator(".ant-spin-blur")).toHaveCount(0);
  await page.evaluate(async () => {
    // Ant Design's colour transitions start some frames later.
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

/** Runs in the page. Our own colours change at once, Ant Design's when its styles are made. */
function wearsTheme(device: string): boolean {
  const root = document.documentElement;
  const { theme } = root.dataset;
  // The person's own choice wins over the device; a page without scripts has neither.
  if (theme !== undefined && theme !== (localStorage.getItem("theme") ?? device)) return false;
  const frame = document.querySelector(".ant-layout");
  return (
    frame === null ||
    getComputedStyle(frame).backgroundColor === getComputedStyle(root).backgroundColor
  );
}

export async function expectNoSideScroll(page: Page): Promise<void> {
  // The layout follows a narrowed window a moment later.
  await expect
    .poll(() =>
      page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      ),
    )
    .toBeLessThanOrEqual(0);
}
