import { fireEvent, screen, within } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import type { AccountSummary } from "#contract/accounts/account-summary.ts";
import { JOB_STATE } from "#contract/jobs/job-states.ts";
import { addDays } from "#contract/values/calendar-date.ts";
import { resetSession } from "#web/session/session.ts";
import SummaryPage from "#console/accounts/summary/summary-page.tsx";
import { aPerson, consoleServer } from "#tests/support/console-server.ts";
import { renderConsole } from "#tests/support/render-console.tsx";

const CALL = "GET /open-api/v1/account/summary";
const plain = (element: Element | null | undefined) =>
  (element?.textContent ?? "").replaceAll("\u00A0", " ");
const PAGES = ["/profile/payroll-registry", "/profile/account/transactions", "/workmans/:id"];

const jobs = (counts: Partial<Record<(typeof JOB_STATE.ids)[number], number>>) =>
  JOB_STATE.ids.map((id) => ({
    state: { id, title: JOB_STATE.titles[id] },
    count: counts[id] ?? 0,
  }));
const days = (sums: Record<number, [count: number, amount: number]>) =>
  Array.from({ length: 30 }, (_, index) => ({
    date: addDays("2026-11-21", index - 29),
    count: sums[index]?.[0] ?? 0,
    amount: sums[index]?.[1] ?? 0,
  }));

const FULL: AccountSummary = {
  at: "2026-11-21T09:00:00Z",
  money: { balance: 250_000.5, balanceReserved: 50_000 },
  attention: [
    { kind: { id: "PAYROLL_APPROVAL", title: "Реестры ждут согласования" }, count: 2 },
    { kind: { id: "OFFER_WAITING", title: "Задания с новыми откликами" }, count: 14 },
  ],
  payoutsByDay: days({ 28: [3, 30_000], 29: [1, 1500.5] }),
  jobsByState: jobs({ PUBLISHED: 4, FINISHED: 1200 }),
  expiringDocuments: {
    total: 12,
    items: [
      {
        workman: { id: 5, name: "Иванов Иван" },
        type: { id: "patent", title: "Патент" },
        expireDate: "2026-11-26",
      },
    ],
  },
};
const EMPTY: AccountSummary = {
  at: FULL.at,
  money: { balance: 0, balanceReserved: 0 },
  attention: [],
  payoutsByDay: days({}),
  jobsByState: jobs({}),
  expiringDocuments: { total: 0, items: [] },
};

beforeEach(() => resetSession(aPerson("OWNER"), "token"));

const part = async (name: string) => screen.findByRole("region", { name });

const figures = async (name: string) => screen.findByRole("group", { name });

test("an owner reads the money, what waits and where to go for it", async () => {
  consoleServer({
    [CALL]: { body: FULL },
    "GET /client-api/notification/list": {
      body: { items: [], meta: { page: 1, perPage: 10, lastPage: 1, total: 3 } },
    },
  });
  renderConsole(<SummaryPage />, { pages: [...PAGES, "/notifications"] });
  const money = await figures("Баланс");
  expect(plain(money)).toContain("Доступно200 000,50 ₽");
  expect(plain(money)).toContain("Заморожено под выплаты50 000,00 ₽");
  const attention = await figures("Требует внимания");
  // A figure links to what it counts.
  expect(
    within(attention)
      .getByRole("link", { name: /Реестры ждут согласования/ })
      .getAttribute("href"),
  ).toBe(
    "/profile/payroll-registry?filters[0][field]=states&filters[0][operator]=eq&filters[0][value]=APPROVAL",
  );
  expect(
    (
      await within(attention).findByRole("link", { name: /Непрочитанные уведомления/ })
    ).getAttribute("href"),
  ).toBe("/notifications?filters[0][field]=isRead&filters[0][operator]=eq&filters[0][value]=false");
  // No route in this test: text instead of a dead link.
  expect(within(attention).queryByRole("link", { name: /Задания с новыми откликами/ })).toBeNull();
  expect(plain(attention)).toContain("Задания с новыми откликами14");
});

test("each figure that waits leads to the list of just what it counts", async () => {
  const attention = [
    "PAYOUT_FAILED",
    "RECEIPT_ANNULLED",
    "JOB_RESULT",
    "OFFER_WAITING",
    "JOB_REJECTED",
  ].map((id) => ({ kind: { id, title: id }, count: 2 }));
  consoleServer({ [CALL]: { body: { ...FULL, attention } } });
  const pages = [
    ...PAGES,
    "/profile/account/payouts",
    "/profile/account/receipts",
    "/profile/jobs",
    "/profile/jobs/accept",
  ];
  renderConsole(<SummaryPage />, { pages });
  const links = async () =>
    within(await figures("Требует внимания"))
      .getAllByRole("link")
      .map((link) =>
        link
          .getAttribute("href")
          ?.replaceAll(/filters\[\d]\[(field|operator|value)](\[\d])?=/g, ""),
      );
  expect(await links()).toEqual([
    "/profile/account/payouts?states&in&RECEIPT_FAILED&RETURNED&FAILED",
    "/profile/account/receipts?states&in&REVERSED_BY_WORKMAN&reversedStart&eq&2026-10-23",
    "/profile/jobs/accept",
    "/profile/jobs?withNewOffers&eq&1",
    "/profile/jobs?states&in&REJECTED",
  ]);
});

test("payouts by day are drawn, named in a sentence and readable as a table", async () => {
  consoleServer({ [CALL]: { body: FULL } });
  renderConsole(<SummaryPage />, { pages: PAGES });
  const chart = await part("Выплаты по дням");
  expect(
    within(chart).getByRole("img").getAttribute("aria-label")?.replaceAll("\u00A0", " "),
  ).toContain("За 30 дней 4 выплаты на 31 500,50 ₽");
  fireEvent.click(within(chart).getByRole("button", { name: "Показать таблицей" }));
  expect((await within(chart).findAllByRole("row")).map(plain)).toEqual([
    "ДеньВыплатСумма",
    "21.11.202611 500,50 ₽",
    "20.11.2026330 000,00 ₽",
  ]);
  const day = within(chart).getByRole("link", { name: "20.11.2026" }).getAttribute("href");
  expect(day).toContain("/profile/account/transactions?filters[0][field]=types");
  expect(day).toContain("filters[1][value]=2026-11-20");
});

test("jobs are counted by state, papers are named with their day", async () => {
  consoleServer({ [CALL]: { body: FULL } });
  renderConsole(<SummaryPage />, { pages: PAGES });
  const states = await part("Задания по состояниям");
  expect(
    within(states).getByRole("img").getAttribute("aria-label")?.replaceAll("\u00A0", " "),
  ).toBe("Опубликовано: 4, Завершено: 1 200");
  const papers = await part("Документы исполнителей истекают");
  expect(plain(papers)).toContain("Иванов Иван Патентдо 26.11.2026");
  expect(plain(papers)).toContain("И ещё 11");
});

test("a company that has only begun is told so honestly", async () => {
  consoleServer({ [CALL]: { body: EMPTY } });
  renderConsole(<SummaryPage />, { pages: PAGES });
  expect(plain(await part("Требует внимания"))).toContain("Всё в порядке");
  expect(plain(await part("Выплаты по дням"))).toContain("За последние 30 дней выплат не было");
  expect(plain(await part("Задания по состояниям"))).toContain("Заданий пока нет");
  expect(plain(await part("Документы исполнителей истекают"))).toContain("ничего не истекает");
});

test("what the role may not see is not there at all", async () => {
  resetSession(aPerson("RECRUITER"), "token");
  consoleServer({ [CALL]: { body: { ...FULL, money: null, payoutsByDay: null } } });
  renderConsole(<SummaryPage />, { pages: [...PAGES, "/profile/account/invoices"] });
  await part("Требует внимания");
  expect(screen.queryByRole("group", { name: "Баланс" })).toBeNull();
  for (const name of ["Выплаты по дням", "Неоплаченные счета"])
    expect(screen.queryByRole("region", { name })).toBeNull();
});

test("unpaid invoices stand with what is left to pay and what is overdue", async () => {
  const invoice = (number: string, validUntil: string, paidAmount: number) => ({
    id: Number(number),
    number,
    amount: 1000,
    paidAmount,
    state: { id: "created", title: "Выставлен", stateID: "created" },
    validUntil,
  });
  consoleServer({
    [CALL]: { body: FULL },
    "GET /client-api/invoice/list": {
      body: {
        items: [invoice("16", "2026-11-25", 250), invoice("15", "2026-11-20", 0)],
        meta: { page: 1, perPage: 5, lastPage: 1, total: 2 },
      },
    },
  });
  renderConsole(<SummaryPage />, { pages: [...PAGES, "/profile/account/invoices"] });
  const invoices = await part("Неоплаченные счета");
  await within(invoices).findByText(/Счёт №.16/);
  expect(plain(invoices)).toContain("Счёт № 16 оплатить до 25.11.2026750,00 ₽");
  expect(plain(invoices)).toContain("Счёт № 15 срок оплаты прошёл 20.11.20261 000,00 ₽");
});

test("a company under moderation and a failed reading are told with what to do", async () => {
  const me = aPerson("OWNER");
  resetSession(
    { ...me, accounts: me.accounts.map((one) => ({ ...one, stateID: "MODERATION" as const })) },
    "token",
  );
  const { set } = consoleServer({
    [CALL]: { status: 500, body: { message: "Произошла ошибка на сервере", code: "internal" } },
  });
  renderConsole(<SummaryPage />, { pages: PAGES });
  screen.getByText(/Компания на проверке/);
  const retry = await screen.findByRole("button", { name: "Повторить" });
  set(CALL, { body: EMPTY });
  fireEvent.click(retry);
  await figures("Баланс");
}, 20_000);
