import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { moscowDate } from "#contract/values/calendar-date.ts";
import { inTransaction } from "#server/data/transaction.ts";
import { auditLedger, balanceOfAccount, releaseHold } from "#server/money/ledger/index.ts";
import {
  presentPayrollItem,
  selectPayrollItems,
} from "#server/modules/registries/payroll/payroll-items.ts";
import { makePayrollEngine, type PayrollEngine } from "#tests/support/payroll-engine.ts";
import { makePayrollScene } from "#tests/support/payroll-scene.ts";
import { createTestDatabase, type TestDatabase } from "#tests/support/test-database.ts";
import { retryPayout } from "#server/money/payouts/index.ts";

const CLEAN = { unbalancedEntries: [], wrongBalances: [], negativeBalances: [], wrongReserves: [] };

const RIGHTS = {
  registryState: "PARTIALLY_EXECUTED",
  edit: true,
  execute: true,
  reverseReceipt: true,
  sums: true,
  removedRows: [],
} as const;

describe("a payroll registry is paid", () => {
  let database: TestDatabase;
  let engine: PayrollEngine;

  beforeEach(async () => {
    database = await createTestDatabase();
    engine = makePayrollEngine(database.connectionString);
  });
  afterEach(async () => {
    await engine.close();
    await database.drop();
  });

  const registry = async (id: number) =>
    (
      await sql<Record<string, unknown>>`SELECT * FROM registries WHERE id = ${id}`.execute(
        engine.db.kysely,
      )
    ).rows[0];

  test("every row is paid once, with a job, an act and a receipt, and the books are right", async () => {
    const scene = await makePayrollScene(database.kysely, { rows: 2500 });
    await engine.confirm(scene);
    await engine.settle();

    expect(await registry(scene.registryId)).toMatchObject({
      state: "EXECUTED",
      payout_count: 2500,
      paid_count: 2500,
      failed_count: 0,
      paid_kopecks: 2500n * 1_000_000n,
    });
    const { rows } = await sql<Record<string, bigint>>`
      SELECT (SELECT count(*) FROM payouts WHERE state = 'PAID') AS paid,
        (SELECT count(*) FROM jobs) AS jobs, (SELECT count(*) FROM job_documents) AS acts,
        (SELECT count(*) FROM receipts WHERE state = 'REGISTERED') AS receipts,
          (SELECT count(*) FROM sandbox.bank_orders) AS orders`.execute(database.kysely);
    expect(rows[0]).toEqual({
      paid: 2500n,
      jobs: 2500n,
      acts: 2500n,
      receipts: 2500n,
      orders: 2500n,
    });
    expect(await auditLedger(database.kysely)).toEqual(CLEAN);
    expect(await balanceOfAccount(database.kysely, scene.accountId)).toEqual({
      available: 0n,
      reserved: 0n,
    });
  });

  test("of what its payouts were opened for nothing is released with the registry", async () => {
    const scene = await makePayrollScene(database.kysely, { rows: 2 });
    await sql`UPDATE sandbox.switches SET out_of_reach = true`.execute(database.kysely);
    await engine.confirm(scene);
    await expect(engine.settle()).rejects.toThrow("out of reach");
    const { rows } = await sql<{ hold_id: bigint; left: bigint }>`
      SELECT DISTINCT h.id AS hold_id, h.left_kopecks AS left
      FROM payouts p
      JOIN holds h ON h.account_id = p.account_id AND h.id = p.hold_id`.execute(database.kysely);
    const { hold_id: holdId = 0n, left: amountKopecks = 0n } = rows[0] ?? {};
    const at = engine.clock.now();
    await expect(
      inTransaction(engine.db.kysely, (trx) =>
        releaseHold(trx, {
          accountId: scene.accountId,
          holdId,
          source: { type: "registry", id: scene.registryId, attempt: Number(holdId) },
          amountKopecks,
          at,
          businessDate: moscowDate(at),
        }),
      ),
    ).rejects.toMatchObject({ code: "conflict" });
    expect(await balanceOfAccount(database.kysely, scene.accountId)).toEqual({
      available: 0n,
      reserved: amountKopecks,
    });
  });

  test("commission of 300,00 holds VAT of 54,10 inside", async () => {
    const scene = await makePayrollScene(database.kysely, { rows: 1 });
    await engine.confirm(scene);
    await engine.settle();
    const { rows } = await sql<{
      code: string;
      balance_kopecks: bigint;
    }>`
      SELECT code, balance_kopecks
      FROM ledger_accounts
      WHERE code IN ('REV_COMM', 'VAT_BUDGET', 'BANK') AND account_id <> 0
      ORDER BY code`.execute(database.kysely);
    expect(rows).toEqual([
      { code: "BANK", balance_kopecks: -1_000_000n },
      { code: "REV_COMM", balance_kopecks: 24_590n },
      { code: "VAT_BUDGET", balance_kopecks: 5410n },
    ]);
  });

  test("a registry that costs more than the balance does not start, and says how much is missing", async () => {
    const scene = await makePayrollScene(database.kysely, { rows: 3, funds: 2_000_000n });
    await expect(engine.confirm(scene)).rejects.toThrow(
      "Недостаточно средств на балансе: нужно 30\u00A0900,00\u00A0₽, доступно 20\u00A0000,00\u00A0₽. Пополните баланс на 10\u00A0900,00\u00A0₽",
    );
    expect(await registry(scene.registryId)).toMatchObject({ state: "READY", hold_id: null });
    expect(await balanceOfAccount(database.kysely, scene.accountId)).toEqual({
      available: 2_000_000n,
      reserved: 0n,
    });
  });

  test("a second confirmation of the same registry is refused", async () => {
    const scene = await makePayrollScene(database.kysely, { rows: 2 });
    await engine.confirm(scene);
    await expect(engine.confirm(scene)).rejects.toThrow("Реестр уже запущен");
  });

  test("a refused receipt leaves the row failed and its money frozen; a retry pays it", async () => {
    const scene = await makePayrollScene(database.kysely, { rows: 3 });
    await sql`
      UPDATE sandbox.taxpayers SET bound = false WHERE inn = (SELECT min(inn) FROM workmen)`.execute(
      database.kysely,
    );
    await engine.confirm(scene);
    await engine.settle();
    expect(await registry(scene.registryId)).toMatchObject({
      state: "PARTIALLY_EXECUTED",
      paid_count: 2,
      failed_count: 1,
    });
    expect(await balanceOfAccount(database.kysely, scene.accountId)).toEqual({
      available: 0n,
      reserved: 1_030_000n,
    });
    // The row gives the reason in words.
    const { rows: told } = await selectPayrollItems(sql`SELECT * FROM registry_items`).execute(
      database.kysely,
    );
    expect(
      told.flatMap((row) => presentPayrollItem(row, RIGHTS).payout?.failureReason ?? []),
    ).toEqual([{ id: "TAXPAYER_UNBOUND", title: expect.stringContaining("«Мой налог»") }]);

    await sql`UPDATE sandbox.taxpayers SET bound = true`.execute(database.kysely);
    const failed = await sql<{
      id: bigint;
    }>`SELECT id FROM payouts WHERE state = 'RECEIPT_FAILED'`.execute(database.kysely);
    await engine.db.kysely
      .transaction()
      .execute((trx) =>
        retryPayout(
          engine.platform,
          trx,
          { accountId: scene.accountId, payoutId: failed.rows[0]?.id ?? 0n },
          null,
        ),
      );
    await engine.settle();
    expect(await registry(scene.registryId)).toMatchObject({
      state: "EXECUTED",
      paid_count: 3,
      failed_count: 0,
    });
    expect(await auditLedger(database.kysely)).toEqual(CLEAN);
  });

  test("an entrepreneur is paid without a receipt: he accounts for his income himself", async () => {
    const scene = await makePayrollScene(database.kysely, { rows: 2 });
    await sql`
      UPDATE workmen SET taxpayer_type = 'IP' WHERE id = (SELECT min(id) FROM workmen)`.execute(
      database.kysely,
    );
    await sql`
      UPDATE services SET allowed_taxpayer_types = allowed_taxpayer_types || ARRAY['IP']`.execute(
      database.kysely,
    );
    await engine.confirm(scene);
    await engine.settle();
    expect(await registry(scene.registryId)).toMatchObject({ state: "EXECUTED", paid_count: 2 });
    const { rows } = await sql<{
      receipts: bigint;
    }>`SELECT count(*) AS receipts FROM receipts`.execute(database.kysely);
    expect(rows[0]?.receipts).toBe(1n);
    expect(await auditLedger(database.kysely)).toEqual(CLEAN);
  });
});
