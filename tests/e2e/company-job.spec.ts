import type { APIRequestContext, Page } from "@playwright/test";
import {
  expect,
  expectAccessible,
  expectAccessibleWhenLong,
  expectNoSideScroll,
  OWNER,
  takePictures,
  test,
  WORKER,
} from "./fixtures.ts";

const SHEETS = "tests/e2e/screenshots";
const WORDS = "Свой инвентарь, начну завтра в девять";

/** Calls in the browser's session: tokens expire, as the clock moves by hours. */
function callsOf(request: APIRequestContext) {
  return async <Answer>(method: "GET" | "POST", path: string, data?: object): Promise<Answer> => {
    const refreshed = await request.post("/open-api/v1/auth/refresh-jwt", { data: {} });
    const { accessToken } = (await refreshed.json()) as { accessToken: string };
    const answer = await request.fetch(path, {
      method,
      data,
      headers: { authorization: `Bearer ${accessToken}`, "idempotency-key": crypto.randomUUID() },
    });
    expect(answer.ok(), `${path}: ${await answer.text()}`).toBe(true);
    return (await answer.json()) as Answer;
  };
}

const part = (page: Page) => page.getByRole("region", { name: "Задание вашей компании" });
const status = (page: Page) => part(page).getByRole("status").first();
const dialogOf = (page: Page) => page.getByRole("dialog");

test("an owner chooses a worker, accepts his result, sees him paid and reviews him, and never asks what is next", async ({
  page,
  browser,
  product,
  signInAs,
  codeOf,
  wait,
}) => {
  await signInAs(page, OWNER);
  const other = await browser.newContext({ baseURL: product.url });
  const workerPage = await other.newPage();
  await signInAs(workerPage, WORKER);
  const [owner, worker] = [callsOf(page.request), callsOf(other.request)];
  const { items: services } = await owner<{ items: { id: number; title: string }[] }>(
    "GET",
    "/client-api/service/list",
  );
  const finishDate = Math.floor(Date.now() / 1000) + 20 * 86_400;
  const fields = {
    title: "Помыть окна в архиве",
    description: "Сорок окон на третьем этаже, инвентарь свой.",
    serviceID: services.find(({ title }) => title === "Мойка окон")?.id,
    budget: 9000,
    payType: "NEGOTIABLE",
    finishDate,
  };
  const { id } = await owner<{ id: number }>("POST", "/client-api/job/create", fields);

  // A draft says what is missing.
  await page.goto(`/jobs/${id}`);
  await expect(status(page)).toContainText("Черновик видит только ваша компания");
  await part(page).getByRole("button", { name: "Опубликовать" }).click();
  await dialogOf(page).getByRole("button", { name: "Опубликовать" }).click();
  await expect(status(page)).toContainText("Откликов пока нет");

  // The offer appears by itself.
  await worker("POST", "/client-api/job-offer/create", { jobID: id, amount: 8000, message: WORDS });
  const row = part(page).getByRole("row").filter({ hasText: WORDS });
  await expect(row).toContainText(/8.000,00.₽/);
  await expectAccessibleWhenLong(page);
  await takePictures(page, `${SHEETS}/company-job-offers`);
  await row.getByRole("button", { name: "Выбрать" }).click();
  await expect(
    dialogOf(page).getByRole("button", { name: /Выбрать и заморозить 8.240,00.₽/ }),
  ).toBeVisible();
  await expectAccessible(page);
  await dialogOf(page)
    .getByRole("button", { name: /^Выбрать и заморозить/ })
    .click();
  await expect(status(page)).toContainText("Ждём, когда он приступит");

  const { id: jobOfferID } = await worker<{ id: number }>(
    "GET",
    `/client-api/job-offer/my-info?jobID=${id}`,
  );
  await worker("POST", "/client-api/job-offer/start", { jobOfferID });
  await expect(status(page)).toContainText("выполняет задание");
  await worker("POST", "/client-api/job-offer/finish", {
    jobOfferID,
    comment: "Сорок окон, фото в папке",
  });
  await expect(status(page)).toContainText("закончил работу");
  await part(page).getByRole("tab", { name: "Ход работы" }).click();
  await expect(part(page).getByText("Работа закончена: «Сорок окон, фото в папке»")).toBeVisible();

  await part(page).getByRole("button", { name: "Принять результат" }).click();
  await dialogOf(page)
    .getByRole("button", { name: /^Принять и выплатить/ })
    .click();
  await expect(status(page)).toContainText("подписывает акт");
  await part(page).getByRole("tab", { name: "Документы" }).click();
  const [paper] = await Promise.all([
    page.waitForEvent("download"),
    part(page)
      .getByRole("button", { name: /^Скачать PDF/ })
      .first()
      .click(),
  ]);
  expect(paper.suggestedFilename()).toMatch(/^Акт .*\.pdf$/);

  const { act } = await worker<{ act: { documentID: number } }>(
    "GET",
    `/client-api/job-offer/info?jobOfferID=${jobOfferID}`,
  );
  await wait(61);
  await worker("POST", "/open-api/v1/job-documents/send-sign-code", {
    documentIDs: [act.documentID],
  });
  await worker("POST", `/open-api/v1/job-documents/${act.documentID}/sign`, {
    otp: await codeOf(WORKER),
  });
  await expect(async () => {
    await wait(600);
    await expect(status(page)).toContainText("Задание завершено и оплачено", { timeout: 3000 });
  }).toPass({ timeout: 90_000 });

  await page.reload();
  await part(page).getByRole("tab", { name: "Выплаты" }).click();
  await expect(part(page).getByRole("link", { name: "Открыть чек" })).toBeVisible();
  await part(page)
    .getByRole("button", { name: "Expand row" })
    .or(part(page).getByRole("button", { name: "Развернуть строку" }))
    .first()
    .click();
  await expect(part(page).getByRole("table", { name: "Проводки" })).toBeVisible();
  await expectAccessibleWhenLong(page);
  await takePictures(page, `${SHEETS}/company-job-paid`, { fullPage: true });

  await part(page).getByRole("button", { name: "Оставить отзыв" }).click();
  await dialogOf(page).getByRole("radio").nth(4).click();
  await dialogOf(page)
    .getByLabel("Отзыв", { exact: true })
    .fill("Приехал вовремя, ничего не разбил");
  await expectAccessibleWhenLong(page);
  await dialogOf(page).getByRole("button", { name: "Отправить" }).click();
  await expect(dialogOf(page)).toBeHidden();
  await part(page).getByRole("tab", { name: "Отзывы" }).click();
  await expect(part(page).getByText("Приехал вовремя, ничего не разбил")).toBeVisible();
  await expect(part(page).getByText(/на модерации/)).toBeVisible();
  await page.setViewportSize({ width: 360, height: 800 });
  await expectNoSideScroll(page);
  await page.goto(`/jobs/${id}?tab=offers`);
  const offers = part(page).getByRole("list", { name: "Отклики" });
  await expect(offers).toContainText(/8.000,00.₽/);
  await offers.getByRole("button", { name: /8.000,00.₽/ }).click();
  await expect(dialogOf(page)).toContainText(WORDS);
  await page.goBack();
  await expect(dialogOf(page)).toBeHidden();
  await expectNoSideScroll(page);
  await expectAccessibleWhenLong(page);
  await takePictures(page, `${SHEETS}/company-job-phone`, { fullPage: true });
  await other.close();
});
