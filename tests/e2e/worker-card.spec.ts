import { expect, expectAccessible, expectNoSideScroll, OWNER, test } from "./fixtures.ts";
import { closeDialog } from "./controls.ts";

const NAME = "Гаврилова София Денисовна";
const SUM = /−?\d[\d\s]*,\d\d\s₽/g;

test("a worker's card opens from his row, and its figures are those of the lists they lead to", async ({
  page,
  signInAs,
}) => {
  await signInAs(page, OWNER);
  await page.goto("/profile/employees");
  const row = page.getByRole("row").filter({ hasText: NAME });
  await row.getByText("Работает").click();
  const card = page.getByRole("dialog", { name: NAME });
  const income = card.getByRole("region", { name: "Доход и лимит" });
  await expect(income).toContainText("Ещё можно выплатить");
  await expect(card.getByRole("region", { name: "Риски" })).not.toContainText("Загружаем");
  await expectAccessible(page);
  const [paid, , earned, left] = (await income.innerText()).match(SUM) ?? [];
  const address = page.url();

  const all = card.getByRole("link", { name: /^Все выплаты \(\d+\)$/ });
  const count = /\d+/.exec((await all.textContent()) ?? "")?.[0] ?? "";
  const receipts = card.getByRole("region", { name: "Чеки" }).getByRole("link").first();
  const given = (await receipts.textContent()) ?? "";
  await receipts.click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Чеки");
  await expect(page.locator(".list-count output")).toHaveText(new RegExp(`(^|из )${given}\\s`));
  await page.goto(address);
  await all.click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Выплаты");
  await expect(page.locator(".list-count output")).toHaveText(new RegExp(`(^|из )${count}\\s`));
  await page.goto(address);
  await income.getByRole("link", { name: /выплачено/ }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Выплаты");
  await expect(page.locator(".list-count")).toContainText(`Выплачено ${paid}`);

  await page.goto(address);
  await income.getByRole("link", { name: left }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Риски");
  await expect(page.locator(".list-count output")).toHaveText(/^1\sисполнитель/);
  const limit = page.getByRole("row").filter({ hasText: NAME });
  expect([left, earned]).toEqual(((await limit.innerText()).match(SUM) ?? []).slice(0, 2));

  // A phone: the row opens the card as well.
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto("/profile/employees");
  await page.getByRole("main").getByRole("listitem").filter({ hasText: NAME }).click();
  await expect(income).toContainText(`${left}`);
  await expectNoSideScroll(page);
  await closeDialog(card);
  await expect(page).toHaveURL(/\/profile\/employees$/);
});
