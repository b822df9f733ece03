import type { Locator, Page } from "@playwright/test";
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
import { chooseOption, pressAndClose } from "./controls.ts";
import { join } from "./sides.ts";

const SHEETS = "tests/e2e/screenshots";
const PHONE = { width: 360, height: 740 };
/**
 * Time for the other side to see a change. `npm run test:long` demands the 2 s; loaded
 * cores get as much as anything else.
 */
const SEEN = process.env["LIVE_MS"] ? { timeout: Number(process.env["LIVE_MS"]) } : {};
const times: { readonly step: string; readonly ms: number }[] = [];

async function sees(step: string, check: Promise<void>): Promise<void> {
  const startedAt = performance.now();
  await check;
  times.push({ step, ms: Math.round(performance.now() - startedAt) });
}

const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==",
  "base64",
);

const terms = (page: Page) => page.getByRole("complementary", { name: "Условия задания" });
/** On a phone the main command is pinned, beside how the job stands. */
const step = (page: Page) => page.getByRole("region", { name: "Ваш шаг" });
const status = (page: Page) => step(page).getByRole("status");
const press = (page: Page, name: string) =>
  page.getByRole("main").getByRole("button", { name, exact: true }).click();
const part = (page: Page) => page.getByRole("region", { name: "Задание вашей компании" });

/** With a negotiable price, moderated where needed. */
async function postJob(owner: Awaited<ReturnType<typeof join>>, url: string): Promise<number> {
  const { items: services } = await owner.call<{ items: { id: number }[] }>(
    "GET",
    "/client-api/job/list?perPage=1",
  );
  const known = await owner.call<{ service: { id: number } }>(
    "GET",
    `/client-api/job/info?jobID=${services[0]?.id}`,
  );
  const finishDate = Math.floor(Date.now() / 1000) + 10 * 86_400;
  const { id } = await owner.call<{ id: number }>("POST", "/client-api/job/create", {
    title: "Собрать стеллажи на складе",
    description: "Двадцать стеллажей по схеме, инструмент выдаём на месте, подъём не нужен.",
    serviceID: known.service.id,
    payType: "NEGOTIABLE",
    budget: 6000,
    finishDate,
    isActRequired: true,
  });
  const { state } = await owner.call<{ state: { id: string } }>("POST", "/client-api/job/publish", {
    jobID: id,
  });
  if (state.id === "MODERATION")
    expect(
      (
        await owner.page.request.post(`${url}/sandbox/api/moderation/job/${id}/approve`, {
          data: {},
        })
      ).ok(),
    ).toBe(true);
  return id;
}

async function decideAll(page: Page, url: string, kind: "review" | "reply"): Promise<void> {
  const { items } = (await (await page.request.get(`${url}/sandbox/api/moderation`)).json()) as {
    items: { kind: string; id: number }[];
  };
  for (const one of items.filter((waiting) => waiting.kind.endsWith(kind)))
    expect(
      (
        await page.request.post(`${url}/sandbox/api/moderation/${one.kind}/${one.id}/approve`, {
          data: {},
        })
      ).ok(),
    ).toBe(true);
}

async function proposeSum(page: Page, rubles: string): Promise<void> {
  const dialog = page.getByRole("dialog", { name: "Изменить выплату" });
  // Live updates may move the page under the pointer.
  await expect(async () => {
    const command = page.getByRole("menuitem", { name: "Изменить сумму или закрыть без оплаты" });
    if (!(await command.isVisible()))
      await part(page)
        .getByRole("button", { name: /^Действия/ })
        .first()
        .click();
    await command.click();
    await expect(dialog).toBeVisible({ timeout: 3000 });
  }).toPass();
  await dialog.getByLabel("Новая сумма исполнителю, ₽").fill(rubles);
  await expect(async () => {
    await chooseOption(page, "Причина", "Работа выполнена частично");
    await expect(dialog.locator(".ant-select-selection-item")).toHaveText(
      "Работа выполнена частично",
      { timeout: 3000 },
    );
  }).toPass();
  await expect(dialog.getByLabel("Новая сумма исполнителю, ₽")).toHaveValue(rubles);
  await expect(page.locator(".ant-select-dropdown:visible")).toHaveCount(0);
  await dialog.getByRole("button", { name: "Предложить новую сумму" }).click();
  await expect(dialog).toBeHidden();
}

test("a job from posting to payment, as both sides live it: the company at its desk, the worker on his phone", async ({
  browser,
  product,
  codeOf,
  wait,
}) => {
  const [owner, worker] = [
    await join(browser, product, OWNER),
    await join(browser, product, WORKER, PHONE),
  ];
  const jobId = await postJob(owner, product.url);
  await owner.page.goto(`/jobs/${jobId}`);
  await expect(
    part(owner.page)
      .getByText(/Откликов пока нет/)
      .first(),
  ).toBeVisible();

  const { page } = worker;
  await page.goto(`/jobs/${jobId}`);
  await expect(step(page).getByRole("button", { name: "Откликнуться" })).toBeInViewport();

  // Invite: the worker names a price.
  await part(owner.page).getByRole("button", { name: "Пригласить", exact: true }).click();
  const invite = owner.page.getByRole("dialog", { name: "Пригласить в задание" });
  await invite.getByText("По телефону").click();
  await invite.getByLabel("Телефон", { exact: true }).fill(WORKER.slice(1));
  await invite.getByLabel("Сообщение").fill("Вы нам уже помогали");
  await invite.getByRole("button", { name: "Пригласить", exact: true }).click();
  await expect(invite).toBeHidden();
  await sees(
    "the invite",
    expect(terms(page).getByText("«Вы нам уже помогали»")).toBeVisible(SEEN),
  );

  // Offer: income is shown before sending.
  await press(page, "Предложить свою цену");
  const modal = page.getByRole("dialog", { name: "Отклик на задание" });
  await modal.getByLabel("Ваша цена, ₽").fill("5 000");
  await expect(modal.getByText(/придёт/)).toBeVisible();
  await modal.getByLabel("Сообщение заказчику").fill("Собирал такие весной");
  await modal.getByRole("button", { name: "Откликнуться" }).click();
  await expect(status(page)).toHaveText(/^Ваш отклик: на рассмотрении/);
  await expectNoSideScroll(page);
  const row = part(owner.page).getByRole("row").filter({ hasText: "Собирал такие весной" });
  await sees("the offer", expect(row).toBeVisible(SEEN));
  await sees(
    "the count of offers",
    expect(
      part(owner.page)
        .getByText(/^1\sотклик/)
        .first(),
    ).toBeVisible(SEEN),
  );

  // Chat: unread marks, picture, read marks, typing.
  await row.getByRole("button", { name: /^Чат/ }).click();
  const [ownerChat, workerChat] = [
    owner.page.getByRole("dialog", { name: /^Чат:/ }),
    page.getByRole("dialog", { name: /^Чат:/ }),
  ];
  await ownerChat.getByLabel("Сообщение").fill("Когда сможете начать?");
  await ownerChat.getByRole("button", { name: "Отправить" }).click();
  await expect(ownerChat.getByText(/отправлено/)).toBeVisible();
  await sees(
    "an unread mark",
    expect(terms(page).getByRole("button", { name: "Чат, непрочитанных: 1" })).toBeVisible(SEEN),
  );
  await terms(page).getByRole("button", { name: /^Чат/ }).click();
  await expect(workerChat.getByText("Когда сможете начать?")).toBeVisible();
  await sees("what was read", expect(ownerChat.getByText(/прочитано/)).toBeVisible(SEEN));
  // Passes soon: watched from before.
  const writing = sees(
    "who is writing",
    expect(ownerChat.getByText("печатает…")).toBeVisible(SEEN),
  );
  await workerChat.getByLabel("Сообщение").pressSequentially("Завтра");
  await writing;
  await workerChat
    .locator("input[type=file]")
    .setInputFiles({ name: "стеллаж.png", mimeType: "image/png", buffer: PNG });
  await workerChat.getByRole("button", { name: "Отправить" }).click();
  await sees("a message", expect(ownerChat.getByText("Завтра")).toBeVisible(SEEN));
  await sees(
    "a picture",
    expect(ownerChat.getByRole("img", { name: "стеллаж.png" })).toBeVisible(SEEN),
  );
  await expectNoSideScroll(page);
  await takePictures(page, `${SHEETS}/chat-phone`);
  await takePictures(owner.page, `${SHEETS}/chat-wide`);
  await expectAccessibleWhenLong(owner.page);
  await expectAccessible(page);
  await workerChat.getByRole("button", { name: "Закрыть" }).click();
  await ownerChat.getByRole("button", { name: "Закрыть" }).click();

  // Choice, work, result.
  await row.getByRole("button", { name: "Выбрать" }).click();
  const choice = owner.page.getByRole("dialog", { name: "Выбрать исполнителя" });
  await choice.getByRole("button", { name: /^Выбрать и заморозить/ }).click();
  await sees("the choice", expect(status(page)).toHaveText(/^Ваш отклик: принят/, SEEN));
  await press(page, "Приступить");
  await pressAndClose(page.getByRole("dialog"), "Приступить");
  await sees(
    "the start",
    expect(
      part(owner.page)
        .getByText(/выполняет задание/)
        .first(),
    ).toBeVisible(SEEN),
  );
  await press(page, "Завершить");
  const result = page.getByRole("dialog", { name: "Завершить задание" });
  await result
    .locator("input[type=file]")
    .setInputFiles({ name: "итог.png", mimeType: "image/png", buffer: PNG });
  await expect(result.getByRole("button", { name: "Убрать файл итог.png" })).toBeVisible();
  await result.getByLabel("Комментарий").fill("Все двадцать стоят");
  await takePictures(page, `${SHEETS}/job-finish-phone`);
  await result.getByRole("button", { name: "Завершить" }).click();
  await sees(
    "the result",
    expect(
      part(owner.page)
        .getByText(/закончил работу/)
        .first(),
    ).toBeVisible(SEEN),
  );

  // Another sum: refused, then agreed.
  await proposeSum(owner.page, "4 000");
  await sees(
    "another sum",
    expect(terms(page).getByText(/Заказчик предлагает изменить выплату.*4.000,00/)).toBeVisible(
      SEEN,
    ),
  );
  await press(page, "Не согласиться");
  await page.getByRole("dialog").getByLabel("Комментарий").fill("Собраны все");
  await pressAndClose(page.getByRole("dialog"), "Не согласиться");
  await sees(
    "the refusal",
    expect(
      part(owner.page)
        .getByText(/отказался от новой суммы: «Собраны все»/)
        .first(),
    ).toBeVisible(SEEN),
  );
  await proposeSum(owner.page, "4 800");
  // The sum refused before has such a command as well.
  await expect(terms(page).getByText(/изменить выплату.*4.800,00/)).toBeVisible();
  await press(page, "Согласиться на новую сумму");
  await pressAndClose(page.getByRole("dialog"), "Согласиться");
  await expect(status(page)).toHaveText(/^Ваш отклик: результат принят, 4.800,00/);
  await sees(
    "the agreement",
    expect(
      part(owner.page)
        .getByText(/подписывает акт/)
        .first(),
    ).toBeVisible(SEEN),
  );

  // The signed act brings receipt and payment.
  await wait(61);
  await press(page, "Подписать акт");
  const act = page.getByRole("dialog", { name: "Подписать акт" });
  await act.getByRole("button", { name: "Получить код" }).click();
  await act.getByLabel("Код из СМС").fill(await codeOf(WORKER));
  await expect(act).toBeHidden();
  await wait(3600);
  await expect(status(page)).toHaveText(/^Ваш отклик: оплачен/, { timeout: 60_000 });
  await expect(
    part(owner.page)
      .getByText(/Задание завершено и оплачено/)
      .first(),
  ).toBeVisible({ timeout: 60_000 });
  await expect(terms(page).getByRole("link", { name: "Чек" })).toBeVisible();

  // Reviews: written, moderated, read and answered.
  await owner.page.getByRole("tab", { name: "Отзывы" }).click();
  const review = async (side: Page, button: Locator, words: string) => {
    await button.click();
    const dialog = side.getByRole("dialog", { name: /^Отзыв/ });
    await dialog.getByRole("radio").nth(4).click();
    await dialog.getByLabel("Отзыв", { exact: true }).fill(words);
    await dialog.getByRole("button", { name: "Отправить" }).click();
    await expect(dialog).toBeHidden();
  };
  await review(
    page,
    terms(page).getByRole("button", { name: "Оставить отзыв о заказчике" }),
    "Задание понятное, заплатили сразу",
  );
  await review(
    owner.page,
    owner.page
      .getByRole("tabpanel", { name: "Отзывы" })
      .getByRole("button", { name: "Оставить отзыв" }),
    "Собрал быстро и аккуратно",
  );
  await decideAll(owner.page, product.url, "review");
  await sees(
    "the review of the company",
    expect(part(owner.page).getByText("Задание понятное, заплатили сразу")).toBeVisible(SEEN),
  );
  await sees(
    "the review of the worker",
    expect(terms(page).getByText("Собрал быстро и аккуратно")).toBeVisible(SEEN),
  );
  await expectNoSideScroll(page);
  await terms(page).getByRole("button", { name: "Ответить" }).click();
  const reply = page.getByRole("dialog", { name: "Ответ на отзыв" });
  await reply.getByLabel("Ответ", { exact: true }).fill("Спасибо, зовите ещё");
  await reply.getByRole("button", { name: "Отправить" }).click();
  await expect(reply).toBeHidden();
  await decideAll(owner.page, product.url, "reply");
  await sees(
    "the answer",
    expect(part(owner.page).getByText("Спасибо, зовите ещё")).toBeVisible(SEEN),
  );
  await takePictures(page, `${SHEETS}/job-reviews-phone`);
  await takePictures(owner.page, `${SHEETS}/job-reviews-wide`);

  await terms(page).getByRole("button", { name: /^Чат/ }).click();
  for (const line of [
    "Заказчик принял отклик",
    "Исполнитель приступил к работе",
    "Исполнитель не согласился на новую сумму",
    "Акт подписан",
    "Выплата отправлена исполнителю",
  ])
    await expect(workerChat.getByText(line)).toBeAttached();
  console.info(times.map(({ step, ms }) => `${step}: ${ms} ms`).join(", "));
  await Promise.all([owner.page.context().close(), page.context().close()]);
});
