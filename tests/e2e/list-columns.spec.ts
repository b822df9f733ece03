import type { Page } from "@playwright/test";
import { expect, expectNoSideScroll, test } from "./fixtures.ts";
import { FINANCE_MANAGER, OWNER, signIn, WALKERS, WORKER } from "./people.ts";
import { addressesOf, SCREENS } from "./screens.ts";

const WIDTHS = [1440, 1366, 1024];
const HEIGHT = 900;
/** The side menu of a narrower window begins folded. */
const UNFOLDED_WIDTH = 1280;
const PHONE = { width: 360, height: 740 };
const LEAST_ROWS = 7;
const PHONE_LISTS = [
  [
    "the owner",
    OWNER,
    [
      "/profile/jobs",
      "/profile/employees",
      "/profile/account/payouts",
      "/profile/account/documents",
      "/profile/account/log",
      "/notifications",
    ],
  ],
  [
    "a finance manager",
    FINANCE_MANAGER,
    [
      "/profile/account/transactions",
      "/profile/account/invoices",
      "/profile/account/receipts",
      "/profile/account/acts",
      "/profile/payroll-registry",
    ],
  ],
  ["a worker", WORKER, ["/profile/workman/income", "/profile/workman/edo", "/notifications"]],
] as const;
/** A job with offers to choose from; tabs that are no route of their own. */
const OWNERS_LISTS = [
  "/jobs/110",
  ...["users", "api-keys", "webhooks"].map((tab) => `/profile/account?tab=${tab}`),
];

test.describe.configure({ mode: "parallel" });

for (const walker of WALKERS.filter(({ phone }) => phone !== null)) {
  test(`lists of ${walker.name}: names, sums, states and commands are whole, no column is empty`, async ({
    page,
    product,
  }) => {
    test.setTimeout(900_000);
    const token = await signIn(page.context(), product, walker.phone ?? OWNER);
    const screens = SCREENS.filter((one) => one.isConsole && one.walker === walker);
    const addresses = walker.phone === OWNER ? [...OWNERS_LISTS] : [];
    for (const { path } of screens)
      addresses.push(...(await addressesOf(path, product, () => Promise.resolve(token))));
    let tablesCount = 0;
    for (const address of addresses) {
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: HEIGHT });
        if (width === WIDTHS[0]) await page.goto(address);
        if (width < UNFOLDED_WIDTH) await foldMenu(page);
        await expect(page.getByRole("heading", { level: 1 })).toHaveCount(1);
        await expect(page.locator("[aria-busy=true], .ant-skeleton-active")).toHaveCount(0);
        const tables = page.locator(".list-page .ant-table");
        const count = await tables.count();
        if (count === 0) break;
        tablesCount += count;
        for (const table of await tables.all())
          await expect
            .configure({ soft: true })
            .poll(() => table.evaluate(faultsOf), {
              message: `${address}, ${width}`,
              timeout: 5000,
            })
            .toEqual([]);
      }
    }
    expect(tablesCount).toBeGreaterThan(WIDTHS.length);
  });
}

for (const [who, phone, addresses] of PHONE_LISTS) {
  test(`lists of ${who} on a phone: seven whole rows in sight, nothing scrolls sideways`, async ({
    page,
    product,
  }) => {
    test.setTimeout(300_000);
    await page.setViewportSize(PHONE);
    await signIn(page.context(), product, phone);
    for (const address of addresses) {
      await page.goto(address);
      await expect(page.getByRole("heading", { level: 1 })).toHaveCount(1);
      await expect(page.locator("[aria-busy=true], .ant-skeleton-active")).toHaveCount(0);
      await expect
        .configure({ soft: true })
        .poll(() => page.locator("main").evaluate(missingRows, LEAST_ROWS), {
          message: `${address}: rows missing in sight`,
          timeout: 10_000,
        })
        .toBe(0);
      await expectNoSideScroll(page);
    }
  });
}

/** For this page only: the next one begins unfolded. */
async function foldMenu(page: Page): Promise<void> {
  await page.locator(".ant-layout-sider-trigger").click();
  await page.evaluate(() => localStorage.removeItem("sideMenuCollapsed"));
}

/** Runs in the page. How many whole rows are missing above the bar of the sections. */
function missingRows(main: Element, least: number): number {
  const rows = [...main.querySelectorAll(".phone-rows > li")];
  const floor = document.querySelector(".bottom-nav")?.getBoundingClientRect().top ?? innerHeight;
  const inSight = rows.filter((row) => {
    const { top, bottom } = row.getBoundingClientRect();
    return top >= 0 && bottom <= floor;
  });
  return rows.length === 0 ? least : Math.min(rows.length, least) - Math.min(inSight.length, least);
}

/** Runs in the page. */
function faultsOf(table: Element): string[] {
  table.scrollIntoView({ block: "start" });
  const rows = [...table.querySelectorAll<HTMLElement>(".ant-table-row")];
  const heads = [...table.querySelectorAll<HTMLElement>(".ant-table-thead th")];
  const isCut = (cell: Element) => cell.scrollWidth > cell.clientWidth;
  const leading = rows.flatMap((row) =>
    [...row.children].filter((cell) =>
      cell.querySelector("[data-person], .num, .ant-tag, [data-commands]"),
    ),
  );
  const empty = heads.filter(
    (_, index) =>
      rows.length > 1 &&
      rows.every((row) => {
        const cell = row.children[index];
        return (
          ["", "—"].includes(cell?.textContent?.trim() ?? "") &&
          !cell?.querySelector("input, button")
        );
      }),
  );
  // A registry's footer stays where rows go on below it.
  const footer = document.querySelector('section[aria-label="Запуск реестра"]');
  const floor = footer?.getBoundingClientRect().top ?? innerHeight;
  const buttons = rows
    .flatMap((row) => [...row.querySelectorAll<HTMLElement>("td button")])
    .filter((button) => button.getBoundingClientRect().bottom < floor);
  const covered = buttons.filter((button) => {
    const { left, right, top, bottom } = button.getBoundingClientRect();
    const there = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    const cell = button.closest("td")?.getBoundingClientRect();
    return !button.contains(there) || !cell || left < cell.left || right > cell.right;
  });
  return [
    ...new Set([
      ...leading.filter(isCut).map((cell) => `cut: ${cell.textContent}`),
      ...empty.map((head) => `empty: ${head.innerText}`),
      ...covered.map((button) => `covered: ${button.innerText || button.ariaLabel}`),
    ]),
  ];
}
