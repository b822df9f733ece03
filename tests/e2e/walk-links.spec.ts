import type { Page } from "@playwright/test";
import { expect, test as base } from "./fixtures.ts";
import { rememberVisits, signIn } from "./people.ts";
import { keepInStep } from "./shared-time.ts";

/** Pages opened per pattern. */
const MOST_ALIKE = 2;
/** Server files, API reference. */
const NOT_A_PAGE =
  /^\/(api-docs|open-api|client-api|edoc-api|sandbox\/|health|metrics)|\.(txt|xml|json|pdf)$/;
const CREW = 4;
const READ_AGAIN_MS = 2000;

interface Person {
  readonly phone: string;
  readonly name: string;
}

const test = base.extend<object, { everybody: readonly Person[] }>({
  // README's phones.
  everybody: [
    async ({ product }, use) =>
      use(
        ((await (await fetch(`${product.url}/sandbox/api/people`)).json()) as { items: Person[] })
          .items,
      ),
    { scope: "worker" },
  ],
});

test.describe.configure({ mode: "parallel" });

for (let part = 0; part < CREW; part += 1) {
  test(`no link leads anybody of the demonstration to an error: part ${part + 1} of ${CREW}`, async ({
    browser,
    product,
    everybody,
  }) => {
    const phones = [...new Set(everybody.map(({ phone }) => phone))]
      .sort()
      .filter((phone) => /^79000000[01]\d\d$/.test(phone));
    expect(phones.length).toBeGreaterThan(20);
    const mine = phones.filter((_, index) => index % CREW === part);
    test.setTimeout(mine.length * 90_000);
    for (const phone of mine) {
      const context = await browser.newContext({
        locale: "ru-RU",
        viewport: { width: 1440, height: 900 },
        reducedMotion: "reduce",
        baseURL: product.url,
      });
      await keepInStep(context, product);
      await signIn(context, product, phone);
      await rememberVisits(context, true);
      const page = await context.newPage();
      const faults = await crawl(page, product.url);
      expect.soft(faults, `links of ${phone}`).toEqual([]);
      await context.close();
    }
  });
}

/** @returns failures with the linking page. */
async function crawl(page: Page, origin: string): Promise<readonly string[]> {
  const queue: { readonly to: string; readonly from: string }[] = [
    { to: "/profile", from: "sign-in" },
  ];
  const known = new Set(["/profile"]);
  const alike = new Map<string, number>();
  const faults: string[] = [];
  page.on("pageerror", ({ message }) => faults.push(`${page.url()}: ${message}`));
  for (let next = queue.shift(); next; next = queue.shift()) {
    const { to, from } = next;
    await page.goto(to);
    await expect(
      page.getByRole("heading", { level: 1 }).first(),
      `${to} from ${from}`,
    ).toBeVisible();
    await expect(page.locator(".screen-wait, [aria-busy=true]")).toHaveCount(0);
    const error = page.locator(".error-page-status");
    // The server renders a guest's view; then the browser reads the person's.
    if ((await error.count()) > 0) await page.waitForTimeout(READ_AGAIN_MS);
    for (const status of await error.allTextContents()) faults.push(`${from} → ${to}: ${status}`);
    // `public-pages.spec.ts` walks the site.
    const isConsole =
      /^\/(profile|notifications|app\/profile|jobs\/(create|customer|workman)(\/|$))/.test(to);
    if (!isConsole) continue;
    for (const href of await page
      .locator("a[href]")
      .evaluateAll((links) => links.map((link) => (link as HTMLAnchorElement).href))) {
      const { origin: its, pathname, search } = new URL(href);
      const shape = pathname
        .replace(/\/\d+(?=\/|$)/g, "/:id")
        .replace(/^\/jobs\/[a-z][^/]*(\/[^/]+)?$/, "/jobs/:group");
      if (its !== origin || NOT_A_PAGE.test(pathname) || known.has(pathname + search)) continue;
      known.add(pathname + search);
      const count = (alike.get(shape) ?? 0) + 1;
      alike.set(shape, count);
      if (count <= MOST_ALIKE) queue.push({ to: pathname + search, from: to });
    }
  }
  return faults;
}
