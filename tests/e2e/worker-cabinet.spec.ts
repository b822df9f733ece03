import sharp from "sharp";
import {
  expect,
  expectAccessible,
  expectAccessibleWhenLong,
  expectNoSideScroll,
  test,
  WORKER,
} from "./fixtures.ts";
import { join } from "./sides.ts";

test.use({ viewport: { width: 360, height: 800 } });

/** A card pays one person: no other journey of this product binds this one. */
const CARD = "5555 5555 5555 4444";

test("on a phone a worker reads his taxes, binds a card and withdraws with a code", async ({
  page,
  signInAs,
  codeOf,
}) => {
  await signInAs(page, WORKER);
  await page.goto("/profile/workman/taxes");
  await expect(page.getByRole("heading", { name: "Налоги", level: 1 })).toBeVisible();
  await expect(page.getByRole("group", { name: "По данным ФНС" })).toContainText("К уплате");
  await expect(page.getByText(/Доход .+ из 2.400.000,00/)).toBeVisible();
  const months = page.getByRole("list", { name: "По месяцам" });
  await months.getByRole("button").filter({ hasNotText: "Дохода не было" }).first().click();
  await expect(months).toContainText("Уплатить до");
  await expectNoSideScroll(page);
  await expectAccessibleWhenLong(page);

  await page.goto("/profile/workman/payment-methods");
  await expect(page.getByRole("heading", { name: "Способы выплаты", level: 1 })).toBeVisible();
  const cards = page.getByRole("region", { name: "Карты" });
  const bound = cards.getByRole("button", { name: /^Действия: карта/ });
  await expect(bound.first()).toBeVisible();
  const before = await bound.count();
  await page.getByRole("button", { name: "Привязать карту" }).click();
  await expect(page.getByRole("heading", { name: "Привязка карты" })).toBeVisible();
  await page.getByLabel("Номер карты").fill(CARD);
  await page.getByRole("button", { name: "Привязать карту" }).click();
  const outcome = page.getByRole("dialog", { name: "Карта привязана" });
  await expect(outcome).toBeVisible({ timeout: 60_000 });
  await outcome.getByRole("button", { name: "Хорошо" }).click();
  await expect(bound).toHaveCount(before + 1);
  await expectNoSideScroll(page);
  await expectAccessibleWhenLong(page);

  await page.getByRole("button", { name: "Вывести деньги" }).click();
  const dialog = page.getByRole("dialog", { name: "Вывести деньги" });
  const sum = dialog.getByLabel("Сумма, ₽");
  await sum.fill("999999");
  await expect(dialog.getByText("Недостаточно средств на счёте")).toBeVisible();
  await sum.fill("10");
  await expect(dialog.getByText("Останется в кошельке")).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Получить код" }).click();
  await dialog.getByLabel("Код из СМС").fill(await codeOf(WORKER));
  await expect(page.getByText(/10,00.₽ отправлены на карту/)).toBeVisible();
});

test("a photograph is cropped on the phone and stands in the header, the profile and on the public page", async ({
  page,
  signInAs,
}) => {
  await signInAs(page, WORKER);
  await page.goto("/profile/editprofile");
  const section = page.getByRole("region", { name: "Фотография" });
  const photo = await sharp({
    create: { width: 900, height: 600, channels: 3, background: "#37a" },
  })
    .jpeg()
    .toBuffer();
  await section
    .locator("input[type=file]")
    .setInputFiles({ name: "IMG_0001.jpg", mimeType: "image/jpeg", buffer: photo });
  const dialog = page.getByRole("dialog", { name: "Какую часть показывать" });
  const save = dialog.getByRole("button", { name: "Сохранить фото" });
  await expect(save).toBeEnabled();
  await dialog.getByRole("slider", { name: "Масштаб" }).press("ArrowRight");
  await expectNoSideScroll(page);
  await expectAccessibleWhenLong(page);
  await save.click();
  await expect(section.getByRole("button", { name: "Заменить фото" })).toBeVisible();
  await expect(page.getByRole("banner").locator("img.person-picture")).toBeVisible();
  await page.goto("/profile/workman");
  await expect(page.getByRole("main").locator("img.person-picture")).toBeVisible();
  await page.getByRole("link", { name: "Как вас видят заказчики" }).click();
  const shown = page.getByRole("main").locator("img.person-picture");
  await expect(shown).toBeVisible();
  expect(
    await shown.evaluate((image: HTMLImageElement) => [image.complete, image.naturalWidth]),
  ).toEqual([true, 80]);
  await expectNoSideScroll(page);
});

test("on a phone a worker pays a tax that is overdue: its code, its requisites, the way to «Мой налог»", async ({
  browser,
  product,
}) => {
  const { page, call } = await join(browser, product, WORKER, { width: 360, height: 740 });
  const { inn } = await call<{ inn: string }>("GET", "/open-api/v1/workman/fns");
  // So long ago that no payout of the demonstration has a reserve for it.
  const accrue = async (tax: number) =>
    expect(
      (
        await page.request.post(`${product.url}/sandbox/api/tax-service/accruals`, {
          data: { inn, period: "202501", tax, debt: 0, penalty: 0, hasDocument: true },
        })
      ).ok(),
    ).toBe(true);
  await accrue(450.5);
  await page.goto("/profile/workman/taxes");
  const payment = page.getByRole("region", { name: /^Налог за январь 2025: 450,50/ });
  await expect(payment.getByText("Просрочен с 01.03.2025: каждый день растут пени")).toBeVisible();
  await expect(page.getByRole("group", { name: "По данным ФНС" })).toContainText(
    /Просрочено.*450,50/,
  );
  await expect(payment.getByRole("img", { name: /^QR-код для оплаты/ })).toBeVisible();
  await expect(payment.getByRole("link", { name: "Оплатить в «Мой налог»" })).toBeVisible();
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await payment.getByRole("button", { name: "Скопировать: Сумма" }).click();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe("450.50");
  await expectNoSideScroll(page);
  await expectAccessibleWhenLong(page);
  await accrue(0);
  await page.context().close();
});

for (const [address, heading] of [
  ["/profile/workman", "Профиль исполнителя"],
  ["/profile/workman/documents", "Мои документы"],
  ["/profile/workman/edo", "Документы на подпись"],
  ["/profile/workman/fns", "Связь с «Мой налог»"],
  ["/profile/workman/services", "Услуги и цены"],
] as const) {
  test(`${heading}: whole on a phone, in both themes`, async ({ page, signInAs }) => {
    await signInAs(page, WORKER);
    await page.goto(address);
    await expect(page.getByRole("heading", { name: heading, level: 1 })).toBeVisible();
    await expect(page.locator(".ant-skeleton")).toHaveCount(0);
    await expectNoSideScroll(page);
    await expectAccessibleWhenLong(page);
  });
}
