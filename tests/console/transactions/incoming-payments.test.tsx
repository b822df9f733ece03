import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeAll, beforeEach, expect, test } from "vitest";
import type { IncomingPayment } from "#contract/invoices/incoming-payment.ts";
import { resetSession } from "#web/session/session.ts";
import BalanceDaysPage from "#console/invoices/balance-days-page.tsx";
import IncomingPaymentList from "#console/invoices/incoming-payment-list.tsx";
import { invoicesModule } from "#console/invoices/index.tsx";
import { chooseOption, openCommands, runCommand } from "#tests/support/antd-controls.ts";
import { aPerson, consoleServer } from "#tests/support/console-server.ts";
import { aPage } from "#tests/support/public-records.ts";
import { renderConsole } from "#tests/support/render-console.tsx";

const LIST = "GET /open-api/v1/incoming-payments";
const PAGE = "/profile/account/invoices/payments";
const NAME = "Поступление на 500,00\u00A0₽";

const PAYMENT: IncomingPayment = {
  id: 5,
  amount: 500,
  receivedAt: "2026-11-20T09:00:00Z",
  state: { id: "UNRECOGNIZED", title: "Не распознан" },
  payer: { name: "ООО «Ромашка»", inn: "7707083893", purpose: "за услуги" },
  invoice: null,
  note: null,
  returnedAt: null,
  permissions: { assign: true, return: true, reason: null },
};

function show(handlers: Parameters<typeof consoleServer>[0]) {
  const server = consoleServer(handlers);
  return {
    ...server,
    ...renderConsole(<IncomingPaymentList />, { address: PAGE, modules: [invoicesModule] }),
  };
}

beforeAll(() => import("#console/kit/modal-frame.tsx"), 60_000);
beforeEach(() => resetSession(aPerson("ACCOUNTANT"), "token"));

test("money nobody's invoice explains is assigned to the invoice that is chosen", async () => {
  const invoice = {
    id: 16,
    number: "100016",
    amount: 500,
    paidAmount: 0,
    state: { id: "created", title: "Выставлен", stateID: "created" },
  };
  const { seen } = show({
    [LIST]: { body: aPage([PAYMENT]) },
    "GET /client-api/invoice/list": { body: aPage([invoice]) },
    "POST /open-api/v1/incoming-payments/5/assign": {
      body: { ...PAYMENT, state: { id: "ASSIGNED", title: "Зачислен" } },
    },
  });
  await screen.findByRole("row", { name: /Не распознан.*ООО «Ромашка».*за услуги/ });
  await openCommands(NAME);
  runCommand("Зачислить по счёту");
  const dialog = await screen.findByRole("dialog");
  fireEvent.click(within(dialog).getByRole("button", { name: /^Зачислить 500/ }));
  await within(dialog).findAllByText("Выберите счёт");
  await chooseOption("Счёт", "Счёт № 100016 на 500,00 ₽, выставлен");
  fireEvent.click(within(dialog).getByRole("button", { name: /^Зачислить 500/ }));
  await waitFor(() =>
    expect(seen.find(({ method }) => method === "POST")?.body).toEqual({ invoiceID: 16 }),
  );
});

test("it goes back to its payer after a question that names sum and payer", async () => {
  const { seen } = show({
    [LIST]: { body: aPage([PAYMENT]) },
    "POST /open-api/v1/incoming-payments/5/return": { body: PAYMENT },
  });
  await screen.findByRole("row", { name: /Не распознан/ });
  await openCommands(NAME);
  runCommand("Вернуть плательщику");
  const dialog = await screen.findByRole("dialog");
  expect(dialog.textContent?.replaceAll("\u00A0", " ")).toContain(
    "500,00 ₽ вернутся на счёт, с которого пришли: ООО «Ромашка»",
  );
  fireEvent.click(within(dialog).getByRole("button", { name: "Вернуть" }));
  await waitFor(() =>
    expect(seen.some(({ method, path }) => method === "POST" && path.endsWith("/return"))).toBe(
      true,
    ),
  );
});

test("money of another payer keeps its commands, closed, and says whom to ask", async () => {
  show({
    [LIST]: {
      body: aPage([
        {
          ...PAYMENT,
          payer: null,
          permissions: { assign: false, return: false, reason: "Платёж пришёл с другого ИНН" },
        },
      ]),
    },
  });
  await screen.findByRole("row", { name: /Другая компания/ });
  expect(await openCommands(NAME)).toEqual(["Зачислить по счёту", "Вернуть плательщику"]);
  for (const item of screen.getAllByRole("menuitem").filter((one) => one.closest(".ant-dropdown")))
    expect(item.getAttribute("aria-disabled")).toBe("true");
});

test("each day that money moved stands with what was left, and leads to its operations", async () => {
  consoleServer({
    "GET /client-api/transaction/balance-days": {
      body: {
        items: [
          {
            date: "2026-11-20",
            income: 500,
            expense: 100.5,
            available: 399.5,
            reserved: 0,
            total: 399.5,
          },
        ],
      },
    },
  });
  renderConsole(<BalanceDaysPage />, {
    address: "/profile/account/invoices/balance",
    modules: [invoicesModule],
    pages: ["/profile/account/transactions"],
  });
  const row = await screen.findByRole("row", { name: /20\.11\.2026/ });
  expect(row.textContent?.replaceAll("\u00A0", " ")).toContain(
    "500,00 ₽100,50 ₽399,50 ₽0,00 ₽399,50 ₽",
  );
  expect(within(row).getByRole("link").getAttribute("href")).toContain(
    "/profile/account/transactions?",
  );
});
