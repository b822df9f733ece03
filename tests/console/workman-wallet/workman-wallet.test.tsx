import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { SHARED_MODALS } from "#console/app/shared-modals.ts";
import { provideModals } from "#web/modals/modal-store.ts";
import { resetSession } from "#web/session/session.ts";
import { workmanWalletModule } from "#console/workman-wallet/console-module.tsx";
import PaymentMethodsPage from "#console/workman-wallet/payment-methods-page.tsx";
import { aPerson, consoleServer } from "#tests/support/console-server.ts";
import { openCommands, runCommand } from "#tests/support/antd-controls.ts";
import { renderConsole } from "#tests/support/render-console.tsx";

const plain = (text: string | null | undefined) => (text ?? "").replaceAll("\u00A0", " ");
const BALANCE = "GET /open-api/v1/workman/balance";
const POCKETS = "GET /client-api/transaction/pockets";
const DETAILS = "GET /open-api/v1/workman/payment-details";
const SEND = "POST /open-api/v1/me/send-verification-code";
const WITHDRAW = "POST /open-api/v1/workman/payments/withdraw-by-card";
const SENT = { expiresInSeconds: 300, retryAfterSeconds: 60, phoneMasked: "+7 (9**) ***-**-01" };
const CARD = { cardId: "card-1", pan: "220000******0004", status: "ok" };
const TERMS = {
  amount: 500,
  fee: 5,
  toReceive: 495,
  pan: CARD.pan,
  promisedOn: "2026-03-10",
  version: "amount=50000;fee=500",
};

beforeEach(() => {
  provideModals({ ...SHARED_MODALS, ...workmanWalletModule.modals });
  resetSession(aPerson(null, { isWorkman: true }), "token");
});

function show(handlers: Parameters<typeof consoleServer>[0] = {}) {
  const server = consoleServer({
    [BALANCE]: { body: { current: 1250.5 } },
    [POCKETS]: { body: { available: 1250.5, onTheWay: 0, notArrived: 0 } },
    [DETAILS]: { body: { details: null } },
    "GET /open-api/v1/workman/payments/binded-cards": {
      body: {
        items: [CARD, { ...CARD, cardId: "card-2", pan: "220000******0012", status: "expired" }],
      },
    },
    "GET /open-api/v1/workman/payments/withdrawal-terms": { body: TERMS },
    [SEND]: { body: SENT },
    ...handlers,
  });
  renderConsole(<PaymentMethodsPage />, {
    address: "/profile/workman/payment-methods",
    modules: [workmanWalletModule],
  });
  return server;
}

async function openWithdrawal(): Promise<HTMLElement> {
  fireEvent.click(await screen.findByRole("button", { name: "Вывести деньги" }));
  const dialog = await screen.findByRole("dialog", { name: "Вывести деньги" });
  await within(dialog).findByLabelText("Сумма, ₽");
  return dialog;
}
const type = (dialog: HTMLElement, sum: string) =>
  fireEvent.change(within(dialog).getByLabelText("Сумма, ₽"), { target: { value: sum } });

test("a withdrawal says fee, sum and day before the code is asked for, and the two refusals of the specification", async () => {
  show();
  const dialog = await openWithdrawal();
  const ask = within(dialog).getByRole<HTMLButtonElement>("button", { name: "Получить код" });
  type(dialog, "0");
  await within(dialog).findByText("Сумма для вывода должна быть больше нуля");
  type(dialog, "1 250,51");
  await within(dialog).findByText("Недостаточно средств на счёте");
  expect(ask.disabled).toBe(true);
  type(dialog, "500");
  await waitFor(() =>
    expect(plain(dialog.textContent)).toMatch(
      /Комиссия5,00 ₽.*Придёт на карту 220000\*{6}0004495,00 ₽.*не позже 10\.03\.2026.*Останется в кошельке750,50 ₽/,
    ),
  );
  expect(ask.disabled).toBe(false);
});

test("with nothing to withdraw the reason stands instead of the button, on the page and in the window", async () => {
  show({ [BALANCE]: { body: { current: 0 } } });
  await screen.findByText(/^В кошельке пусто: плата за работу приходит сразу/);
  expect(screen.queryByRole("button", { name: "Вывести деньги" })).toBeNull();
});

test("a withdrawal is confirmed by a code of its sum; the balance is read before and after, a repeated code keeps its key", async () => {
  let tries = 0;
  const { seen, set } = show({
    [WITHDRAW]: () =>
      ++tries === 1
        ? {
            status: 422,
            body: { message: "Проверьте", errors: { otp: ["Код неверный. Осталось попыток: 4"] } },
          }
        : {
            body: {
              id: 1,
              amount: 500,
              fee: 5,
              pan: CARD.pan,
              state: { id: "READY", title: "Готова" },
              createdAt: "2026-03-05T11:05:00Z",
              current: 750.5,
            },
          },
  });
  const dialog = await openWithdrawal();
  type(dialog, "500");
  await waitFor(() =>
    expect(
      within(dialog).getByRole<HTMLButtonElement>("button", { name: "Получить код" }).disabled,
    ).toBe(false),
  );
  const readBefore = seen.filter(({ path }) => path.endsWith("/workman/balance")).length;
  fireEvent.click(within(dialog).getByRole("button", { name: "Получить код" }));
  await within(dialog).findByLabelText("Код из СМС");
  expect(seen.filter(({ path }) => path.endsWith("/workman/balance")).length).toBeGreaterThan(
    readBefore,
  );
  expect(seen.find(({ path }) => path.endsWith("send-verification-code"))?.body).toEqual({
    action: "WITHDRAWAL",
    amount: 500,
    destination: { type: "CARD", number: "card-1" },
  });
  fireEvent.change(within(dialog).getByLabelText("Код из СМС"), { target: { value: "111111" } });
  await within(dialog).findByText("Код неверный. Осталось попыток: 4");
  set(BALANCE, { body: { current: 750.5 } });
  set(POCKETS, { body: { available: 750.5, onTheWay: 495, notArrived: 0 } });
  fireEvent.change(within(dialog).getByLabelText("Код из СМС"), { target: { value: "222222" } });
  await screen.findByText(/отправлены на карту 220000\*{6}0004/);
  const calls = seen.filter(({ path }) => path.endsWith("/withdraw-by-card"));
  expect(calls.map(({ body }) => body)).toEqual([
    { cardID: "card-1", amount: 500, otp: "111111", version: TERMS.version },
    { cardID: "card-1", amount: 500, otp: "222222", version: TERMS.version },
  ]);
  expect(new Set(calls.map(({ headers }) => headers.get("idempotency-key"))).size).toBe(1);
  await waitFor(() =>
    expect(plain(screen.getByRole("group", { name: "Кошелёк" }).textContent)).toContain(
      "Доступно750,50 ₽В пути495,00 ₽",
    ),
  );
});

test("money that left the wallet meanwhile is noticed before a code is sent", async () => {
  const { seen, set } = show();
  const dialog = await openWithdrawal();
  type(dialog, "500");
  await waitFor(() =>
    expect(
      within(dialog).getByRole<HTMLButtonElement>("button", { name: "Получить код" }).disabled,
    ).toBe(false),
  );
  set(BALANCE, { body: { current: 100 } });
  fireEvent.click(within(dialog).getByRole("button", { name: "Получить код" }));
  await within(dialog).findAllByText("Недостаточно средств на счёте");
  expect(seen.some(({ path }) => path.endsWith("send-verification-code"))).toBe(false);
});

test("a destination that is right at the first press goes on to its code", async () => {
  show({
    "PUT /open-api/v1/workman/payment-details/validate": {
      body: { bankName: null, korAccountNumber: null },
    },
  });
  fireEvent.click(await screen.findByRole("button", { name: "Указать" }));
  const dialog = await screen.findByRole("dialog", { name: "Смена реквизитов" });
  fireEvent.click(await within(dialog).findByRole("radio", { name: "По номеру телефона (СБП)" }));
  fireEvent.click(within(dialog).getByRole("button", { name: "Проверить" }));
  await within(dialog).findByText(/^Следующие выплаты будут приходить сюда/);
  within(dialog).getByRole("button", { name: "Получить код" });
});

test("an account is checked by the server before it is saved by a code; a wrong one stands under its field", async () => {
  const VALIDATE = "PUT /open-api/v1/workman/payment-details/validate";
  const { seen, set } = show({
    [VALIDATE]: {
      status: 422,
      body: {
        message: "Проверьте заполнение полей",
        errors: { accountNumber: ["Номер счёта не подходит к этому БИК. Проверьте обе строки"] },
      },
    },
  });
  fireEvent.click(await screen.findByRole("button", { name: "Указать" }));
  const dialog = await screen.findByRole("dialog", { name: "Смена реквизитов" });
  fireEvent.click(await within(dialog).findByRole("radio", { name: "На счёт" }));
  fireEvent.change(await within(dialog).findByLabelText("БИК"), { target: { value: "044525225" } });
  fireEvent.change(within(dialog).getByLabelText("Номер счёта"), {
    target: { value: "4081 7810 0000 0000 0001" },
  });
  fireEvent.click(within(dialog).getByRole("button", { name: "Проверить" }));
  await within(dialog).findByText(/не подходит к этому БИК/, {
    selector: ".ant-form-item-explain-error",
  });
  set(VALIDATE, { body: { bankName: "ПАО Сбербанк", korAccountNumber: "30101810400000000225" } });
  fireEvent.click(within(dialog).getByRole("button", { name: "Проверить" }));
  await waitFor(() =>
    expect(plain(dialog.textContent)).toContain("счёт 40817810000000000001, ПАО Сбербанк"),
  );
  const details = {
    type: "PAYMENT_ACCOUNT",
    typeID: "PAYMENT_ACCOUNT",
    number: null,
    bankBik: "044525225",
    bankName: "ПАО Сбербанк",
    accountNumber: "40817***********0001",
    korAccountNumber: null,
    confirmedAt: "2026-03-05T11:05:00Z",
  };
  set("PUT /open-api/v1/workman/payment-details", { body: details });
  set(DETAILS, { body: { details } });
  fireEvent.click(within(dialog).getByRole("button", { name: "Получить код" }));
  fireEvent.change(await within(dialog).findByLabelText("Код из СМС"), {
    target: { value: "222222" },
  });
  await screen.findByText("Реквизиты сохранены");
  expect(
    seen.find(({ method, path }) => method === "PUT" && path.endsWith("/payment-details"))?.body,
  ).toEqual({
    type: "PAYMENT_ACCOUNT",
    bankBik: "044525225",
    accountNumber: "40817810000000000001",
    verificationCode: "222222",
  });
  await screen.findByText("40817***********0001");
});

test("a card is let go after a question that says what it means; a broken one can only be let go", async () => {
  const { seen } = show({
    "DELETE /open-api/v1/workman/payments/binded-cards/card-2": { body: { ok: true } },
  });
  await openCommands("карта 220000******0012");
  expect(
    screen.getByRole("menuitem", { name: "Вывести деньги на карту" }).getAttribute("aria-disabled"),
  ).toBe("true");
  runCommand("Отвязать");
  const dialog = await screen.findByRole("dialog", { name: "Отвязать карту" });
  await within(dialog).findByText(/Карта 220000\*{6}0012 перестанет получать выплаты/);
  expect(seen.some(({ method }) => method === "DELETE")).toBe(false);
  fireEvent.click(within(dialog).getByRole("button", { name: "Отвязать карту" }));
  await screen.findByText("Карта отвязана");
});

test("a withdrawal that has not left is cancelled after a question; without one there is no such section", async () => {
  const WAITING = "GET /open-api/v1/workman/payments/withdrawals";
  const { seen, set } = show({
    [WAITING]: {
      body: {
        items: [
          {
            id: 7,
            amount: 40_000,
            fee: 0,
            pan: CARD.pan,
            createdAt: "2026-03-05T11:05:00Z",
            leavesAt: "2026-03-06T11:05:00Z",
          },
        ],
      },
    },
    "POST /open-api/v1/workman/payments/withdrawals/7/cancel": { body: { ok: true } },
  });
  fireEvent.click(await screen.findByRole("button", { name: "Отменить" }));
  expect(plain((await screen.findByText(/не уйдут на карту/)).textContent)).toBe(
    `40 000,00 ₽ не уйдут на карту ${CARD.pan} и вернутся в кошелёк`,
  );
  expect(seen.some(({ method }) => method === "POST")).toBe(false);
  set(WAITING, { body: { items: [] } });
  fireEvent.click(screen.getByRole("button", { name: "Отменить вывод" }));
  await screen.findByText("Вывод отменён, деньги в кошельке");
  await waitFor(() => expect(screen.queryByText("Отменить вывод")).toBeNull());
});

test("what the bank sees otherwise is said until it is put right", async () => {
  show({
    "GET /open-api/v1/workman/payments/bank-differences": {
      body: {
        items: [
          {
            id: 3,
            isTax: false,
            reason: { id: "OTHER_AMOUNT", title: "Суммы расходятся" },
            amount: 5000,
            bankAmount: 5000.01,
            orderedAt: "2026-03-05T11:05:00Z",
          },
        ],
      },
    },
  });
  const told = (await screen.findByText("Сверяем с банком")).closest("[role=alert]");
  expect(plain(told?.textContent ?? null)).toContain(
    "Вывод 5 000,00 ₽ от 05.03.2026 в 14:05. Суммы расходятся",
  );
});

test("whoever said «Это не я» is offered where payouts went before", async () => {
  show({
    "GET /open-api/v1/workman/payouts-stop": {
      body: {
        isStopped: true,
        isBySupport: false,
        largeFrom: null,
        former: { kind: "CARD", shown: CARD.pan, cardID: CARD.cardId },
      },
    },
  });
  await screen.findByText(
    new RegExp(`Раньше выплаты приходили сюда: карта ${CARD.pan.replaceAll("*", "\\*")}`),
  );
  fireEvent.click(screen.getByRole("button", { name: "Вернуть" }));
  await screen.findByRole("dialog", { name: "Смена реквизитов" });
});

test("a debt stands above the wallet with its sum and how it ends", async () => {
  show({ "GET /open-api/v1/workman/debt": { body: { debt: 4000 } } });
  await screen.findByText(/Долг платформе 4\s000,00\s₽/);
  await screen.findByText(/удержим из следующих выплат и из того, что придёт в кошелёк/);
});
