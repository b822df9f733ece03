import type { BrowserContext, Page } from "@playwright/test";
import { accessibilityFaults, expect, putOn, test as base, THEMES } from "./fixtures.ts";
import { walkFocus } from "./focus-walk.ts";
import { OWNER, rememberVisits, signIn } from "./people.ts";
import { addressesOf, SCREENS } from "./screens.ts";
import { keepInStep } from "./shared-time.ts";

const WIDE = { width: 1440, height: 900 };
const PHONE = { width: 360, height: 740 };
/** Source: experience goal 21. */
const LEAST_ROWS = { list: 15, registry: 10 } as const;
const LOWEST_TITLE_PX = 160;
const LONGEST_WALK_MS = 60_000;

interface People {
  /** One sign-in per person and file. */
  readonly pageOf: (phone: string | null) => Promise<Page>;
  readonly ownersToken: () => Promise<string>;
}

const test = base.extend<object, { people: People }>({
  people: [
    async ({ browser, product }, use) => {
      const contexts = new Map<
        string | null,
        Promise<{ context: BrowserContext; token: string }>
      >();
      const open = async (phone: string | null) => {
        const context = await browser.newContext({
          locale: "ru-RU",
          timezoneId: "Europe/Moscow",
          viewport: WIDE,
          reducedMotion: "reduce",
          baseURL: product.url,
        });
        await keepInStep(context, product);
        await rememberVisits(context, phone !== null);
        return { context, token: phone === null ? "" : await signIn(context, product, phone) };
      };
      const of = (phone: string | null) => {
        const opened = contexts.get(phone) ?? open(phone);
        contexts.set(phone, opened);
        return opened;
      };
      await use({
        pageOf: async (phone) => (await of(phone)).context.newPage(),
        ownersToken: async () => (await of(OWNER)).token,
      });
      for (const opened of contexts.values()) await (await opened).context.close();
    },
    { scope: "worker" },
  ],
});

// Each worker walks a half.
test.describe.configure({ mode: "parallel" });

for (const { path, isConsole, walker } of SCREENS) {
  test(`${path} of ${walker.name}: rows in sight, no faults of accessibility, a ring at every stop, fits a phone`, async ({
    people,
    product,
  }) => {
    const page = await people.pageOf(walker.phone);
    const errors: string[] = [];
    page.on("pageerror", ({ message }) => errors.push(message));
    const addresses = await addressesOf(path, product, people.ownersToken);
    test.setTimeout(addresses.length * LONGEST_WALK_MS);
    for (const address of addresses) {
      await test.step(address, async () => {
        await page.setViewportSize(WIDE);
        await page.emulateMedia({ colorScheme: "light" });
        await page.goto(address);
        await expectReady(page);
        if (isConsole)
          await expectDataFirst(
            page,
            path.endsWith("registry/:id") ? LEAST_ROWS.registry : LEAST_ROWS.list,
          );
        for (const theme of THEMES) {
          await putOn(page, theme);
          // `public-pages.spec.ts` checks the site.
          if (isConsole)
            expect.soft(await accessibilityFaults(page), `${address}, 1440, ${theme}`).toEqual([]);
          expect.soft((await walkFocus(page)).faults, `${address}, focus, ${theme}`).toEqual([]);
        }
        await page.setViewportSize(PHONE);
        await page.evaluate(() => scrollTo(0, 0));
        await expectReady(page);
        // The layout follows a narrowed window a moment later.
        const sideways = () =>
          page.evaluate(
            () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
          );
        await expect
          .configure({ soft: true })
          .poll(sideways, { message: `${address}, 360: scrolls sideways by`, timeout: 5000 })
          .toBeLessThanOrEqual(0);
        if (!isConsole) return;
        expect
          .soft(
            (await page.getByRole("heading", { level: 1 }).boundingBox())?.y,
            `${address}, 360: the title begins at`,
          )
          .toBeLessThan(LOWEST_TITLE_PX);
        await expect.soft(page.getByRole("navigation", { name: "Главные разделы" })).toBeVisible();
        const cutWords = () =>
          page
            .locator(".phone-rows :is([data-part=sum], [data-part=day])")
            .evaluateAll((parts) =>
              parts
                .filter((one) => one.scrollWidth > one.clientWidth)
                .map(({ textContent }) => textContent),
            );
        expect.soft(await cutWords(), `${address}, 360: sums and days that are cut`).toEqual([]);
        for (const theme of THEMES) {
          await putOn(page, theme);
          expect.soft(await accessibilityFaults(page), `${address}, 360, ${theme}`).toEqual([]);
        }
      });
    }
    expect.soft(errors).toEqual([]);
    await page.close();
  });
}

async function expectReady(page: Page): Promise<void> {
  await expect(page.getByRole("heading", { level: 1 })).toHaveCount(1);
  await expect(page.locator("[aria-busy=true], .ant-skeleton-active")).toHaveCount(0);
  await expect(page.locator(".error-page")).toHaveCount(0);
}

/** Enough visible rows, no sideways scroll, no cut heads or states. */
async function expectDataFirst(page: Page, least: number): Promise<void> {
  const tables = page.locator(".list-page .ant-table");
  if ((await tables.count()) === 0) return;
  const { rows, inSight, isWide, cut } = await tables.first().evaluate((table) => {
    const all = [...table.querySelectorAll(".ant-table-row")].map((row) =>
      row.getBoundingClientRect(),
    );
    const body = table.querySelector(
      ".ant-table-body, .ant-table-tbody-virtual-holder, .ant-table-content",
    );
    const whole = [
      ...table.querySelectorAll<HTMLElement>(
        ".ant-table-thead th, .ant-table-row td:has(.ant-tag)",
      ),
    ];
    const cut = new Set(
      whole.filter((cell) => cell.scrollWidth > cell.clientWidth).map((cell) => cell.innerText),
    );
    return {
      cut: [...cut],
      rows: all.length,
      inSight: all.filter(({ top, bottom }) => top >= 0 && bottom <= innerHeight).length,
      isWide: body !== null && body.scrollWidth > body.clientWidth + 1,
    };
  });
  expect.soft(inSight, "rows in sight").toBeGreaterThanOrEqual(Math.min(rows, least));
  expect.soft(cut, "heads and states that are cut").toEqual([]);
  expect.soft(isWide, "the table of default columns scrolls sideways").toBe(false);
}
