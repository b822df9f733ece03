import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, test } from "vitest";
import { CONSOLE_MODULES } from "#console/app/console-modules.ts";
import { provideModals } from "#web/modals/modal-store.ts";
import { resetSession } from "#web/session/session.ts";
import CompanyPart from "#console/jobs/company/company-part.tsx";
import { companyNext } from "#console/jobs/company/company-next.ts";
import { REASONS } from "#contract/definitions/reasons.ts";
import { JobOffer as JobOfferSchema, type JobOffer } from "#contract/job-offers/job-offer.ts";
import { JOB_OFFER_STATE, type JobOfferState } from "#contract/jobs/job-offer-states.ts";
import { JOB_STATE } from "#contract/jobs/job-states.ts";
import type { Job } from "#contract/jobs/job.ts";
import { consoleServer, aPerson } from "#tests/support/console-server.ts";
import { aPage, aPublicJob, aPublicWorkman } from "#tests/support/public-records.ts";
import { renderConsole } from "#tests/support/render-console.tsx";
import { sampleOf } from "#tests/support/sample-of.ts";

provideModals(Object.assign({}, ...CONSOLE_MODULES.map((one) => one.modals ?? {})));
beforeEach(() => resetSession(aPerson("OWNER"), "token"));

const NOTHING = Object.fromEntries(
  Object.keys((sampleOf(JobOfferSchema) as JobOffer).permissions).map((flag) => [flag, false]),
) as JobOffer["permissions"];
const card = (id: number, name: string, changed = {}) => {
  const { picture, city, rating, reviewsCount, finishedJobsCount } = aPublicWorkman();
  return { id, name, picture, city, rating, reviewsCount, finishedJobsCount, ...changed };
};

function ownJob(changed: Partial<Job> = {}): Job {
  return aPublicJob({
    offersCount: 2,
    invitesCount: 0,
    cancelComment: null,
    rejectComment: null,
    permissions: { ...aPublicJob().permissions, manage: true, cancel: true, createInvite: true },
    ...changed,
  });
}

function anOffer(id: number, state: JobOfferState, changed: Partial<JobOffer> = {}): JobOffer {
  return {
    ...(sampleOf(JobOfferSchema) as JobOffer),
    id,
    job: ownJob(),
    workman: card(id, `Исполнитель ${id}`),
    taxpayer: { type: { id: "SMZ", title: "Самозанятый (НПД)" }, isSmzConfirmed: true },
    state: { id: state, title: JOB_OFFER_STATE.titles[state] },
    amount: 9000,
    commission: 270,
    message: "Приеду завтра",
    finishComment: null,
    declineReason: null,
    declineComment: null,
    rejectReason: null,
    rejectComment: null,
    arbitration: null,
    act: null,
    payout: null,
    receipt: null,
    version: `amount=${id}`,
    permissions: NOTHING,
    ...changed,
  };
}

function atWork(state: "INPROGRESS" | "COMPLETED" | "FINISHED", offer: JobOffer): Job {
  return ownJob({
    state: { id: state, title: JOB_STATE.titles[state] },
    acceptedJobOffer: {
      id: offer.id,
      workman: offer.workman,
      state: offer.state,
      amount: offer.amount,
      act: offer.act,
      payout: offer.payout,
      receipt: offer.receipt,
    },
  });
}

function show(
  job: Job,
  offers: readonly JobOffer[],
  calls: Parameters<typeof consoleServer>[0] = {},
) {
  const server = consoleServer({
    "GET /client-api/job/info": { body: job },
    "GET /client-api/job-offer/list": { body: aPage(offers) },
    "GET /client-api/job-offer/info": ({ query }) => ({
      body: offers.find(({ id }) => id === Number(query.get("jobOfferID"))),
    }),
    "GET /client-api/job-invite/list": { body: aPage([]) },
    "GET /open-api/v1/payouts": {
      body: { ...aPage([]), totals: { paid: 0, onTheWay: 0, returned: 0 } },
    },
    "GET /open-api/v1/job-documents": { body: aPage([]) },
    ...calls,
  });
  renderConsole(<CompanyPart job={job} onChanged={() => undefined} />, {
    address: "/jobs/15",
    modules: CONSOLE_MODULES,
  });
  return server;
}

const rowOf = async (name: string) =>
  (await screen.findByRole("link", { name })).closest("tr") as HTMLElement;

describe("answers to a job", () => {
  test("stand side by side with what a customer compares, and one is accepted with what is frozen in the sentence", async () => {
    const cheap = anOffer(1, "CREATED", {
      amount: 8000,
      commission: 240,
      permissions: { ...NOTHING, accept: true, decline: true },
    });
    const { seen } = show(
      ownJob(),
      [
        cheap,
        anOffer(2, "CREATED", {
          workman: card(2, "Исполнитель 2", { rating: 4.1, finishedJobsCount: 3 }),
          message: "Есть свой инструмент",
          taxpayer: {
            type: { id: "IP", title: "Индивидуальный предприниматель" },
            isSmzConfirmed: false,
          },
        }),
      ],
      { "POST /client-api/job-offer/accept": { body: anOffer(1, "ACCEPTED") } },
    );
    screen.getByText(/2.отклика. Сравните их и выберите исполнителя/);
    const row = await rowOf("Исполнитель 1");
    expect(row.textContent).toMatch(
      /8.000,00.₽.*4,8 \(12.отзывов\).*21.*Самозанятый, подтверждён.*Приеду завтра/,
    );
    expect((await rowOf("Исполнитель 2")).textContent).toContain("Индивидуальный предприниматель");
    fireEvent.click(within(row).getByRole("button", { name: "Выбрать" }));
    const dialog = await screen.findByRole("dialog", { name: "Выбрать исполнителя" });
    const submit = await within(dialog).findByRole("button", {
      name: /Выбрать и заморозить 8.240,00.₽/,
    });
    expect(dialog.textContent).toMatch(
      /получит Исполнитель 1. Остальным откликнувшимся придёт отказ/,
    );
    fireEvent.click(submit);
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(seen.find(({ path }) => path.endsWith("/accept"))?.body).toEqual({
      jobOfferID: 1,
      version: "amount=1",
    });
  });

  test("an offer that changes while its modal is open is not accepted unseen", async () => {
    const before = anOffer(1, "CREATED", {
      version: "amount=900000",
      permissions: { ...NOTHING, accept: true },
    });
    const { set } = show(ownJob(), [before], {
      "POST /client-api/job-offer/accept": {
        status: 409,
        body: { code: "changed", message: "Изменилось: сумма", requestId: "1" },
      },
    });
    fireEvent.click(within(await rowOf("Исполнитель 1")).getByRole("button", { name: "Выбрать" }));
    const dialog = await screen.findByRole("dialog", { name: "Выбрать исполнителя" });
    const submit = await within(dialog).findByRole("button", { name: /^Выбрать и/ });
    set("GET /client-api/job-offer/info", {
      body: { ...before, amount: 12_000, version: "amount=1200000" },
    });
    fireEvent.click(submit);
    await within(dialog).findByText(/сумма: было 9.000,00.₽, стало 12.000,00.₽/);
    expect(within(dialog).queryByRole("button", { name: /^Выбрать и/ })).toBeNull();
    fireEvent.click(within(dialog).getByRole("button", { name: "Показать новые условия" }));
    await within(dialog).findByRole("button", { name: /Выбрать и заморозить 12.270,00.₽/ });
  });

  test("one is declined with a reason the worker reads", async () => {
    const { seen } = show(
      ownJob(),
      [anOffer(1, "CREATED", { permissions: { ...NOTHING, decline: true } })],
      { "POST /client-api/job-offer/decline": { body: anOffer(1, "DECLINED") } },
    );
    fireEvent.click(
      within(await rowOf("Исполнитель 1")).getByRole("button", { name: /^Действия/ }),
    );
    fireEvent.click(await screen.findByRole("menuitem", { name: "Отклонить" }));
    const dialog = await screen.findByRole("dialog", { name: "Отклонить отклик" });
    fireEvent.click(await within(dialog).findByRole("button", { name: "Отклонить" }));
    await within(dialog).findByText("Выберите причину");
    fireEvent.click(within(dialog).getByRole("radio", { name: "Не подходит опыт" }));
    fireEvent.click(within(dialog).getByRole("button", { name: "Отклонить" }));
    await waitFor(() =>
      expect(seen.find(({ path }) => path.endsWith("/decline"))?.body).toEqual({
        jobOfferID: 1,
        reasonID: "EXPERIENCE",
      }),
    );
  });

  test("whoever answered is put on the black list from his answer", async () => {
    const { seen } = show(ownJob(), [anOffer(1, "CREATED")], {
      "POST /open-api/v1/account/black-list/entries": { body: {} },
    });
    fireEvent.click(within(await rowOf("Исполнитель 1")).getByRole("button", { name: /Действия/ }));
    fireEvent.click(
      await screen.findByRole("menuitem", { name: "Добавить исполнителя в чёрный список" }),
    );
    const dialog = await screen.findByRole("dialog", { name: "Добавить в чёрный список" });
    await within(dialog).findByText(/^Исполнитель 1 не сможет/);
    fireEvent.mouseDown(within(dialog).getByLabelText("Причина"));
    fireEvent.click(
      await screen.findByText(REASONS.blacklist.definitions[0]?.title ?? "", {
        selector: ".ant-select-item-option-content",
      }),
    );
    fireEvent.click(within(dialog).getByRole("button", { name: "Добавить" }));
    await waitFor(() =>
      expect(seen.find(({ path }) => path.endsWith("/black-list/entries"))?.body).toEqual({
        workmanID: 1,
        reasonID: REASONS.blacklist.definitions[0]?.id,
      }),
    );
  });

  test("who may only look has no command at all", async () => {
    resetSession(aPerson("VIEWER"), "token");
    show(ownJob({ permissions: aPublicJob().permissions }), [anOffer(1, "CREATED")]);
    const row = await rowOf("Исполнитель 1");
    expect(
      within(row)
        .getAllByRole("button")
        .map((one) => one.textContent?.startsWith("Чат")),
    ).toEqual([true]);
    expect(screen.queryByRole("button", { name: /Пригласить|Действия/ })).toBeNull();
    expect(screen.queryByRole("tab", { name: /Выплаты|История/ })).toBeNull();
  });
});

describe("work under way", () => {
  test("another sum is proposed from the head of the job", async () => {
    const offer = anOffer(1, "COMPLETED", {
      permissions: { ...NOTHING, arbitration: true, resultAccept: true },
    });
    const { seen } = show(atWork("COMPLETED", offer), [offer], {
      "POST /client-api/job-offer/arbitration": { body: offer },
    });
    const part = screen.getByRole("region", { name: "Задание вашей компании" });
    await within(part).findByRole("button", { name: "Принять результат" });
    fireEvent.click(within(part).getByRole("button", { name: "Действия: Разнести листовки" }));
    fireEvent.click(
      await screen.findByRole("menuitem", { name: "Изменить сумму или закрыть без оплаты" }),
    );
    const dialog = await screen.findByRole("dialog", { name: "Изменить выплату" });
    const sum = await within(dialog).findByLabelText("Новая сумма исполнителю, ₽");
    fireEvent.change(sum, { target: { value: "9 000" } });
    fireEvent.click(within(dialog).getByRole("button", { name: "Предложить новую сумму" }));
    await within(dialog).findAllByText("Укажите сумму, которая отличается от нынешней");
    fireEvent.click(within(dialog).getByRole("radio", { name: /Закрыть задание без оплаты/ }));
    fireEvent.mouseDown(within(dialog).getByLabelText("Причина"));
    fireEvent.click(await screen.findByTitle("Недостатки результата"));
    fireEvent.click(within(dialog).getByRole("button", { name: "Предложить закрыть без оплаты" }));
    await waitFor(() =>
      expect(seen.find(({ path }) => path.endsWith("/arbitration"))?.body).toEqual({
        jobOfferID: 1,
        amount: 0,
        reasonID: "DEFECTS",
      }),
    );
  });

  test("the course tells what has happened, and by whom", async () => {
    const offer = anOffer(1, "COMPLETED", {
      createdAt: "2026-11-20T09:00:00Z",
      acceptedAt: "2026-11-20T10:00:00Z",
      startedAt: "2026-11-21T06:00:00Z",
      finishedAt: "2026-11-21T15:00:00Z",
      resultAcceptedAt: null,
      finishComment: "Фото в облаке",
    });
    show(atWork("COMPLETED", offer), [offer]);
    const steps = await waitFor(() => {
      const found = screen.getAllByRole("listitem").map((item) => item.textContent);
      expect(found.join()).toContain("Работа закончена");
      return found;
    });
    expect(steps.join("\n")).toMatch(
      /Отклик исполнителя.*Исполнитель 1[\s\S]*Исполнитель выбран.*Ромашка[\s\S]*приступил[\s\S]*«Фото в облаке»/,
    );
  });
});

describe("what now", () => {
  const offer = anOffer(1, "COMPLETED", { permissions: { ...NOTHING, resultAccept: true } });
  test.each([
    [
      "a draft is published",
      ownJob({
        state: { id: "DRAFT", title: "Черновик" },
        permissions: { ...ownJob().permissions, publish: true },
      }),
      undefined,
      /только ваша компания/,
      "publish",
    ],
    [
      "nobody has answered: people are invited",
      ownJob({ offersCount: 0, newOffersCount: 0 }),
      undefined,
      /пригласите исполнителей/,
      "invite",
    ],
    [
      "those who answered are compared, without those who were refused",
      ownJob({ offersCount: 4, newOffersCount: 3 }),
      undefined,
      /^3.отклика\. Сравните их/,
      undefined,
    ],
    [
      "all who answered were refused or left: others are invited",
      ownJob({ offersCount: 2, newOffersCount: 0 }),
      undefined,
      /^Новых откликов нет\. .*пригласите/,
      "invite",
    ],
    [
      "nobody but favourites could answer",
      ownJob({
        offersCount: 0,
        newOffersCount: 0,
        visibility: { id: "FAVOURITES", title: "Избранные исполнители" },
      }),
      undefined,
      /видят только ваши избранные исполнители и приглашённые/,
      "invite",
    ],
    [
      "nobody but invited people could answer",
      ownJob({
        offersCount: 0,
        newOffersCount: 0,
        visibility: { id: "INVITED", title: "Только приглашённые" },
      }),
      undefined,
      /видят только приглашённые/,
      "invite",
    ],
    [
      "a result is accepted",
      atWork("COMPLETED", offer),
      offer,
      /исполнитель получит 9.000,00.₽/,
      "accept-result",
    ],
    [
      "a refused act is no dead end",
      atWork("COMPLETED", offer),
      {
        ...offer,
        act: { documentID: 1, number: "1", state: { id: "REJECTED", title: "Отклонён" } },
        payout: { id: 1, state: { id: "CANCELED", title: "Отменена" } },
      },
      /не подписал акт.*Примите результат снова.*другую сумму.*без оплаты/,
      "accept-result",
    ],
    [
      "a returned payout is dealt with",
      atWork("FINISHED", {
        ...offer,
        payout: { id: 1, state: { id: "RETURNED", title: "Возвращена банком" } },
      }),
      undefined,
      /не дошли/,
      "money",
    ],
  ] as const)("%s", (_, job, accepted, words, action) => {
    const next = companyNext(job, accepted as JobOffer | undefined);
    expect(next.text).toMatch(words);
    expect(next.action?.key).toBe(action);
  });
});
