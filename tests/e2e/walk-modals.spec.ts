import type { Locator, Page } from "@playwright/test";
import { accessibilityFaults, expect, putOn, test, THEMES } from "#tests/e2e/fixtures.ts";
import { rememberVisits, signIn } from "#tests/e2e/people.ts";
import { keepInStep } from "#tests/e2e/shared-time.ts";
import { MODALS } from "#tests/e2e/modals.ts";

const PHONE = { width: 360, height: 740 };
const LAPTOP = { width: 1366, height: 768 };
const FIELDS = "input:not([type=checkbox], [type=file], [type=hidden]), [role=combobox], textarea";

async function expectFootInSight(page: Page, modal: Locator, size: typeof PHONE): Promise<void> {
  await page.setViewportSize(size);
  for (const button of await modal.locator("[data-window-foot] button").all())
    await expect.soft(button, `${size.width} × ${size.height}`).toBeInViewport({ ratio: 1 });
}

// Journeys check the modals they use.
for (const [name, way] of Object.entries(MODALS)) {
  if ("spec" in way) continue;
  test(`the window ${name} opens where a person meets it, is accessible in both themes, begins in its first field, fits a phone with its buttons and gives way to Escape`, async ({
    browser,
    product,
  }) => {
    const context = await browser.newContext({
      locale: "ru-RU",
      timezoneId: "Europe/Moscow",
      reducedMotion: "reduce",
      baseURL: product.url,
      userAgent: way.userAgent,
    });
    await keepInStep(context, product);
    await rememberVisits(context, way.phone !== null);
    const token = way.phone === null ? "" : await signIn(context, product, way.phone);
    const page = await context.newPage();
    const errors: string[] = [];
    page.on("pageerror", ({ message }) => errors.push(message));
    await page.goto(way.address);
    await way.open?.(page, token);
    const modal = page.getByRole("dialog");
    await expect(modal).toBeVisible();
    await expect(modal).toHaveAccessibleName(/\S/);
    await expect(modal.locator(".ant-skeleton-active, [aria-busy=true]")).toHaveCount(0);
    // The site's own windows begin at their title.
    const fields = modal.locator(".ant-modal-body").locator(FIELDS);
    if ((await fields.count()) > 0)
      await expect.soft(fields.and(page.locator(":focus")), "has the focus").toHaveCount(1);
    for (const theme of THEMES) {
      await putOn(page, theme);
      expect.soft(await accessibilityFaults(page), theme).toEqual([]);
    }
    await expectFootInSight(page, modal, LAPTOP);
    await expectFootInSight(page, modal, PHONE);
    const box = await modal.boundingBox();
    expect
      .soft(
        (box?.x ?? -1) >= 0 && (box?.x ?? 0) + (box?.width ?? 999) <= 360,
        "stands within a phone",
      )
      .toBe(true);
    await page.keyboard.press("Escape");
    await expect(modal).toBeHidden();
    expect(errors).toEqual([]);
    await context.close();
  });
}
