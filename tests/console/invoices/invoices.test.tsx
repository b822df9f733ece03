import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { invoicePermissions } from "#contract/invoices/invoice-permissions.ts";
import { INVOICE_STATE, type InvoiceState } from "#contract/invoices/invoice-states.ts";
import type { Invoice } from "#contract/invoices/invoice.ts";
import { provideModals } from "#web/modals/modal-store.ts";
import { resetSession } from "#web/session/session.ts";
import { invoicesModule } from "#console/invoices/index.tsx";
import InvoiceList from "#console/invoices/invoice-list.tsx";
import { aPerson, consoleServer } from "#tests/support/console-server.ts";
import { openCommands, runCommand } from "#tests/support/antd-controls.ts";
import { aPage } from "#tests/support/public-records.ts";
import { renderConsole } from "#tests/support/render-console.tsx";

const LIST = "GET /client-api/invoice/list";
const ISSUE = "POST /open-api/v1/invoices";
const PAGE = "/profile/account/invoices";
const plain = (element: Element | null | undefined) =>
  (element?.textContent ?? "").replaceAll("\u00A0", " ");

function anInvoice(id: number, state: InvoiceState, changed: Partial<Invoice> = {}): Invoice {
  return {
    id,
    number: String(id),
    amount: 103_000,
    paidAmount: 0,
    state: { id: state, title: INVOICE_STATE.titles[state], stateID: state },
    bankProvider: { id: "MAIN", title: "Основной счёт" },
    createdAt: "2026-11-20T09:00:00Z",
    paidAt: null,
    validUntil: "2126-12-04",
    permissions: invoicePermissions({ role: "FINANCE_MANAGER", isWorkman: false }, { state }),
    ...changed,
  };
}

function showInvoices(handlers: Parameters<typeof consoleServer>[0], address = PAGE) {
  const server = consoleServer(handlers);
  return { ...server, ...renderConsole(<InvoiceList />, { address, modules: [invoicesModule] }) };
}

// The first import of Ant Design outlasts a test's wait.
beforeAll(() => invoicesModule.modals?.["balance-top-up"]?.load(), 60_000);
beforeEach(() => {
  provideModals(invoicesModule.modals ?? {});
  resetSession(aPerson("FINANCE_MANAGER"), "token");
});

test("an invoice stands with its state, sum, what has come and the last day to pay", async () => {
  const { seen } = showInvoices({
    [LIST]: {
      body: aPage([
        anInvoice(16, "partially_paid", { paidAmount: 1500.5 }),
        anInvoice(15, "expired", { validUntil: "2026-01-20" }),
      ]),
    },
  });
  const row = plain(await screen.findByRole("row", { name: /16.*Оплачен частично/ }));
  expect(row).toMatch(/103 000,00 ₽.*1 500,50 ₽.*04\.12\.2126/);
  const late = screen.getByRole("row", { name: /Просрочен/ });
  // The state says it; the day is only marked.
  expect(late.querySelector(".overdue")?.textContent).toBe("20.01.2026");
  // A paid invoice cannot be cancelled; its PDF stays available.
  expect(await openCommands("Счёт №\u00A016")).toEqual(["Скачать PDF"]);
  // Its number gives the paper too.
  fireEvent.click(screen.getByRole("button", { name: "16 скачать PDF" }));
  await waitFor(() =>
    expect(seen.some(({ path }) => /invoices\/\d+\/file$/.test(path))).toBe(true),
  );
});

test("an empty list says what to do", async () => {
  showInvoices({ [LIST]: { body: aPage([]) } });
  await screen.findByText(/^Счетов пока нет\. Выставьте счёт/);
  screen.getByRole("button", { name: "Выставить счёт" });
});

test("a role that may only look has neither button", async () => {
  const me = aPerson("ACCOUNTANT");
  resetSession(
    { ...me, permissions: me.permissions.filter((one) => one !== "invoices.create") },
    "token",
  );
  showInvoices({
    [LIST]: {
      body: aPage([anInvoice(16, "created", { permissions: { download: true, cancel: false } })]),
    },
  });
  await screen.findByRole("row", { name: /Выставлен/ });
  expect(screen.queryByRole("button", { name: "Выставить счёт" })).toBeNull();
  expect(await openCommands("Счёт №\u00A016")).toEqual(["Скачать PDF"]);
});

test("a sum that cannot be read is named at its field before anything is sent; what the server refuses stands there too", async () => {
  const { seen } = showInvoices({
    [LIST]: { body: aPage([]) },
    [ISSUE]: {
      status: 422,
      body: {
        message: "Проверьте заполнение полей",
        errors: { amount: ["Укажите не больше двух знаков"] },
      },
    },
  });
  fireEvent.click(await screen.findByRole("button", { name: "Выставить счёт" }));
  const dialog = await screen.findByRole("dialog");
  const sum = await within(dialog).findByLabelText("Сумма, ₽");
  fireEvent.change(sum, { target: { value: "0,5" } });
  fireEvent.click(within(dialog).getByRole("button", { name: "Выставить счёт" }));
  await within(dialog).findByText(/Укажите сумму не меньше 1,00.₽/);
  expect(seen.some(({ method }) => method === "POST")).toBe(false);
  fireEvent.change(sum, { target: { value: "103 000,50" } });
  fireEvent.click(within(dialog).getByRole("button", { name: "Выставить счёт" }));
  await within(dialog).findByText("Сумма, ₽: Укажите не больше двух знаков");
  const sent = seen.find(({ method }) => method === "POST");
  expect(Object.fromEntries(sent?.query ?? [])).toEqual({
    amount: "103000.5",
    bankProvider: "MAIN",
  });
  expect(sent?.headers.get("idempotency-key")).toBeTruthy();
});

test("cancelling asks first, and a refusal is said in the server's words", async () => {
  const { seen } = showInvoices({
    [LIST]: { body: aPage([anInvoice(16, "created")]) },
    "POST /open-api/v1/invoices/16/cancel": {
      status: 409,
      body: { message: "Счёт № 16 отменить нельзя: он в состоянии «Оплачен»", code: "conflict" },
    },
  });
  await openCommands("Счёт №\u00A016");
  runCommand("Отменить счёт");
  const dialog = await screen.findByRole("dialog", { name: "Отменить счёт" });
  expect(seen.some(({ method }) => method === "POST")).toBe(false);
  fireEvent.click(within(dialog).getByRole("button", { name: "Отменить счёт" }));
  await screen.findByText(/отменить нельзя/);
  screen.getByRole("dialog", { name: "Отменить счёт" });
});
