import fc from "fast-check";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { moscowDate } from "#contract/values/calendar-date.ts";
import type { BankGateway } from "#server/integrations/bank/port.ts";
import { auditLedger, LedgerShortage, post } from "#server/money/ledger/index.ts";
import type { RegistryState } from "#contract/registries/registry-states.ts";
import { undoPayroll } from "#server/modules/registries/payroll/scheduled-payroll.ts";
import { cancelPayroll } from "#server/modules/registries/payroll/start-payroll.ts";
import { AppError } from "#server/http/app-error.ts";
import { askAboutPayout, giveUpPayout, retryPayout } from "#server/money/payouts/index.ts";
import { makePayrollEngine, ownerOf, type PayrollEngine } from "#tests/support/payroll-engine.ts";
import { makePayrollScene, type PayrollScene } from "#tests/support/payroll-scene.ts";
import { createTestDatabase, type TestDatabase } from "#tests/support/test-database.ts";

const CLEAN = { unbalancedEntries: [], wrongBalances: [], negativeBalances: [], wrongReserves: [] };
const TODAY = moscowDate(new Date());

describe("money under pressure", () => {
  let database: TestDatabase;
  let engine: PayrollEngine;

  beforeAll(async () => {
    database = await createTestDatabase();
    engine = makePayrollEngine(database.connectionString, { bank: moody });
  });
  afterAll(async () => {
    await engine.close();
    await database.drop();
  });

  test("R1: whatever is done at once on sixteen connections, the books stay right and nobody sees them wrong", async () => {
    const scenes: PayrollScene[] = [];
    for (let seed = 1; seed <= 8; seed += 1)
      scenes.push(
        await makePayrollScene(database.kysely, { rows: 12, seed, funds: 12n * 1_030_000n }),
      );
    let topUps = 0;
    const commands = fc.array(
      fc.record({
        kind: fc.constantFrom(...COMMANDS),
        scene: fc.integer({ min: 0, max: scenes.length - 1 }),
        pick: fc.nat(1000),
      }),
      { minLength: 10, maxLength: 10 },
    );
    await fc.assert(
      fc.asyncProperty(commands, async (list) => {
        const queue = [...list];
        const worker = async () => {
          for (let command = queue.shift(); command; command = queue.shift()) {
            const scene = scenes[command.scene] as PayrollScene;
            await ignoreRefusals(
              runCommand(engine, scene, command.kind, command.pick, () => (topUps += 1)),
            );
          }
        };
        const reader = async () => {
          while (queue.length > 0) {
            const seen = await database.kysely
              .transaction()
              .setIsolationLevel("repeatable read")
              .execute((trx) => auditLedger(trx));
            expect(seen).toEqual(CLEAN);
          }
        };
        await Promise.all([...Array.from({ length: 16 }, worker), reader()]);
        expect(await auditLedger(database.kysely)).toEqual(CLEAN);
      }),
      { numRuns: Number(process.env["MONEY_RUNS"] ?? 1000), verbose: 1 },
    );
    const { rows } = await sql<{ twice: number; open: bigint; held: bigint }>`
      SELECT (SELECT count(*)::integer
        FROM (SELECT order_id
          FROM sandbox.bank_orders
          GROUP BY order_id
          HAVING count(*) > 1) d) AS twice,
        (SELECT coalesce(sum(amount_kopecks + commission_kopecks), 0)::bigint
          FROM payouts
          WHERE state IN ('RECEIPT_PENDING', 'RECEIPT_FAILED'))
          + (SELECT coalesce(sum(amount_kopecks + commission_kopecks), 0)::bigint
            FROM registries
            WHERE state = 'SCHEDULED'
              OR (state = 'EXECUTING' AND payout_count = 0 AND NOT payouts_opened)) AS open,
        (SELECT sum(left_kopecks)::bigint FROM holds) AS held`.execute(database.kysely);
    expect(rows[0]?.twice).toBe(0);
    expect(rows[0]?.held).toBe(rows[0]?.open);
  });

  test("R5: five thousand failed payouts, each given up twice at once: each once", async () => {
    const scene = await makePayrollScene(database.kysely, { rows: 5000, seed: 9 });
    await sql`
      UPDATE sandbox.taxpayers
      SET bound = false
      WHERE inn IN (SELECT inn FROM registry_items WHERE registry_id = ${scene.registryId})`.execute(
      database.kysely,
    );
    await engine.confirm(scene);
    await engine.settle();
    const failed = await sql<{
      id: bigint;
    }>`
      SELECT id FROM payouts WHERE registry_id = ${scene.registryId} AND state = 'RECEIPT_FAILED'`.execute(
      database.kysely,
    );
    expect(failed.rows).toHaveLength(5000);
    const attempts = failed.rows.flatMap(({ id }) => [id, id]);
    let done = 0;
    let refused = 0;
    const worker = async () => {
      for (let payoutId = attempts.shift(); payoutId !== undefined; payoutId = attempts.shift()) {
        const key = { accountId: scene.accountId, payoutId };
        try {
          const asked = await askAboutPayout(engine.platform, key);
          await engine.db.kysely
            .transaction()
            .execute((trx) => giveUpPayout(engine.platform, trx, key, asked));
          done += 1;
        } catch (error) {
          if (!(error instanceof AppError) || error.code !== "conflict") throw error;
          refused += 1;
        }
      }
    };
    await Promise.all(Array.from({ length: 16 }, worker));
    expect({ done, refused }).toEqual({ done: 5000, refused: 5000 });
    expect(await auditLedger(database.kysely)).toEqual(CLEAN);
  });

  test("R6: ten thousand withdrawals of 100 ₽ from 100 000 ₽: exactly a thousand succeed", async () => {
    const workmanId = 999_999;
    await engine.db.kysely.transaction().execute((trx) =>
      post(trx, {
        event: "TO_WALLET",
        source: { type: "withdrawal", id: 0 },
        accountId: null,
        at: new Date(),
        businessDate: TODAY,
        lines: [
          { code: "BANK", amountKopecks: 10_000_000n },
          { code: "WORK_AVAIL", workmanId, amountKopecks: -10_000_000n },
        ],
      }),
    );
    const ids = Array.from({ length: 10_000 }, (_, index) => index + 1);
    let succeeded = 0;
    const worker = async () => {
      for (let id = ids.shift(); id !== undefined; id = ids.shift()) {
        const source = { type: "withdrawal", id } as const;
        try {
          await engine.db.kysely.transaction().execute((trx) =>
            post(trx, {
              event: "WITHDRAWAL",
              source,
              accountId: null,
              at: new Date(),
              businessDate: TODAY,
              lines: [
                { code: "WORK_AVAIL", workmanId, amountKopecks: 10_000n },
                { code: "BANK_OUT", amountKopecks: -10_000n },
              ],
            }),
          );
          succeeded += 1;
        } catch (error) {
          if (!(error instanceof LedgerShortage)) throw error;
        }
      }
    };
    await Promise.all(Array.from({ length: 16 }, worker));
    expect(succeeded).toBe(1000);
    expect(await auditLedger(database.kysely)).toEqual(CLEAN);
  });
});

const COMMANDS = [
  "top-up",
  "new-registry",
  "confirm",
  "confirm",
  "cancel",
  "advance",
  "advance",
  "advance",
  "retry",
  "give-up",
  "return",
] as const;
type Command = (typeof COMMANDS)[number];

async function runCommand(
  engine: PayrollEngine,
  scene: PayrollScene,
  kind: Command,
  pick: number,
  nextTopUp: () => number,
): Promise<void> {
  const db = engine.db.kysely;
  const inTrx = db.transaction();
  switch (kind) {
    case "top-up":
      await inTrx.execute((trx) =>
        post(trx, {
          event: "INVOICE_PAID",
          source: { type: "invoice", id: 1_000_000 + nextTopUp() },
          accountId: scene.accountId,
          at: new Date(),
          businessDate: TODAY,
          lines: [
            { code: "BANK", amountKopecks: BigInt(pick + 1) },
            { code: "CUST_AVAIL", accountId: scene.accountId, amountKopecks: -BigInt(pick + 1) },
          ],
        }),
      );
      return;
    case "new-registry":
      scene.registryId = await copyRegistry(engine, scene);
      return;
    case "confirm":
      // The hourly limit of codes is tested elsewhere.
      await sql`DELETE FROM one_time_codes`.execute(db);
      return engine.confirm(scene);
    case "cancel": {
      const actor = await ownerOf(engine.db, scene);
      await inTrx.execute(async (trx) => {
        const { rows } = await sql<{
          state: RegistryState;
          version: number;
          cancel_until: Date | null;
        }>`
          SELECT state, version, cancel_until FROM registries WHERE id = ${scene.registryId}`.execute(
          trx,
        );
        const { state, version, cancel_until: until } = rows[0] as (typeof rows)[0];
        if (until)
          await undoPayroll(engine.platform, trx, actor, {
            id: scene.registryId,
            version,
            cancelUntil: until.toISOString(),
          });
        else await cancelPayroll(trx, actor, { id: scene.registryId, version, state });
      });
      return;
    }
    case "advance":
      await engine.tasks[pick % engine.tasks.length]?.run(new AbortController().signal);
      return;
    case "retry":
    case "give-up": {
      const { rows } = await sql<{ id: bigint }>`
        SELECT id
        FROM payouts
        WHERE account_id = ${scene.accountId} AND state IN ('RECEIPT_FAILED', 'RETURNED', 'FAILED')
        ORDER BY id OFFSET ${pick % 3}
        LIMIT 1`.execute(db);
      if (!rows[0]) return;
      const key = { accountId: scene.accountId, payoutId: rows[0].id };
      const answer = await askAboutPayout(engine.platform, key);
      await inTrx.execute((trx) =>
        kind === "retry"
          ? retryPayout(engine.platform, trx, key, answer)
          : giveUpPayout(engine.platform, trx, key, answer),
      );
      return;
    }
    case "return":
      await sql`
        UPDATE sandbox.taxpayers SET bound = ${pick % 4 !== 0}
        WHERE inn = (SELECT inn
          FROM registry_items
          WHERE registry_id = ${scene.registryId} AND row_no = ${1 + (pick % 12)})`.execute(db);
  }
}

/** Another funded registry of the same workers. */
async function copyRegistry(engine: PayrollEngine, scene: PayrollScene): Promise<number> {
  return engine.db.kysely.transaction().execute(async (trx) => {
    const { rows } = await sql<{ id: number }>`
      INSERT INTO registries (account_id, kind, state, number, created_by, created_at, created_on,
        row_count, checked_count, ready_count, workmen_count, amount_kopecks, commission_kopecks)
      SELECT account_id, kind, 'READY', nextval('registry_item_ids')::integer, created_by,
        created_at, created_on, row_count, checked_count, ready_count, workmen_count,
        amount_kopecks, commission_kopecks
      FROM registries WHERE id = ${scene.registryId} RETURNING id`.execute(trx);
    const id = rows[0]?.id as number;
    await sql`
      INSERT INTO registry_items (account_id, registry_id, row_no, created_on, cells, state, inn,
        workman_id, service_id, receipt_text, work_start, work_end, act_date, amount_kopecks,
        commission_kopecks, payout_kind)
      SELECT account_id, ${id}, row_no, created_on, cells, state, inn, workman_id, service_id,
        receipt_text, work_start, work_end, act_date, amount_kopecks, commission_kopecks,
        payout_kind
      FROM registry_items WHERE registry_id = ${scene.registryId}`.execute(trx);
    await post(trx, {
      event: "INVOICE_PAID",
      source: { type: "invoice", id: 2_000_000 + id },
      accountId: scene.accountId,
      at: new Date(),
      businessDate: TODAY,
      lines: [
        { code: "BANK", amountKopecks: scene.totalKopecks / 2n },
        { code: "CUST_AVAIL", accountId: scene.accountId, amountKopecks: -scene.totalKopecks / 2n },
      ],
    });
    return id;
  });
}

/** A refusal is an answer, a fault is not; tasks retry deadlocks themselves. */
async function ignoreRefusals(work: Promise<void>): Promise<void> {
  try {
    await work;
  } catch (error) {
    const code = (error as { code?: string }).code;
    if (error instanceof AppError || code === "40001" || code === "40P01") return;
    throw error;
  }
}

/** A bank that refuses every seventh order and returns every eleventh. */
function moody(bank: BankGateway): BankGateway {
  const moodOf = (orderId: string) =>
    [...orderId].reduce((sum, letter) => sum * 31 + letter.charCodeAt(0), 7) >>> 0;
  return {
    ...bank,
    async submitOrders(orders) {
      const refused = orders.filter((order) => moodOf(order.orderId) % 7 === 0);
      const returned = orders.filter(
        (order) => moodOf(order.orderId) % 7 !== 0 && moodOf(order.orderId) % 11 === 0,
      );
      const taken = await bank.submitOrders(
        orders.filter((order) => !refused.includes(order) && !returned.includes(order)),
      );
      const at = new Date();
      return [
        ...taken,
        ...refused.map((order) => ({
          orderId: order.orderId,
          status: "REJECTED" as const,
          reason: "BANK_LIMIT" as const,
          at,
        })),
        ...returned.map((order) => ({
          orderId: order.orderId,
          status: "RETURNED" as const,
          reason: "CARD_BLOCKED" as const,
          at,
        })),
      ];
    },
  };
}
