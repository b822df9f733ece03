import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterAll, beforeEach, expect, test } from "vitest";
import { consoleConfig, setConsoleConfig } from "#web/wire/console-config.ts";
import { resetSession } from "#web/session/session.ts";
import SandboxPage from "#site/sandbox/sandbox-page.tsx";
import { consoleServer } from "#tests/support/console-server.ts";
import { renderConsole } from "#tests/support/render-console.tsx";

const API = "/sandbox/api";
const INVOICE = {
  id: 5,
  number: "100005",
  account: "ООО «Ромашка»",
  amount: 1000,
  left: 400,
  validUntil: "2126-12-04",
};
const PAYMENT = {
  id: 9,
  amount: 400,
  payerInn: "7707083893",
  payerName: "ООО «Ромашка»",
  purpose: "По договору",
  receivedAt: "2026-11-20T09:00:00Z",
  guess: "ООО «Ромашка»",
};
const CLOCK = { [`GET ${API}/clock`]: { body: { now: "2026-11-20T09:00:00Z" } } };

/** As a guest. */
function showSandbox(handlers: Parameters<typeof consoleServer>[0], tab: string) {
  const server = consoleServer({ ...CLOCK, ...handlers });
  return { ...server, ...renderConsole(<SandboxPage />, { address: `/sandbox?tab=${tab}` }) };
}

const card = async (name: string) => within(await screen.findByRole("region", { name }));
const type = (element: HTMLElement, value: string) =>
  fireEvent.change(element, { target: { value } });

const CONFIG = consoleConfig();
afterAll(() => setConsoleConfig(CONFIG));
beforeEach(() => {
  resetSession();
  setConsoleConfig({ ...consoleConfig(), sandbox: true });
});

test("a guest finds the codes of a phone and whom to sign in as, in words of the product", async () => {
  const { seen, address } = showSandbox(
    {
      [`GET ${API}/codes`]: {
        body: {
          items: [
            {
              phone: "79000000101",
              code: "085153",
              text: "Код входа: 085153",
              sentAt: "2026-11-20T09:00:00Z",
            },
          ],
        },
      },
      [`GET ${API}/people`]: {
        body: {
          items: [
            {
              phone: "79000000101",
              name: "Смирнов Алексей",
              kind: "workman",
              role: null,
              account: null,
              state: "ACTIVE",
              smzState: "OK",
              registrationStatus: null,
              taxpayerType: null,
            },
          ],
        },
      },
      [`GET ${API}/invitations`]: { body: { items: [] } },
    },
    "people",
  );
  const codes = await card("Коды из СМС");
  expect((await codes.findAllByText("085153")).length).toBeGreaterThan(0);
  const people = await card("Кем можно войти");
  expect((await people.findByText(/Исполнитель/)).textContent).not.toMatch(/workman|ACTIVE|OK/);
  fireEvent.click(people.getByRole("button", { name: "Коды: Смирнов Алексей" }));
  await waitFor(() =>
    expect(
      seen.some(
        ({ path, query }) => path === `${API}/codes` && query.get("phone") === "79000000101",
      ),
    ).toBe(true),
  );
  expect(address()).toBe("/sandbox?phone=79000000101");
});

test("the clock moves by two minutes and back to the real time", async () => {
  const { seen } = showSandbox(
    { [`POST ${API}/clock`]: { body: { now: "2026-11-20T09:02:00Z" } } },
    "notices",
  );
  const clock = await card("Часы платформы");
  fireEvent.click(clock.getByRole("button", { name: "+2 минуты" }));
  fireEvent.click(clock.getByRole("button", { name: "Вернуть настоящее время" }));
  await waitFor(() =>
    expect(seen.filter(({ method }) => method === "POST").map(({ body }) => body)).toEqual([
      { advanceSeconds: 120 },
      {},
    ]),
  );
});

test("an invoice is paid with a wrong purpose, and the payment nobody understood is matched to it", async () => {
  const { seen, set } = showSandbox(
    {
      [`GET ${API}/bank/invoices`]: { body: { items: [INVOICE] } },
      [`GET ${API}/bank/payments/unrecognized`]: { body: { items: [] } },
      [`GET ${API}/accounts`]: { body: { items: [] } },
      [`POST ${API}/bank/invoices/5/pay`]: { body: { paymentId: "demo-1" } },
      [`POST ${API}/bank/payments/9/match`]: { body: { ok: true } },
    },
    "money",
  );
  fireEvent.click(
    await (
      await card("Счета, которые ждут оплаты")
    ).findByRole("button", { name: "Оплатить с ошибкой счёт № 100005" }),
  );
  const payment = within(await screen.findByRole("dialog"));
  type(payment.getByLabelText("Назначение платежа"), "По договору");
  type(payment.getByLabelText("ИНН плательщика"), "7707083893");
  set(`GET ${API}/bank/payments/unrecognized`, { body: { items: [PAYMENT] } });
  fireEvent.click(payment.getByRole("button", { name: "Отправить платёж" }));
  await waitFor(() =>
    expect(seen.findLast(({ method }) => method === "POST")?.body).toEqual({
      amount: 400,
      purpose: "По договору",
      payerInn: "7707083893",
    }),
  );
  // The press refetches.
  fireEvent.click(
    await (
      await card("Нераспознанные платежи")
    ).findByRole("button", { name: /^Зачислить платёж 400,00/ }),
  );
  const matching = within(await screen.findByRole("dialog", { name: /^Зачислить/ }));
  fireEvent.mouseDown(matching.getByLabelText("По какому счёту"));
  fireEvent.click(
    await screen.findByText(/№ 100005/, { selector: ".ant-select-item-option-content" }),
  );
  fireEvent.click(matching.getByRole("button", { name: "Зачислить" }));
  await waitFor(() =>
    expect(seen.findLast(({ method }) => method === "POST")).toMatchObject({
      path: `${API}/bank/payments/9/match`,
      body: { invoiceID: 5 },
    }),
  );
});

test("a field the sandbox refuses says so, and nothing is sent without what must be there", async () => {
  const { seen } = showSandbox(
    {
      [`GET ${API}/bank/invoices`]: { body: { items: [] } },
      [`GET ${API}/bank/payments/unrecognized`]: { body: { items: [] } },
      [`GET ${API}/accounts`]: { body: { items: [] } },
      [`POST ${API}/bank/payments`]: {
        status: 422,
        body: { message: "Проверьте заполнение полей", errors: { payerInn: ["Укажите ИНН"] } },
      },
    },
    "money",
  );
  const form = await card("Любой платёж на счёт платформы");
  fireEvent.click(form.getByRole("button", { name: "Отправить платёж" }));
  await form.findAllByText("Заполните поле");
  expect(seen.some(({ method }) => method === "POST")).toBe(false);
  type(form.getByLabelText("Сумма, ₽"), "1 000,50");
  type(form.getByLabelText("ИНН плательщика"), "77");
  type(form.getByLabelText("Назначение платежа"), "Аванс");
  fireEvent.click(form.getByRole("button", { name: "Отправить платёж" }));
  await form.findByText("ИНН плательщика: Укажите ИНН");
  expect(seen.findLast(({ method }) => method === "POST")?.body).toEqual({
    amount: 1000.5,
    payerInn: "77",
    purpose: "Аванс",
  });
});

test("where real services are connected there is no such page", async () => {
  setConsoleConfig({ ...consoleConfig(), sandbox: false });
  renderConsole(<SandboxPage />, { address: "/sandbox" });
  await screen.findByRole("heading", { name: "Такой страницы не существует" });
});
