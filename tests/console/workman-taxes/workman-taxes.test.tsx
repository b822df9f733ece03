import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import type { FnsBinding, TaxPayment, TaxYear } from "#contract/workman-taxes/workman-tax.ts";
import { resetSession } from "#web/session/session.ts";
import FnsPage from "#console/workman-taxes/fns-page.tsx";
import { forecastYear } from "#console/workman-taxes/forecast-year.ts";
import TaxesPage from "#console/workman-taxes/taxes-page.tsx";
import { chooseOption } from "#tests/support/antd-controls.ts";
import { aPerson, consoleServer } from "#tests/support/console-server.ts";
import { renderConsole } from "#tests/support/render-console.tsx";

const plain = (text: string | null | undefined) => (text ?? "").replaceAll("\u00A0", " ");
const TAXES = "GET /open-api/v1/workman/taxes";
const FNS = "GET /open-api/v1/workman/fns";
const REFERENCES = "GET /open-api/v1/workman/references";

const BINDING: FnsBinding = {
  id: null,
  status: "COMPLETED",
  smzState: { id: "OK", title: "Подтверждён" },
  inn: "500100732259",
  grantedPermissions: ["Регистрация доходов"],
  missingPermissions: ["Уплата налога"],
  checkedAt: "2026-03-05T11:05:00Z",
  taxPayer: { id: "WORKMAN", title: "Исполнитель платит сам" },
  isPartialTaxAllowed: false,
  isTaxTopUpAllowed: false,
};
const MONTH = {
  year: 2026,
  monthNumber: 1,
  income: 100_000,
  canceledIncome: 0,
  taxAmount: 4000,
  bonusUsed: 2000,
  reservedAmount: 0,
  paidAmount: 4000,
  debtAmount: 0,
  penaltyAmount: 0,
  dueDate: "2026-02-28",
  state: { id: "PAID", title: "Уплачен" },
} as const;
const PAYMENT: TaxPayment = {
  uin: "18212026020000000001",
  period: { year: 2026, monthNumber: 2 },
  amount: 3000,
  dueDate: "2026-03-28",
  isOverdue: false,
  isPaidByPlatform: false,
  purpose: "Налог на профессиональный доход за 02.2026, ИНН 500100732259",
  payee: {
    name: "Казначейство",
    account: "03100643000000099900",
    bankName: "Банк, г. Тула",
    bic: "017099900",
    corAccount: "40102810000000000900",
    inn: "7700000009",
    kpp: "770001001",
    kbk: "18210506000011000110",
    oktmo: "45380000",
  },
  code: "ST00012|Name=Казначейство",
};
const YEAR: TaxYear = {
  year: 2026,
  income: 150_000,
  limitUsed: 150_000,
  outsideIncome: 0,
  limit: 2_400_000,
  items: [
    MONTH,
    {
      ...MONTH,
      monthNumber: 2,
      income: 50_000,
      taxAmount: 3000,
      bonusUsed: 0,
      paidAmount: 0,
      debtAmount: 120,
      penaltyAmount: 5.5,
      dueDate: "2026-03-28",
      state: { id: "ACCRUED", title: "Начислен" },
    },
  ],
};

beforeEach(() => resetSession(aPerson(null, { isWorkman: true }), "token"));

function show(screenOf: "taxes" | "fns", handlers: Parameters<typeof consoleServer>[0] = {}) {
  const server = consoleServer({
    [TAXES]: { body: YEAR },
    [FNS]: { body: BINDING },
    [REFERENCES]: {
      body: {
        items: [
          {
            id: 3,
            type: { id: "INCOME", title: "Справка о доходах" },
            year: 2025,
            state: { id: "READY", title: "Готова" },
            createdAt: "2026-03-05T11:05:00Z",
          },
        ],
      },
    },
    "GET /open-api/v1/workman/taxes/payments": { body: { items: [PAYMENT] } },
    "GET /open-api/v1/workman/taxpayer-account-info": {
      body: { bonusAmount: 8000, unpaidAmount: 3000, debtAmount: 120 },
    },
    ...handlers,
  });
  renderConsole(screenOf === "taxes" ? <TaxesPage /> : <FnsPage />, {
    address: `/profile/workman/${screenOf}`,
  });
  return server;
}

test("a worker reads what is due, the limit of the year and each month with its debt", async () => {
  show("taxes");
  const sums = await screen.findByRole("group", { name: "По данным ФНС" });
  await waitFor(() =>
    expect(plain(sums.textContent)).toBe(
      "К уплате до 28.03.20263 000,00 ₽Просрочено120,00 ₽Осталось вычета8 000,00 ₽",
    ),
  );
  const limit = await screen.findByRole("region", { name: "Лимит дохода 2026 года" });
  expect(plain(limit.textContent)).toContain(
    "Доход 150 000,00 ₽ из 2 400 000,00 ₽, осталось 2 250 000,00 ₽",
  );
  expect(plain(limit.textContent)).toContain("лимита хватит");
  const rows = within(screen.getByRole("region", { name: "По месяцам" }))
    .getAllByRole("row")
    .map((row) => plain(row.textContent));
  expect(rows.filter((row) => /2026/.test(row))).toEqual([
    expect.stringMatching(/^Февраль 2026.*3 000,00 ₽.*120,00 ₽5,50 ₽28\.03\.2026Начислен$/),
    expect.stringMatching(/^Январь 2026.*Уплачен$/),
  ]);
});

test("what is accrued and what is overdue are told apart and led to a payment, what the platform pays is not", async () => {
  show("taxes", {
    "GET /open-api/v1/workman/taxes/payments": {
      body: {
        items: [
          {
            ...PAYMENT,
            uin: "1",
            period: { year: 2026, monthNumber: 1 },
            amount: 120,
            dueDate: "2026-02-28",
            isOverdue: true,
          },
          PAYMENT,
          { ...PAYMENT, uin: "3", period: null, isPaidByPlatform: true },
        ],
      },
    },
  });
  const part = async (name: RegExp) => within(await screen.findByRole("region", { name }));
  const late = await part(/^Налог за январь 2026: 120,00/);
  late.getByText("Просрочен с 01.03.2026: каждый день растут пени");
  const due = await part(/^Налог за февраль 2026: 3.000,00/);
  due.getByText("Начислен, уплатите до 28.03.2026");
  due.getByRole("img", { name: "QR-код для оплаты: Налог за февраль 2026" });
  due.getByText("18212026020000000001");
  due.getByRole("button", { name: "Скопировать: УИН" });
  expect(due.getByRole("link", { name: "Оплатить в «Мой налог»" }).getAttribute("href")).toBe(
    "https://lknpd.nalog.ru/",
  );
  const platforms = await part(/^Налог: /);
  platforms.getByText(/платить самому не нужно/);
  expect(platforms.queryByRole("link")).toBeNull();
});

test("who may not be looked at by the platform is told why and where to give access", async () => {
  show("taxes", {
    "GET /open-api/v1/workman/taxpayer-account-info": {
      status: 409,
      body: {
        message: "Подключите «Мой налог»: без доступа ФНС не ответит платформе",
        code: "conflict",
        requestId: "r",
      },
    },
  });
  await screen.findByText("Подключите «Мой налог»: без доступа ФНС не ответит платформе");
  expect(screen.getByRole("link", { name: "Связь с «Мой налог»" }).getAttribute("href")).toBe(
    "/profile/workman/fns",
  );
});

test("a reference is ordered for a year and a finished one is downloaded", async () => {
  const { seen } = show("taxes", {
    "POST /open-api/v1/workman/references": {
      body: {
        id: 4,
        type: { id: "REGISTRATION", title: "Справка о постановке на учёт" },
        year: 2026,
        state: { id: "PROCESSING", title: "Готовится" },
        createdAt: "2026-03-05T11:05:00Z",
      },
    },
    "GET /open-api/v1/workman/references/3/file": {
      raw: "%PDF-1.7",
      headers: {
        "content-type": "application/pdf",
        "content-disposition": "attachment; filename=r.pdf",
      },
    },
  });
  vi.stubGlobal(
    "URL",
    Object.assign(URL, { createObjectURL: () => "blob:r", revokeObjectURL: () => undefined }),
  );
  fireEvent.click(
    await screen.findByRole("button", { name: "Скачать PDF: Справка о доходах за 2025 год" }),
  );
  await waitFor(() =>
    expect(seen.some(({ path }) => path.endsWith("/references/3/file"))).toBe(true),
  );
  fireEvent.click(screen.getByRole("button", { name: "Заказать" }));
  const dialog = await screen.findByRole("dialog", { name: "Заказать справку" });
  await chooseOption("Какая справка", "Справка о постановке на учёт");
  fireEvent.click(within(dialog).getByRole("button", { name: "Заказать" }));
  await screen.findByText(/Справка заказана/);
  expect(seen.find(({ method }) => method === "POST")?.body).toMatchObject({
    type: "REGISTRATION",
  });
});

test("missing rights are named and asked for; the tax can be left to the platform; the link is taken back after a question", async () => {
  const bound = { body: BINDING };
  const { seen, set } = show("fns", {
    "POST /open-api/v1/workman/fns/bind": bound,
    "POST /open-api/v1/workman/fns/un-bind": { body: { ...BINDING, status: "NONE" } },
  });
  await screen.findByText("Уплата налога: не разрешено");
  fireEvent.click(screen.getByRole("button", { name: "Запросить недостающие права" }));
  await screen.findByText(/Подтвердите его в «Мой налог»/);
  fireEvent.click(screen.getByRole("button", { name: "Изменить" }));
  const payer = await screen.findByRole("dialog", { name: "Кто платит налог" });
  fireEvent.click(await within(payer).findByRole("radio", { name: "Налог платит платформа" }));
  fireEvent.click(await within(payer).findByRole("checkbox", { name: /часть налога/ }));
  fireEvent.click(within(payer).getByRole("checkbox", { name: /из кошелька/ }));
  fireEvent.click(within(payer).getByRole("button", { name: "Сохранить" }));
  await screen.findByText("Сохранено");
  expect(seen.filter(({ path }) => path.endsWith("/fns/bind")).map(({ body }) => body)).toEqual([
    {},
    { taxPayerID: "PLATFORM", isPartialTaxAllowed: true, isTaxTopUpAllowed: true },
  ]);
  fireEvent.click(screen.getByRole("button", { name: "Отключить" }));
  const leave = await screen.findByRole("dialog", { name: "Отключить «Мой налог»" });
  within(leave).getByText(/Деньги в кошельке останутся вашими/);
  expect(seen.some(({ path }) => path.endsWith("/un-bind"))).toBe(false);
  set(FNS, {
    body: {
      ...BINDING,
      status: "NONE",
      smzState: { id: "NOACCESS", title: "Нет доступа к «Мой налог»" },
    },
  });
  fireEvent.click(within(leave).getByRole("button", { name: "Отключить" }));
  await screen.findByRole("button", { name: /Подключить «Мой налог»/ });
});

test("the forecast of a year follows the months that are over", () => {
  expect(forecastYear([100, 100, 10], 2000, 210)).toEqual({ total: 1200, limitMonth: null });
  expect(forecastYear([100, 300, 10], 1000, 410)).toEqual({ total: 2400, limitMonth: 6 });
  expect(forecastYear([50], 1000, 50)).toEqual({ total: 600, limitMonth: null });
  expect(forecastYear([], 1000, 0)).toEqual({ total: 0, limitMonth: null });
});

test("the forecast is never below what the limit counts already", () => {
  const unsignedAct = 900;
  expect(forecastYear([0, 100], 2000, 100 + unsignedAct)).toEqual({
    total: 1000,
    limitMonth: null,
  });
});
