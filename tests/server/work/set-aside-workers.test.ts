import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { moscowDate } from "#contract/values/calendar-date.ts";
import { describeSetAside, tryAgain } from "#server/work/set-aside-commands.ts";
import { auditLedger, post } from "#server/money/ledger/index.ts";
import { taxDecisionTask } from "#server/money/workman-taxes/tasks/tax-decision.ts";
import { inTransaction } from "#server/data/transaction.ts";
import { CAST } from "#tests/support/demo-app.ts";
import { buildTaxDesk, type TaxDesk } from "#tests/support/tax-desk.ts";

const API = "/open-api/v1/workman";
const [BROKEN, SOUND] = ["79000000107", "79000000203"] as const;

let demo: TaxDesk;
beforeAll(async () => {
  demo = await buildTaxDesk();
});
afterAll(() => demo.close());

const binding = async (phone: string) => (await demo.call(phone, "GET", `${API}/fns`)).body;
const outcomes = async () =>
  (
    await sql<{ state: string }>`SELECT state FROM withdrawals ORDER BY id`.execute(
      demo.database.kysely,
    )
  ).rows.map(({ state }) => state);

test("a request for access whose answer cannot be written keeps no other worker waiting, and is tried again when somebody says so", async () => {
  const db = demo.database;
  const broken = await demo.workmanOf(BROKEN);
  await sql`
    UPDATE sandbox.taxpayers
    SET bound = false, permissions = '{}'
    WHERE inn = ${await demo.innOf(SOUND)}`.execute(db.kysely);
  await demo.call(SOUND, "POST", `${API}/fns/un-bind`);
  await demo.runTasksUntilIdle();
  await demo.taxService("PUT", "/switches", { bindAnswer: "CONFIRM", bindAfterSeconds: 5 });
  await sql`
    ALTER TABLE tax_bindings ADD CONSTRAINT broken CHECK (workman_id <> ${sql.lit(broken)}
      OR (request_id IS NULL AND status <> 'COMPLETED'))`.execute(db.kysely);
  for (const phone of [BROKEN, SOUND]) await demo.call(phone, "POST", `${API}/fns/bind`, {});
  await demo.runTasksUntilIdle();
  await demo.pass(10_000);
  expect(await binding(SOUND)).toMatchObject({ status: "COMPLETED", smzState: { id: "OK" } });
  expect(await binding(BROKEN)).toMatchObject({ status: "IN_PROGRESS", id: null });

  for (let hour = 0; hour < 8; hour += 1) await demo.pass(3_600_000);
  expect((await demo.http.inject({ url: "/metrics" })).body).toContain(
    'set_aside_items{task="workman-taxes.binds"} 1',
  );
  expect(await describeSetAside(db)).toContain(`workman-taxes.binds ${broken}  tries`);
  await sql`ALTER TABLE tax_bindings DROP CONSTRAINT broken`.execute(db.kysely);
  await demo.pass(121_000);
  expect(await binding(BROKEN)).toMatchObject({ status: "IN_PROGRESS" });
  expect(await tryAgain(db, "workman-taxes.binds", String(broken))).toBe(
    `The platform tries again: ${broken}.`,
  );
  await demo.runTasksUntilIdle();
  await demo.pass(10_000);
  expect(await binding(BROKEN)).toMatchObject({ status: "COMPLETED", smzState: { id: "OK" } });
  expect(await tryAgain(db, "workman-taxes.binds", null)).toContain("No such item");
});

test("whoever ends access to «Мой налог» takes along what could not be asked about it", async () => {
  const db = demo.database;
  const worker = await demo.workmanOf(SOUND);
  await sql`
    ALTER TABLE tax_bindings ADD CONSTRAINT broken CHECK (workman_id <> ${sql.lit(worker)}
      OR checked_at <= ${sql.lit(demo.clock.now().toISOString())})`.execute(db.kysely);
  await demo.pass(1000);
  await demo.call(SOUND, "POST", `${API}/fns/check`, {});
  await demo.runTasksUntilIdle();
  await sql`ALTER TABLE tax_bindings DROP CONSTRAINT broken`.execute(db.kysely);
  expect(await describeSetAside(db)).toContain(`workman-taxes.checks ${worker}  tries`);
  const { status } = await demo.call(SOUND, "POST", `${API}/fns/un-bind`);
  expect(status).toBe(200);
  expect(await describeSetAside(db)).not.toContain("workman-taxes.checks");
});

test("a withdrawal whose answer cannot be written keeps no other from its card", async () => {
  const { kysely } = demo.database;
  const workmanId = await demo.workmanOf(CAST.workman);
  const at = demo.clock.now();
  await inTransaction(demo.db.kysely, (trx) =>
    post(trx, {
      event: "CORRECTION",
      source: { type: "correction", id: 1 },
      accountId: null,
      at,
      businessDate: moscowDate(at),
      lines: [
        { code: "BANK", amountKopecks: 100_000n },
        { code: "WORK_AVAIL", workmanId, amountKopecks: -100_000n },
      ],
    }),
  );
  const { body } = await demo.call(CAST.workman, "GET", `${API}/payments/binded-cards`);
  const before = (await outcomes()).length;
  await sql`
    ALTER TABLE withdrawals ADD CONSTRAINT broken CHECK (amount_kopecks <> 11100 OR state = 'READY')`.execute(
    kysely,
  );
  for (const amount of [111, 222])
    expect(
      (
        await demo.call(CAST.workman, "POST", `${API}/payments/withdraw-by-card`, {
          cardID: body.items?.[0]?.["cardId"],
          amount,
        })
      ).status,
    ).toBe(200);
  await demo.runTasksUntilIdle();
  await demo.pass(30_000);
  expect((await outcomes()).slice(before)).toEqual(["READY", "PAID"]);
  await sql`ALTER TABLE withdrawals DROP CONSTRAINT broken`.execute(kysely);
  await demo.pass(3_600_000);
  expect((await outcomes()).slice(before)).toEqual(["PAID", "PAID"]);
  expect(await auditLedger(kysely)).toEqual({
    unbalancedEntries: [],
    wrongBalances: [],
    negativeBalances: [],
    wrongReserves: [],
  });
});

describe("one the outside service cannot answer for", () => {
  const problems = async (task: string) =>
    (
      await sql<{
        item: string;
        problem: string;
      }>`
        SELECT item, problem FROM set_aside_items WHERE task = ${task} ORDER BY item`.execute(
        demo.database.kysely,
      )
    ).rows;
  test("keeps no other worker's tax from being decided", async () => {
    const { kysely } = demo.database;
    demo.clock.set(new Date("2031-04-13T06:00:00Z"));
    const [broken, sound] = [await demo.workmanOf(BROKEN), await demo.workmanOf(SOUND)];
    const brokenInn = await demo.innOf(BROKEN);
    await sql`DELETE FROM tax_payments`.execute(kysely);
    await sql`
      INSERT INTO tax_payments (workman_id, period, state, reserved_kopecks, due_at)
      SELECT id, '203103', 'DUE', 0, ${demo.clock.now()}
      FROM unnest(${[broken, sound]}::integer[]) AS id`.execute(kysely);
    const accruals = async (inns: readonly string[]) => {
      if (inns.includes(brokenInn)) throw new Error("the tax service refused: INTERNAL_ERROR");
      return [];
    };
    await taxDecisionTask({
      db: kysely,
      clock: demo.clock,
      taxService: {
        accruals,
        paymentDocuments: async () => [],
        taxpayerAccount: async () => "TAXPAYER_UNBOUND",
      },
      events: { publish: async () => undefined },
    } as never).run(new AbortController().signal);
    const waits = async (id: number) =>
      ((
        await sql<{
          due_at: Date;
        }>`SELECT due_at FROM tax_payments WHERE workman_id = ${id}`.execute(kysely)
      ).rows[0]?.due_at.getTime() ?? 0) - demo.clock.now().getTime();
    // The decided one waits until the next morning, the other until its lease ends.
    expect([(await waits(sound)) > 3_600_000, (await waits(broken)) < 180_000]).toEqual([
      true,
      true,
    ]);
    expect(await problems("workman-taxes.tax-decisions")).toEqual([
      expect.objectContaining({ problem: "the tax service refused: INTERNAL_ERROR" }),
    ]);
  });
});
