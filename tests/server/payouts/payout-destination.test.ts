import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Payout } from "#contract/payouts/payout-endpoints.ts";
import { buildTestApp, type TestApp } from "#tests/support/build-app.ts";
import { codeOn } from "#tests/support/codes.ts";
import { aCustomer, addWorkmen, seedServices } from "#tests/support/payroll-cast.ts";
import { PayrollDesk, payrollCsv } from "#tests/support/payroll-desk.ts";
import { makePayrollWorkers } from "#tests/support/payroll-file.ts";

const [worker] = makePayrollWorkers(1);
const OLD = "2200 **** **** 0004";
const NEW = "2200 **** **** 7777";

let product: TestApp;
let desk: PayrollDesk;
beforeAll(async () => {
  product = await buildTestApp();
  const db = product.database.kysely;
  product.clock.set(new Date("2026-03-10T09:00:00Z"));
  await seedServices(db);
  await addWorkmen(db, makePayrollWorkers(1));
  // The older card is chosen.
  await sql`
    INSERT INTO workman_cards (workman_id, token, pan_mask)
    SELECT id, 'newer-card', ${NEW}
    FROM workmen`.execute(db);
  await choose(OLD);
  desk = new PayrollDesk(
    product,
    (await aCustomer(db, { seed: 890, funds: 200_000_00n })).ownerPhone,
  );
});
afterAll(() => product.close());

async function choose(mask: string): Promise<void> {
  const db = product.database.kysely;
  await sql`UPDATE workman_cards SET chosen_at = NULL`.execute(db);
  await sql`
    UPDATE workman_cards SET chosen_at = ${product.clock.now()} WHERE pan_mask = ${mask}`.execute(
    db,
  );
}
const failNext = (failNext: number) =>
  product.http.inject({ method: "PUT", url: "/sandbox/api/bank/switches", payload: { failNext } });

async function pay(amount: string): Promise<number> {
  const id = await desk.upload(
    payrollCsv([
      {
        inn: worker?.inn ?? "",
        serviceCode: "0301",
        receiptText: "Доставка документов",
        workStart: "01.03.2026",
        workEnd: "05.03.2026",
        amount,
      },
    ]),
  );
  await desk.execute(id);
  product.clock.advance(5 * 60_000);
  await product.runTasksUntilIdle();
  return id;
}

test("a payout shows where the bank was ordered to pay, and a new try where it will be", async () => {
  await failNext(1);
  const id = await pay("1000");
  const payoutId = (await desk.items(id)).items[0]?.payout?.id;
  const stored = async () =>
    (
      await sql<{
        mask: string;
        holder: string;
      }>`
        SELECT destination_mask AS mask, destination_holder AS holder
        FROM payouts
        WHERE id = ${payoutId}`.execute(product.database.kysely)
    ).rows[0];
  expect(await stored()).toEqual({ mask: OLD, holder: worker?.fullName });

  await choose(NEW);
  await failNext(1);
  expect((await desk.call("POST", `/payouts/${payoutId}/retry`)).json<Payout>()).toMatchObject({
    destination: NEW,
    destinationHolder: worker?.fullName,
  });
  await product.runTasksUntilIdle();
  await choose(OLD);
  const { rows } = await sql<{
    destination: string;
  }>`SELECT destination FROM sandbox.bank_orders ORDER BY order_id`.execute(
    product.database.kysely,
  );
  expect(rows.map(({ destination }) => destination)).toEqual([`card-${worker?.inn}`, "newer-card"]);
  expect((await desk.call("POST", `/payouts/${payoutId}/give-up`)).json<Payout>()).toMatchObject({
    state: { id: "CANCELED" },
    destination: NEW,
  });
});

test.each([
  ["the card", "CARD", { type: "CARD", number: "newer-card" }, "CARD_BLOCKED", "20000"],
  [
    "the account",
    "PAYMENT_ACCOUNT",
    { type: "PAYMENT_ACCOUNT", bankBik: "044525225", accountNumber: "40817810700000000001" },
    "ACCOUNT_CLOSED",
    "20001",
  ],
  [
    "the phone by СБП",
    "SBP",
    { type: "SBP", number: `79${worker?.inn.slice(2, 11)}` },
    "ACCOUNT_CLOSED",
    "20002",
  ],
])(
  "%s that the worker disowned gets nothing of an open payout, also after the stop",
  async (_, kind, destination, failureReason, amount) => {
    const db = product.database.kysely;
    const phone = `79${worker?.inn.slice(2, 11)}`;
    const asWorker = async (method: "POST" | "PUT", url: string, payload: object) => {
      const headers = await product.signIn(phone);
      const answer = await product.http.inject({
        method,
        url: `/open-api/v1/${url}`,
        headers,
        payload,
      });
      expect(answer.statusCode, answer.body).toBe(200);
    };
    const code = async (wanted: object) => {
      await sql`DELETE FROM one_time_codes`.execute(db);
      await asWorker("POST", "me/send-verification-code", wanted);
      return codeOn(product, phone);
    };
    const verificationCode = await code({ action: "PAYMENT_DETAILS", destination });
    await asWorker("PUT", "workman/payment-details", { ...destination, verificationCode });
    await product.runTasksUntilIdle();
    const { rows: told } = await sql<{ key: string }>`
      SELECT substring(text FROM 'key=(\\S+)') AS key FROM sandbox.sms
      WHERE text LIKE '%key=%'
      ORDER BY id DESC
      LIMIT 1`.execute(db);
    const id = await pay(amount);
    await sql`UPDATE payouts SET kind = ${kind} WHERE registry_id = ${id}`.execute(db);
    await asWorker("POST", `destination-changes/${told[0]?.key}/disown`, {});
    await asWorker("POST", "workman/payouts-stop/lift", {
      otp: await code({ action: "PAYOUTS_RESUME" }),
    });
    product.clock.advance(86_460_000);
    await product.runTasksUntilIdle();
    const { rows } = await sql`
      SELECT p.state, p.failure_reason, count(o.order_id)::integer AS ordered
      FROM payouts p
      LEFT JOIN sandbox.bank_orders o ON o.order_id LIKE p.account_id || '-' || p.id || '-%'
      WHERE p.registry_id = ${id}
      GROUP BY p.account_id, p.id`.execute(db);
    expect(rows).toEqual([{ state: "FAILED", failure_reason: failureReason, ordered: 0 }]);
  },
);

test("a stopped worker is ordered nothing, a large sum waits a day, and both go on by themselves", async () => {
  const db = product.database.kysely;
  await choose(OLD);
  const waits = async (id: number) =>
    (
      await sql<{ state: string; waits_for: string | null }>`
        SELECT state, waits_for FROM payouts WHERE registry_id = ${id}`.execute(db)
    ).rows.map((row) => [row.state, row.waits_for]);
  await sql`
    WITH said AS (
      INSERT INTO destination_changes (person_id, kind, shown, changed_at, disowned_at)
      SELECT person_id, 'CARD', 'x', now(), now() FROM workmen RETURNING id
    )
    UPDATE workmen SET payouts_stopped_by = (SELECT id FROM said)`.execute(db);
  const stopped = await pay("2000");
  expect(await waits(stopped)).toEqual([["READY", "STOPPED"]]);
  await sql`UPDATE workmen SET payouts_stopped_by = NULL, large_payouts_from = ${new Date(
    product.clock.now().getTime() + 86_400_000,
  )}`.execute(db);
  product.clock.advance(600_000);
  await product.runTasksUntilIdle();
  expect((await waits(stopped))[0]?.[0]).toBe("PAID");
  const large = await pay("15000.01");
  expect(await waits(large)).toEqual([["READY", "NEW_DESTINATION"]]);
  expect((await waits(await pay("15000")))[0]?.[0]).toBe("PAID");
  product.clock.advance(86_400_000);
  await product.runTasksUntilIdle();
  expect((await waits(large))[0]?.[0]).toBe("PAID");
});

test("many small payouts to a new destination are one large, whoever pays, with what was withdrawn", async () => {
  const db = product.database.kysely;
  await choose(OLD);
  product.clock.advance(86_400_000);
  const at = product.clock.now();
  await sql`
    INSERT INTO destination_changes (person_id, kind, shown, changed_at)
    SELECT person_id, 'CARD', ${OLD}, ${at} FROM workmen`.execute(db);
  const until = new Date(at.getTime() + 86_400_000);
  await sql`UPDATE workmen SET large_payouts_from = ${until}`.execute(db);
  await sql`
    INSERT INTO withdrawals (workman_id, card_id, state, amount_kopecks, fee_kopecks, due_at,
      created_at, sent_at)
    SELECT w.id, c.id, 'SENT', 400000, 0, 'infinity', ${at}, ${at}
    FROM workmen w
    JOIN workman_cards c ON c.workman_id = w.id AND c.pan_mask = ${OLD}`.execute(db);
  const rows = (amounts: readonly string[]) =>
    payrollCsv(
      amounts.map((amount, index) => ({
        inn: worker?.inn ?? "",
        serviceCode: "0301",
        receiptText: `Доставка ${index}`,
        workStart: "01.03.2026",
        workEnd: "05.03.2026",
        amount,
      })),
    );
  const other = new PayrollDesk(
    product,
    (await aCustomer(db, { seed: 891, funds: 100_000_00n })).ownerPhone,
  );
  const ids = [
    await desk.upload(rows(["15000.01", "5000", "5500"])),
    await other.upload(rows(["600", "499"])),
  ];
  await desk.execute(ids[0] as number);
  product.clock.advance(5 * 60_000);
  await product.runTasksUntilIdle();
  await other.execute(ids[1] as number);
  product.clock.advance(5 * 60_000);
  await product.runTasksUntilIdle();
  const states = async () =>
    (
      await sql<{ amount: string; state: string }>`
        SELECT (amount_kopecks / 100.0)::float::text AS amount, state
        FROM payouts
        WHERE created_at > ${at}
        ORDER BY id`.execute(db)
    ).rows.map(({ amount, state }) => [amount, state]);
  // 4 000 were withdrawn: 14 500 with the first two, 15 100 with the third. The fourth
  // would fit, but what is after one that waits, waits.
  expect(await states()).toEqual([
    ["15000.01", "READY"],
    ["5000", "PAID"],
    ["5500", "PAID"],
    ["600", "READY"],
    ["499", "READY"],
  ]);
  product.clock.advance(86_400_000);
  await product.runTasksUntilIdle();
  expect((await states()).map(([, state]) => state)).toEqual(
    Array.from({ length: 5 }, () => "PAID"),
  );
});
