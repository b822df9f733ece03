import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { moscowDate } from "#contract/values/calendar-date.ts";
import { sandboxBank } from "#server/integrations/bank/sandbox.ts";
import { auditLedger, post } from "#server/money/ledger/index.ts";
import { inTransaction } from "#server/data/transaction.ts";
import { buildDemoApp, CAST, type DemoApp } from "#tests/support/demo-app.ts";
import { codeOn } from "#tests/support/codes.ts";

const API = "/open-api/v1/workman";
const SEND = "/open-api/v1/me/send-verification-code";
const WITHDRAW = `${API}/payments/withdraw-by-card`;

let demo: DemoApp;
let workmanId: number;
let first: string;
/** Ends with «Это не я», and in time. */
let session: { authorization: string };
const signIn = async () => {
  session = await demo.signIn(CAST.workman);
};
const me = (method: "GET" | "POST" | "PUT" | "DELETE", path: string, payload?: object) =>
  demo.call(null, method, path, payload, session);
const db = () => demo.database.kysely;
beforeAll(async () => {
  demo = await buildDemoApp();
  await signIn();
  workmanId = (await me("GET", "/client-api/workman/my-info")).body["id"] as number;
  first = (await me("GET", `${API}/payments/binded-cards`)).body.items?.[0]?.["cardId"] as string;
});
afterAll(() => demo.close());
beforeEach(async () => {
  await demo.runTasksUntilIdle();
  for (const table of ["one_time_codes", "sandbox.sms", "notices"])
    await sql`DELETE FROM ${sql.raw(table)}`.execute(db());
  await signIn();
  await sql`DELETE FROM sandbox.sms`.execute(db());
});

/** A thief with a session binds his own card on the bank's page. */
async function bindCard(number: string): Promise<string> {
  const before = await cards();
  const link = await me("GET", `${API}/payments/card-bind-link`);
  await demo.http.inject({
    method: "POST",
    url: link.body["bindUrl"] as string,
    payload: `decision=bind&number=${number}`,
    headers: { "content-type": "application/x-www-form-urlencoded" },
  });
  demo.clock.advance(2000);
  await demo.runTasksUntilIdle();
  return (await cards()).find((one) => !before.includes(one)) ?? "";
}

const cards = async () =>
  ((await me("GET", `${API}/payments/binded-cards`)).body.items ?? []).map(
    (one) => one["cardId"] as string,
  );
const payoutsGoTo = async () =>
  (
    (await me("GET", `${API}/payment-details`)).body["details"] as {
      number: string;
    }
  ).number;
const messages = async () =>
  (
    await sql<{
      phone: string;
      text: string;
    }>`
      SELECT phone, text FROM sandbox.sms WHERE message_id NOT LIKE 'otp-%' ORDER BY id`.execute(
      db(),
    )
  ).rows;
async function code(body: object): Promise<string> {
  await sql`DELETE FROM one_time_codes`.execute(db());
  const sent = await me("POST", SEND, body);
  expect(sent.status, JSON.stringify(sent.body)).toBe(200);
  return codeOn(demo, CAST.workman);
}
const save = (details: object, verificationCode: string) =>
  me("PUT", `${API}/payment-details`, { ...details, verificationCode });
let credits = 500;
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

describe("with a session alone", () => {
  test("a newly bound card receives nothing: neither payouts nor a withdrawal", async () => {
    const before = await payoutsGoTo();
    const mine = await bindCard("4111111111111111");
    expect(await payoutsGoTo()).toBe(before);
    await credit(100_000n);
    expect((await me("POST", WITHDRAW, { cardID: mine, amount: 500 })).body).toMatchObject({
      code: "otp_required",
    });
    expect((await me("POST", WITHDRAW, { cardID: first, amount: 500 })).status).toBe(200);
  });

  test("the card that is chosen is let go: another bound one does not take its place", async () => {
    await sql`
      INSERT INTO workman_cards (workman_id, token, pan_mask)
      VALUES (${workmanId}, 'lurking', '400000******0002')`.execute(db());
    const { rows } = await sql<{ n: bigint }>`
      SELECT count(*) AS n
      FROM workman_cards
      WHERE workman_id = ${workmanId} AND chosen_at IS NOT NULL`.execute(db());
    expect(rows[0]?.n).toBe(1n);
    await sql`UPDATE workman_cards SET status = 'blocked' WHERE token = ${first}`.execute(db());
    expect(await payoutsGoTo()).toBeNull();
    await sql`UPDATE workman_cards SET status = 'ok' WHERE token = ${first}`.execute(db());
    await sql`DELETE FROM workman_cards WHERE token = 'lurking'`.execute(db());
  });
});

describe("a code", () => {
  test("confirms the destination it was sent for and no other", async () => {
    const other = await bindCard("5555555555554444");
    expect((await me("POST", SEND, { action: "PAYMENT_DETAILS" })).body).toMatchObject({
      errors: { destination: [expect.any(String)] },
    });
    const mine = { type: "CARD", number: first };
    const otp = await code({ action: "PAYMENT_DETAILS", destination: mine });
    expect((await save({ type: "CARD", number: other }, otp)).status).toBe(422);
    expect((await save(mine, otp)).status).toBe(200);
  });

  test("the change is told on every channel at once, whatever the person chose", async () => {
    await sql`
      INSERT INTO notice_settings (person_id, channel, topic, mode)
      SELECT p.id, 'SMS', t, 'OFF'
      FROM people p
      CROSS JOIN unnest(ARRAY['money', 'profile']) t
      WHERE p.phone = ${CAST.workman}
      ON CONFLICT (person_id, channel, topic) DO UPDATE SET mode = 'OFF'`.execute(db());
    const mine = { type: "CARD", number: first };
    await save(mine, await code({ action: "PAYMENT_DETAILS", destination: mine }));
    await demo.runTasksUntilIdle();
    const [message] = await messages();
    expect(message).toMatchObject({
      phone: CAST.workman,
      text: expect.stringMatching(
        /^Выплаты теперь приходят на карту .*остановите выплаты http.*\/not-me\?key=\d+\.[\w-]{16}$/,
      ),
    });
  });
});

const lastKey = async () => {
  await demo.runTasksUntilIdle();
  return /key=(\S+)/.exec((await messages()).at(-1)?.text ?? "")?.[1] ?? "";
};
async function changed(details: object): Promise<string> {
  const saved = await save(
    details,
    await code({ action: "PAYMENT_DETAILS", destination: details }),
  );
  expect(saved.status, JSON.stringify(saved.body)).toBe(200);
  return lastKey();
}
const disown = async (key: string) =>
  expect(
    (await demo.call(null, "POST", `/open-api/v1/destination-changes/${key}/disown`, {})).status,
  ).toBe(200);
/** His sessions have ended: he signs in anew, and lifts the stop by a code. */
async function lift(): Promise<void> {
  await code({ action: "PAYOUTS_RESUME" });
  const otp = await codeOn(demo, CAST.workman);
  const answer = await me("POST", `${API}/payouts-stop/lift`, { otp });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
}

describe("«Это не я»", () => {
  test("works without a session, once: payouts stop and every session ends", async () => {
    const key = await changed({ type: "CARD", number: await bindCard("4012888888881881") });
    const url = `/open-api/v1/destination-changes/${key}`;
    expect((await demo.call(null, "GET", url)).body).toMatchObject({
      kind: { id: "CARD" },
      disownedAt: null,
    });
    const forged = `${key.slice(0, -1)}${key.endsWith("A") ? "B" : "A"}`;
    expect(
      (await demo.call(null, "POST", `/open-api/v1/destination-changes/${forged}/disown`, {}))
        .status,
    ).toBe(404);
    expect((await demo.call(null, "POST", `${url}/disown`, {})).status).toBe(200);
    expect((await demo.call(null, "POST", `${url}/disown`, {})).status).toBe(409);
    expect((await me("GET", `${API}/balance`)).status).toBe(401);
    await signIn();
    await credit(50_000n);
    expect((await me("POST", WITHDRAW, { cardID: first, amount: 100 })).body).toMatchObject({
      message: expect.stringContaining("Выплаты остановлены"),
    });
    expect((await me("GET", `${API}/payouts-stop`)).body).toMatchObject({
      isStopped: true,
      isBySupport: false,
    });
    await sql`DELETE FROM one_time_codes`.execute(db());
    await me("POST", SEND, { action: "PAYOUTS_RESUME" });
    const otp = await codeOn(demo, CAST.workman);
    expect((await me("POST", `${API}/payouts-stop/lift`, { otp })).status).toBe(200);
    expect((await me("POST", WITHDRAW, { cardID: first, amount: 100 })).status).toBe(200);
  });

  test("of a changed phone is told to the old one too, and only support lifts the stop", async () => {
    const phone = "79000000955";
    const other = await demo.signIn("79000000110");
    const mine = await demo.signIn("79000000110");
    await demo.call(null, "POST", SEND, { action: "PHONE_CHANGE", phoneNumber: phone }, mine);
    const changed = await demo.call(
      null,
      "PUT",
      "/open-api/v1/me/phone",
      {
        phoneNumber: phone,
        code: await codeOn(demo, phone),
        currentCode: await codeOn(demo, "79000000110"),
      },
      mine,
    );
    expect(changed.status, JSON.stringify(changed.body)).toBe(200);
    const info = "/client-api/user/my-info";
    expect((await demo.call(null, "GET", info, undefined, other)).status).toBe(401);
    expect((await demo.call(null, "GET", info, undefined, mine)).status).toBe(200);
    await demo.runTasksUntilIdle();
    const sent = await messages();
    expect(sent.map((one) => one.phone).sort()).toEqual(["79000000110", phone]);
    const key = /key=(\S+)/.exec(sent[0]?.text ?? "")?.[1] ?? "";
    // With codes on that phone the thief has named his account.
    const { rows: named } = await sql<{ workman_id: number }>`
      WITH him AS (SELECT w.id, p.id AS person_id
        FROM workmen w JOIN people p ON p.id = w.person_id
        WHERE p.phone = ${phone}),
      told AS (
        INSERT INTO destination_changes (person_id, kind, shown, changed_at)
        SELECT person_id, 'PAYMENT_ACCOUNT', '40817***********0001', ${demo.clock.now()} FROM him)
      INSERT INTO workman_payment_accounts (workman_id, bank_bik, sealed_account_number,
        account_mask, confirmed_at)
      SELECT id, '044525225', 'sealed', '40817***********0001', ${demo.clock.now()} FROM him
      ON CONFLICT (workman_id) DO UPDATE
      SET account_mask = excluded.account_mask, confirmed_at = excluded.confirmed_at
      RETURNING workman_id`.execute(db());
    await demo.call(null, "POST", `/open-api/v1/destination-changes/${key}/disown`, {});
    const { rows: left } = await sql`
      SELECT FROM workman_payment_accounts
      WHERE workman_id = ${named[0]?.workman_id} AND confirmed_at IS NOT NULL`.execute(db());
    expect([named.length, left.length]).toEqual([1, 0]);
    const thief = await demo.signIn(phone);
    await demo.call(null, "POST", SEND, { action: "PAYOUTS_RESUME" }, thief);
    expect(
      (
        await demo.call(
          null,
          "POST",
          `${API}/payouts-stop/lift`,
          { otp: await codeOn(demo, phone) },
          thief,
        )
      ).status,
    ).toBe(403);
    const stopped = await sql<{ id: number }>`
      SELECT id FROM workmen WHERE payouts_stopped_by IS NOT NULL`.execute(db());
    const lift = `/sandbox/api/moderation/payouts-stop/${stopped.rows[0]?.id}/approve`;
    expect((await demo.call(null, "POST", lift, {})).status).toBe(200);
    expect(
      (await demo.call(null, "GET", `${API}/payouts-stop`, undefined, thief)).body,
    ).toMatchObject({ isStopped: false });
  });
});

describe("«Это не я» ends what the change began:", () => {
  const states = async () =>
    (
      await sql<{ state: string }>`SELECT state FROM withdrawals ORDER BY id DESC LIMIT 1`.execute(
        db(),
      )
    ).rows[0]?.state;
  const wallet = async () => (await me("GET", `${API}/balance`)).body["current"] as number;
  const paidTo = async (destination: string) =>
    (
      await sql`SELECT order_id FROM sandbox.bank_orders WHERE destination = ${destination}`.execute(
        db(),
      )
    ).rows.length;
  const former = async () => (await me("GET", `${API}/payouts-stop`)).body["former"];
  async function order(card: string, amount: number) {
    const destination = { type: "CARD", number: card };
    const otp = await code({ action: "WITHDRAWAL", amount, destination });
    const made = await me("POST", WITHDRAW, { cardID: card, amount, otp });
    expect(made.status, JSON.stringify(made.body)).toBe(200);
    return made.body["id"] as number;
  }

  test("a withdrawal that waits goes back to the wallet at once, and not to the card a day later", async () => {
    await credit(4_000_000n);
    const before = await wallet();
    const thiefs = await bindCard("5105105105105100");
    await order(thiefs, 40_000);
    await disown(await lastKey());
    demo.clock.advance(121_000);
    await demo.runTasksUntilIdle();
    // The stop stands: what comes back to the wallet does not wait for its end.
    await signIn();
    expect([await states(), await wallet()]).toEqual(["FAILED", before]);
    await lift();
    demo.clock.advance(86_460_000);
    await demo.runTasksUntilIdle();
    expect([await paidTo(thiefs), await cards()]).toEqual([
      0,
      expect.not.arrayContaining([thiefs]),
    ]);
  });

  test("the bank is asked first: what it has taken is not given back", async () => {
    await credit(2_000_000n);
    const before = await wallet();
    const thiefs = await bindCard("5200828282828210");
    const id = await order(thiefs, 20_000);
    await sandboxBank(demo.db.kysely, demo.clock).submitOrders([
      {
        orderId: `withdrawal-${id}`,
        kind: "CARD",
        amountKopecks: 2_000_000n,
        destination: thiefs,
        recipientName: "",
        recipientInn: "",
        purpose: "",
      },
    ]);
    await disown(await lastKey());
    demo.clock.advance(121_000);
    await demo.runTasksUntilIdle();
    await signIn();
    expect([await states(), await wallet()]).toEqual(["PAID", before - 20_000]);
    await lift();
  });

  test("what the bank has lost is not sent anew to a card bound no more", async () => {
    await credit(500_000n);
    const before = await wallet();
    const lost = await bindCard("4242424242424242");
    const id = await order(lost, 5000);
    await sql`
      UPDATE withdrawals SET state = 'SENT', sent_at = ${demo.clock.now()}, due_at = ${demo.clock.now()}
      WHERE id = ${id}`.execute(db());
    await me("DELETE", `${API}/payments/binded-cards/${lost}`);
    // Asked about five times, less and less often.
    for (let turn = 0; turn < 6; turn += 1) {
      await demo.runTasksUntilIdle();
      demo.clock.advance(960_000);
    }
    await signIn();
    expect([await states(), await wallet(), await paidTo(lost)]).toEqual(["FAILED", before, 0]);
  });

  test("payouts go to the new card no more, and the former one is offered", async () => {
    const mine = { type: "CARD", number: first };
    await save(mine, await code({ action: "PAYMENT_DETAILS", destination: mine }));
    const pan = await payoutsGoTo();
    demo.clock.advance(1000);
    await disown(await changed({ type: "CARD", number: await bindCard("6011000990139424") }));
    await signIn();
    expect(await payoutsGoTo()).toBeNull();
    expect(await former()).toEqual({ kind: "CARD", shown: pan, cardID: first });
    await lift();
    expect([await payoutsGoTo(), await former()]).toEqual([null, null]);
  });
});

describe("a withdrawal that waits", () => {
  test("is shown with its moment and cancelled by its owner, once, by nobody else", async () => {
    const mine = { type: "CARD", number: first };
    await save(mine, await code({ action: "PAYMENT_DETAILS", destination: mine }));
    await credit(3_000_000n);
    const balance = async () => (await me("GET", `${API}/balance`)).body["current"];
    const before = await balance();
    const made = await me("POST", WITHDRAW, { cardID: first, amount: 30_000 });
    expect(made.status, JSON.stringify(made.body)).toBe(200);
    const waiting = async () => (await me("GET", `${API}/payments/withdrawals`)).body.items;
    expect(await waiting()).toEqual([
      expect.objectContaining({
        id: made.body["id"],
        amount: 30_000,
        leavesAt: expect.any(String),
      }),
    ]);
    const cancel = `${API}/payments/withdrawals/${String(made.body["id"])}/cancel`;
    expect((await demo.call("79000000955", "POST", cancel, {})).status).toBe(404);
    expect((await me("POST", cancel, {})).status).toBe(200);
    expect((await me("POST", cancel, {})).status).toBe(409);
    expect([await balance(), await waiting()]).toEqual([before, []]);
    demo.clock.advance(86_460_000);
    await demo.runTasksUntilIdle();
    const { rows } = await sql`
      SELECT state FROM withdrawals WHERE id = ${made.body["id"]}`.execute(db());
    expect(rows).toEqual([{ state: "CANCELED" }]);
    expect(await auditLedger(demo.db.kysely)).toMatchObject({
      unbalancedEntries: [],
      wrongBalances: [],
      negativeBalances: [],
    });
  });

  test("is not cancelled while the bank may pay it, nor without its word", async () => {
    await credit(3_000_000n);
    const made = await me("POST", WITHDRAW, { cardID: first, amount: 30_000 });
    const cancel = () =>
      me("POST", `${API}/payments/withdrawals/${String(made.body["id"])}/cancel`, {});
    // Leased: the task may be submitting it at this moment.
    const until = new Date(demo.clock.now().getTime() + 60_000);
    await sql`
      UPDATE withdrawals SET due_at = ${until}, leased_until = ${until}
      WHERE id = ${made.body["id"]}`.execute(db());
    expect((await cancel()).status).toBe(409);
    demo.clock.advance(200_000);
    await demo.runTasksUntilIdle();
    expect((await cancel()).status).toBe(409);
  });
});

describe("after a change", () => {
  const states = async (count: number) =>
    (
      await sql<{ state: string }>`
        SELECT state FROM withdrawals ORDER BY id DESC LIMIT ${count}`.execute(db())
    ).rows
      .map((row) => row.state)
      .reverse();
  beforeEach(async () => {
    // Whatever was changed in the tests before is a day old.
    demo.clock.advance(86_400_000);
    await demo.runTasksUntilIdle();
    await signIn();
    const mine = { type: "CARD", number: first };
    await save(mine, await code({ action: "PAYMENT_DETAILS", destination: mine }));
    await credit(10_000_000n);
  });
  const withdraw = (amount: number, cardID = first) => me("POST", WITHDRAW, { cardID, amount });

  test("large withdrawals wait a day, small ones do not", async () => {
    for (const amount of [15_000.01, 15_000]) expect((await withdraw(amount)).status).toBe(200);
    await demo.runTasksUntilIdle();
    expect(await states(2)).toEqual(["READY", "PAID"]);
    demo.clock.advance(86_400_000);
    await demo.runTasksUntilIdle();
    expect(await states(2)).toEqual(["PAID", "PAID"]);
  });

  test("many small withdrawals are one large: what passes the day's sum waits, and says so", async () => {
    for (const amount of [10_000, 5000, 5000, 0.01])
      expect((await withdraw(amount)).status).toBe(200);
    const terms = await me("GET", `${API}/payments/withdrawal-terms?cardID=${first}&amount=1`);
    expect(terms.body).toMatchObject({ waitsUntil: expect.any(String) });
    await demo.runTasksUntilIdle();
    expect(await states(4)).toEqual(["PAID", "PAID", "READY", "READY"]);
    demo.clock.advance(86_400_000);
    await demo.runTasksUntilIdle();
    expect(await states(4)).toEqual(["PAID", "PAID", "PAID", "PAID"]);
  });

  test("two withdrawals at once are counted in turn", async () => {
    const made = await Promise.all([withdraw(10_000), withdraw(10_000)]);
    expect(made.map(({ status }) => status)).toEqual([200, 200]);
    await demo.runTasksUntilIdle();
    expect((await states(2)).sort()).toEqual(["PAID", "READY"]);
  });

  test("another new card begins no new sum", async () => {
    expect((await withdraw(15_000)).status).toBe(200);
    demo.clock.advance(60_000);
    const card = await bindCard("2223000048400011");
    const destination = { type: "CARD", number: card };
    const otp = await code({ action: "WITHDRAWAL", amount: 100, destination });
    expect((await me("POST", WITHDRAW, { cardID: card, amount: 100, otp })).status).toBe(200);
    await demo.runTasksUntilIdle();
    expect(await states(2)).toEqual(["PAID", "READY"]);
  });
});
