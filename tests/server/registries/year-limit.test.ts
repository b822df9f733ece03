import fc from "fast-check";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { yearIncome } from "#server/data/year-income.ts";
import { inTransaction, type Trx } from "#server/data/transaction.ts";
import { AppError } from "#server/http/app-error.ts";
import { auditLedger } from "#server/money/ledger/index.ts";
import { cancelPayout } from "#server/money/payouts/actions/cancel-payout.ts";
import { askAboutPayout, giveUpPayout, retryPayout } from "#server/money/payouts/index.ts";
import { reissueReceipt, retryReissue } from "#server/money/receipts/actions/reissue-receipt.ts";
import type { Actor } from "#server/http/actor.ts";
import { moscowDate } from "#contract/values/calendar-date.ts";
import { refuseUnpayable } from "#server/modules/registries/payroll/validate-again.ts";
import { openPayrollEngine } from "#tests/support/payroll-engine.ts";
import { aReadyRegistry, type Paid } from "#tests/support/ready-registry.ts";
import { makePayrollScene, type PayrollScene } from "#tests/support/payroll-scene.ts";

const LIMIT = 240_000_000n;
const CLEAN = { unbalancedEntries: [], wrongBalances: [], negativeBalances: [], wrongReserves: [] };

let engine: Awaited<ReturnType<typeof openPayrollEngine>>;
let companies: PayrollScene[];
let workmen: number[];
beforeAll(async () => {
  engine = await openPayrollEngine();
  companies = [];
  for (const seed of [1, 2])
    companies.push(await makePayrollScene(db(), { rows: 40, seed, funds: 900_000_000_000n }));
  const { rows } = await sql<{ id: number }>`SELECT id FROM workmen ORDER BY id`.execute(db());
  workmen = rows.map(({ id }) => id);
});
afterAll(() => engine.close());

const db = () => engine.database.kysely;
const company = (index: number) => companies[index] as PayrollScene;
let nextWorkman = 0;
const someone = () => workmen[(nextWorkman += 1)] as number;

const aRegistry = (index: number, pays: readonly Paid[]) =>
  aReadyRegistry(db(), company(index), pays, engine.clock.now());

async function confirm(scene: PayrollScene): Promise<void> {
  await sql`DELETE FROM one_time_codes`.execute(db());
  await engine.confirm(scene);
}

async function earnOutside(workman: number, kopecks: bigint): Promise<void> {
  await sql`
    INSERT INTO outside_incomes (workman_id, year, amount_kopecks, read_at)
    VALUES (${workman}, ${Number(moscowDate(engine.clock.now()).slice(0, 4))}, ${kopecks},
      ${engine.clock.now()})
    ON CONFLICT (workman_id, year) DO UPDATE SET amount_kopecks = ${kopecks}`.execute(db());
}

const scheduled = (scene: PayrollScene) => ({
  account_id: scene.accountId,
  id: scene.registryId,
  created_on: scene.createdOn,
});

/** The rows of a registry with the causes of those that are not paid. */
async function fateOf({ registryId }: PayrollScene): Promise<string[]> {
  const { rows } = await sql<{ fate: string }>`
    SELECT coalesce(p.state, i.state) || coalesce(' ' || (i.issues -> -1 ->> 'code'), '') AS fate
    FROM registry_items i
    LEFT JOIN payouts p ON p.account_id = i.account_id
      AND p.registry_id = i.registry_id
      AND p.row_no = i.row_no
    WHERE i.registry_id = ${registryId}
    ORDER BY i.row_no`.execute(db());
  return rows.map(({ fate }) => fate);
}

const startsNow = (trx: Trx, scene: PayrollScene) =>
  refuseUnpayable(trx, scheduled(scene), engine.clock.now());
const execute = (trx: Trx, scene: PayrollScene) =>
  sql`UPDATE registries SET state = 'EXECUTING' WHERE id = ${scene.registryId}`.execute(trx);

describe("two companies pay one worker near his limit", () => {
  test("at the same moment: the second waits for the first, and only what fits goes out", async () => {
    const workman = someone();
    const [one, other] = [
      await aRegistry(0, [[workman, 100_000_000n]]),
      await aRegistry(1, [
        [workman, 100_000_000n],
        [workman, 40_000_000n],
      ]),
    ];
    await confirm(one);
    await confirm(other);
    // Both fitted when they were confirmed.
    await earnOutside(workman, 90_000_000n);
    let begins = () => {};
    const firstBegins = new Promise<void>((resolve) => (begins = resolve));
    let second: Promise<{ count: number }> | undefined;
    await inTransaction(engine.db.kysely, async (first) => {
      expect(await startsNow(first, one)).toMatchObject({ count: 0 });
      second = inTransaction(engine.db.kysely, async (trx) => {
        begins();
        const refused = await startsNow(trx, other);
        await execute(trx, other);
        return refused;
      });
      await firstBegins;
      const waited = await Promise.race([
        second.then(() => "went on"),
        new Promise((resolve) => setTimeout(() => resolve("waited"), 300)),
      ]);
      expect(waited).toBe("waited");
      await execute(first, one);
    });
    expect(await second).toMatchObject({ count: 1 });
    await engine.settle();
    expect(await fateOf(one)).toEqual(["PAID"]);
    expect(await fateOf(other)).toEqual(["VALIDATION_FAILED year_limit", "PAID"]);
  });

  test("a failed receipt gives its part back; who retries it later finds the year full", async () => {
    const workman = someone();
    await sql`
      UPDATE sandbox.taxpayers SET bound = false
      WHERE inn = (SELECT inn FROM workmen WHERE id = ${workman})`.execute(db());
    const one = await aRegistry(0, [[workman, 150_000_000n]]);
    await confirm(one);
    await engine.settle();
    expect(await fateOf(one)).toEqual(["RECEIPT_FAILED"]);
    await sql`
      UPDATE sandbox.taxpayers SET bound = true
      WHERE inn = (SELECT inn FROM workmen WHERE id = ${workman})`.execute(db());
    await sql`UPDATE workmen SET smz_state = 'OK' WHERE id = ${workman}`.execute(db());
    const other = await aRegistry(1, [[workman, 100_000_000n]]);
    await confirm(other);
    await engine.settle();
    expect(await fateOf(other)).toEqual(["PAID"]);
    const { rows } = await sql<{ id: bigint }>`
      SELECT id FROM payouts WHERE registry_id = ${one.registryId}`.execute(db());
    const key = { accountId: one.accountId, payoutId: rows[0]?.id as bigint };
    await expect(
      inTransaction(engine.db.kysely, (trx) => retryPayout(engine.platform, trx, key, null)),
    ).rejects.toThrow(/Превышен годовой лимит дохода самозанятого: доступно 1.400.000,00/);
    expect(await fateOf(one)).toEqual(["RECEIPT_FAILED"]);
  });
});

describe("a receipt issued anew near the limit", () => {
  /** Paid, and its receipt annulled by mistake. */
  const anAnnulled = async (workman: number) => {
    const paid = await aRegistry(0, [[workman, 150_000_000n]]);
    await confirm(paid);
    await engine.settle();
    await sql`
      UPDATE receipts
      SET state = 'REVERSED_BY_PLATFORM', reverse_reason = 'REGISTRATION_MISTAKE'
      WHERE workman_id = ${workman}`.execute(db());
    await sql`
      UPDATE sandbox.tax_incomes SET canceled_at = received_at
      WHERE receipt_id IN (SELECT tax_receipt_id FROM receipts WHERE workman_id = ${workman})`.execute(
      db(),
    );
    const { rows } = await sql<{ id: bigint }>`
      SELECT id FROM payouts WHERE registry_id = ${paid.registryId}`.execute(db());
    const actor = {
      accountId: paid.accountId,
      personId: paid.ownerId,
      workmanId: null,
      projectIds: null,
      role: "OWNER",
    } as unknown as Actor;
    return { actor, payoutId: Number(rows[0]?.id) };
  };
  const reissue = ({ actor, payoutId }: Awaited<ReturnType<typeof anAnnulled>>) =>
    inTransaction(engine.db.kysely, (trx) =>
      reissueReceipt(trx, actor, { payoutId, at: engine.clock.now() }),
    );
  const today = () => moscowDate(engine.clock.now());

  test("holds its part of the year from the moment it is ordered", async () => {
    const workman = someone();
    const annulled = await anAnnulled(workman);
    expect(await incomeOf(workman, today())).toBe(0n);
    await reissue(annulled);
    expect(await incomeOf(workman, today())).toBe(150_000_000n);
    await engine.settle();
    expect(await incomeOf(workman, today())).toBe(150_000_000n);
  });

  test("is not ordered when others have taken its room, nor asked for again after a refusal", async () => {
    const workman = someone();
    const annulled = await anAnnulled(workman);
    await earnOutside(workman, 100_000_000n);
    await expect(reissue(annulled)).rejects.toThrow(/Превышен годовой лимит/);
    await sql`
      UPDATE receipts SET state = 'ERROR', reissue_no = 1 WHERE workman_id = ${workman}`.execute(
      db(),
    );
    const key = { accountId: annulled.actor.accountId as number };
    await expect(
      inTransaction(engine.db.kysely, (trx) =>
        retryReissue(trx, { ...key, payoutId: BigInt(annulled.payoutId) }, engine.clock.now()),
      ),
    ).rejects.toThrow(/Превышен годовой лимит/);
    expect(await incomeOf(workman, today())).toBe(100_000_000n);
  });
});

describe("a payment over the New Year", () => {
  test("scheduled for January takes nothing of December, begun in December and paid in January counts for January", async () => {
    const [scheduledOne, begun] = [someone(), someone()];
    // Time does not run back: the next New Year of whatever day it is.
    const year = Number(moscowDate(engine.clock.now()).slice(0, 4)) + 1;
    engine.clock.set(new Date(`${year - 1}-12-31T18:00:00Z`));
    await sql`UPDATE tax_bindings SET checked_at = ${engine.clock.now()}`.execute(db());
    const later = await aRegistry(0, [[scheduledOne, 200_000_000n]]);
    await confirm(later);
    await sql`
      UPDATE registries SET cancel_until = ${new Date(`${year}-01-11T09:00:00Z`)}
      WHERE id = ${later.registryId}`.execute(db());
    expect(await incomeOf(scheduledOne, `${year - 1}-12-31`)).toBe(0n);
    expect(await incomeOf(scheduledOne, `${year}-01-01`)).toBe(200_000_000n);
    const now = await aRegistry(1, [[scheduledOne, 230_000_000n]]);
    await confirm(now);

    const old = await aRegistry(0, [[begun, 150_000_000n]]);
    await confirm(old);
    for (const step of ["registries.start-payroll", "registries.execute-payroll"]) {
      const task = engine.tasks.find(({ name }) => name === step);
      while (await task?.run(new AbortController().signal));
    }
    expect(await fateOf(old)).toEqual(["RECEIPT_PENDING"]);
    engine.clock.set(new Date(`${year}-01-01T09:00:00Z`));
    expect(await incomeOf(begun, `${year}-01-01`)).toBe(150_000_000n);
    await engine.settle();
    expect(await fateOf(old)).toEqual(["PAID"]);
    const { rows } = await sql<{ year: number }>`
      SELECT date_part('year', operation_at AT TIME ZONE 'Europe/Moscow')::integer AS year
      FROM receipts WHERE workman_id = ${begun}`.execute(db());
    expect(rows).toEqual([{ year }]);
    expect(await incomeOf(begun, `${year}-01-02`)).toBe(150_000_000n);
  });
});

async function incomeOf(workman: number, day: string): Promise<bigint> {
  const { rows } = await sql<{ income: bigint }>`
    SELECT ${yearIncome(day)} AS income FROM workmen w WHERE w.id = ${workman}`.execute(db());
  return rows[0]?.income ?? 0n;
}

const COMMANDS = ["pay", "pay", "advance", "advance", "advance", "bind", "decide"] as const;

test("whatever is paid, refused, given up and tried again at once, nobody's year is exceeded and what ended is given back", async () => {
  const few = Array.from({ length: 3 }, someone);
  const commands = fc.array(
    fc.record({
      kind: fc.constantFrom(...COMMANDS),
      pick: fc.nat(1000),
      rows: fc.array(fc.tuple(fc.nat(2), fc.bigInt(1n, 12n)), { minLength: 1, maxLength: 4 }),
    }),
    { minLength: 12, maxLength: 12 },
  );
  await fc.assert(
    fc.asyncProperty(commands, async (list) => {
      const queue = [...list];
      const work = async () => {
        for (let command = queue.shift(); command; command = queue.shift())
          await run(command, few).catch((error: unknown) => {
            if (!(error instanceof AppError)) throw error;
          });
      };
      await Promise.all(Array.from({ length: 6 }, work));
      for (const workman of few) {
        const { rows } = await sql<{ counted: bigint; alive: bigint }>`
          SELECT ${yearIncome(moscowDate(engine.clock.now()), { startedOnly: true })} AS counted,
            (SELECT coalesce(sum(p.amount_kopecks), 0)::bigint
              FROM payouts p
              WHERE p.workman_id = w.id AND p.state NOT IN ('RECEIPT_FAILED', 'CANCELED'))
            + (SELECT coalesce(sum(i.amount_kopecks), 0)::bigint
              FROM registry_items i
              JOIN registries g ON g.id = i.registry_id AND g.state = 'EXECUTING'
              WHERE i.workman_id = w.id
                AND i.state = 'READY_TO_APPLY'
                AND NOT EXISTS (SELECT FROM payouts p
                  WHERE p.registry_id = i.registry_id AND p.row_no = i.row_no)) AS alive
          FROM workmen w WHERE w.id = ${workman}`.execute(db());
        const { counted, alive } = rows[0] as (typeof rows)[0];
        expect(counted).toBe(alive);
        expect(counted).toBeLessThanOrEqual(LIMIT);
      }
    }),
    { numRuns: Number(process.env["MONEY_RUNS"] ?? 300) / 10, verbose: 1 },
  );
  expect(await auditLedger(db())).toEqual(CLEAN);
});

interface Command {
  readonly kind: (typeof COMMANDS)[number];
  readonly pick: number;
  readonly rows: readonly (readonly [number, bigint])[];
}

async function run({ kind, pick, rows }: Command, few: readonly number[]): Promise<void> {
  if (kind === "pay")
    return confirm(
      await aRegistry(
        pick % 2,
        rows.map(([who, tens]) => [few[who] as number, tens * 10_000_000n] as const),
      ),
    );
  if (kind === "advance")
    return void (await engine.tasks[pick % engine.tasks.length]?.run(new AbortController().signal));
  if (kind === "bind")
    return void (await sql`
      UPDATE sandbox.taxpayers SET bound = ${pick % 3 !== 0}
      WHERE inn = (SELECT inn FROM workmen WHERE id = ${few[pick % 3]})`.execute(db()));
  const found = await sql<{ account_id: number; id: bigint; state: string }>`
    SELECT account_id, id, state FROM payouts
    WHERE workman_id = ANY (${[...few]}::integer[])
      AND state IN ('RECEIPT_PENDING', 'RECEIPT_FAILED', 'READY')
    ORDER BY id OFFSET ${pick % 3} LIMIT 1`.execute(db());
  const payout = found.rows[0];
  if (!payout) return;
  const key = { accountId: payout.account_id, payoutId: payout.id };
  const answer = await askAboutPayout(engine.platform, key);
  await inTransaction(engine.db.kysely, (trx) => {
    const act =
      payout.state !== "RECEIPT_FAILED"
        ? cancelPayout
        : pick % 2 === 0
          ? retryPayout
          : giveUpPayout;
    return act(engine.platform, trx, key, answer);
  });
}
