import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, test } from "vitest";
import { JobDocument } from "#contract/job-documents/job-document.ts";
import { JobInvite } from "#contract/job-invites/job-invite.ts";
import { JobOffer, type JobOfferPermissions } from "#contract/job-offers/job-offer.ts";
import { JOB_OFFER_STATE, type JobOfferState } from "#contract/jobs/job-offer-states.ts";
import type { Job } from "#contract/jobs/job.ts";
import { useLiveInvalidation } from "#console/refine/live-provider.ts";
import { resetHttpClients } from "#console/calls/http-client.ts";
import { resetSession } from "#web/session/session.ts";
import { provideModals } from "#web/modals/modal-store.ts";
import { jobDocumentsModule } from "#console/job-documents/index.tsx";
import { jobInvitesModule } from "#console/job-invites/index.tsx";
import { jobOffersModule } from "#console/job-offers/index.tsx";
import { reviewsModule } from "#console/reviews/module.ts";
import { jobsModule } from "#console/jobs/index.tsx";
import MyJobPart from "#console/jobs/my-job-part.tsx";
import { aPerson, consoleServer } from "#tests/support/console-server.ts";
import { liveEvents } from "#tests/support/live-events.ts";
import { aPage, aPublicJob, aPublicReview } from "#tests/support/public-records.ts";
import { renderConsole } from "#tests/support/render-console.tsx";
import { sampleOf } from "#tests/support/sample-of.ts";

const DENIED: JobOfferPermissions = {
  view: true,
  update: false,
  cancel: false,
  accept: false,
  startExecution: false,
  finishExecution: false,
  resultAccept: false,
  arbitration: false,
  arbitrationAccept: false,
  arbitrationDecline: false,
  arbitrationCancel: false,
  decline: false,
  createChatMessage: false,
  reverseReceipt: false,
};
const BASE = "/client-api/job-offer";
const OPEN_FOR_OFFERS = {
  answerObstacle: null,
  permissions: { ...aPublicJob().permissions, createJobOffer: true },
};

function anOffer(
  state: JobOfferState,
  allowed: Partial<JobOfferPermissions>,
  changed: Partial<JobOffer> = {},
): JobOffer {
  return {
    ...(sampleOf(JobOffer) as JobOffer),
    id: 4,
    state: { id: state, title: JOB_OFFER_STATE.titles[state] },
    amount: 5000,
    message: null,
    declineReason: null,
    rejectReason: null,
    arbitration: null,
    act: null,
    payout: null,
    receipt: null,
    resultFiles: [],
    unreadMessagesCount: 0,
    permissions: { ...DENIED, ...allowed },
    ...changed,
  };
}

const MODULES = [jobsModule, jobOffersModule, jobInvitesModule, jobDocumentsModule, reviewsModule];
provideModals(Object.assign({}, ...MODULES.map((one) => one.modals ?? {})));
const EARNING = {
  amount: 5000,
  tax: 200,
  taxPayer: { id: "PLATFORM", title: "Налог платит платформа" },
  arrives: 4800,
  payoutKind: { id: "CARD", title: "На карту" },
  destination: "2200********1234",
  arrivesBy: "2026-12-03",
};

/** Each read returns the current `job`. */
function showStanding(job: Job, handlers: Parameters<typeof consoleServer>[0]) {
  resetHttpClients();
  const own = handlers[`GET ${BASE}/my-info`];
  const server = consoleServer({
    "GET /open-api/v1/workman/earning": { body: EARNING },
    [`GET ${BASE}/info`]: own ?? { status: 404 },
    "GET /client-api/job/info": { body: job },
    ...handlers,
  });
  let readings = 0;
  const Page = () => {
    useLiveInvalidation();
    return <MyJobPart job={job} onChanged={countReading} />;
  };
  const countReading = () => (readings += 1);
  const live = liveEvents(server);
  const shown = renderConsole(<Page />, { modules: MODULES });
  return { ...server, ...shown, ...live, readings: () => readings };
}

const withOffer = (offer: JobOffer, job: Partial<Job> = {}) =>
  showStanding(
    aPublicJob({ myOffer: { id: 4, state: offer.state, amount: offer.amount }, ...job }),
    { [`GET ${BASE}/my-info`]: { body: offer } },
  );
const press = async (name: string) => fireEvent.click(await screen.findByRole("button", { name }));
const inModal = async () => within(await screen.findByRole("dialog"));
const sent = (seen: readonly { method: string; path: string; body: unknown }[], path: string) =>
  seen.filter((one) => one.method === "POST" && one.path === path);

beforeEach(() => resetSession(aPerson(null, { isWorkman: true }), "token"));

describe("agreeing to a changed payout", () => {
  const ARBITRATION = {
    amount: 5000,
    newAmount: 4000,
    reason: { id: "PARTLY_DONE", title: "Работа выполнена частично" },
    comment: null,
    openedAt: "2026-11-20T09:00:00Z",
    answerUntil: "2026-11-22T09:00:00Z",
    declinedCount: 0,
    declineComment: null,
  };
  const proposed = (newAmount: number) =>
    anOffer(
      "ARBITRATION",
      { arbitrationAccept: true },
      {
        arbitration: { ...ARBITRATION, newAmount },
        version: `amount=500000;newAmount=${newAmount * 100}`,
      },
    );

  test("is to the sum that was shown: another one is said in the open modal first, and its version is sent only after it was shown", async () => {
    const job = aPublicJob({
      myOffer: { id: 4, state: { id: "ARBITRATION", title: "Согласование суммы" }, amount: 5000 },
    });
    const { seen, set, emit } = showStanding(job, {
      [`GET ${BASE}/my-info`]: { body: proposed(4000) },
      [`POST ${BASE}/arbitration-accept`]: { body: proposed(1) },
    });
    await press("Согласиться на новую сумму");
    const changed = await inModal();
    await changed.findByText(/вы получите 4.000,00/);
    // The company proposes another sum.
    set(`GET ${BASE}/info`, { body: proposed(1) });
    await emit({ resource: "job-offers", ids: [4] });
    expect((await changed.findByRole("alert")).textContent?.replaceAll("\u00A0", " ")).toContain(
      "предложенная сумма: было 4 000,00 ₽, стало 1,00 ₽",
    );
    expect(changed.queryByRole("button", { name: "Согласиться" })).toBeNull();
    fireEvent.click(changed.getByRole("button", { name: "Показать новые условия" }));
    const again = await inModal();
    await again.findByText(/вы получите 1,00/);
    fireEvent.click(again.getByRole("button", { name: "Согласиться" }));
    await waitFor(() =>
      expect(sent(seen, `${BASE}/arbitration-accept`).map(({ body }) => body)).toEqual([
        { jobOfferID: 4, version: "amount=500000;newAmount=100" },
      ]),
    );
  });

  test("refused because the screen is old, the page reads the job again and the modal says what the server said", async () => {
    const { readings } = withOfferAnswering(proposed(4000), {
      status: 409,
      body: {
        code: "changed",
        message: "Пока окно было открыто, изменилось: предложенная сумма",
        requestId: "1",
        changes: [],
      },
    });
    await press("Согласиться на новую сумму");
    fireEvent.click(await (await inModal()).findByRole("button", { name: "Согласиться" }));
    await (await inModal()).findByText(/изменилось: предложенная сумма/);
    expect(readings()).toBe(1);
  });
});

const withOfferAnswering = (offer: JobOffer, answer: { status: number; body: object }) =>
  showStanding(aPublicJob({ myOffer: { id: 4, state: offer.state, amount: offer.amount } }), {
    [`GET ${BASE}/my-info`]: { body: offer },
    [`POST ${BASE}/arbitration-accept`]: answer,
  });

test("whoever cannot answer reads why where the button would stand", () => {
  showStanding(
    aPublicJob({ answerObstacle: "Подключите платформу в «Мой налог», чтобы брать задания" }),
    {},
  );
  // Once, and nothing of a profile that may be in order.
  expect(screen.getByRole("status").textContent).toBe(
    "Подключите платформу в «Мой налог», чтобы брать задания",
  );
  expect(screen.getAllByText(/Подключите платформу/)).toHaveLength(1);
  expect(screen.queryByRole("button", { name: "Откликнуться" })).toBeNull();
});

describe("answering", () => {
  test("where the price is asked for it is checked first, sent in rubles, and the server's words stand at their fields", async () => {
    const job = aPublicJob({
      payType: { id: "NEGOTIABLE", title: "Предложите цену" },
      ...OPEN_FOR_OFFERS,
    });
    const { seen, set, readings } = showStanding(job, {
      [`POST ${BASE}/create`]: {
        status: 422,
        body: {
          message: "Проверьте заполнение полей",
          errors: { message: ["Уберите телефон из сообщения"] },
        },
      },
    });
    await press("Откликнуться");
    const dialog = await inModal();
    fireEvent.click(await dialog.findByRole("button", { name: "Откликнуться" }));
    await dialog.findByText("Укажите сумму");
    expect(sent(seen, `${BASE}/create`)).toEqual([]);
    fireEvent.change(dialog.getByLabelText("Ваша цена, ₽"), { target: { value: "4 500,50" } });
    // The payout is shown while the price is typed.
    expect((await dialog.findByText(/придёт/)).textContent?.replaceAll("\u00A0", " ")).toContain(
      "На карту 2200********1234 придёт 4 800,00 ₽ до 03.12.2026",
    );
    fireEvent.change(dialog.getByLabelText("Сообщение заказчику"), {
      target: { value: "Начну завтра" },
    });
    fireEvent.click(dialog.getByRole("button", { name: "Откликнуться" }));
    const message = dialog.getByLabelText("Сообщение заказчику");
    await waitFor(() => expect(message.getAttribute("aria-invalid")).toBe("true"));
    await waitFor(() => expect(document.activeElement).toBe(message));
    expect((message as HTMLTextAreaElement).value).toBe("Начну завтра");
    set(`POST ${BASE}/create`, { body: anOffer("CREATED", {}) });
    fireEvent.click(dialog.getByRole("button", { name: "Откликнуться" }));
    await screen.findByText("Отклик отправлен");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(sent(seen, `${BASE}/create`).at(-1)?.body).toEqual({
      jobID: 15,
      amount: 4500.5,
      message: "Начну завтра",
      version: "x",
    });
    expect(readings()).toBe(1);
  });

  test("pressed twice it is sent once, and a refusal is said in the modal", async () => {
    const { seen } = showStanding(aPublicJob(OPEN_FOR_OFFERS), {
      [`POST ${BASE}/create`]: {
        status: 409,
        body: { message: "Задание уже занято или закрыто. Посмотрите другие", code: "conflict" },
      },
    });
    await press("Откликнуться");
    const dialog = await inModal();
    const submit = await dialog.findByRole("button", { name: "Откликнуться" });
    expect(dialog.queryByLabelText("Ваша цена, ₽")).toBeNull();
    fireEvent.click(submit);
    fireEvent.click(dialog.getByRole("button", { name: /Откликнуться/ }));
    expect((await dialog.findByRole("alert")).textContent).toBe(
      "Задание уже занято или закрыто. Посмотрите другие",
    );
    expect(sent(seen, `${BASE}/create`)).toHaveLength(1);
  });
});

test.each([
  ["CREATED", { update: true, cancel: true }, ["Изменить отклик", "Отозвать отклик"]],
  ["ACCEPTED", { startExecution: true, cancel: true }, ["Приступить", "Отказаться от задания"]],
  ["INPROGRESS", { finishExecution: true }, ["Завершить"]],
  ["COMPLETED", {}, []],
  [
    "ARBITRATION",
    { arbitrationAccept: true, arbitrationDecline: true },
    ["Согласиться на новую сумму", "Не согласиться"],
  ],
] as const)("an offer in %s has the buttons its flags allow", async (state, allowed, buttons) => {
  withOffer(anOffer(state, allowed));
  for (const name of buttons) await screen.findByRole("button", { name });
  await waitFor(() =>
    expect(document.querySelector("[aria-busy]")?.getAttribute("aria-busy")).toBe("false"),
  );
  expect(screen.queryAllByRole("button").map((one) => one.textContent?.trim())).toEqual([
    "Чат",
    ...buttons,
    "О заказчике",
  ]);
});

test("a proposed change of the payout is told with both sums and agreed to after a question", async () => {
  const offer = anOffer(
    "ARBITRATION",
    { arbitrationAccept: true, arbitrationDecline: true },
    {
      arbitration: {
        amount: 5000,
        newAmount: 4000,
        reason: { id: "PARTLY_DONE", title: "Работа выполнена частично" },
        comment: "Ряд не пересчитан",
        openedAt: "2026-11-20T09:00:00Z",
        answerUntil: "2026-11-22T09:00:00Z",
        declinedCount: 0,
        declineComment: null,
      },
    },
  );
  const { seen, set, readings } = withOffer(offer);
  set(`POST ${BASE}/arbitration-accept`, { body: offer });
  expect((await screen.findByText(/^Заказчик предлагает/)).textContent).toMatch(
    /5.000,00.₽ → 4.000,00.₽/,
  );
  screen.getByText("Причина: работа выполнена частично. Ряд не пересчитан");
  await press("Согласиться на новую сумму");
  const dialog = await inModal();
  fireEvent.click(await dialog.findByRole("button", { name: "Согласиться" }));
  await waitFor(() => expect(readings()).toBe(1));
  expect(sent(seen, `${BASE}/arbitration-accept`)[0]?.body).toEqual({
    jobOfferID: 4,
    version: "x",
  });
});

test("an invitation is marked as seen, and declined with a reason of the list", async () => {
  const invite: JobInvite = {
    ...(sampleOf(JobInvite) as JobInvite),
    id: 8,
    job: aPublicJob(),
    message: "Ждём вас",
    expiresAt: "2026-11-28T09:00:00Z",
    permissions: { accept: true, decline: true, cancel: false },
  };
  const { seen } = showStanding(
    aPublicJob({
      ...OPEN_FOR_OFFERS,
      myInvite: { id: 8, state: { id: "SENT", title: "Отправлено" } },
    }),
    {
      "POST /open-api/v1/job-invites/8/view": { body: invite },
      "POST /open-api/v1/job-invites/8/decline": { body: invite },
    },
  );
  await screen.findByText("«Ждём вас»");
  // Fixed price: an offer would repeat the invite.
  expect(screen.queryByRole("button", { name: "Откликнуться" })).toBeNull();
  await press("Отклонить приглашение");
  const dialog = await inModal();
  fireEvent.click(await dialog.findByRole("radio", { name: "Далеко" }));
  fireEvent.click(dialog.getByRole("button", { name: "Отклонить" }));
  await screen.findByText("Приглашение отклонено");
  expect(sent(seen, "/open-api/v1/job-invites/8/decline")[0]?.body).toEqual({ reasonID: "FAR" });
});

test("an act is read, signed by a code, and a wrong code is said under the field", async () => {
  const DOCUMENTS = "/open-api/v1/job-documents";
  const act: JobDocument = {
    ...(sampleOf(JobDocument) as JobDocument),
    id: 31,
    number: "А-31",
    amount: 5000,
    permissions: { download: true, sign: true, reject: true },
  };
  const offer = anOffer(
    "RESULTACCEPTED",
    {},
    {
      act: { documentID: 31, number: "А-31", state: { id: "SENT", title: "Отправлен на подпись" } },
    },
  );
  const { seen, set, readings } = withOffer(offer);
  set(`GET ${DOCUMENTS}/31`, { body: act });
  set(`GET ${DOCUMENTS}/info-sign`, {
    body: {
      items: [
        { id: 31, title: "Акт № А-31", workman: null, amount: 5000, canSign: true, obstacle: null },
      ],
      signableCount: 1,
      totalAmount: 5000,
      agreementText: "Подпись кодом равна собственноручной",
      agreementVersion: "1",
    },
  });
  set(`POST ${DOCUMENTS}/send-sign-code`, {
    body: { expiresInSeconds: 300, retryAfterSeconds: 60, phoneMasked: "+7 (900) *** ** 01" },
  });
  set(`POST ${DOCUMENTS}/mass-sign`, {
    status: 422,
    body: { message: "Проверьте заполнение полей", errors: { otp: ["Неверный код"] } },
  });
  await press("Подписать акт");
  const dialog = await inModal();
  await dialog.findByText("Подпись кодом равна собственноручной");
  fireEvent.click(dialog.getByRole("button", { name: "Получить код" }));
  fireEvent.change(await dialog.findByLabelText("Код из СМС"), { target: { value: "000000" } });
  await dialog.findByText("Неверный код");
  set(`POST ${DOCUMENTS}/mass-sign`, { body: { signedCount: 1, failed: [] } });
  fireEvent.change(dialog.getByLabelText("Код из СМС"), { target: { value: "123456" } });
  await screen.findByText("Подписано: 1 документ");
  expect(sent(seen, `${DOCUMENTS}/mass-sign`).at(-1)?.body).toEqual({
    documentIDs: [31],
    otp: "123456",
  });
  expect(readings()).toBe(1);
});

test("a worker whose result is accepted sees where his money is", async () => {
  const { set } = withOffer(
    anOffer(
      "RESULTACCEPTED",
      {},
      {
        payout: { id: 9, state: { id: "SENT", title: "Отправлена в банк" } },
        act: { documentID: 31, number: "А-31", state: { id: "SIGNED", title: "Подписан" } },
      },
    ),
  );
  set("GET /open-api/v1/job-documents/31", {
    body: {
      ...(sampleOf(JobDocument) as JobDocument),
      id: 31,
      permissions: { download: true, sign: false, reject: false },
    },
  });
  set("GET /open-api/v1/workman/urgent", { body: { items: [] } });
  set("GET /open-api/v1/payouts/9/steps", {
    body: {
      items: [
        {
          kind: { id: "BANK", title: "Перевод" },
          status: { id: "NOW", title: "Сейчас" },
          at: null,
          text: "На +7 (900) *** ** 67",
          expected: "обычно сразу, не позже 10.03.2026",
        },
      ],
    },
  });
  const line = within(await screen.findByRole("region", { name: "Где деньги" }));
  line.getByText("обычно сразу, не позже 10.03.2026");
  expect(screen.queryByText(/придёт/)).toBeNull();
});

test("a signed act stays: its PDF with the sheet of signatures can be fetched after the payout", async () => {
  const act: JobDocument = {
    ...(sampleOf(JobDocument) as JobDocument),
    id: 31,
    number: "А-31",
    amount: 5000,
    state: { id: "SIGNED", title: "Подписан" },
    permissions: { download: true, sign: false, reject: false },
  };
  const { set } = withOffer(
    anOffer(
      "FINISHED",
      {},
      { act: { documentID: 31, number: "А-31", state: { id: "SIGNED", title: "Подписан" } } },
    ),
  );
  set("GET /open-api/v1/job-documents/31", { body: act });
  expect(await screen.findByRole("button", { name: "Скачать PDF с листом подписей" })).toBeTruthy();
  expect(screen.getByText(/Акт № А-31 на 5.000,00.₽: подписан/)).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Подписать акт" })).toBeNull();
});

test("an act is refused only with a reason, and the server's refusal stays in the modal", async () => {
  const DOCUMENT = "/open-api/v1/job-documents/31";
  const act: JobDocument = {
    ...(sampleOf(JobDocument) as JobDocument),
    id: 31,
    permissions: { download: true, sign: true, reject: true },
  };
  const { seen, set } = withOffer(
    anOffer(
      "RESULTACCEPTED",
      {},
      {
        act: {
          documentID: 31,
          number: "А-31",
          state: { id: "SENT", title: "Отправлен на подпись" },
        },
      },
    ),
  );
  set(`GET ${DOCUMENT}`, { body: act });
  set(`POST ${DOCUMENT}/reject`, {
    status: 409,
    body: { message: "Отказаться нельзя: документ уже подписан", code: "conflict" },
  });
  await press("Отказаться подписывать");
  const dialog = await inModal();
  fireEvent.click(dialog.getByRole("button", { name: "Отказаться" }));
  await dialog.findByText("Выберите причину");
  fireEvent.click(dialog.getByRole("radio", { name: "Неверная сумма" }));
  fireEvent.change(dialog.getByLabelText("Комментарий"), { target: { value: "Было 6 000" } });
  fireEvent.click(dialog.getByRole("button", { name: "Отказаться" }));
  expect(
    (await dialog.findByText("Отказаться нельзя: документ уже подписан")).closest('[role="alert"]'),
  ).not.toBeNull();
  expect(sent(seen, `${DOCUMENT}/reject`)[0]?.body).toEqual({
    reasonID: "WRONG_AMOUNT",
    comment: "Было 6 000",
  });
});

test("a result is handed in with files: they are sent at once, a wrong one is named, one too many is taken back", async () => {
  const offer = anOffer(
    "INPROGRESS",
    { finishExecution: true },
    { resultFiles: [{ id: 9, name: "лишний.pdf", contentType: "application/pdf", sizeBytes: 10 }] },
  );
  const { seen, set, readings } = withOffer(offer);
  set("POST /open-api/v1/job-offers/4/result-files", {
    body: { id: 10, name: "итог.pdf", contentType: "application/pdf", sizeBytes: 2048 },
  });
  set("DELETE /open-api/v1/job-offer-files/9", { body: { ok: true } });
  set(`POST ${BASE}/finish`, { body: offer });
  await press("Завершить");
  const dialog = await inModal();
  const choose = (file: File) =>
    fireEvent.change(document.querySelector("[role=dialog] input[type=file]") as HTMLInputElement, {
      target: { files: [file] },
    });
  choose(new File(["x"], "итог.docx"));
  await dialog.findByText(/Этот формат не подходит/);
  choose(new File(["x"], "итог.pdf"));
  await dialog.findByRole("button", { name: /итог.pdf, 2/ });
  fireEvent.click(dialog.getByRole("button", { name: "Убрать файл лишний.pdf" }));
  await waitFor(() =>
    expect(dialog.queryByRole("button", { name: /^Убрать файл лишний/ })).toBeNull(),
  );
  fireEvent.change(dialog.getByLabelText("Комментарий"), { target: { value: "Три рейса" } });
  fireEvent.click(dialog.getByRole("button", { name: "Завершить" }));
  await waitFor(() => expect(readings()).toBe(1));
  expect(sent(seen, `${BASE}/finish`)[0]?.body).toEqual({ jobOfferID: 4, comment: "Три рейса" });
});

test("when it is done, the worker reviews the company from the job, and changes what he has written", async () => {
  const paid = anOffer("FINISHED", {});
  const done = (createAccountReview: boolean) =>
    aPublicJob({
      state: { id: "FINISHED", title: "Завершено" },
      myOffer: { id: 4, state: paid.state, amount: 5000 },
      acceptedJobOffer: {
        id: 4,
        workman: paid.workman,
        state: paid.state,
        amount: 5000,
        act: null,
        payout: null,
        receipt: null,
      },
      permissions: { ...aPublicJob().permissions, createAccountReview },
    });
  const review = aPublicReview({
    id: 9,
    job: { id: 15, title: "Разнести листовки" },
    score: 5,
    text: "Всё понятно и вовремя",
    reply: null,
    permissions: { update: true, delete: true, reply: false, complain: false },
  });
  const { seen, set } = showStanding(done(true), {
    [`GET ${BASE}/my-info`]: { body: paid },
    "GET /client-api/account/review/list": { body: aPage([]) },
    "GET /client-api/workman/review/list": { body: aPage([]) },
    "POST /client-api/account/review/create": { body: review },
    "POST /client-api/account/review/update": { body: review },
  });
  await press("Оставить отзыв о заказчике");
  const dialog = await inModal();
  fireEvent.click((await dialog.findAllByRole("radio"))[4] as HTMLElement);
  fireEvent.change(dialog.getByLabelText("Отзыв"), { target: { value: "Всё понятно и вовремя" } });
  set("GET /client-api/account/review/list", { body: aPage([review]) });
  fireEvent.click(dialog.getByRole("button", { name: "Отправить" }));
  await waitFor(() =>
    expect(sent(seen, "/client-api/account/review/create")[0]?.body).toEqual({
      jobID: 15,
      score: 5,
      text: "Всё понятно и вовремя",
    }),
  );
  await screen.findByText("Вы о заказчике ООО «Ромашка»");
  await press("Изменить");
  const second = await inModal();
  await waitFor(() =>
    expect((second.getByLabelText("Отзыв") as HTMLTextAreaElement).value).toBe(
      "Всё понятно и вовремя",
    ),
  );
  fireEvent.click(second.getByRole("button", { name: "Отправить" }));
  await waitFor(() =>
    expect(sent(seen, "/client-api/account/review/update")[0]?.body).toMatchObject({
      reviewID: 9,
      score: 5,
    }),
  );
});
