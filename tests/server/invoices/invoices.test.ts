import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { INVOICE_PAYMENT_NOTE } from "#contract/invoices/invoice-payment-notes.ts";
import { NOTICE_TYPES, type NoticeName } from "#contract/notices/notice-types.ts";
import { viewNotice } from "#contract/notices/views/view-notice.ts";
import { httpBank } from "#server/integrations/bank/http.ts";
import { auditLedger } from "#server/money/ledger/index.ts";
import {
  bookStatementTask,
  readStatementTask,
} from "#server/modules/invoices/tasks/read-statement.ts";
import { workingDaysAfter } from "#server/data/working-days.ts";
import { inTransaction } from "#server/data/transaction.ts";
import { makeProductEvents } from "#server/product-events.ts";
import { buildDemoApp, CAST, type DemoApp } from "#tests/support/demo-app.ts";
import { startLocalService } from "#tests/support/outside-services.ts";
import { textOfPdf } from "#tests/support/pdf-text.ts";
import { aPlatform } from "#tests/support/a-platform.ts";

const BOOKS_ARE_RIGHT = {
  unbalancedEntries: [],
  wrongBalances: [],
  negativeBalances: [],
  wrongReserves: [],
};

let demo: DemoApp;
beforeAll(async () => {
  demo = await buildDemoApp();
  demo.clock.set(new Date("2026-04-27T09:00:00Z"));
});
afterAll(() => demo.close());

interface IssuedInvoice {
  readonly id: number;
  readonly number: string;
}

async function issue(amount: number, phone: string = CAST.owner): Promise<IssuedInvoice> {
  const answer = await demo.call(phone, "POST", "/client-api/invoice/create", { amount });
  expect(answer).toMatchObject({
    status: 200,
    body: {
      amount,
      paidAmount: 0,
      state: { id: "created", stateID: "created", title: "Выставлен" },
    },
  });
  return answer.body as unknown as IssuedInvoice;
}

/** Pays at the bank; the platform reads the statement. */
async function pay(
  id: number,
  payment: { amount?: number; purpose?: string; payerInn?: string } = {},
): Promise<void> {
  expect(
    (await demo.call(null, "POST", `/sandbox/api/bank/invoices/${id}/pay`, payment)).status,
  ).toBe(200);
  await demo.runTasksUntilIdle();
}

async function read(
  id: number,
  phone: string = CAST.accountant,
): Promise<Record<string, unknown> | undefined> {
  const { body } = await demo.call(phone, "GET", "/client-api/invoice/list?perPage=100");
  return body.items?.find((one) => one["id"] === id);
}

/** Kopecks of the first customer's or the platform's ledger account. */
async function balanceOf(code: "CUST_AVAIL" | "UNIDENTIFIED"): Promise<number> {
  const { rows } = await sql<{
    sum: bigint;
  }>`
    SELECT coalesce(sum(balance_kopecks), 0)::bigint AS sum
    FROM ledger_accounts
    WHERE code = ${code} AND account_id = ${code === "UNIDENTIFIED" ? 0 : 1}`.execute(
    demo.database.kysely,
  );
  return Number(rows[0]?.sum ?? 0n);
}

async function told(phone: string, type: NoticeName): Promise<string[]> {
  const { rows } = await sql<{ type: string; resource: object }>`
    SELECT n.type, n.resource
    FROM notices n
    JOIN people p ON p.id = n.person_id
    WHERE p.phone = ${phone} AND n.type = ${NOTICE_TYPES[type].id}
    ORDER BY n.id DESC`.execute(demo.database.kysely);
  return rows.map((one) => viewNotice(one).text.replaceAll("\u00A0", " "));
}

describe("an invoice is issued", () => {
  test("by either address, with a number and ten working days to pay", async () => {
    const first = await issue(103_000);
    const second = await demo.call(
      CAST.financeManager,
      "POST",
      "/open-api/v1/invoices?amount=1000.5&bankProvider=NOMINAL",
    );
    expect(second).toMatchObject({
      status: 200,
      body: {
        amount: 1000.5,
        bankProvider: { id: "NOMINAL" },
        permissions: { download: true, cancel: true },
      },
    });
    expect(Number(second.body["number"])).toBeGreaterThan(Number(first.number));
    // The May holidays of 2026: 1 and 9 to 11 May.
    expect(await read(first.id)).toMatchObject({ validUntil: "2026-05-13", paidAt: null });
  });

  test("not for less than a ruble, more than a hundred million, or parts of a kopeck", async () => {
    for (const amount of [0, 0.99, 100_000_001, 10.005])
      expect(
        (await demo.call(CAST.owner, "POST", "/client-api/invoice/create", { amount })).status,
      ).toBe(422);
    expect(
      (await demo.call(CAST.owner, "POST", "/open-api/v1/invoices?amount=10.005")).body,
    ).toMatchObject({ errors: { amount: [expect.stringContaining("двух знаков")] } });
  });

  test("by those of the matrix, and nobody else sees it", async () => {
    const { id } = await issue(500, CAST.accountant);
    for (const phone of [
      CAST.signatory,
      CAST.projectManager,
      CAST.recruiter,
      CAST.viewer,
      CAST.workman,
    ]) {
      expect(
        (await demo.call(phone, "POST", "/client-api/invoice/create", { amount: 500 })).status,
      ).toBe(403);
      expect((await demo.call(phone, "GET", "/client-api/invoice/list")).status).toBe(403);
    }
    for (const path of [
      `/open-api/v1/invoices/${id}/file`,
      "/open-api/v1/invoices/2000000000/file",
    ])
      expect(await demo.call(CAST.otherOwner, "GET", path)).toMatchObject({
        status: 404,
        body: { message: "Счёт не найден" },
      });
    expect(
      (await demo.call(CAST.otherOwner, "POST", `/open-api/v1/invoices/${id}/cancel`)).status,
    ).toBe(404);
  });

  test("the paper has what a bank asks for, the sum in words and the number in the purpose", async () => {
    const { id, number } = await issue(12_345.5);
    const file = await demo.call(CAST.accountant, "GET", `/open-api/v1/invoices/${id}/file`);
    expect(file.headers["content-type"]).toBe("application/pdf");
    expect(decodeURIComponent(String(file.headers["content-disposition"]))).toContain(
      `Счёт № ${number}.pdf`,
    );
    const text = textOfPdf(file.raw).replaceAll(" ", "");
    for (const words of [
      `Счёт на оплату № ${number} от 27.04.2026`,
      "Получатель: Общество с ограниченной ответственностью «Самозанятые», ИНН 7700000009, КПП 770001001",
      "40702810800000000001",
      "30101810700000000900",
      "Плательщик: Общество с ограниченной ответственностью «Северный склад»",
      "Оплатить до: 13.05.2026",
      "12 345,50 ₽ (Двенадцать тысяч триста сорок пять рублей 50 копеек)",
      `Оплата по счёту № ${number} от 27.04.2026. Пополнение баланса для расчётов с исполнителями по договору № П-2025/0147. НДС не облагается`,
    ]) {
      expect(text).toContain(words.replaceAll(" ", ""));
    }
  });

  test("and told to those who deal with invoices", async () => {
    const { number } = await issue(7000);
    const text = `Выставлен счёт № ${number} на 7 000,00 ₽`;
    for (const phone of [CAST.owner, CAST.financeManager, CAST.accountant])
      expect((await told(phone, "InvoiceCreated"))[0]).toBe(text);
    for (const phone of [CAST.signatory, CAST.viewer, CAST.otherOwner])
      expect(await told(phone, "InvoiceCreated")).not.toContain(text);
  });
});

describe("money comes from the bank", () => {
  test("by parts until the invoice is paid, and is there to be spent at once", async () => {
    const { id, number } = await issue(1000);
    const before = await balanceOf("CUST_AVAIL");
    await pay(id, { amount: 400.25 });
    expect(await read(id)).toMatchObject({
      state: { id: "partially_paid" },
      paidAmount: 400.25,
      paidAt: null,
      permissions: { cancel: false },
    });
    expect(await told(CAST.owner, "InvoicePaid")).not.toContain(`Счёт № ${number} оплачен`);
    await pay(id);
    expect(await read(id)).toMatchObject({
      state: { id: "paid", title: "Оплачен" },
      paidAmount: 1000,
      paidAt: expect.stringMatching(/^2026-04-27/),
    });
    expect(await balanceOf("CUST_AVAIL")).toBe(before + 100_000);
    for (const phone of [CAST.owner, CAST.accountant])
      expect((await told(phone, "InvoicePaid"))[0]).toBe(`Счёт № ${number} оплачен`);
    const operations = await demo.call(
      CAST.owner,
      "GET",
      "/client-api/transaction/list?types=INVOICE_PAYMENT&periodEnd=2026-04-30",
    );
    expect(operations.body.items?.slice(0, 2)).toMatchObject([
      { amount: 599.75, invoiceID: id, invoiceNumber: number },
      { amount: 400.25, invoiceID: id, invoiceNumber: number },
    ]);
    const log = await demo.call(CAST.owner, "GET", "/open-api/v1/account/log?events=invoice.paid");
    expect(log.body.items?.[0]).toMatchObject({
      title: "Поступила оплата по счёту",
      object: { title: `Счёт № ${number}` },
    });
  });

  test("more than the invoice asks for is the customer's balance too, and a second payment as well", async () => {
    const { id } = await issue(1000);
    const before = await balanceOf("CUST_AVAIL");
    await pay(id, { amount: 1500 });
    await pay(id, { amount: 50 });
    expect(await read(id)).toMatchObject({ state: { id: "paid" }, amount: 1000, paidAmount: 1550 });
    expect(await balanceOf("CUST_AVAIL")).toBe(before + 155_000);
  });

  test.each<[string, { amount?: number; purpose?: string; payerInn?: string }]>([
    ["a wrong number", { purpose: "Оплата по счету 999999 от 05.03.2026" }],
    ["somebody else's ИНН", { payerInn: "7707083893" }],
    ["no number, and a sum no invoice waits for", { purpose: "за услуги", amount: 77.77 }],
  ])("%s leaves it unidentified", async (_what, payment) => {
    const { id } = await issue(2000);
    const [customer, unknown] = [await balanceOf("CUST_AVAIL"), await balanceOf("UNIDENTIFIED")];
    await pay(id, payment);
    expect(await read(id)).toMatchObject({ state: { id: "created" }, paidAmount: 0 });
    expect([await balanceOf("CUST_AVAIL"), await balanceOf("UNIDENTIFIED")]).toEqual([
      customer,
      unknown + Math.round((payment.amount ?? 2000) * 100),
    ]);
  });

  test.each([
    "оплата счета %, без ндс",
    "Сч.№%от 27.04.26 сумма 3210-40",
    "ПО СЧЕТУ N%; ДОГОВОР П-2025/0147 ОТ 10.02.2025",
  ])("the number is found in the words «%s»", async (words) => {
    const { id, number } = await issue(3210.4);
    await pay(id, { purpose: words.replace("%", number) });
    expect(await read(id)).toMatchObject({ state: { id: "paid" } });
  });

  test("a payer who forgets the number is understood by a sum that one invoice alone waits for", async () => {
    const { id } = await issue(8_123.45);
    await pay(id, { purpose: "Пополнение баланса" });
    expect(await read(id)).toMatchObject({ state: { id: "paid" } });
  });

  test.each<
    [string, "EXCESS" | "PAID_BEFORE" | "CANCELED" | "PART", (id: number) => Promise<void>, string]
  >([
    ["a part", "PART", (id) => pay(id, { amount: 400 }), "partially_paid"],
    ["too much", "EXCESS", (id) => pay(id, { amount: 1500 }), "paid"],
    [
      "a paid one again",
      "PAID_BEFORE",
      async (id) => (await pay(id), await pay(id, { amount: 50 })),
      "paid",
    ],
    [
      "a cancelled one",
      "CANCELED",
      async (id) => (
        await demo.call(CAST.accountant, "POST", `/open-api/v1/invoices/${id}/cancel`),
        await pay(id)
      ),
      "canceled",
    ],
  ])(
    "paying %s is noted on the operation, in the journal and by a notice",
    async (_what, note, act, state) => {
      const { id, number } = await issue(1000);
      await act(id);
      const title = INVOICE_PAYMENT_NOTE.titles[note];
      expect(await read(id)).toMatchObject({ state: { id: state } });
      const operations = await demo.call(
        CAST.owner,
        "GET",
        "/client-api/transaction/list?types=INVOICE_PAYMENT&periodEnd=2026-04-30",
      );
      expect(operations.body.items?.[0]).toMatchObject({
        invoiceID: id,
        comment: `Счёт № ${number}. ${title}`,
      });
      const log = await demo.call(
        CAST.owner,
        "GET",
        "/open-api/v1/account/log?events=invoice.paid",
      );
      expect(log.body.items?.[0]).toMatchObject({ reason: title });
      for (const phone of [CAST.owner, CAST.accountant])
        expect((await told(phone, "InvoicePaymentNoted"))[0]).toMatch(
          new RegExp(
            `по счёту № ${number}. ${title}${note === "PART" ? ", осталось 600,00 ₽" : ""}$`,
          ),
        );
      for (const phone of [CAST.viewer, CAST.otherOwner])
        expect((await told(phone, "InvoicePaymentNoted")).join()).not.toContain(number);
    },
  );

  test("what is simply the sum of the invoice has no note", async () => {
    const { id, number } = await issue(1000);
    await pay(id);
    const operations = await demo.call(
      CAST.owner,
      "GET",
      "/client-api/transaction/list?types=INVOICE_PAYMENT&periodEnd=2026-04-30",
    );
    expect(operations.body.items?.[0]).toMatchObject({ invoiceID: id, comment: null });
    expect((await told(CAST.owner, "InvoicePaymentNoted")).join()).not.toContain(number);
  });

  test("what is not recognised is told to whom it seems to be of, and is matched once", async () => {
    const { id, number } = await issue(4321);
    const { rows } = await sql<{ inn: string }>`
      SELECT inn FROM accounts WHERE id = 1`.execute(demo.database.kysely);
    const send = async (payerInn: string, purpose: string) => {
      const sent = await demo.call(null, "POST", "/sandbox/api/bank/payments", {
        amount: 4000,
        payerInn,
        purpose,
      });
      expect(sent).toMatchObject({ status: 200, body: { paymentId: expect.any(String) } });
      await demo.runTasksUntilIdle();
      return (await demo.call(null, "GET", "/sandbox/api/bank/payments/unrecognized")).body
        .items?.[0] as { id: number; guess: string | null };
    };
    const before = [await balanceOf("CUST_AVAIL"), await balanceOf("UNIDENTIFIED")] as const;
    const byInn = await send(rows[0]?.inn ?? "", "Оплата по счету 999998");
    expect(byInn).toMatchObject({ amount: 4000, guess: expect.stringContaining("Северный склад") });
    expect((await told(CAST.accountant, "PaymentNotRecognized"))[0]).toMatch(
      /^Платёж 4 000,00 ₽ не распознан/,
    );
    const byNumber = await send("7707083893", `Сч. ${number}, пароль от сейфа 1`);
    expect(byNumber).toMatchObject({ guess: expect.stringContaining("Северный склад") });
    const notices = await sql<{
      purpose: string | null;
    }>`
      SELECT resource ->> 'payerComment' AS purpose
      FROM notices n
      JOIN people p ON p.id = n.person_id
      WHERE p.phone = ${CAST.accountant} AND n.type = ${NOTICE_TYPES.PaymentNotRecognized.id}
      ORDER BY n.id DESC
      LIMIT 2`.execute(demo.database.kysely);
    // The text is the payer's own.
    for (const text of await told(CAST.accountant, "PaymentNotRecognized"))
      expect(text).toMatch(/^Платёж .+ не распознан/);
    expect(notices.rows).toEqual([{ purpose: null }, { purpose: "Оплата по счету 999998" }]);
    for (const phone of [CAST.viewer, CAST.otherOwner])
      expect(await told(phone, "PaymentNotRecognized")).toEqual([]);
    expect(await send("7707083893", "за услуги")).toMatchObject({ guess: null });

    const match = (payment: number, invoiceID: number) =>
      demo.call(null, "POST", `/sandbox/api/bank/payments/${payment}/match`, { invoiceID });
    expect(await match(byInn.id, 2_000_000_000)).toMatchObject({
      status: 404,
      body: { message: "Нет такого счёта" },
    });
    expect(await match(2_000_000_000, id)).toMatchObject({
      status: 404,
      body: { message: "Записи № 2000000000 нет (нераспознанный платёж)" },
    });
    expect(
      (await Promise.all([match(byInn.id, id), match(byInn.id, id)]))
        .map(({ status }) => status)
        .sort(),
    ).toEqual([200, 409]);
    expect(await read(id)).toMatchObject({ state: { id: "partially_paid" }, paidAmount: 4000 });
    expect([await balanceOf("CUST_AVAIL"), await balanceOf("UNIDENTIFIED")]).toEqual([
      before[0] + 400_000,
      before[1] + 800_000,
    ]);
    expect((await told(CAST.owner, "InvoicePaymentNoted"))[0]).toContain("осталось 321,00 ₽");
  });

  test("what comes for a company that was deleted is nobody's: unidentified, and never credited to it", async () => {
    const { id, number } = await issue(777);
    const { rows } = await sql<{ inn: string; state: string }>`
      SELECT inn, state FROM accounts WHERE id = 1`.execute(demo.database.kysely);
    const setState = (state: string) =>
      sql`UPDATE accounts SET state = ${state} WHERE id = 1`.execute(demo.database.kysely);
    const before = [await balanceOf("CUST_AVAIL"), await balanceOf("UNIDENTIFIED")] as const;
    await setState("DELETED");
    try {
      // By the invoice's number, and by the sum alone.
      await pay(id, { amount: 777 });
      await pay(id, { amount: 777, purpose: "за услуги" });
      expect([await balanceOf("CUST_AVAIL"), await balanceOf("UNIDENTIFIED")]).toEqual([
        before[0],
        before[1] + 2 * 77_700,
      ]);
      const unknown = (await demo.call(null, "GET", "/sandbox/api/bank/payments/unrecognized")).body
        .items as unknown as { id: number; guess: string | null }[];
      expect(unknown.slice(0, 2).map(({ guess }) => guess)).toEqual([null, null]);
      expect(
        await demo.call(null, "POST", `/sandbox/api/bank/payments/${unknown[0]?.id}/match`, {
          invoiceID: id,
        }),
      ).toMatchObject({
        status: 409,
        body: {
          message: `Компания счёта № ${number} удалена: верните деньги плательщику (return)`,
        },
      });
    } finally {
      await setState(rows[0]?.state ?? "ACTIVE");
    }
  });

  test("one line of the statement, shown again and to two readers at once, is booked once", async () => {
    const { id, number } = await issue(5000);
    const before = await balanceOf("CUST_AVAIL");
    const line = {
      paymentId: "line-1",
      amountKopecks: 500_000,
      payerInn: "",
      payerName: "ООО",
      purpose: `Счет ${number}`,
      at: demo.clock.now().toISOString(),
    };
    const { rows } = await sql<{ inn: string }>`
      SELECT inn FROM accounts WHERE id = 1`.execute(demo.database.kysely);
    // A bank that repeats one line under growing positions.
    let position = 0;
    const service = await startLocalService(() => ({
      type: "application/json",
      body: JSON.stringify({
        payments: position < 12 ? [{ ...line, payerInn: rows[0]?.inn }] : [],
        position: String((position += 1)),
      }),
    }));
    try {
      const platforms = [0, 1, 2].map(() =>
        aPlatform({
          db: demo.db.kysely,
          clock: demo.clock,
          bank: httpBank({ url: service.url }),
          events: makeProductEvents(),
        }),
      );
      const readers = platforms.map(readStatementTask);
      const bookers = platforms.map(bookStatementTask);
      for (let round = 0; round < 4; round += 1) {
        await sql`UPDATE statement_cursor SET due_at = ${demo.clock.now()}`.execute(
          demo.database.kysely,
        );
        for (const tasks of [readers, bookers])
          await Promise.all(tasks.map((task) => task.run(new AbortController().signal)));
      }
    } finally {
      await service.close();
      await sql`
        UPDATE statement_cursor
        SET position = (SELECT max(id)::text FROM sandbox.bank_incomes),
          due_at = ${demo.clock.now()}`.execute(demo.database.kysely);
    }
    expect(service.heard.length).toBeGreaterThan(2);
    expect(await read(id)).toMatchObject({ state: { id: "paid" }, paidAmount: 5000 });
    expect(await balanceOf("CUST_AVAIL")).toBe(before + 500_000);
    const lines = await sql`SELECT FROM incoming_payments WHERE bank_id = 'line-1'`.execute(
      demo.database.kysely,
    );
    expect(lines.rows).toHaveLength(1);
  });

  test("ten payments of one invoice at the same moment lose nothing", async () => {
    const { id } = await issue(1000);
    const before = await balanceOf("CUST_AVAIL");
    for (let part = 0; part < 10; part += 1)
      await demo.call(null, "POST", `/sandbox/api/bank/invoices/${id}/pay`, { amount: 100 });
    await Promise.all([
      demo.runTasksUntilIdle(),
      demo.runTasksUntilIdle(),
      demo.runTasksUntilIdle(),
    ]);
    expect(await read(id)).toMatchObject({ state: { id: "paid" }, paidAmount: 1000 });
    expect(await balanceOf("CUST_AVAIL")).toBe(before + 100_000);
  });

  test("and the books are right to the kopeck", async () => {
    expect(await auditLedger(demo.database.kysely)).toEqual(BOOKS_ARE_RIGHT);
  });
});

describe("an invoice ends", () => {
  test("when its owner cancels it, once and only before any money has come", async () => {
    const { id } = await issue(900);
    expect(
      await demo.call(CAST.accountant, "POST", `/open-api/v1/invoices/${id}/cancel`),
    ).toMatchObject({
      status: 200,
      body: { state: { id: "canceled" }, permissions: { cancel: false } },
    });
    expect(
      await demo.call(CAST.accountant, "POST", `/open-api/v1/invoices/${id}/cancel`),
    ).toMatchObject({ status: 409, body: { message: expect.stringContaining("«Отменён»") } });
    const paper = await demo.call(CAST.accountant, "GET", `/open-api/v1/invoices/${id}/file`);
    expect(textOfPdf(paper.raw).replaceAll(" ", "")).toContain("Счётотменён.Неоплачивайтеего.");
    const paid = await issue(900);
    await pay(paid.id, { amount: 1 });
    expect(
      (await demo.call(CAST.accountant, "POST", `/open-api/v1/invoices/${paid.id}/cancel`)).status,
    ).toBe(409);
  });

  test("when its ten working days are over; money that comes later still pays it", async () => {
    const { id } = await issue(650);
    demo.clock.set(new Date("2026-05-13T20:59:00Z"));
    await demo.runTasksUntilIdle();
    expect(await stateOf(id)).toBe("created");
    demo.clock.set(new Date("2026-05-13T21:01:00Z"));
    await demo.runTasksUntilIdle();
    expect(await stateOf(id)).toBe("expired");
    await pay(id);
    expect(await stateOf(id)).toBe("paid");
  });

  test("working days pass over the holidays and count the weekends that are worked", async () => {
    const after = (from: string, count: number) =>
      inTransaction(demo.db.kysely, (trx) => workingDaysAfter(trx, from, count));
    expect(await after("2025-12-30", 1)).toBe("2026-01-12");
    expect(await after("2025-10-31", 1)).toBe("2025-11-01");
    expect(await after("2026-06-01", 10)).toBe("2026-06-16");
  });
});

async function stateOf(id: number): Promise<string | undefined> {
  const { rows } = await sql<{
    state: string;
  }>`SELECT state FROM invoices WHERE id = ${id}`.execute(demo.database.kysely);
  return rows[0]?.state;
}

test("lists are narrowed by state, days and number", async () => {
  // Sessions expire within these days.
  const call = async (query: string) => {
    const headers = await demo.signIn(CAST.owner);
    return (
      await demo.http.inject({ method: "GET", url: `/client-api/invoice/list?${query}`, headers })
    ).json<{
      items: { number: string; amount: number; state: { id: string } }[];
      meta: { total: number };
    }>();
  };
  const paid = await call("stateID=paid&page=1&perPage=1");
  expect(paid.items).toHaveLength(1);
  expect(paid.meta.total).toBeGreaterThan(3);
  const number = paid.items[0]?.number ?? "";
  expect((await call(`search=${number}`)).items).toMatchObject([{ number }]);
  expect((await call("periodEnd=2026-04-26")).items).not.toContainEqual(
    expect.objectContaining({ number }),
  );
  const sums = (await call("sortBy=amount&sortDirection=asc&perPage=100")).items.map(
    ({ amount }) => amount,
  );
  expect(sums).toEqual([...sums].sort((one, other) => one - other));
});
