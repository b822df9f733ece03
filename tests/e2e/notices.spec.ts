import type { APIRequestContext, Page } from "@playwright/test";
import { NOTICE_NAMES, NOTICE_TYPES } from "#contract/notices/notice-types.ts";
import { chooseOption, closeDialog } from "./controls.ts";
import {
  expect,
  expectAccessible,
  expectAccessibleWhenLong,
  expectNoSideScroll,
  takePicture,
  takePictures,
  test,
} from "./fixtures.ts";

// An owner with few notices; two workers.
const CUSTOMER = "79000000011";
const WORKER = "79000000102";
const OTHER_WORKER = "79000000101";
/** Not used elsewhere: all notices come from this journey. */
const CHOOSER = "79000000105";
const UNREAD = "filters[0][field]=isRead&filters[0][operator]=eq&filters[0][value]=false";
const SHEETS = "tests/e2e/screenshots";

const emit = async (request: APIRequestContext, url: string, type: string, phone: string) => {
  const answer = await request.post(`${url}/sandbox/api/notices/${type}?phone=${phone}`, {
    data: {},
  });
  expect(answer.ok(), `${type}: ${await answer.text()}`).toBe(true);
};
const bell = (page: Page) => page.getByRole("banner").getByRole("button", { name: /^Уведомления/ });

for (const [who, phone, side] of [
  ["customer", CUSTOMER, "account"],
  ["worker", WORKER, "workman"],
] as const) {
  test(`the ${who} sees every notice meant for him, and the two that are none, on one sheet`, async ({
    page,
    product,
    signInAs,
  }) => {
    await signInAs(page, phone);
    const names = NOTICE_NAMES.filter(
      (name) => NOTICE_TYPES[name].side === side || NOTICE_TYPES[name].side === "both",
    );
    for (const name of [...names, "unknown", "broken"])
      await emit(page.request, product.url, name, phone);
    const shown = { wide: [] as string[], phone: [] as string[] };
    const pages = Math.ceil((names.length + 2) / 30);
    for (let number = 1; number <= pages; number += 1) {
      await page.setViewportSize({ width: 1440, height: 900 });
      await page.goto(`/notifications?${UNREAD}&currentPage=${number}`);
      for (const [width, place] of [
        [1440, "wide"],
        [360, "phone"],
      ] as const) {
        await page.setViewportSize({ width, height: 900 });
        const list = page.locator(width === 1440 ? "main table" : "main .phone-rows");
        await expect(list.locator(".notice").first()).toBeVisible();
        for (const text of await list.locator(".notice").allTextContents())
          shown[place].push(text.replace("Не прочитано. ", "").trim());
        await expectNoSideScroll(page);
        await takePicture(page.locator("main"), `${SHEETS}/notices-${who}-${place}.png`);
      }
    }
    for (const all of Object.values(shown)) {
      expect(all.length).toBeGreaterThanOrEqual(names.length + 2);
      expect(all).toContain("Уведомление");
      expect(all.join("\n")).toContain("Error Data");
      expect(all.join("\n")).not.toMatch(/undefined|NaN|\[object/);
    }
  });
}

test("the bell counts live, its panel is read one by one, and «Очистить всё» empties it", async ({
  page,
  product,
  signInAs,
}) => {
  await signInAs(page, OTHER_WORKER);
  await page.request.get(`${product.url}/health/ready`);
  await page.goto("/profile");
  await expect(bell(page)).toHaveAccessibleName(/непрочитанн/);
  await bell(page).click();
  const panel = page.getByRole("dialog", { name: "Уведомления" });
  const clear = panel.getByRole("button", { name: "Очистить всё" });
  if (await clear.isEnabled()) await clear.click();
  await expect(panel.getByText("Список уведомлений пуст")).toBeVisible();
  await expect(bell(page)).toHaveAccessibleName("Уведомления, непрочитанных нет");

  for (let number = 0; number < 12; number += 1)
    await emit(page.request, product.url, "InviteCreated", OTHER_WORKER);
  await expect(bell(page)).toHaveAccessibleName(/12.непрочитанных/);
  await expect(panel.locator(".notice")).toHaveCount(10);
  await panel
    .getByRole("button", { name: /^Отметить прочитанным/ })
    .first()
    .click();
  await expect(bell(page)).toHaveAccessibleName(/11.непрочитанных/);
  await emit(page.request, product.url, "TaxAuthorityNotice", OTHER_WORKER);
  await expect(panel.locator('.notice[data-tone="tax"]')).toBeVisible();
  await takePicture(page, `${SHEETS}/notices-panel.png`);

  await clear.click();
  await expect(panel.getByText("Список уведомлений пуст")).toBeVisible();
  await panel.getByRole("link", { name: "Все уведомления" }).click();
  await expect(page).toHaveURL(/\/notifications$/);
  await expect(page.locator("main .notice").first()).toBeVisible();
});

test("a public page counts live as well and leads to the notices", async ({
  page,
  product,
  signInAs,
}) => {
  await signInAs(page, OTHER_WORKER);
  await page.goto("/about");
  const light = page.getByRole("banner").getByRole("link", { name: /^Уведомления/ });
  await expect(light).toHaveAccessibleName(/непрочитанн/);
  const before = Number(/\d+/.exec((await light.getAttribute("aria-label")) ?? "")?.[0] ?? 0);
  await emit(page.request, product.url, "InviteCreated", OTHER_WORKER);
  await expect(light).toHaveAccessibleName(new RegExp(`${before + 1}.непрочитанн`));
  await light.click();
  await expect(page).toHaveURL(/\/notifications$/);
});

test("the page is filtered by reading, days and types, and a filtered page can be sent to a colleague", async ({
  page,
  product,
  signInAs,
}) => {
  await signInAs(page, OTHER_WORKER);
  // Without the demonstration's notices.
  await page.goto("/notifications");
  const readAll = page.getByRole("button", { name: "Отметить все прочитанными" });
  await expect(page.locator("main .notice").first()).toBeVisible();
  await readAll.click();
  // Without unread ones the list does not change.
  await expect(page.getByText("Все уведомления отмечены прочитанными")).toBeVisible();
  await expect(page.locator("main .notice[data-unread]")).toHaveCount(0);
  for (const type of ["IncomeReferenceCompleted", "IncomeReferenceFailed", "TaxPaymentPaid"])
    await emit(page.request, product.url, type, OTHER_WORKER);
  await page.goto("/notifications");
  const items = page.locator("main .notice");
  await expect(items.filter({ hasText: "Налог за" }).first()).toBeVisible();
  await page.getByRole("combobox", { name: "Виды уведомлений" }).click();
  await page.locator(".ant-select-tree-title").getByText("Справки", { exact: true }).click();
  await expect(page).toHaveURL(/IncomeReferenceCompleted/);
  await page.keyboard.press("Escape");
  await expect(items.filter({ hasText: "Налог за" })).toHaveCount(0);
  await expect(items.filter({ hasText: "Справка о доходах" }).first()).toBeVisible();

  await chooseOption(page, "Прочитанность", "Непрочитанные");
  await expect(items).toHaveCount(2);
  const address = page.url();
  await page
    .getByRole("button", { name: /^Отметить прочитанным: / })
    .first()
    .click();
  await expect(items).toHaveCount(1);
  await page.goto(address);
  await expect(items).toHaveCount(1);
  await expect(page.getByText("Виды уведомлений: выбрано 4")).toBeVisible();

  await page.getByRole("button", { name: "Сбросить" }).click();
  await expect(page).toHaveURL(/\/notifications$/);
  await expect(items.filter({ hasText: "Налог за" }).first()).toBeVisible();
  await page
    .locator("main tr.row-opens")
    .filter({ has: page.locator("[data-unread]") })
    .first()
    .getByRole("cell")
    .nth(3)
    .click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await page.goBack();
  await readAll.click();
  await expect(page.locator("main .notice[data-unread]")).toHaveCount(0);
});

test("what a person chooses for e-mails and text messages is what arrives", async ({
  page,
  product,
  signInAs,
  wait,
}) => {
  await signInAs(page, CHOOSER);
  await page.goto("/notifications");
  await page.getByRole("link", { name: "Настройка уведомлений" }).click();
  await chooseOption(page, "Документы на подпись: СМС", "Не присылать");
  await expect(page.getByText("Сохранено")).toBeVisible();
  const saved = page.waitForResponse(
    (answer) => answer.request().method() === "PUT" && answer.url().includes("settings"),
  );
  await chooseOption(page, "Задания, приглашения и отклики: СМС", "Сразу");
  expect((await saved).ok()).toBe(true);
  await page.reload();
  await expect(
    page
      .locator(".ant-select")
      .filter({ has: page.getByRole("combobox", { name: "Документы на подпись: СМС" }) }),
  ).toHaveText("Не присылать");
  const texts = async () =>
    (
      (await (
        await page.request.get(`${product.url}/sandbox/api/sms?phone=${CHOOSER}`)
      ).json()) as { items: { text: string }[] }
    ).items.map(({ text }) => text);
  for (const type of ["ActRequired", "OfferAccepted"])
    await emit(page.request, product.url, type, CHOOSER);
  const count = (all: readonly string[], words: string) =>
    all.filter((text) => text.includes(words)).length;
  // SMS wait for the morning and leave a moment later.
  const later = async () => {
    await wait(4 * 3600);
    return count(await texts(), "Ваш отклик");
  };
  await expect.poll(later, { timeout: 60_000, intervals: [1000] }).toBe(1);
  expect(count(await texts(), "Подпишите акт")).toBe(0);
});

test("page, panel and settings of notices have no accessibility faults in either theme", async ({
  page,
  product,
  signInAs,
}) => {
  await signInAs(page, WORKER);
  for (const type of [
    "TaxAuthorityNotice",
    "JobPayoutReturned",
    "JobPayoutSent",
    "ActRequired",
    "broken",
  ])
    await emit(page.request, product.url, type, WORKER);
  const resize = (width: number) => page.setViewportSize({ width, height: 800 });
  const panel = page.getByRole("dialog", { name: "Уведомления" });
  await resize(360);
  await page.goto("/notifications");
  for (const width of [360, 1440]) {
    await resize(width);
    await expect(page.locator("main .notice").first()).toBeVisible();
    await expectAccessibleWhenLong(page);
    await expectNoSideScroll(page);
    await bell(page).click();
    await expect(panel.locator(".notice").first()).toBeVisible();
    if (width === 360) await expectAccessible(page);
    else await expectAccessibleWhenLong(page);
    if (width === 360) await takePictures(page, `${SHEETS}/notices-panel-phone`);
    await closeDialog(panel);
  }
  await page.goto("/notifications/settings");
  for (const width of [1440, 360]) {
    await resize(width);
    await expect(page.getByRole("combobox").first()).toBeVisible();
    await expectAccessibleWhenLong(page);
    await expectNoSideScroll(page);
  }
  await takePictures(page, `${SHEETS}/notices-settings-phone`, { fullPage: true });
});
