import { sql } from "kysely";
import { afterEach, beforeEach, expect, test } from "vitest";
import { sandboxBank } from "#server/integrations/bank/sandbox.ts";
import { differenceDecision } from "#server/money/bank-orders/decide-difference.ts";
import { openDifferencesOf } from "#server/money/bank-orders/index.ts";
import { reconcileTask } from "#server/money/bank-orders/reconcile-task.ts";
import type { Trx } from "#server/data/transaction.ts";
import { OutOfReach } from "#server/work/out-of-reach.ts";
import { decide, listWaiting } from "#server/modules/moderation/index.ts";
import { openPayrollEngine } from "#tests/support/payroll-engine.ts";
import { makePayrollScene, type PayrollScene } from "#tests/support/payroll-scene.ts";

const NEVER = new AbortController().signal;

let engine: Awaited<ReturnType<typeof openPayrollEngine>>;
let scene: PayrollScene;
beforeEach(async () => {
  engine = await openPayrollEngine();
  scene = await makePayrollScene(engine.database.kysely, { rows: 6 });
  await engine.confirm(scene);
  await engine.settle();
  await reconcile();
});
afterEach(() => engine.close());

const db = () => engine.database.kysely;

/** A working day later. */
async function reconcile(): Promise<void> {
  engine.clock.advance(5 * 3_600_000);
  await reconcileTask(engine.platform).run(NEVER);
}

const waiting = async () =>
  (await listWaiting(db(), [differenceDecision()], 100)).map(({ who, what }) => [
    who === "Платформа" ? who : "company",
    /^Поручение (\S+): (.*?)\. По банку/.exec(what)?.slice(1, 3).join(": "),
  ]);
const told = async () =>
  (
    await sql<{ count: number }>`
      SELECT (resource ->> 'count')::integer AS count
      FROM notices
      WHERE type LIKE '%BankDiffers'`.execute(db())
  ).rows.map(({ count }) => count);
const orderIds = async () =>
  (
    await sql<{ order_id: string }>`
      SELECT order_id FROM sandbox.bank_orders ORDER BY order_id`.execute(db())
  ).rows.map(({ order_id: orderId }) => orderId);

/** An order of the bank, and nothing of ours. */
const atBank = (orderId: string, kopecks = 500_000) =>
  sql`
    INSERT INTO sandbox.bank_orders (order_id, kind, amount_kopecks, destination, recipient_name,
      recipient_inn, purpose, taken_at, answer_at)
    VALUES (${orderId}, 'CARD', ${kopecks}, 'x', 'x', 'x', 'x', ${engine.clock.now()},
      ${engine.clock.now()})`.execute(db());

test("books that agree have no difference", async () => {
  expect(await waiting()).toEqual([]);
});

test("payouts: more, less, another sum and another state are found the same day, and told once", async () => {
  const [lost, wrong, refused] = (await orderIds()) as [string, string, string];
  await atBank(`${scene.accountId}-999999-1`);
  await sql`DELETE FROM sandbox.bank_orders WHERE order_id = ${lost}`.execute(db());
  await sql`
    UPDATE sandbox.bank_orders
    SET amount_kopecks = amount_kopecks + 1
    WHERE order_id = ${wrong}`.execute(db());
  await sql`
    UPDATE sandbox.bank_orders
    SET failure_reason = 'COMPLIANCE'
    WHERE order_id = ${refused}`.execute(db());
  await reconcile();
  const found = [
    ["company", `${scene.accountId}-999999-1: Есть в выписке, нет в операциях`],
    ["company", `${lost}: Есть в операциях, нет в выписке`],
    ["company", `${wrong}: Суммы расходятся`],
    ["company", `${refused}: Банк и операции называют разный исход`],
  ];
  expect(new Set(await waiting())).toEqual(new Set(found));
  expect(await told()).toEqual([4]);
  await reconcile();
  expect(await told()).toEqual([4]);

  // What is put right is gone by itself; a person of the platform settles another.
  await sql`
    UPDATE sandbox.bank_orders SET failure_reason = NULL WHERE order_id = ${refused}`.execute(db());
  await reconcile();
  expect(await waiting()).toHaveLength(3);
  const [first] = await listWaiting(db(), [differenceDecision()], 1);
  await decide(db(), [differenceDecision()], {
    kind: "bank-difference",
    id: first?.id ?? 0,
    verdict: "approve",
    reasonId: null,
    comment: "Банк исправил выписку",
    invoice: null,
    by: "Иванова Анна",
    at: engine.clock.now(),
  });
  await reconcile();
  expect(await waiting()).toHaveLength(2);
});

test("a payout that failed here and was paid by the bank is another state", async () => {
  const [orderId] = await orderIds();
  await sql`
    UPDATE payouts
    SET state = 'FAILED'
    WHERE concat_ws('-', account_id, id, attempt) = ${orderId}`.execute(db());
  await reconcile();
  expect(await waiting()).toEqual([
    ["company", `${orderId}: Банк и операции называют разный исход`],
  ]);
});

const AT = () => engine.clock.now();
const theWorkman = async () =>
  (await sql<{ id: number }>`SELECT min(id) AS id FROM workmen`.execute(db())).rows[0]?.id ?? 0;
const workmanId = sql`(SELECT min(id) FROM workmen)`;
const KINDS = [
  [
    "withdrawal",
    (state: string) => sql<{ id: string }>`
      INSERT INTO withdrawals (workman_id, card_id, state, amount_kopecks, fee_kopecks, due_at,
        created_at, sent_at, paid_at)
      SELECT workman_id, id, ${state}, 500000, 0, ${AT()}, ${AT()}, ${AT()}, ${AT()}
      FROM workman_cards
      WHERE workman_id = ${workmanId}
      RETURNING 'withdrawal-' || id AS id`,
    "FAILED",
  ],
  [
    "tax",
    (state: string) => sql<{ id: string }>`
      INSERT INTO tax_payments (workman_id, period, state, reserved_kopecks, paid_kopecks,
        requested_kopecks, attempt, sent_at, due_at)
      VALUES (${workmanId}, '2026' || lpad((1 + (SELECT count(*) FROM tax_payments))::text, 2, '0'),
        ${state}, 500000, 500000, 500000, 1, ${AT()}, NULL)
      RETURNING concat_ws('-', 'tax', id, attempt) AS id`,
    "REFUNDED",
  ],
  [
    "return",
    (state: string) => sql<{ id: string }>`
      INSERT INTO incoming_payments (bank_id, bank_provider, amount_kopecks, payer_inn, payer_name,
        purpose, received_at, taken_at, return_state, return_attempt, returned_at)
      VALUES (gen_random_uuid()::text, 'MAIN', 500000, '7700000000', 'x', 'x', ${AT()}, ${AT()},
        ${state === "PAID" ? "RETURNED" : null}, 1, ${AT()})
      RETURNING concat_ws('-', 'return', id, return_attempt) AS id`,
    "BACK",
  ],
] as const;

test.each(KINDS)(
  "%s: each planted difference is found and waits for the platform's people",
  async (kind, make, back) => {
    const one = async (state: string) => (await make(state).execute(db())).rows[0]?.id ?? "";
    const [same, less, other, ended] = [
      await one("PAID"),
      await one("PAID"),
      await one("PAID"),
      await one(back),
    ];
    const more = kind === "withdrawal" ? "withdrawal-999999" : `${kind}-999999-1`;
    await atBank(same);
    await atBank(other, 500_001);
    await atBank(ended);
    await atBank(more);
    await reconcile();
    expect(new Set(await waiting())).toEqual(
      new Set([
        ["Платформа", `${more}: Есть в выписке, нет в операциях`],
        ["Платформа", `${less}: Есть в операциях, нет в выписке`],
        ["Платформа", `${other}: Суммы расходятся`],
        ["Платформа", `${ended}: Банк и операции называют разный исход`],
      ]),
    );
    expect(await told()).toEqual([]);
    const shown = (await openDifferencesOf(db() as Trx, await theWorkman())).map(
      ({ isTax, reason, amount }) => [isTax, reason.id, amount],
    );
    const isTax = kind === "tax";
    expect(shown.toSorted()).toEqual(
      kind === "return"
        ? []
        : [
            [isTax, "NOT_AT_BANK", 5000],
            [isTax, "OTHER_AMOUNT", 5000],
            [isTax, "OTHER_STATE", 5000],
          ],
    );
    const { rows } = await sql<{ resource: { isTax: boolean; amount: number } }>`
      SELECT resource FROM notices WHERE type LIKE '%OwnMoneyDiffers'`.execute(db());
    expect(rows.map(({ resource }) => [resource.isTax, resource.amount])).toEqual(
      shown.map(() => [isTax, 5000]),
    );
    // Settled, it is off his screen.
    await sql`UPDATE bank_differences SET settled_at = ${AT()}`.execute(db());
    expect(await openDifferencesOf(db() as Trx, await theWorkman())).toEqual([]);
  },
);

test("a refund of unidentified money concerns the company it seemed to be of: it is told too", async () => {
  const make = KINDS[2][1];
  const [less] = (await make("PAID").execute(db())).rows;
  await sql`
    UPDATE incoming_payments SET guessed_account_id = ${scene.accountId}`.execute(db());
  await reconcile();
  expect(await waiting()).toEqual([["company", `${less?.id}: Есть в операциях, нет в выписке`]]);
  expect(await told()).toEqual([1]);
});

test("a bank that does not answer leaves what is known, and is asked again soon", async () => {
  await atBank("withdrawal-999999");
  const away = { ...engine.platform, bank: { ...sandboxBank(db(), engine.clock) } };
  away.bank.statementOf = () => Promise.reject(new OutOfReach("away"));
  engine.clock.advance(5 * 3_600_000);
  await expect(reconcileTask(away).run(NEVER)).rejects.toThrow("away");
  engine.clock.advance(600_000);
  await reconcileTask(engine.platform).run(NEVER);
  expect(await waiting()).toHaveLength(1);
});
