import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { useState } from "react";
import { beforeEach, describe, expect, test } from "vitest";
import { JobDocument } from "#contract/job-documents/job-document.ts";
import { JobInvite } from "#contract/job-invites/job-invite.ts";
import { JobOffer, type JobOfferPermissions } from "#contract/job-offers/job-offer.ts";
import { JOB_OFFER_STATE, type JobOfferState } from "#contract/job-offers/job-offer-states.ts";
import type { Job } from "#contract/jobs/job.ts";
import { resetHttpClients } from "#console/providers/data/http-client.ts";
import { resetSession } from "#console/providers/session.ts";
import MyJobPart from "#console/resources/jobs/my-job-part.tsx";
import { aPerson, consoleServer } from "#tests/support/console-server.ts";
import { aPublicJob } from "#tests/support/public-records.ts";
import { renderConsole } from "#tests/support/render-console.tsx";
import { sampleOf } from "#tests/support/sample-of.ts";

const DENIED: JobOfferPermissions = { view: true, update: false, cancel: false, accept: false, startExecution: false, finishExecution: false, resultAccept: false, arbitration: false, arbitrationAccept: false, arbitrationDecline: false, arbitrationCancel: false, decline: false, createChatMessage: false, reverseReceipt: false };
const BASE = "/client-api/job-offer";
const OPEN_FOR_OFFERS = { permissions: { ...aPublicJob().permissions, createJobOffer: true } };

function anOffer(state: JobOfferState, allowed: Partial<JobOfferPermissions>, changed: Partial<JobOffer> = {}): JobOffer {
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
    permissions: { ...DENIED, ...allowed },
    ...changed,
  };
}

/** The part of a signed-in worker, with the job as it is after each reading. */
function showStanding(job: Job, handlers: Parameters<typeof consoleServer>[0]) {
  resetHttpClients();
  const server = consoleServer(handlers);
  let readings = 0;
  let readAgain = () => undefined as void;
  const Page = () => {
    const [read, setRead] = useState(job);
    readAgain = () => setRead({ ...job });
    return <MyJobPart job={read} onChanged={() => (readings += 1)} />;
  };
  const shown = renderConsole(<Page />);
  /** The page has read the job again, as a live event makes it. */
  const reread = () => act(() => readAgain());
  return { ...server, ...shown, reread, readings: () => readings };
}

const withOffer = (offer: JobOffer, job: Partial<Job> = {}) => showStanding(aPublicJob({ myOffer: { id: 4, state: offer.state, amount: offer.amount }, ...job }), { [`GET ${BASE}/my-info`]: { body: offer } });
const press = async (name: string) => fireEvent.click(await screen.findByRole("button", { name }));
const inWindow = async () => within(await screen.findByRole("dialog"));
const sent = (seen: readonly { method: string; path: string; body: unknown }[], path: string) => seen.filter((one) => one.method === "POST" && one.path === path);

beforeEach(() => resetSession(aPerson(null, { isWorkman: true }), "token"));

describe("agreeing to a changed payout", () => {
  const ARBITRATION = { amount: 5000, newAmount: 4000, reason: { id: "PARTLY_DONE", title: "Работа выполнена частично" }, comment: null, openedAt: "2026-11-20T09:00:00Z", answerUntil: "2026-11-22T09:00:00Z", declinedCount: 0, declineComment: null };
  const proposed = (newAmount: number) => anOffer("ARBITRATION", { arbitrationAccept: true }, { arbitration: { ...ARBITRATION, newAmount }, version: `amount=500000;newAmount=${newAmount * 100}` });

  test("is to the sum that was shown: another one is said in the open window first, and its version is sent only after it was shown", async () => {
    const job = aPublicJob({ myOffer: { id: 4, state: { id: "ARBITRATION", title: "Согласование суммы" }, amount: 5000 } });
    const { seen, set, reread } = showStanding(job, { [`GET ${BASE}/my-info`]: { body: proposed(4000) }, [`POST ${BASE}/arbitration-accept`]: { body: proposed(1) } });
    await press("Согласиться на новую сумму");
    expect((await inWindow()).getByText(/вы получите 4.000,00/)).toBeTruthy();
    // The company proposes another sum: the live event reads the job again.
    set(`GET ${BASE}/my-info`, { body: proposed(1) });
    reread();
    const changed = within(await screen.findByRole("dialog", { name: "Условия изменились" }));
    expect(changed.getByRole("alert").textContent?.replaceAll("\u00A0", " ")).toContain("предложенная сумма: было 4 000,00 ₽, стало 1,00 ₽");
    expect(changed.queryByRole("button", { name: "Согласиться" })).toBeNull();
    fireEvent.click(changed.getByRole("button", { name: "Показать новые условия" }));
    const again = within(await screen.findByRole("dialog", { name: "Согласиться на новую сумму" }));
    expect(again.getByText(/вы получите 1,00/)).toBeTruthy();
    fireEvent.click(again.getByRole("button", { name: "Согласиться" }));
    await waitFor(() => expect(sent(seen, `${BASE}/arbitration-accept`).map(({ body }) => body)).toEqual([{ jobOfferID: 4, version: "amount=500000;newAmount=100" }]));
  });

  test("refused because the screen is old, the page reads the job again and the window says what the server said", async () => {
    const { readings } = withOfferAnswering(proposed(4000), { status: 409, body: { code: "changed", message: "Пока окно было открыто, изменилось: предложенная сумма", requestId: "1", changes: [] } });
    await press("Согласиться на новую сумму");
    fireEvent.click((await inWindow()).getByRole("button", { name: "Согласиться" }));
    await (await inWindow()).findByText(/изменилось: предложенная сумма/);
    expect(readings()).toBe(1);
  });
});

const withOfferAnswering = (offer: JobOffer, answer: { status: number; body: object }) =>
  showStanding(aPublicJob({ myOffer: { id: 4, state: offer.state, amount: offer.amount } }), { [`GET ${BASE}/my-info`]: { body: offer }, [`POST ${BASE}/arbitration-accept`]: answer });

test("whoever cannot answer reads why where the button would stand", () => {
  showStanding(aPublicJob({ answerObstacle: "Подключите платформу в «Мой налог», чтобы брать задания" }), {});
  expect(screen.getByText("Подключите платформу в «Мой налог», чтобы брать задания")).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Откликнуться" })).toBeNull();
});

describe("answering", () => {
  test("where the price is asked for it is checked first, sent in rubles, and the server's words stand at their fields", async () => {
    const job = aPublicJob({ payType: { id: "NEGOTIABLE", title: "Предложите цену" }, ...OPEN_FOR_OFFERS });
    const { seen, set, readings } = showStanding(job, { [`POST ${BASE}/create`]: { status: 422, body: { message: "Проверьте заполнение полей", errors: { message: ["Уберите телефон из сообщения"] } } } });
    await press("Откликнуться");
    const dialog = await inWindow();
    fireEvent.click(dialog.getByRole("button", { name: "Откликнуться" }));
    await dialog.findByText("Укажите сумму");
    expect(sent(seen, `${BASE}/create`)).toEqual([]);
    fireEvent.change(dialog.getByLabelText("Ваша цена, ₽"), { target: { value: "4 500,50" } });
    fireEvent.change(dialog.getByLabelText("Сообщение заказчику"), { target: { value: "Начну завтра" } });
    fireEvent.click(dialog.getByRole("button", { name: "Откликнуться" }));
    const message = dialog.getByLabelText("Сообщение заказчику");
    await waitFor(() => expect(message.getAttribute("aria-invalid")).toBe("true"));
    await waitFor(() => expect(document.activeElement).toBe(message));
    expect((message as HTMLTextAreaElement).value).toBe("Начну завтра");
    set(`POST ${BASE}/create`, { body: anOffer("CREATED", {}) });
    fireEvent.click(dialog.getByRole("button", { name: "Откликнуться" }));
    await screen.findByText("Отклик отправлен");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(sent(seen, `${BASE}/create`).at(-1)?.body).toEqual({ jobID: 15, amount: 4500.5, message: "Начну завтра", version: "x" });
    expect(readings()).toBe(1);
  });

  test("pressed twice it is sent once, and a refusal is said in the window", async () => {
    const { seen } = showStanding(aPublicJob(OPEN_FOR_OFFERS), { [`POST ${BASE}/create`]: { status: 409, body: { message: "Задание уже занято или закрыто. Посмотрите другие", code: "conflict" } } });
    await press("Откликнуться");
    const dialog = await inWindow();
    expect(dialog.queryByLabelText("Ваша цена, ₽")).toBeNull();
    fireEvent.click(dialog.getByRole("button", { name: "Откликнуться" }));
    fireEvent.click(dialog.getByRole("button", { name: /Откликнуться/ }));
    expect((await dialog.findByRole("alert")).textContent).toBe("Задание уже занято или закрыто. Посмотрите другие");
    expect(sent(seen, `${BASE}/create`)).toHaveLength(1);
  });
});

test.each([
  ["CREATED", { update: true, cancel: true }, ["Изменить отклик", "Отозвать отклик"]],
  ["ACCEPTED", { startExecution: true, cancel: true }, ["Приступить", "Отказаться от задания"]],
  ["INPROGRESS", { finishExecution: true }, ["Завершить"]],
  ["COMPLETED", {}, []],
  ["ARBITRATION", { arbitrationAccept: true, arbitrationDecline: true }, ["Согласиться на новую сумму", "Не согласиться"]],
] as const)("an offer in %s has the buttons its flags allow", async (state, allowed, buttons) => {
  withOffer(anOffer(state, allowed));
  for (const name of buttons) await screen.findByRole("button", { name });
  await waitFor(() => expect(document.querySelector("[aria-busy]")?.getAttribute("aria-busy")).toBe("false"));
  expect(screen.queryAllByRole("button").map((one) => one.textContent)).toEqual([...buttons]);
});

test("a proposed change of the payout is told with both sums and agreed to after a question", async () => {
  const offer = anOffer("ARBITRATION", { arbitrationAccept: true, arbitrationDecline: true }, { arbitration: { amount: 5000, newAmount: 4000, reason: { id: "PARTLY_DONE", title: "Работа выполнена частично" }, comment: "Ряд не пересчитан", openedAt: "2026-11-20T09:00:00Z", answerUntil: "2026-11-22T09:00:00Z", declinedCount: 0, declineComment: null } });
  const { seen, set, readings } = withOffer(offer);
  set(`POST ${BASE}/arbitration-accept`, { body: offer });
  expect((await screen.findByText(/^Заказчик предлагает/)).textContent).toMatch(/5.000,00.₽ → 4.000,00.₽/);
  screen.getByText("Причина: работа выполнена частично. Ряд не пересчитан");
  await press("Согласиться на новую сумму");
  const dialog = await inWindow();
  fireEvent.click(dialog.getByRole("button", { name: "Согласиться" }));
  await waitFor(() => expect(readings()).toBe(1));
  expect(sent(seen, `${BASE}/arbitration-accept`)[0]?.body).toEqual({ jobOfferID: 4, version: "x" });
});

test("an invitation is marked as seen, and declined with a reason of the list", async () => {
  const invite: JobInvite = { ...(sampleOf(JobInvite) as JobInvite), id: 8, job: aPublicJob(), message: "Ждём вас", expiresAt: "2026-11-28T09:00:00Z", permissions: { accept: true, decline: true, cancel: false } };
  const { seen } = showStanding(aPublicJob({ ...OPEN_FOR_OFFERS, myInvite: { id: 8, state: { id: "SENT", title: "Отправлено" } } }), { "POST /open-api/v1/job-invites/8/view": { body: invite }, "POST /open-api/v1/job-invites/8/decline": { body: invite } });
  await screen.findByText("«Ждём вас»");
  // The price is fixed: an answer of one's own beside the invitation would say the same.
  expect(screen.queryByRole("button", { name: "Откликнуться" })).toBeNull();
  await press("Отклонить приглашение");
  const dialog = await inWindow();
  fireEvent.click(dialog.getByRole("radio", { name: "Далеко" }));
  fireEvent.click(dialog.getByRole("button", { name: "Отклонить" }));
  await screen.findByText("Приглашение отклонено");
  expect(sent(seen, "/open-api/v1/job-invites/8/decline")[0]?.body).toEqual({ reasonID: "FAR" });
});

test("an act is read, signed by a code, and a wrong code is said under the field", async () => {
  const DOCUMENTS = "/open-api/v1/job-documents";
  const act: JobDocument = { ...(sampleOf(JobDocument) as JobDocument), id: 31, number: "А-31", amount: 5000, permissions: { download: true, sign: true, reject: true } };
  const offer = anOffer("RESULTACCEPTED", {}, { act: { documentID: 31, number: "А-31", state: { id: "SENT", title: "Отправлен на подпись" } } });
  const { seen, set, readings } = withOffer(offer);
  set(`GET ${DOCUMENTS}/31`, { body: act });
  set(`GET ${DOCUMENTS}/info-sign`, { body: { items: [{ id: 31, title: "Акт № А-31", amount: 5000, canSign: true, obstacle: null }], signableCount: 1, totalAmount: 5000, agreementText: "Подпись кодом равна собственноручной", agreementVersion: "1" } });
  set(`POST ${DOCUMENTS}/send-sign-code`, { body: { expiresInSeconds: 300, retryAfterSeconds: 60, phoneMasked: "+7 (900) *** ** 01" } });
  set(`POST ${DOCUMENTS}/31/sign`, { status: 422, body: { message: "Проверьте заполнение полей", errors: { otp: ["Неверный код"] } } });
  await press("Подписать акт");
  const dialog = await inWindow();
  await dialog.findByText("Подпись кодом равна собственноручной");
  fireEvent.click(dialog.getByRole("button", { name: "Получить код" }));
  fireEvent.change(await dialog.findByLabelText("Код из СМС"), { target: { value: "000000" } });
  await dialog.findByText("Неверный код");
  set(`POST ${DOCUMENTS}/31/sign`, { body: act });
  fireEvent.change(dialog.getByLabelText("Код из СМС"), { target: { value: "123456" } });
  await screen.findByText("Акт подписан");
  expect(sent(seen, `${DOCUMENTS}/31/sign`).at(-1)?.body).toEqual({ otp: "123456" });
  expect(readings()).toBe(1);
});

test("a signed act stays: its PDF with the sheet of signatures can be fetched after the payout", async () => {
  const act: JobDocument = { ...(sampleOf(JobDocument) as JobDocument), id: 31, number: "А-31", amount: 5000, state: { id: "SIGNED", title: "Подписан" }, permissions: { download: true, sign: false, reject: false } };
  const { set } = withOffer(anOffer("FINISHED", {}, { act: { documentID: 31, number: "А-31", state: { id: "SIGNED", title: "Подписан" } } }));
  set("GET /open-api/v1/job-documents/31", { body: act });
  expect(await screen.findByRole("button", { name: "Скачать PDF с листом подписей" })).toBeTruthy();
  expect(screen.getByText(/Акт № А-31 на 5.000,00.₽: подписан/)).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Подписать акт" })).toBeNull();
});

test("an act is refused only with a reason, and the server's refusal stays in the window", async () => {
  const DOCUMENT = "/open-api/v1/job-documents/31";
  const act: JobDocument = { ...(sampleOf(JobDocument) as JobDocument), id: 31, permissions: { download: true, sign: true, reject: true } };
  const { seen, set } = withOffer(anOffer("RESULTACCEPTED", {}, { act: { documentID: 31, number: "А-31", state: { id: "SENT", title: "Отправлен на подпись" } } }));
  set(`GET ${DOCUMENT}`, { body: act });
  set(`POST ${DOCUMENT}/reject`, { status: 409, body: { message: "Отказаться нельзя: документ уже подписан", code: "conflict" } });
  await press("Отказаться подписывать");
  const dialog = await inWindow();
  fireEvent.click(dialog.getByRole("button", { name: "Отказаться" }));
  dialog.getByText("Выберите причину");
  fireEvent.click(dialog.getByRole("radio", { name: "Неверная сумма" }));
  fireEvent.change(dialog.getByLabelText("Комментарий"), { target: { value: "Было 6 000" } });
  fireEvent.click(dialog.getByRole("button", { name: "Отказаться" }));
  expect((await dialog.findByText("Отказаться нельзя: документ уже подписан")).closest('[role="alert"]')).not.toBeNull();
  expect(sent(seen, `${DOCUMENT}/reject`)[0]?.body).toEqual({ reasonID: "WRONG_AMOUNT", comment: "Было 6 000" });
});
