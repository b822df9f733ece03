import { fireEvent, screen, within } from "@testing-library/react";
import { beforeAll, beforeEach, expect, test } from "vitest";
import type { BankReconciliation, Reconciliation } from "#contract/transactions/reconciliation.ts";
import { resetSession } from "#web/session/session.ts";
import ReconciliationPage from "#console/transactions/reconciliation-page.tsx";
import { transactionsModule } from "#console/transactions/index.tsx";
import { aPerson, consoleServer } from "#tests/support/console-server.ts";
import { renderConsole } from "#tests/support/render-console.tsx";

const PAGE = "/profile/account/transactions/reconciliation";
const OPERATIONS = "/profile/account/transactions";
const BOOKS = "GET /client-api/transaction/reconciliation";
const BANK = "GET /client-api/transaction/bank-reconciliation";
const plain = (element: Element | null) => (element?.textContent ?? "").replaceAll("\u00A0", " ");
const NOTHING = { available: 0, reserved: 0, total: 0 };

const MONTH: Reconciliation = {
  periodStart: "2026-10-01",
  periodEnd: "2026-10-31",
  opening: { available: 1000.5, reserved: 0, total: 1000.5 },
  closing: { available: 3000, reserved: 500.5, total: 3500.5 },
  movement: { available: 1999.5, reserved: 500.5, total: 2500 },
  difference: NOTHING,
  returned: { count: 0, amount: 0 },
  onTheWay: 100.25,
  paid: 2000,
  taxes: 80,
  commissions: 60.25,
  kinds: [
    {
      type: { id: "INVOICE_PAYMENT", title: "Пополнение по счёту" },
      count: 1,
      available: 2500,
      reserved: 0,
      total: 2500,
    },
    {
      type: { id: "HOLD", title: "Заморозка средств" },
      count: 2,
      available: -500.5,
      reserved: 500.5,
      total: 0,
    },
  ],
  projects: [
    {
      project: { id: 7, title: "Склад" },
      payments: -100,
      commissions: -3,
      refunds: 0,
      other: 0,
      total: -103,
    },
  ],
};
const MATCHED: BankReconciliation = {
  periodStart: "2026-10-01",
  periodEnd: "2026-10-31",
  isMatched: true,
  turnovers: [
    {
      kind: { id: "INCOMING", title: "Поступило от компании" },
      booksCount: 1,
      books: 2500,
      bankCount: 1,
      bank: 2500,
      difference: 0,
    },
  ],
  mismatches: [],
  mismatchCount: 0,
};

function show(handlers: Parameters<typeof consoleServer>[0]) {
  const server = consoleServer(handlers);
  return {
    ...server,
    ...renderConsole(<ReconciliationPage />, {
      address: `${PAGE}?periodStart=2026-10-01&periodEnd=2026-10-31`,
      modules: [transactionsModule],
      pages: [OPERATIONS, "/profile/payroll-registry/:id"],
    }),
  };
}

beforeAll(() => import("#console/kit/period-field.tsx"), 60_000);
beforeEach(() => resetSession(aPerson("ACCOUNTANT"), "token"));

test("the opening, the movements and the closing of the period stand together, and each kind leads to its operations", async () => {
  const { seen } = show({ [BOOKS]: { body: MONTH }, [BANK]: { body: MATCHED } });
  await screen.findByText("Остаток на начало и движения дают остаток на конец, до копейки");
  expect(seen.find(({ path }) => path.endsWith("/reconciliation"))?.query.get("periodStart")).toBe(
    "2026-10-01",
  );
  expect(plain(screen.getByRole("group", { name: "Остатки" }))).toMatch(
    /1 000,50 ₽.*\+2 500,00 ₽.*3 500,50 ₽.*500,50 ₽/,
  );
  const kinds = screen.getByRole("table", { name: "Движения по видам операций" });
  const link = within(kinds).getByRole("link", { name: "Заморозка средств" });
  expect(decodeURIComponent(link.getAttribute("href") ?? "")).toMatch(
    /transactions\?.*types.*HOLD.*periodStart.*2026-10-01/,
  );
  expect(plain(within(kinds).getByRole("row", { name: /Остаток на конец/ }))).toMatch(
    /3 000,00 ₽.*500,50 ₽.*3 500,50 ₽/,
  );
  expect(
    decodeURIComponent(screen.getByRole("link", { name: "Склад" }).getAttribute("href") ?? ""),
  ).toMatch(/projectIDs.*7/);
  await screen.findByText("Каждая строка выписки нашла свою операцию");
});

test("all that was put in stands on lines that sum to it", async () => {
  consoleServer({ [BOOKS]: { body: MONTH }, [BANK]: { body: MATCHED } });
  renderConsole(<ReconciliationPage />, { address: PAGE, modules: [transactionsModule] });
  expect(plain(await screen.findByLabelText("Где всё внесённое на конец"))).toMatch(
    /В пути к исполнителям100,25 ₽.*на их налог и долги80,00 ₽.*Всего внесено, с остатком и недошедшим5 741,00 ₽/,
  );
});

test("books that do not add up say by how much", async () => {
  show({
    [BOOKS]: { body: { ...MONTH, difference: { available: 0.01, reserved: 0, total: 0.01 } } },
    [BANK]: { body: MATCHED },
  });
  expect(plain(await screen.findByText(/^Движения не объясняют/))).toBe(
    "Движения не объясняют 0,01 ₽ остатка",
  );
});

test("a line that only the bank has is named with its record; a bank that does not answer leaves the rest readable", async () => {
  const mismatch = {
    kind: { id: "OUTGOING", title: "Выплачено исполнителям" },
    reason: { id: "NOT_IN_BOOKS", title: "Есть в выписке, нет в операциях" },
    reference: "15",
    bankAmount: 900,
    bankAt: "2026-10-05T09:00:00Z",
    booksAmount: null,
    booksAt: null,
    job: { id: 3, title: "Погрузка" },
    registry: { id: 12, title: "Реестр выплат № 12" },
    payoutID: 15,
  } as const;
  const { unmount } = show({
    [BOOKS]: { body: MONTH },
    [BANK]: { body: { ...MATCHED, isMatched: false, mismatches: [mismatch], mismatchCount: 1 } },
  });
  const verdict = await screen.findByText("Выписка и операции расходятся: 1 строка");
  expect(
    verdict.compareDocumentPosition(screen.getByRole("group", { name: "Остатки" })) &
      Node.DOCUMENT_POSITION_FOLLOWING,
  ).toBeTruthy();
  expect(
    screen.getByRole("link", { name: "Реестр выплат № 12, выплата № 15" }).getAttribute("href"),
  ).toBe("/profile/account/payouts?open=15");
  unmount();
  show({
    [BOOKS]: { body: MONTH },
    [BANK]: {
      status: 503,
      body: { message: "Банк не отвечает, выписку сверить не с чем", code: "unavailable" },
    },
  });
  await screen.findByText("Банк не отвечает, выписку сверить не с чем");
  expect(screen.getByRole("table", { name: "Движения по проектам" })).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Повторить" }));
});

test("kopecks that a float adds up with a tail are shown to the kopeck", async () => {
  const kopecks: Reconciliation = {
    ...MONTH,
    closing: { available: 0.1, reserved: 0, total: 0.1 },
    onTheWay: 0.2,
    paid: 0,
    taxes: 0,
    commissions: 0,
  };
  show({ [BOOKS]: { body: kopecks }, [BANK]: { body: MATCHED } });
  const everything = await screen.findByRole("group", { name: "Где всё внесённое на конец" });
  expect(plain(everything)).toContain("Всего внесено, с остатком и недошедшим0,30 ₽");
});
