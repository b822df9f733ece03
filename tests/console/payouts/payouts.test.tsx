import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import type { Payout } from "#contract/payouts/payout-endpoints.ts";
import type { PayoutIncome } from "#contract/payouts/payout-income.ts";
import { Receipt as ReceiptSchema, type Receipt } from "#contract/receipts/receipt-endpoints.ts";
import { resetSession } from "#web/session/session.ts";
import { transactionsModule } from "#console/transactions/index.tsx";
import { payoutsModule } from "#console/payouts/index.tsx";
import CompanyPayoutList from "#console/payouts/company-payout-list.tsx";
import ReceiptList from "#console/payouts/receipt-list.tsx";
import IncomePage from "#console/payouts/income/income-page.tsx";
import { aPerson, consoleServer } from "#tests/support/console-server.ts";
import { sampleOf } from "#tests/support/sample-of.ts";
import { renderConsole } from "#tests/support/render-console.tsx";

const plain = (text: string | null | undefined) => (text ?? "").replaceAll("\u00A0", " ");
const meta = { page: 1, perPage: 30, lastPage: 1, total: 2 };

const PAID: Payout = {
  id: 5,
  state: { id: "PAID", title: "Выплачено" },
  kind: { id: "CARD", title: "На карту" },
  amount: 1000,
  taxAmount: 40,
  debtAmount: 0,
  toTransfer: 960,
  destination: "220000******0004",
  destinationHolder: "Смирнов Алексей",
  job: { id: 7, title: "Разгрузка" },
  workman: { id: 1, name: "Смирнов Алексей" },
  account: { id: 1, companyDetailsName: "ООО «Северный склад»" },
  registryID: 3,
  registry: { id: 3, title: "Реестр выплат № 15" },
  registryNumber: 15,
  act: {
    id: 56,
    number: "56",
    date: "2026-03-05",
    state: { id: "AUTO_SIGNED", title: "Подписан автоматически" },
  },
  receipt: {
    id: 5,
    state: { id: "REGISTERED", title: "Сформирован" },
    link: "https://site.test/receipt/print",
  },
  failureReason: null,
  payoutNote: null,
  problem: null,
  triesCount: 1,
  createdAt: "2026-03-05T11:05:00Z",
  sentAt: "2026-03-05T11:06:00Z",
  promisedOn: null,
  paidAt: "2026-03-05T11:07:00Z",
  returnedAt: null,
  permissions: { retry: false, giveUp: false, cancel: false },
};
const SENT: Payout = {
  ...PAID,
  id: 6,
  state: { id: "SENT", title: "Отправлена в банк" },
  taxAmount: 0,
  amount: 500,
  toTransfer: 500,
  registryID: null,
  registry: null,
  registryNumber: null,
  paidAt: null,
  promisedOn: "2026-03-10",
  receipt: null,
};

const INCOME: PayoutIncome = {
  year: 2026,
  years: [2026, 2025],
  totals: { count: 3, accrued: 1500, tax: 40, debt: 0, paid: 960, onTheWay: 500 },
  months: [
    { monthNumber: 1, count: 0, accrued: 0, tax: 0, debt: 0, paid: 0, onTheWay: 0 },
    { monthNumber: 2, count: 1, accrued: 1000, tax: 40, debt: 0, paid: 960, onTheWay: 0 },
    { monthNumber: 3, count: 2, accrued: 500, tax: 0, debt: 0, paid: 0, onTheWay: 500 },
  ],
  accounts: [{ id: 1, companyDetailsName: "ООО «Северный склад»" }],
  customers: [
    {
      account: { id: 1, companyDetailsName: "ООО «Северный склад»" },
      count: 3,
      accrued: 1500,
      tax: 40,
      debt: 0,
      paid: 960,
      onTheWay: 500,
    },
  ],
  next: { count: 1, amount: 500, arrivesBy: "2026-03-10" },
};
const FIGURES = {
  "GET /open-api/v1/payouts/income": { body: INCOME },
  "GET /client-api/transaction/pockets": {
    body: { available: 1250.5, onTheWay: 500, notArrived: 0 },
  },
};

const modules = [payoutsModule, transactionsModule];
beforeEach(() => resetSession(aPerson(null, { isWorkman: true }), "token"));

test("a worker sees what has come and what is on its way, with the day it is promised", async () => {
  const { seen } = consoleServer({
    ...FIGURES,
    "GET /open-api/v1/payouts": {
      body: { items: [SENT, PAID], meta, totals: { paid: 960, onTheWay: 500, returned: 0 } },
    },
  });
  renderConsole(<IncomePage />, { address: "/profile/workman/income", modules });
  const sent = (await screen.findByText("Отправлена в банк")).closest("tr") as HTMLElement;
  within(sent).getByText("до 10.03.2026");
  expect(within(sent).getByRole("link", { name: "Разгрузка" }).getAttribute("href")).toBe(
    "/jobs/7",
  );
  const paid = screen.getByText("Выплачено").closest("tr") as HTMLElement;
  expect(plain(paid.textContent)).toContain("Разгрузка, Реестр выплат № 15");
  expect(within(paid).getByRole("link", { name: "Открыть чек" }).getAttribute("href")).toBe(
    "https://site.test/receipt/print",
  );
  expect(plain(document.body.textContent)).toContain("Получено 960,00 ₽, в пути 500,00 ₽");
  expect(seen.find(({ path }) => path === "/open-api/v1/payouts")?.query.get("isMine")).toBe(
    "true",
  );
});

test("he sees what he has, what comes and by when, and his year by months and customers, each sum leading to its payments", async () => {
  consoleServer({
    ...FIGURES,
    "GET /open-api/v1/payouts": {
      body: { items: [SENT, PAID], meta, totals: { paid: 960, onTheWay: 500, returned: 0 } },
    },
  });
  renderConsole(<IncomePage />, { address: "/profile/workman/income?tab=sums", modules });
  await screen.findByText("Деньги в пути придут обычно сразу, не позже 10.03.2026");
  await waitFor(() =>
    expect(plain(screen.getByRole("group", { name: "Деньги" }).textContent)).toBe(
      "Доступно1 250,50 ₽В пути500,00 ₽Не дошло0,00 ₽Получено за 2026 год960,00 ₽",
    ),
  );
  screen.getByText(/^За 2026 год 3.выплаты: получено 960,00.₽, в пути 500,00.₽$/);
  screen.getByRole("group", { name: /Суммы по месяцам — в таблице ниже/ });
  const month = within(screen.getByRole("region", { name: "По месяцам" })).getByRole("link", {
    name: "февраль 2026",
  });
  expect(decodeURIComponent(month.getAttribute("href") ?? "")).toMatch(
    /value\]=2026-02-01&.*value\]=2026-02-28/,
  );
  const account = within(screen.getByRole("region", { name: "По заказчикам" })).getByRole("link", {
    name: "ООО «Северный склад»",
  });
  expect(account.getAttribute("href")).toContain("accountID");
});

test("what is filtered leaves as a file", async () => {
  const { seen } = consoleServer({
    ...FIGURES,
    "GET /open-api/v1/payouts": {
      body: {
        items: [PAID],
        meta: { ...meta, total: 1 },
        totals: { paid: 960, onTheWay: 0, returned: 0 },
      },
    },
    "GET /open-api/v1/payouts/income/file": {
      raw: "PK",
      headers: {
        "content-type": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
        "content-disposition": "attachment; filename=income.xlsx",
      },
    },
  });
  vi.stubGlobal(
    "URL",
    Object.assign(URL, { createObjectURL: () => "blob:income", revokeObjectURL: () => undefined }),
  );
  renderConsole(<IncomePage />, {
    address:
      "/profile/workman/income?filters[0][field]=states&filters[0][operator]=in&filters[0][value][0]=PAID",
    modules,
  });
  await screen.findByText("Открыть чек");
  fireEvent.click(screen.getByRole("button", { name: "Выгрузить" }));
  fireEvent.click(await screen.findByRole("menuitem", { name: /Excel/ }));
  await waitFor(() =>
    expect(seen.find(({ path }) => path.endsWith("/income/file"))?.query.toString()).toBe(
      "states=PAID&format=xlsx",
    ),
  );
});

test("his operations are his own money, each with its postings", async () => {
  const operation = {
    id: 16384,
    type: { id: "WORKMAN_ACCRUAL", title: "Начисление исполнителю" },
    amount: 1000,
    createdAt: "2026-03-05T11:05:00Z",
    job: { id: 7, title: "Разгрузка" },
    workman: PAID.workman,
    account: PAID.account,
    project: null,
    commission: null,
    registryID: 3,
    registry: { id: 3, title: "Реестр выплат № 15" },
    payoutID: 5,
    invoiceID: null,
    invoiceNumber: null,
    comment: null,
    pocket: { id: "ON_THE_WAY", title: "В пути" },
    destination: null,
    arrivedAt: null,
  };
  const { seen } = consoleServer({
    ...FIGURES,
    "GET /client-api/transaction/list": {
      body: {
        items: [operation],
        meta: { ...meta, total: 1 },
        totals: { income: 1000, expense: 0 },
      },
    },
    "GET /client-api/transaction/16384/postings": { body: { items: [] } },
  });
  renderConsole(<IncomePage />, { address: "/profile/workman/income?tab=operations", modules });
  const row = (await screen.findByText("Начисление исполнителю")).closest("tr") as HTMLElement;
  expect(plain(row.textContent)).toContain("+1 000,00 ₽");
  expect(within(row).getByText("Разгрузка").closest("a")).toBeNull();
  expect(seen.find(({ path }) => path.endsWith("/transaction/list"))?.query.get("isMine")).toBe(
    "true",
  );
  fireEvent.click(screen.getByText("Начисление исполнителю"));
  await waitFor(() =>
    expect(seen.find(({ path }) => path.endsWith("/16384/postings"))?.query.get("isMine")).toBe(
      "true",
    ),
  );
});

test("a notice's link opens a payment that is not on the page, with its card, receipt and act", async () => {
  const { seen } = consoleServer({
    ...FIGURES,
    "GET /open-api/v1/payouts": {
      body: {
        items: [SENT],
        meta: { ...meta, total: 1 },
        totals: { paid: 0, onTheWay: 500, returned: 0 },
      },
    },
    "GET /open-api/v1/payouts/5": { body: PAID },
    "GET /open-api/v1/job-documents/56/file": {
      raw: "%PDF-1.7",
      headers: {
        "content-type": "application/pdf",
        "content-disposition": "attachment; filename=act.pdf",
      },
    },
  });
  vi.stubGlobal(
    "URL",
    Object.assign(URL, { createObjectURL: () => "blob:act", revokeObjectURL: () => undefined }),
  );
  renderConsole(<IncomePage />, { address: "/profile/workman/income?open=5", modules });
  const drawer = await screen.findByRole("dialog");
  await within(drawer).findByText("220000******0004, Смирнов Алексей");
  expect(plain(drawer.textContent)).toMatch(
    /Начислено1 000,00 ₽.*Резерв налога40,00 ₽.*Поступило960,00 ₽/,
  );
  expect(within(drawer).getByRole("link", { name: "Открыть чек" }).getAttribute("href")).toBe(
    "https://site.test/receipt/print",
  );
  fireEvent.click(within(drawer).getByRole("button", { name: "Скачать PDF" }));
  await waitFor(() =>
    expect(seen.some(({ path }) => path === "/open-api/v1/job-documents/56/file")).toBe(true),
  );
});

test("a company sees all its payments, and takes one back that has not left, with the sum in the sentence", async () => {
  resetSession(aPerson("FINANCE_MANAGER"), "token");
  const ready: Payout = {
    ...SENT,
    state: { id: "READY", title: "Готова к отправке" },
    sentAt: null,
    permissions: { retry: false, giveUp: false, cancel: true },
  };
  const { seen } = consoleServer({
    "GET /open-api/v1/payouts": {
      body: { items: [ready, PAID], meta, totals: { paid: 960, onTheWay: 500, returned: 0 } },
    },
    "POST /open-api/v1/payouts/6/cancel": { body: ready },
  });
  renderConsole(<CompanyPayoutList />, { address: "/profile/account/payouts", modules });
  const row = (await screen.findByText("Готова к отправке")).closest("tr") as HTMLElement;
  expect(screen.getByText(/Выплачено.*в пути/).textContent).toMatch(/960,00.*500,00/);
  expect(screen.getByRole("link", { name: /Реестр выплат №.15/ }).getAttribute("href")).toBe(
    "/profile/payroll-registry/3",
  );
  fireEvent.click(within(row).getByRole("button", { name: /^Действия/ }));
  fireEvent.click(await screen.findByRole("menuitem", { name: "Отменить выплату" }));
  const dialog = await screen.findByRole("dialog", { name: "Отменить выплату" });
  expect(plain(dialog.textContent)).toContain(
    "Не будет выплачено 500,00 ₽ исполнителю Смирнов Алексей",
  );
  fireEvent.click(within(dialog).getByRole("button", { name: "Отменить выплату" }));
  await waitFor(() =>
    expect(seen.some(({ path }) => path.endsWith("/payouts/6/cancel"))).toBe(true),
  );
});

test("a receipt the tax service has refused is sent again, with why it was refused", async () => {
  resetSession(aPerson("FINANCE_MANAGER"), "token");
  const refused: Receipt = {
    ...(sampleOf(ReceiptSchema) as Receipt),
    id: 6,
    state: { id: "ERROR", title: "Ошибка" },
    amount: 500,
    workman: { id: 1, name: "Смирнов Алексей" },
    payoutNote: null,
    errorMessage: "TAXPAYER_UNBOUND",
    reversalReason: null,
    permissions: { reverse: false, retry: true, reissue: false },
  };
  const { seen } = consoleServer({
    "GET /open-api/v1/receipts": { body: { items: [refused], meta: { ...meta, total: 1 } } },
    "POST /open-api/v1/receipts/6/retry": { body: refused },
  });
  renderConsole(<ReceiptList />, { address: "/profile/account/receipts", modules });
  fireEvent.click(await screen.findByRole("button", { name: /^Действия/ }));
  fireEvent.click(await screen.findByRole("menuitem", { name: "Отправить чек ещё раз" }));
  const dialog = await screen.findByRole("dialog", { name: "Отправить чек ещё раз" });
  expect(dialog.textContent).toContain("TAXPAYER_UNBOUND");
  fireEvent.click(within(dialog).getByRole("button", { name: "Отправить чек" }));
  await waitFor(() =>
    expect(seen.some(({ path }) => path.endsWith("/receipts/6/retry"))).toBe(true),
  );
});

test("a signatory, who may not open registries, is led to none by payments and receipts", async () => {
  resetSession(aPerson("SIGNATORY"), "token");
  const receipt: Receipt = {
    ...(sampleOf(ReceiptSchema) as Receipt),
    id: 6,
    job: { id: 7, title: "Разгрузка склада" },
    registryID: 3,
  };
  consoleServer({
    "GET /open-api/v1/payouts": {
      body: {
        items: [PAID],
        meta: { ...meta, total: 1 },
        totals: { paid: 960, onTheWay: 0, returned: 0 },
      },
    },
    "GET /open-api/v1/receipts": { body: { items: [receipt], meta: { ...meta, total: 1 } } },
  });
  const payments = renderConsole(<CompanyPayoutList />, {
    address: "/profile/account/payouts",
    modules,
  });
  expect((await screen.findByText(/Реестр выплат №.15/)).closest("a")).toBeNull();
  payments.unmount();
  renderConsole(<ReceiptList />, { address: "/profile/account/receipts", modules });
  expect((await screen.findByText("Разгрузка склада")).closest("a")).toBeNull();
});

test("why money has not arrived stands in the row, in words, with the one button that mends it", async () => {
  const refused: Payout = {
    ...PAID,
    id: 9,
    state: { id: "RECEIPT_FAILED", title: "Чек не сформирован" },
    receipt: null,
    failureReason: {
      id: "LIMIT_EXCEEDED",
      title: "Превышен годовой лимит дохода самозанятого",
    },
    permissions: { retry: true, giveUp: true, cancel: false },
  };
  consoleServer({
    ...FIGURES,
    "GET /open-api/v1/payouts": {
      body: { items: [refused], meta, totals: { paid: 0, onTheWay: 0, returned: 0 } },
    },
  });
  renderConsole(<CompanyPayoutList />, { address: "/profile/payouts", modules });
  const reason = await screen.findByText("Превышен годовой лимит дохода самозанятого");
  const note = reason.closest<HTMLElement>(".failure-note");
  expect(note?.textContent).toContain("Повтор не поможет");
  const buttons = within(note as HTMLElement).getAllByRole("button");
  expect(buttons.map(({ textContent }) => textContent)).toEqual(["Не выплачивать"]);
  expect(document.body.textContent).not.toContain("LIMIT_EXCEEDED");
});

test("money the bank sent back is said to be returned, with its day and its sum", async () => {
  resetSession(aPerson("FINANCE_MANAGER"), "token");
  const back: Payout = {
    ...PAID,
    state: { id: "RETURNED", title: "Возвращена банком" },
    paidAt: null,
    returnedAt: "2026-03-06T09:00:00Z",
  };
  consoleServer({
    "GET /open-api/v1/payouts": {
      body: { items: [back], meta, totals: { paid: 0, onTheWay: 0, returned: 960 } },
    },
  });
  renderConsole(<CompanyPayoutList />, { address: "/profile/account/payouts", modules });
  await screen.findByText("Возврат 06.03.2026");
  expect(plain(screen.getByText(/Выплачено.*в пути/).textContent)).toContain("возвращено 960,00 ₽");
});
