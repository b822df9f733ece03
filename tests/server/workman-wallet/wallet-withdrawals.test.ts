import fc from "fast-check";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { NOTICE_TYPES, type NoticeName } from "#contract/notices/notice-types.ts";
import { viewNotice } from "#contract/notices/views/view-notice.ts";
import { moscowDate } from "#contract/values/calendar-date.ts";
import { auditLedger, post } from "#server/money/ledger/index.ts";
import { sandboxBank } from "#server/integrations/bank/sandbox.ts";
import { inTransaction } from "#server/data/transaction.ts";
import { workingDaysAfter } from "#server/data/working-days.ts";
import { buildDemoApp, CAST, type DemoApp } from "#tests/support/demo-app.ts";
import { codeOn } from "#tests/support/codes.ts";

const API = "/open-api/v1/workman";
const WITHDRAW = `${API}/payments/withdraw-by-card`;

let demo: DemoApp;
let workmanId: number;
let card: string;
/** Of each question for a page of the bank: whether a transaction was open meanwhile. */
const openedInside: boolean[] = [];
beforeAll(async () => {
  demo = await buildDemoApp({
    between: ({ bank, taxService }) => ({
      taxService,
      bank: {
        ...bank,
        async openCardBinding(binding) {
          const { rows } = await sql`
            SELECT FROM pg_stat_activity
            WHERE datname = current_database() AND state LIKE 'idle in transaction%'`.execute(
            demo.database.kysely,
          );
          openedInside.push(rows.length > 0);
          return bank.openCardBinding(binding);
        },
      },
    }),
  });
  workmanId = (await demo.call(CAST.workman, "GET", "/client-api/workman/my-info")).body[
    "id"
  ] as number;
  card = (await demo.call(CAST.workman, "GET", `${API}/payments/binded-cards`)).body.items?.[0]?.[
    "cardId"
  ] as string;
});
afterAll(() => demo.close());

let credits = 0;
async function credit(kopecks: bigint): Promise<void> {
  credits += 1;
  const at = demo.clock.now();
  await inTransaction(demo.db.kysely, (trx) =>
    post(trx, {
      event: "CORRECTION",
      source: { type: "correction", id: credits },
      accountId: null,
      at,
      businessDate: moscowDate(at),
      lines: [
        { code: "BANK", amountKopecks: kopecks },
        { code: "WORK_AVAIL", workmanId, amountKopecks: -kopecks },
      ],
    }),
  );
}

const wallet = async () => (await demo.call(CAST.workman, "GET", `${API}/balance`)).body["current"];
const withdraw = (amount: number, headers?: Record<string, string>) =>
  demo.call(CAST.workman, "POST", WITHDRAW, { cardID: card, amount }, headers);
const switches = (body: object) => demo.call(null, "PUT", "/sandbox/api/bank/switches", body);
const states = async () =>
  (
    await sql<{ state: string }>`SELECT state FROM withdrawals ORDER BY id`.execute(
      demo.database.kysely,
    )
  ).rows.map((row) => row.state);

async function told(type: NoticeName): Promise<string[]> {
  const { rows } = await sql<{ type: string; resource: object }>`
    SELECT n.type, n.resource
    FROM notices n
    JOIN people p ON p.id = n.person_id
    WHERE p.phone = ${CAST.workman} AND n.type = ${NOTICE_TYPES[type].id}
    ORDER BY n.id`.execute(demo.database.kysely);
  return rows.map((one) => viewNotice(one).text.replaceAll("\u00A0", " "));
}

async function expectSoundBooks(): Promise<void> {
  expect(await auditLedger(demo.database.kysely)).toEqual({
    unbalancedEntries: [],
    wrongBalances: [],
    negativeBalances: [],
    wrongReserves: [],
  });
}

/** Empties the wallet and the queue, so that each test begins with what it puts in. */
beforeEach(async () => {
  await demo.runTasksUntilIdle();
  const current = (await wallet()) as number;
  if (current > 0) expect((await withdraw(current)).status).toBe(200);
  await demo.runTasksUntilIdle();
  await sql`DELETE FROM notices`.execute(demo.database.kysely);
});

describe("taking money out", () => {
  test("what comes to the card and by which day is known before anything is confirmed", async () => {
    const { body } = await demo.call(
      CAST.workman,
      "GET",
      `${API}/payments/withdrawal-terms?cardID=${card}&amount=500`,
    );
    const today = moscowDate(demo.clock.now());
    expect(body).toMatchObject({
      amount: 500,
      fee: 0,
      toReceive: 500,
      promisedOn: await inTransaction(demo.db.kysely, (trx) => workingDaysAfter(trx, today, 3)),
    });
    expect(String(body["promisedOn"]) > today).toBe(true);
  });

  test("it leaves the wallet at once, reaches the card by the bank's word, and the worker hears of it", async () => {
    await credit(150_000n);
    const answer = await withdraw(1000.5);
    expect(answer.body).toMatchObject({
      amount: 1000.5,
      fee: 0,
      current: 499.5,
      pan: expect.stringContaining("*"),
      state: { id: "READY" },
    });
    expect(await wallet()).toBe(499.5);
    await demo.runTasksUntilIdle();
    expect((await states()).at(-1)).toBe("PAID");
    expect(await told("WithdrawalPaid")).toEqual(["На карту выведено 1 000,50 ₽"]);
    const operations = await demo.call(CAST.workman, "GET", "/client-api/transaction/list");
    expect(
      operations.body.items?.find((one) => (one["type"] as { id: string }).id === "WITHDRAW_CARD"),
    ).toMatchObject({ amount: -1000.5 });
    await expectSoundBooks();
  });

  test("what is refused is said in the specification's words", async () => {
    await credit(10_000n);
    expect((await withdraw(0)).body).toMatchObject({
      errors: { amount: ["Сумма для вывода должна быть больше нуля"] },
    });
    expect((await withdraw(-5)).body).toMatchObject({
      errors: { amount: ["Сумма для вывода должна быть больше нуля"] },
    });
    expect((await withdraw(1.005)).body).toMatchObject({
      errors: { amount: ["Сумма должна содержать не более двух знаков после запятой"] },
    });
    const short = await withdraw(100.01);
    expect([short.status, short.body]).toEqual([
      409,
      expect.objectContaining({
        message: "Недостаточно средств на счёте",
        needed: 100.01,
        available: 100,
      }),
    ]);
    expect(
      (await demo.call(CAST.workman, "POST", WITHDRAW, { cardID: "card-79000000110", amount: 1 }))
        .status,
    ).toBe(404);
    expect(
      (await demo.call(CAST.owner, "POST", WITHDRAW, { cardID: card, amount: 1 })).status,
    ).toBe(403);
    expect(await wallet()).toBe(100);
  });

  test("two people at one wallet: of two simultaneous withdrawals of the whole sum one is made", async () => {
    await credit(100_000n);
    const answers = await Promise.all([withdraw(1000), withdraw(1000)]);
    expect(answers.map((one) => one.status).sort()).toEqual([200, 409]);
    expect(await wallet()).toBe(0);
    await demo.runTasksUntilIdle();
    await expectSoundBooks();
  });

  test("a repeated click under the same key takes the money once", async () => {
    await credit(100_000n);
    const key = { "idempotency-key": "withdrawal-key-1" };
    const [first, second] = [await withdraw(300, key), await withdraw(300, key)];
    expect(second.body).toEqual(first.body);
    expect(await wallet()).toBe(700);
  });

  test("an order the bank refuses, and one it sends back days later, put the whole sum back", async () => {
    await sql`
      INSERT INTO rates (code, from_date, value) VALUES ('withdrawal-fee-ppm', '2020-01-01', 10000)`.execute(
      demo.database.kysely,
    );
    await credit(100_000n);
    await switches({ failNext: 1, failReason: "BANK_LIMIT" });
    expect((await withdraw(400)).body).toMatchObject({ fee: 4, current: 600 });
    await demo.runTasksUntilIdle();
    expect([await wallet(), (await states()).at(-1)]).toEqual([1000, "FAILED"]);
    expect(await told("WithdrawalFailed")).toEqual([
      expect.stringMatching(/^Не удалось вывести 400,00 ₽.*[Пп]ревышен лимит банка/),
    ]);

    await switches({ returnNext: 1, returnReason: "COMPLIANCE", returnAfterSeconds: 60 });
    expect((await withdraw(1000)).status).toBe(200);
    await demo.runTasksUntilIdle();
    expect([await wallet(), (await states()).at(-1)]).toEqual([0, "PAID"]);
    demo.clock.advance(61_000);
    await demo.runTasksUntilIdle();
    expect([await wallet(), (await states()).at(-1)]).toEqual([1000, "RETURNED"]);
    await demo.runTasksUntilIdle();
    expect(await wallet()).toBe(1000);
    await sql`
      DELETE FROM rates WHERE code = 'withdrawal-fee-ppm' AND from_date = '2020-01-01'`.execute(
      demo.database.kysely,
    );
    await expectSoundBooks();
  });

  test("whatever is withdrawn, refused and returned, the wallet is what the worker put in less what arrived, and never below zero", async () => {
    const step = fc.record({
      amount: fc.integer({ min: 1, max: 90_000 }),
      fate: fc.constantFrom("done", "fail", "return"),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { maxLength: 6 }),
        fc.integer({ min: 0, max: 100_000 }),
        async (steps, kopecks) => {
          if (kopecks > 0) await credit(BigInt(kopecks));
          let expected = BigInt(Math.round(((await wallet()) as number) * 100));
          for (const { amount, fate } of steps) {
            await switches({
              failNext: fate === "fail" ? 1 : 0,
              returnNext: fate === "return" ? 1 : 0,
              returnAfterSeconds: 1,
            });
            const { status } = await withdraw(amount / 100);
            expect(status).toBe(BigInt(amount) <= expected ? 200 : 409);
            await demo.runTasksUntilIdle();
            if (status === 200 && fate === "done") expected -= BigInt(amount);
            demo.clock.advance(2000);
            await demo.runTasksUntilIdle();
            await switches({ failNext: 0, returnNext: 0 });
            expect(await wallet()).toBe(Number(expected) / 100);
          }
        },
      ),
      { numRuns: 8 },
    );
    await expectSoundBooks();
  });

  test("READY when its card is unbound, its answer lost, it is paid once, to the card it was ordered to", async () => {
    await credit(500_000n);
    const ordered = await withdraw(5000);
    const orderId = `withdrawal-${String(ordered.body["id"])}`;
    await sandboxBank(demo.db.kysely, demo.clock).submitOrders([
      {
        orderId,
        kind: "CARD",
        amountKopecks: 500_000n,
        destination: card,
        recipientName: "",
        recipientInn: "",
        purpose: "",
      },
    ]);
    await sql`
      UPDATE workman_cards SET status = 'unbound' WHERE token = ${card}`.execute(
      demo.database.kysely,
    );
    await demo.runTasksUntilIdle();
    await sql`UPDATE workman_cards SET status = 'ok' WHERE token = ${card}`.execute(
      demo.database.kysely,
    );
    expect([await wallet(), (await states()).at(-1)]).toEqual([0, "PAID"]);
    const { rows } = await sql`
      SELECT destination, amount_kopecks FROM sandbox.bank_orders
      WHERE order_id = ${orderId}`.execute(demo.database.kysely);
    expect(rows).toEqual([{ destination: card, amount_kopecks: 500_000n }]);
    await expectSoundBooks();
  });

  test("somebody who signed in long ago confirms by a code for this very sum", async () => {
    await credit(100_000n);
    await sql`UPDATE sessions SET confirmed_at = confirmed_at - interval '1 hour'`.execute(
      demo.database.kysely,
    );
    expect((await withdraw(500)).body).toMatchObject({ code: "otp_required" });
    await demo.call(CAST.workman, "POST", "/open-api/v1/me/send-verification-code", {
      action: "WITHDRAWAL",
      amount: 500,
      destination: { type: "CARD", number: card },
    });
    const otp = await codeOn(demo, CAST.workman);
    const { rows } = await sql<{ text: string }>`
      SELECT text FROM sandbox.sms WHERE text LIKE ${`%${otp}%`}`.execute(demo.database.kysely);
    expect(rows[0]?.text).toMatch(/Вывод 500,00\s₽ на карту ···· \d{4}\. Код/);
    const send = (amount: number) =>
      demo.call(CAST.workman, "POST", WITHDRAW, { cardID: card, amount, otp });
    expect((await send(600)).status).toBe(422);
    expect((await send(500)).status).toBe(200);
    await sql`UPDATE sessions SET confirmed_at = now() + interval '1 hour'`.execute(
      demo.database.kysely,
    );
  });
});

describe("cards", () => {
  const page = (url: string, payload?: string) =>
    demo.http.inject({
      method: payload === undefined ? "GET" : "POST",
      url,
      ...(payload === undefined
        ? {}
        : { payload, headers: { "content-type": "application/x-www-form-urlencoded" } }),
    });
  const cards = async () =>
    (await demo.call(CAST.workman, "GET", `${API}/payments/binded-cards`)).body.items ?? [];
  const link = async () =>
    (await demo.call(CAST.workman, "GET", `${API}/payments/card-bind-link`)).body[
      "bindUrl"
    ] as string;

  test("a card is bound on the bank's page, shown masked, chosen for payouts by a code, and let go", async () => {
    const before = await cards();
    const url = await link();
    expect(openedInside).toEqual([false]);
    expect((await page(url)).body).toContain("Номер карты");
    expect((await page(url, "decision=bind&number=2202000000000000")).body).toContain(
      "Проверьте номер карты",
    );
    const back = await page(url, "decision=bind&number=4111+1111+1111+1111");
    expect([back.statusCode, back.headers.location]).toEqual([
      303,
      "/profile/workman/payment-methods?card-bind-result=success",
    ]);
    expect((await page(url)).statusCode).toBe(404);
    demo.clock.advance(2000);
    await demo.runTasksUntilIdle();
    const added = (await cards()).find(
      (one) => !before.some((old) => old["cardId"] === one["cardId"]),
    );
    expect(added).toMatchObject({ pan: "411111******1111", status: "ok" });

    const cardId = added?.["cardId"] as string;
    const details = { type: "CARD", number: cardId };
    expect(
      (await demo.call(CAST.workman, "PUT", `${API}/payment-details/validate`, details)).status,
    ).toBe(200);
    expect(
      (
        await demo.call(CAST.workman, "PUT", `${API}/payment-details`, {
          ...details,
          verificationCode: "000000",
        })
      ).body,
    ).toMatchObject({ errors: { verificationCode: [expect.stringMatching(/[Кк]од/)] } });
    await sql`DELETE FROM one_time_codes`.execute(demo.database.kysely);
    await sql`DELETE FROM sandbox.sms`.execute(demo.database.kysely);
    await demo.call(CAST.workman, "POST", "/open-api/v1/me/send-verification-code", {
      action: "PAYMENT_DETAILS",
      destination: details,
    });
    const saved = await demo.call(CAST.workman, "PUT", `${API}/payment-details`, {
      ...details,
      verificationCode: await codeOn(demo, CAST.workman),
    });
    expect(saved.body).toMatchObject({ type: "CARD", number: "411111******1111" });

    expect(
      (await demo.call("79000000110", "DELETE", `${API}/payments/binded-cards/${cardId}`)).status,
    ).toBe(404);
    expect(
      (await demo.call(CAST.workman, "DELETE", `${API}/payments/binded-cards/${cardId}`)).status,
    ).toBe(200);
    expect(
      (await demo.call(CAST.workman, "DELETE", `${API}/payments/binded-cards/${cardId}`)).status,
    ).toBe(404);
    expect(await cards()).toEqual(before);
  });

  test("whoever began in the questionnaire comes back to it", async () => {
    const { bindUrl } = (
      await demo.call(CAST.workman, "GET", `${API}/payments/card-bind-link?from=questionnaire`)
    ).body;
    expect((await page(bindUrl as string, "decision=refuse")).headers.location).toBe(
      "/profile/questionnaire?card-bind-result=fail",
    );
    expect(
      (
        await demo.call(
          CAST.workman,
          "GET",
          `${API}/payments/card-bind-link?from=https://elsewhere.example`,
        )
      ).status,
    ).toBe(422);
  });

  test("whoever refuses at the bank comes back with no new card", async () => {
    const before = await cards();
    expect((await page(await link(), "decision=refuse")).headers.location).toBe(
      "/profile/workman/payment-methods?card-bind-result=fail",
    );
    demo.clock.advance(2000);
    await demo.runTasksUntilIdle();
    expect(await cards()).toEqual(before);
  });

  test("a card that the bank has blocked takes no money until another is bound", async () => {
    await sql`
      INSERT INTO sandbox.bank_cards (token, status) VALUES (${card}, 'blocked')`.execute(
      demo.database.kysely,
    );
    await credit(50_000n);
    await switches({ failNext: 1, failReason: "CARD_BLOCKED" });
    expect((await withdraw(100)).status).toBe(200);
    await demo.runTasksUntilIdle();
    expect(await wallet()).toBe(500);
    expect((await withdraw(100)).body).toMatchObject({
      message: "Карта истекла или заблокирована банком. Выберите другую",
    });
    await sql`UPDATE sandbox.bank_cards SET status = 'ok'`.execute(demo.database.kysely);
    demo.clock.advance(86_400_001);
    await demo.runTasksUntilIdle();
    const { rows } = await sql`
      SELECT status FROM workman_cards WHERE token = ${card}`.execute(demo.database.kysely);
    expect(rows).toEqual([{ status: "ok" }]);
  });
});

test.each([
  [
    { type: "PAYMENT_ACCOUNT", bankBik: "44525225", accountNumber: "40817 81070 00000 00001" },
    null,
  ],
  [
    { type: "PAYMENT_ACCOUNT", bankBik: "044525225", accountNumber: "40817810700000000002" },
    { accountNumber: ["Номер счёта не подходит к этому БИК. Проверьте обе строки"] },
  ],
  [
    { type: "PAYMENT_ACCOUNT", bankBik: "12", accountNumber: "12" },
    { bankBik: [expect.any(String)], accountNumber: ["Номер счёта состоит из 20 цифр"] },
  ],
  [
    { type: "PAYMENT_ACCOUNT", bankBik: "044525225", accountNumber: "40702810700000000001" },
    { accountNumber: [expect.stringContaining("физлица")] },
  ],
  [{ type: "CARD" }, { number: ["Выберите привязанную карту"] }],
  [
    { type: "CARD", number: "4111111111111111" },
    { number: [expect.stringContaining("не привязана")] },
  ],
  [{ type: "SBP", number: "8 900 000-01-01" }, null],
  [
    { type: "SBP", number: "8 900 000-01-02" },
    { number: [expect.stringContaining("телефон вашего профиля")] },
  ],
  [{ type: "SBP" }, { number: [expect.stringContaining("телефон")] }],
])("payment details are checked before they are saved: %j", async (details, errors) => {
  // A day has passed on the product's clock.
  const headers = await demo.signIn(CAST.workman);
  const answer = await demo.http.inject({
    method: "PUT",
    url: `${API}/payment-details/validate`,
    headers,
    payload: details,
  });
  if (errors === null)
    expect([answer.statusCode, answer.json()]).toEqual([
      200,
      details.type === "SBP"
        ? { bankName: null, korAccountNumber: null }
        : { bankName: "ПАО Сбербанк", korAccountNumber: "30101810400000000225" },
    ]);
  else expect([answer.statusCode, answer.json().errors]).toEqual([422, errors]);
});
