import type { Page } from "@playwright/test";
import { expect, FINANCE_MANAGER, test } from "./fixtures.ts";

/** Of an A4 sheet on its side, within its margins of 12 mm, px. */
const SHEET = { width: 1031, height: 702 };

/** What of the page reaches over the sheet or is cut in its cell. */
async function cut(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const sheet = document.documentElement.clientWidth;
    return [...document.querySelectorAll<HTMLElement>("main table, main th, main td")]
      .filter(
        (one) =>
          one.getBoundingClientRect().right > sheet ||
          (one.tagName !== "TABLE" && one.scrollWidth > one.clientWidth + 1),
      )
      .map((one) => `${one.tagName} ${one.innerText.slice(0, 60)}`);
  });
}

const bodyRows = (page: Page) => page.getByRole("main").locator("tr[data-row-key]");

async function expectOnPaper(page: Page, title: RegExp, note?: string): Promise<void> {
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(title);
  const row = page.getByRole("main").getByRole("row").nth(1);
  await expect(row).toBeVisible();
  await expect(page.getByText("Загружаем…")).toHaveCount(0);
  await expect(page.locator(".ant-spin-blur")).toHaveCount(0);
  const rows = await bodyRows(page).count();
  await page.emulateMedia({ media: "print", colorScheme: "dark" });
  await page.setViewportSize(SHEET);
  const head = page.getByText(/^Напечатано \d\d\.\d\d\.\d{4} в \d\d:\d\d \(МСК\), \S/);
  await expect(head).toBeVisible();
  await expect(head.locator("xpath=preceding-sibling::strong")).toHaveText("ООО «Северный склад»");
  await expect(row).toBeVisible();
  await expect(page.getByRole("navigation")).toHaveCount(0);
  await expect(page.getByRole("banner")).toHaveCount(0);
  await expect(page.getByRole("main").locator(".ant-btn:visible:not(.sum-button)")).toHaveCount(0);
  await expect(page.getByRole("main").getByRole("textbox")).toHaveCount(0);
  if (note) await expect(page.getByText(note)).toBeVisible();
  await expect(bodyRows(page)).toHaveCount(rows);
  await expect.poll(() => cut(page)).toEqual([]);
  // Black on white whatever the theme.
  await expect(page.locator("html")).toHaveAttribute("data-theme", "light");
  const paper = await page.pdf({ preferCSSPageSize: true });
  const sides = /MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/.exec(paper.toString("latin1"));
  expect([Number(sides?.[1]), Number(sides?.[2])].map(Math.round)).toEqual([842, 595]);
  await page.emulateMedia({ media: "screen", colorScheme: null });
  await page.setViewportSize({ width: 1440, height: 900 });
  await expect(head).toHaveCount(0);
}

test("a registry, its results, the acts and the reconciliation are printed with company, period, person and day, and without the frame", async ({
  page,
  signInAs,
}) => {
  await signInAs(page, FINANCE_MANAGER);
  await page.goto("/profile/payroll-registry");
  await page
    .getByRole("row")
    .filter({ hasText: "Готов частично" })
    .first()
    .getByRole("link")
    .first()
    .click();
  await expectOnPaper(page, /^Реестр.*Готов частично/);

  await page.goto("/profile/payroll-registry");
  await page
    .getByRole("row")
    .filter({ hasText: "Выполнен" })
    .first()
    .getByRole("link")
    .first()
    .click();
  await expectOnPaper(page, /^Реестр.*Выполнен/);

  await page.goto("/profile/account/documents?pageSize=10");
  await expectOnPaper(page, /^Договоры и акты/, "Напечатана одна страница списка. Остальное");

  await page.goto("/profile/account/transactions/reconciliation");
  await expect(
    page.getByRole("table", { name: "Обороты по выписке и по операциям" }).getByText("Поступило"),
  ).toBeVisible();
  await expectOnPaper(page, /^Сверка/, "За период с ");
});
