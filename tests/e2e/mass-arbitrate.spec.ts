import { readFileSync } from "node:fs";
import Papa from "papaparse";
import { expect, expectAccessible, expectNoSideScroll, OWNER, test } from "./fixtures.ts";

test("sums of many offers are changed by one file: ordered, edited, looked at, applied by a code, answered", async ({ page, signInAs, codeOf }) => {
  await signInAs(page, OWNER);
  await page.goto("/profile/mass-arbitrate");
  await page.getByRole("button", { name: "Новая выгрузка" }).click();
  const order = page.getByRole("dialog", { name: "Новая выгрузка" });
  await order.getByRole("radio", { name: "CSV" }).check();
  await order.getByRole("button", { name: "Заказать выгрузку" }).click();
  const file = page.locator(".ant-table-row").first().getByRole("button").first();
  await expect(page.locator(".ant-table-row").first()).toContainText(/Готов/);
  const [download] = await Promise.all([page.waitForEvent("download"), file.click()]);

  const [header = [], ...rows] = Papa.parse<string[]>(asExcelReads(await download.path()), { skipEmptyLines: true, delimiter: ";" }).data;
  const at = (title: string) => header.findIndex((cell) => cell.startsWith(title));
  expect(rows.length).toBeGreaterThan(1);
  const [first = [], second = [], ...unchanged] = rows;
  const title = first[at("Задание")] ?? "";
  first[at("Новая сумма")] = "5000";
  first[at("Причина")] = "Работа выполнена частично";
  // A reason of nobody's list: the row is shown with its mistake and is not sent.
  second[at("Новая сумма")] = "6000";
  second[at("Причина")] = "Так захотелось";
  const edited = Papa.unparse([header, first, second, ...unchanged], { delimiter: ";" });

  await page.goto("/profile/mass-arbitrate/import");
  await page.getByRole("link", { name: "Загрузить файл" }).or(page.getByRole("button", { name: "Загрузить файл" })).first().click();
  await page.locator("input[type=file]").setInputFiles({ name: "Изменения.csv", mimeType: "text/csv", buffer: Buffer.from(`\uFEFF${edited}`) });
  await page.getByRole("button", { name: "Загрузить и проверить" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Готов частично");
  await expect(page.getByText(/готово 1, пропущено \d+, с ошибками 1/)).toBeVisible();
  const row = page.getByRole("row").filter({ hasText: title }).first();
  await expect(row).toContainText(/5\s000,00/);
  await expectAccessible(page);
  await page.setViewportSize({ width: 360, height: 740 });
  await expectNoSideScroll(page);
  await page.setViewportSize({ width: 1440, height: 900 });

  await page.getByRole("button", { name: "Применить" }).click();
  const window = page.getByRole("dialog", { name: "Применить изменения" });
  await expect(window).toContainText(/1\sпредложение исполнителям: было .+, станет 5\s000,00/);
  await window.getByRole("button", { name: "Получить код" }).click();
  await window.getByLabel("Код из СМС").fill(await codeOf(OWNER));
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Выполнен частично");
  await expect(page.getByText("ждём 1, согласны 0, отказались 0, без ответа 0")).toBeVisible();
});

/** Tables in CSV are written as Excel in Russia opens them. */
function asExcelReads(path: string): string {
  return new TextDecoder("windows-1251").decode(readFileSync(path));
}
