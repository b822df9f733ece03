import { expect, test } from "./fixtures.ts";
import { OWNER, signIn, WALKERS } from "./people.ts";
import { addressesOf, SCREENS } from "./screens.ts";

const WIDTHS = [1440, 1366, 1024];
const HEIGHT = 900;
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
        // The side menu of a narrow window begins folded.
        if (width !== 1366) await page.goto(address);
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
  const buttons = rows
    .flatMap((row) => [...row.querySelectorAll<HTMLElement>("td button")])
    .filter((button) => button.getBoundingClientRect().bottom < innerHeight);
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
