import type { Page } from "@playwright/test";
import { expect, OWNER, test } from "./fixtures.ts";

const LISTS = ["/profile/account/transactions", "/profile/payroll-registry"];
/** A window of 1366 × 768 at 200 %, where a row must be seen below all that is fixed. */
const ZOOMED = { width: 683, height: 384 };
/** Source: WCAG 2.2, 1.4.12. */
const SPACED = `
  * { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; }
  p { margin-bottom: 2em !important; }
`;
const LONG_NAME = `Общество с ограниченной ответственностью «${"Северный склад и перевозки ".repeat(6).trim()}»`;
const MENU_PX = 320;

async function openSettled(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await expect(page.getByRole("heading", { level: 1 })).toHaveCount(1);
  await expect(page.locator("[aria-busy=true], .ant-skeleton-active")).toHaveCount(0);
}

test("wider spacing of text cuts no cell of a registry or a list", async ({ page, signInAs }) => {
  await signInAs(page, OWNER);
  await openSettled(page, LISTS[1] ?? "");
  const registry = page.locator(".list-page a[href^='/profile/payroll-registry/']").first();
  const addresses = [...LISTS, (await registry.getAttribute("href")) ?? ""];
  for (const address of addresses) {
    await openSettled(page, address);
    await page.addStyleTag({ content: SPACED });
    const cells = page.locator(".list-page :is(td, th, .cell-button, .cell-note, .list-count)");
    await expect(cells).not.toHaveCount(0);
    await expect
      .poll(() => cells.evaluateAll(cutOf), { message: address, timeout: 5000 })
      .toEqual([]);
  }
});

test("at 200 % of a small window a row of a list is seen", async ({ page, signInAs }) => {
  await page.setViewportSize(ZOOMED);
  await signInAs(page, OWNER);
  for (const address of LISTS) {
    await openSettled(page, address);
    const row = page.locator(".list-page :is(li, tbody tr[data-row-key])").first();
    await row.evaluate((element) => element.scrollIntoView({ block: "center" }));
    await expect(row).toBeInViewport();
    expect(await page.evaluate(coveredPart), address).toBeLessThanOrEqual(1 / 3);
  }
});

test("a company's long name takes two lines of the person's menu", async ({ page, signInAs }) => {
  await page.route("**/user/my-info*", async (route) => {
    const answer = await route.fetch();
    const me = (await answer.json()) as { accounts: { companyDetailsName: string }[] };
    for (const account of me.accounts) account.companyDetailsName = LONG_NAME;
    await route.fulfill({ response: answer, json: me });
  });
  await signInAs(page, OWNER);
  for (const [address, panel] of [
    ["/app/profile/summary", ".ant-dropdown"],
    ["/about", ".header-panel"],
  ] as const) {
    await page.goto(address);
    await expect(page.locator(".person-button", { hasText: LONG_NAME })).toBeAttached();
    const name = page.locator(panel).getByTitle(LONG_NAME).first();
    // A page of the site answers once it has come to life.
    await expect(async () => {
      if (!(await name.isVisible())) await page.locator(".person-button").click();
      await expect(name).toBeVisible({ timeout: 2000 });
    }).toPass({ timeout: 30_000 });
    expect((await page.locator(panel).first().boundingBox())?.width).toBeLessThanOrEqual(MENU_PX);
    const lines = await name.evaluate(
      (element) => element.clientHeight / Number.parseFloat(getComputedStyle(element).lineHeight),
    );
    expect(Math.round(lines)).toBe(2);
  }
});

/** Runs in the page. */
function cutOf(cells: Element[]): string[] {
  return cells
    .filter((cell) => cell.scrollHeight > cell.clientHeight + 1)
    .map(
      (cell) =>
        `${cell.className}: ${cell.textContent} ${cell.scrollHeight} > ${cell.clientHeight}`,
    );
}

/** Runs in the page: the part of the window's height that stays in its place. */
function coveredPart(): number {
  const fixed = [...document.querySelectorAll<HTMLElement>("body *")].filter((element) => {
    const { position, visibility } = getComputedStyle(element);
    return /fixed|sticky/.test(position) && visibility === "visible" && element.offsetWidth > 0;
  });
  const height = fixed.reduce((sum, element) => {
    const { top, bottom, width } = element.getBoundingClientRect();
    const isLine = width > innerWidth / 2;
    return sum + (isLine ? Math.max(0, Math.min(bottom, innerHeight) - Math.max(top, 0)) : 0);
  }, 0);
  return height / innerHeight;
}
