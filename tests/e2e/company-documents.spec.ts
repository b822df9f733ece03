import { chooseOption, closeDialog, expectCount, openCommands } from "./controls.ts";
import {
  expect,
  expectAccessible,
  expectAccessibleWhenLong,
  expectNoSideScroll,
  OWNER,
  test,
  WORKER,
} from "./fixtures.ts";
import { signIn } from "./people.ts";
import { CONTRACT_DOCX } from "#tests/support/docx-file.ts";

const FILE = {
  name: "Договор подряда.docx",
  mimeType: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
  buffer: CONTRACT_DOCX,
};

test("a template is loaded, looked at, put in force; two documents of it are signed by one code and taken as an archive", async ({
  page,
  signInAs,
  codeOf,
  browser,
  product,
  wait,
}) => {
  await signInAs(page, OWNER);
  await page.goto("/profile/account/document-templates");
  await page.getByRole("button", { name: "Загрузить шаблон" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Загрузка шаблона");
  await page.locator("input[type=file]").setInputFiles(FILE);
  await expect(page.getByRole("region", { name: "Текст документа" })).toContainText(
    "Иванов Иван Иванович",
  );
  await expectAccessibleWhenLong(page);
  await page.getByRole("button", { name: "Загрузить в архив" }).click();

  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Архив шаблонов");
  const row = page.getByRole("row").filter({ hasText: "Договор подряда" });
  await row.getByRole("cell", { name: "Договор подряда", exact: true }).click();
  const drawer = page.getByRole("dialog");
  await page.getByRole("combobox", { name: "Данные исполнителя" }).fill("Смирнов Алексей");
  await chooseOption(page, "Данные исполнителя", "Смирнов Алексей");
  await expect(drawer.getByRole("region", { name: "Текст документа" })).toContainText(
    "Смирнов Алексей Дмитриевич",
  );
  await closeDialog(drawer);
  await (await openCommands(row)).getByRole("menuitem", { name: "Ввести в действие" }).click();
  await page
    .getByRole("dialog", { name: "Ввести шаблон в действие" })
    .getByRole("button", { name: "Ввести в действие" })
    .click();
  await expect(row).toHaveCount(0);

  await page.getByRole("link", { name: "Действующие" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Шаблоны документов");
  await (await openCommands(row)).getByRole("menuitem", { name: "Отправить исполнителям" }).click();
  const modal = page.getByRole("dialog", { name: "Отправить документ исполнителям" });
  await chooseOption(page, "Исполнители", /./);
  await page.getByRole("combobox", { name: "Исполнители" }).fill("Смирнов Алексей");
  await page
    .locator(".ant-select-dropdown:visible .ant-select-item-option-content")
    .filter({ hasText: "Смирнов Алексей" })
    .click();
  await expect(modal.locator(".ant-select-selection-item[title]")).toHaveCount(2);
  await modal.getByText("будет составлен документ для каждого").click();
  await modal.getByRole("button", { name: "Составить документы" }).click();
  await expect(page.getByText(/Составлено: 2\sдокумента/)).toBeVisible();

  await page.goto("/profile/account/documents");
  await page.getByRole("button", { name: /Ждут вашей подписи/ }).click();
  await expectCount(page, /^2\sдокумента$/);
  await expect(page.getByRole("row").filter({ hasText: "Ждёт вашу подпись" })).toHaveCount(2);
  await page.locator("thead").getByRole("checkbox").click();
  await page.getByRole("button", { name: "Подписать", exact: true }).click();
  const sign = page.getByRole("dialog", { name: "Подписать документы" });
  await expect(sign).toContainText("Вы подпишете 2 документа");
  await expectAccessible(page);
  await sign.getByRole("button", { name: "Получить код" }).click();
  await sign.getByLabel("Код из СМС").fill(await codeOf(OWNER));
  await expect(page.getByText(/Подписано: 2\sдокумента/)).toBeVisible();

  await page.goto(
    "/profile/account/documents?filters[0][field]=types&filters[0][operator]=in&filters[0][value][0]=CONTRACT",
  );
  await expect(page.getByRole("row").filter({ hasText: "Подписан отправителем" })).toHaveCount(2);
  await page.locator("thead").getByRole("checkbox").click();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Скачать", exact: true }).click(),
  ]);
  expect(download.suggestedFilename()).toBe("Документы.zip");
  await page.setViewportSize({ width: 360, height: 740 });
  await expectNoSideScroll(page);
  await page.setViewportSize({ width: 1440, height: 900 });

  const his = await browser.newContext();
  const headers = { authorization: `Bearer ${await signIn(his, product, WORKER)}` };
  const { items } = (await (
    await his.request.get(`${product.url}/edoc-api/documents?onlyToSign=true&types=CONTRACT`, {
      headers,
    })
  ).json()) as { items: { id: number }[] };
  const document = `${product.url}/edoc-api/documents/${items[0]?.id}`;
  await wait(61);
  expect((await his.request.post(`${document}/send-code`, { headers })).ok()).toBe(true);
  expect(
    (
      await his.request.post(`${document}/sign-by-recipient`, {
        headers,
        data: { otp: await codeOf(WORKER) },
      })
    ).ok(),
  ).toBe(true);
  await expect(
    page
      .getByRole("row")
      .filter({ hasText: "Смирнов Алексей" })
      .getByText("Подписан", { exact: true }),
  ).toBeVisible();
  await his.close();
});
