import { fireEvent, screen, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { AccountSummary } from "#contract/accounts/account-summary.ts";
import {
  PAYOUT_OUTCOME,
  type PayoutOutcome,
  type PayoutWeeks,
} from "#contract/payouts/payout-weeks.ts";
import { JOB_STATE } from "#contract/jobs/job-states.ts";
import { addDays } from "#contract/values/calendar-date.ts";
import { provideModals } from "#web/modals/modal-store.ts";
import { resetSession } from "#web/session/session.ts";
import { invoicesModule } from "#console/invoices/index.tsx";
import SummaryPage from "#console/accounts/summary/summary-page.tsx";
import { aPerson, consoleServer } from "#tests/support/console-server.ts";
import { renderConsole } from "#tests/support/render-console.tsx";

const CALL = "GET /open-api/v1/account/summary";
const plain = (element: Element | null | undefined) =>
  (element?.textContent ?? "").replaceAll("\u00A0", " ");
const BY_WEEK = "GET /open-api/v1/payouts/by-week";
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

const weeks = (
  sums: Record<number, Partial<Record<PayoutOutcome, [count: number, amount: number]>>>,
) =>
  Array.from({ length: 12 }, (_, index) => ({
    firstDay: addDays("2026-11-16", (index - 11) * 7),
    lastDay: addDays("2026-11-22", (index - 11) * 7),
    outcomes: PAYOUT_OUTCOME.ids.flatMap((id) => {
      const [count = 0, amount = 0] = sums[index]?.[id] ?? [];
      return count > 0
        ? [{ outcome: { id, title: PAYOUT_OUTCOME.titles[id] }, count, amount }]
        : [];
    }),
  }));
const PAYOUTS: PayoutWeeks = {
  weeks: weeks({
    10: { PAID: [12, 120_000], RETURNED: [1, 500.5] },
    11: { PAID: [3, 30_000], ON_THE_WAY: [2, 1500.5] },
  }),
  projects: [
    { project: { id: 4, title: "Север" }, count: 10, amount: 100_000 },
    { project: null, count: 2, amount: 1000 },
  ],
  otherProjects: { projectIDs: [5, 6], count: 5, amount: 50_500.5 },
};
const NO_PAYOUTS: PayoutWeeks = { weeks: weeks({}), projects: [], otherProjects: null };

type Attention = AccountSummary["attention"][number];
function waits(id: Attention["kind"]["id"], count: number, more: Partial<Attention> = {}) {
  return { kind: { id, title: id }, count, amount: null, registryID: null, ...more };
}

const FULL: AccountSummary = {
  at: "2026-11-21T09:00:00Z",
  money: {
    balance: 250_000.5,
    balanceReserved: 50_000,
    scheduled: 20_000,
    onTheWay: 1500.25,
    daysLeft: 14,
  },
  attention: [waits("PAYROLL_APPROVAL", 2, { amount: 86_618 }), waits("OFFER_WAITING", 14)],
  payoutsByDay: days({ 28: [3, 30_000], 29: [1, 1500.5] }),
  jobsByState: jobs({ PUBLISHED: 4, FINISHED: 1200 }),
  expiringDocuments: {
    total: 12,
    items: [
      {
        id: 1,
        workman: { id: 6, name: "Петров Пётр" },
        type: { id: "passport", title: "Паспорт" },
        expireDate: "2026-11-20",
        isExpired: true,
        isInReview: true,
      },
      {
        id: 2,
        workman: { id: 5, name: "Иванов Иван" },
        type: { id: "patent", title: "Патент" },
        expireDate: "2026-11-26",
        isExpired: false,
        isInReview: false,
      },
    ],
  },
};
const EMPTY: AccountSummary = {
  at: FULL.at,
  money: { balance: 0, balanceReserved: 0, scheduled: 0, onTheWay: 0, daysLeft: null },
  attention: [],
  payoutsByDay: days({}),
  jobsByState: jobs({}),
  expiringDocuments: { total: 0, items: [] },
};

beforeEach(() => resetSession(aPerson("OWNER"), "token"));

afterEach(() => vi.restoreAllMocks());

const chartOf = (within: HTMLElement) =>
  within.querySelector('[role="img"], [role="group"]')?.getAttribute("aria-label") ?? "";

const part = async (name: string) => screen.findByRole("region", { name });

/** Address of a list as its filters read. */
const placeOf = (link: Element) =>
  link.getAttribute("href")?.replaceAll(/filters\[\d]\[(field|operator|value)](\[\d])?=/g, "");

test("an owner reads the money, where it goes and how long it lasts", async () => {
  consoleServer({ [CALL]: { body: FULL } });
  renderConsole(<SummaryPage />, { pages: [...PAGES, "/profile/account/payouts"] });
  const money = await part("Баланс");
  expect(plain(money)).toContain("Доступно200 000,50 ₽");
  expect(plain(money)).toContain("Заморожено под выплаты50 000,00 ₽");
  expect(plain(money)).toContain("денег хватит до 05.12.2026");
  expect(
    within(money)
      .getAllByRole("link")
      .map((link) => [plain(link), placeOf(link)]),
  ).toEqual([
    ["200 000,50 ₽", "/profile/account/transactions"],
    ["50 000,00 ₽", "/profile/account/transactions?types&in&HOLD&HOLD_RELEASE&HOLD_ADJUST"],
    ["20 000,00 ₽", "/profile/payroll-registry?states&in&SCHEDULED"],
    ["1 500,25 ₽", "/profile/account/payouts?states&in&READY&SENT&BANK_HELD"],
  ]);
});

test.each([
  [0, "денег не хватит и на день"],
  [90, "денег хватит до 19.02.2027"],
  [91, "денег хватит больше чем на 90 дней"],
])("money for %d days is told in words", async (daysLeft, words) => {
  const money = { balance: 100, balanceReserved: 0, scheduled: 0, onTheWay: null, daysLeft };
  consoleServer({ [CALL]: { body: { ...FULL, money } } });
  renderConsole(<SummaryPage />, { pages: PAGES });
  const balance = await part("Баланс");
  expect(plain(balance)).toContain(words);
  expect(plain(balance)).not.toContain("В пути");
});

test("each thing that waits has one button, which leads to just what is counted", async () => {
  consoleServer({
    [CALL]: {
      body: {
        ...FULL,
        attention: [
          waits("PAYOUT_FAILED", 3, { amount: 10_938 }),
          waits("PAYROLL_APPROVAL", 1, { amount: 500, registryID: 15 }),
          waits("PAYROLL_READY", 2, { amount: 86_618 }),
          waits("PAYROLL_ERRORS", 5),
          waits("JOB_RESULT", 1, { amount: 4000 }),
          waits("INVOICE_UNPAID", 2, { amount: 1749.5 }),
          waits("OFFER_WAITING", 14),
          waits("PAPERS_EXPIRING", 2),
          waits("JOB_REJECTED", 1),
          waits("RECEIPT_ANNULLED", 2),
        ],
      },
    },
    "GET /client-api/notification/list": {
      body: { items: [], meta: { page: 1, perPage: 10, lastPage: 1, total: 3 } },
    },
  });
  const pages = [
    ...PAGES,
    "/profile/payroll-registry/:id",
    "/profile/account/payouts",
    "/profile/account/receipts",
    "/profile/account/invoices",
    "/profile/jobs",
    "/profile/jobs/accept",
    "/notifications",
  ];
  renderConsole(<SummaryPage />, { pages });
  const today = await part("Сделать сегодня");
  await within(today).findByText(/непрочитанных.уведомления/);
  expect(
    within(today)
      .getAllByRole("listitem")
      .map((line) => {
        const link = within(line).queryByRole("link");
        return [plain(line), link && placeOf(link)];
      }),
  ).toEqual([
    [
      "3 выплаты не прошли · 10 938,00 ₽Разобрать",
      "/profile/account/payouts?states&in&RECEIPT_FAILED&RETURNED&FAILED",
    ],
    ["1 реестр ждёт согласования · 500,00 ₽Согласовать", "/profile/payroll-registry/15"],
    [
      "2 реестра готовы к запуску · 86 618,00 ₽Проверить и запустить",
      "/profile/payroll-registry?states&in&READY",
    ],
    [
      "5 реестров с ошибкамиИсправить",
      "/profile/payroll-registry?states&in&INVALID&PARTIALLY_READY",
    ],
    ["1 результат ждёт приёмки · 4 000,00 ₽Принять", "/profile/jobs/accept"],
    [
      "2 счёта не оплачены · 1 749,50 ₽Оплатить",
      "/profile/account/invoices?stateID&in&created&partially_paid",
    ],
    ["14 заданий с новыми откликамиВыбрать", "/profile/jobs?withNewOffers&eq&1"],
    // No such page for this person: words without a dead link.
    ["2 документа исполнителей истекли или скоро истекут", null],
    ["1 задание отклонено модераторомИсправить", "/profile/jobs?states&in&REJECTED"],
    [
      "2 чека аннулированы исполнителями за 30 днейПосмотреть",
      "/profile/account/receipts?states&in&REVERSED_BY_WORKMAN&reversedStart&eq&2026-10-23",
    ],
    ["3 непрочитанных уведомленияПрочитать", "/notifications?isRead&eq&false"],
  ]);
});

test("what lacks is billed by its button, with the sum filled in", async () => {
  consoleServer({
    [CALL]: {
      body: {
        ...FULL,
        attention: [waits("PAYROLL_SHORTAGE", 2, { amount: 5_154_909.43 })],
      },
    },
  });
  provideModals(invoicesModule.modals ?? {});
  renderConsole(<SummaryPage />, { pages: PAGES, modules: [invoicesModule] });
  const today = await part("Сделать сегодня");
  expect(placeOf(within(today).getByRole("link", { name: /2.реестрам не хватает денег/ }))).toBe(
    "/profile/payroll-registry?states&in&READY&APPROVAL",
  );
  fireEvent.click(within(today).getByRole("button", { name: /Выставить счёт на/ }));
  const dialog = await screen.findByRole("dialog", { name: "Выставить счёт" });
  expect((await within(dialog).findByLabelText<HTMLInputElement>("Сумма, ₽")).value).toBe(
    "5154909,43",
  );
});

test("payouts by week are told by what happened, and each sum opens its list", async () => {
  consoleServer({ [CALL]: { body: FULL }, [BY_WEEK]: { body: PAYOUTS } });
  renderConsole(<SummaryPage />, { pages: [...PAGES, "/profile/account/payouts"] });
  const chart = await part("Выплаты");
  const whole = await within(chart).findByRole("link", { name: /^Выплачено за 12 недель/ });
  expect(plain(chart)).toContain("Выплачено 150 000,00 ₽ · 15 выплат");
  expect(plain(chart)).not.toContain("Готовится");
  expect(placeOf(whole)).toBe(
    "/profile/account/payouts?states&in&PAID&periodStart&eq&2026-08-31&periodEnd&eq&2026-11-22",
  );
  fireEvent.click(within(chart).getByRole("button", { name: "Показать таблицей" }));
  expect((await within(chart).findAllByRole("row")).map(plain)).toEqual([
    "НеделяЧто с выплатами",
    "16.11–22.11.2026Выплачено 30 000,00 ₽ · 3 выплатыВ пути 1 500,50 ₽ · 2 выплаты",
    "09.11–15.11.2026Выплачено 120 000,00 ₽ · 12 выплатВозвращено банком 500,50 ₽ · 1 выплата",
  ]);
  expect(placeOf(within(chart).getByRole("link", { name: /^16.11–22.11.2026: в пути: / }))).toBe(
    "/profile/account/payouts?states&in&READY&SENT&BANK_HELD&periodStart&eq&2026-11-16&periodEnd&eq&2026-11-22",
  );
});

test("bars are one stop of Tab, and the arrows lead to each one's list", async () => {
  // Nothing is drawn in a frame without a size.
  vi.spyOn(HTMLElement.prototype, "getBoundingClientRect").mockReturnValue(
    new DOMRect(0, 0, 600, 220),
  );
  consoleServer({ [CALL]: { body: FULL }, [BY_WEEK]: { body: PAYOUTS } });
  renderConsole(<SummaryPage />, { pages: [...PAGES, "/profile/account/payouts"] });
  const chart = await within(await part("Выплаты")).findByRole("group");
  const bars = await within(chart).findAllByRole("link");
  const nameOf = (bar: Element | null) =>
    bar?.getAttribute("aria-label")?.replaceAll("\u00A0", " ");
  expect(bars).toHaveLength(4);
  const [first] = bars.filter(({ tabIndex }) => tabIndex === 0);
  expect(bars.filter(({ tabIndex }) => tabIndex === 0)).toHaveLength(1);
  first?.focus();
  const seen = [nameOf(document.activeElement)];
  for (const key of ["ArrowUp", "ArrowRight", "ArrowUp", "ArrowRight", "Home"]) {
    fireEvent.keyDown(document.activeElement ?? chart, { key });
    seen.push(nameOf(document.activeElement));
  }
  expect(seen).toEqual([
    "09.11–15.11.2026: выплачено 120 000,00 ₽, 12 выплат",
    "09.11–15.11.2026: возвращено банком 500,50 ₽, 1 выплата",
    // No such part in the next week.
    "16.11–22.11.2026: выплачено 30 000,00 ₽, 3 выплаты",
    "16.11–22.11.2026: в пути 1 500,50 ₽, 2 выплаты",
    "16.11–22.11.2026: в пути 1 500,50 ₽, 2 выплаты",
    "09.11–15.11.2026: выплачено 120 000,00 ₽, 12 выплат",
  ]);
  expect(placeOf(document.activeElement as Element)).toBe(
    "/profile/account/payouts?states&in&PAID&periodStart&eq&2026-11-09&periodEnd&eq&2026-11-15",
  );
});

test("projects are told by what they paid, the largest first, each with its payouts", async () => {
  consoleServer({ [CALL]: { body: FULL }, [BY_WEEK]: { body: PAYOUTS } });
  renderConsole(<SummaryPage />, { pages: [...PAGES, "/profile/account/payouts"] });
  const projects = await part("Выплаты по проектам");
  await within(projects).findByRole("link", { name: /^Север/ });
  const lines = within(projects).getAllByRole("listitem");
  const inWeeks =
    "/profile/account/payouts?states&in&PAID&READY&SENT&BANK_HELD&periodStart&eq&2026-08-31&periodEnd&eq&2026-11-22";
  expect(lines.map((line) => [plain(line), placeOf(within(line).getByRole("link"))])).toEqual([
    ["Север 100 000,00 ₽ · 10 выплат", `${inWeeks}&projectIDs&in&4`],
    ["Без проекта 1 000,00 ₽ · 2 выплаты", `${inWeeks}&withoutProject&eq&1`],
    ["Ещё 2 проекта 50 500,50 ₽ · 5 выплат", `${inWeeks}&projectIDs&in&5&6`],
  ]);
});

test("payouts by day are drawn, named in a sentence and readable as a table", async () => {
  consoleServer({ [CALL]: { body: FULL }, [BY_WEEK]: { body: PAYOUTS } });
  renderConsole(<SummaryPage />, { pages: PAGES });
  const chart = await part("Выплаты");
  fireEvent.click(within(chart).getByText("По дням"));
  expect(chartOf(chart).replaceAll("\u00A0", " ")).toContain("За 30 дней 4 выплаты на 31 500,50 ₽");
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
  expect(chartOf(states).replaceAll("\u00A0", " ")).toBe("Опубликовано: 4, Завершено: 1 200");
  const papers = await part("Сроки документов исполнителей");
  expect(plain(papers)).toContain("Петров Пётр Паспорт, новый на проверкеистёк 20.11.2026");
  expect(plain(papers)).toContain("Иванов Иван Патентдо 26.11.2026");
  expect(plain(papers)).toContain("И ещё 10");
});

test("a company that has only begun is told so honestly", async () => {
  consoleServer({ [CALL]: { body: EMPTY }, [BY_WEEK]: { body: NO_PAYOUTS } });
  renderConsole(<SummaryPage />, { pages: PAGES });
  expect(plain(await part("Сделать сегодня"))).toContain("Всё в порядке");
  const payouts = await part("Выплаты");
  await within(payouts).findByText(/За последние 12 недель выплат не было/);
  fireEvent.click(within(payouts).getByText("По дням"));
  expect(plain(payouts)).toContain("За последние 30 дней выплат не было");
  expect(plain(await part("Выплаты по проектам"))).toContain("за 12 недель не было");
  expect(plain(await part("Задания по состояниям"))).toContain("Заданий пока нет");
  expect(plain(await part("Сроки документов исполнителей"))).toContain("ничего не истекает");
});

test("what the role may not see is not there at all", async () => {
  resetSession(aPerson("RECRUITER"), "token");
  consoleServer({ [CALL]: { body: { ...FULL, money: null, payoutsByDay: null } } });
  renderConsole(<SummaryPage />, { pages: PAGES });
  await part("Сделать сегодня");
  for (const name of ["Баланс", "Выплаты", "Выплаты по проектам"])
    expect(screen.queryByRole("region", { name })).toBeNull();
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
  await part("Баланс");
}, 20_000);
