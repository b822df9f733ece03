import {
  expect,
  expectAccessible,
  expectAccessibleWhenLong,
  expectNoSideScroll,
  test,
  WORKER,
} from "./fixtures.ts";

const PAYMENTS = `/notifications?${[
  "filters[0][field]=types",
  "filters[0][operator]=in",
  ...["JobPayoutSent", "JobPayoutReturned", "JobPayoutHeld"].map(
    (type, index) => `filters[0][value][${index}]=${type}`,
  ),
].join("&")}`;

test("a worker opens the notice of a payment and sees it with its receipt and act", async ({
  page,
  signInAs,
  context,
}) => {
  await signInAs(page, WORKER);
  // Other journeys of this product send the worker more notices than a page has.
  await page.goto(PAYMENTS);
  await page
    .getByRole("link", { name: /(выплату|Выплата) (за работу|по заданию)/ })
    .first()
    .click();
  await expect(page).toHaveURL(/\/profile\/workman\/income\?open=\d+$/);
  const drawer = page.getByRole("dialog");
  await expect(drawer.getByText(/^Выплата от /)).toBeVisible();
  await expect(drawer.getByText(/^\d{6}\*+\d{4}, /)).toBeVisible();

  const opened = context.waitForEvent("page");
  await drawer.getByRole("link", { name: "Открыть чек" }).click();
  const receipt = await opened;
  await expect(receipt.locator("body")).toContainText(/Чек/i);
  await receipt.close();
  const downloaded = page.waitForEvent("download");
  await drawer.getByRole("button", { name: "Скачать PDF" }).click();
  expect((await downloaded).suggestedFilename()).toMatch(/\.pdf$/);
  await expectAccessible(page);

  // On a phone a row is two lines.
  await page.goBack();
  await expect(page).toHaveURL(/\/notifications/);
  await page.setViewportSize({ width: 360, height: 800 });
  await page.goto("/profile/workman/income");
  await expect(page.getByText(/Получено .+ в пути/)).toBeVisible();
  await expectNoSideScroll(page);
  await expectAccessibleWhenLong(page);
});
