import { sql, type Kysely } from "kysely";
import type { Schema } from "#server/database/schema.ts";
import { makePayrollEngine } from "#tests/support/payroll-engine.ts";
import { makePayrollScene, type PayrollScene } from "#tests/support/payroll-scene.ts";
import { atMost, type Figure } from "./figure.ts";
import { freshDatabase } from "./fresh-database.ts";

/** P2: the whole chain of a registry against one hand-written transaction that pays as many rows with twice as many postings. */
export async function executionFigures(rows = 100_000): Promise<Figure[]> {
  const limitMs = await timeHandWritten(rows);
  const chainMs = await timeChain(rows);
  const smallMs = await timeChain(rows / 10);
  return [
    atMost("P2", `запуск реестра из ${rows} строк: вся цепочка к одной ручной транзакции`, chainMs, limitMs, 4),
    atMost("P8-P2", `время на строку: ${rows} к ${rows / 10}`, chainMs / rows, smallMs / (rows / 10), 1.3),
  ];
}

async function timeChain(rows: number): Promise<number> {
  const database = await freshDatabase();
  const engine = makePayrollEngine(database.connectionString);
  try {
    const scene = await makePayrollScene(database.kysely, { rows });
    await sql`VACUUM ANALYZE`.execute(database.kysely);
    const started = performance.now();
    await engine.confirm(scene);
    await engine.settle();
    const elapsed = performance.now() - started;
    const { rows: found } = await sql<{ paid_count: number }>`SELECT paid_count FROM registries WHERE id = ${scene.registryId}`.execute(database.kysely);
    if (found[0]?.paid_count !== rows) throw new Error(`only ${found[0]?.paid_count} of ${rows} rows were paid`);
    return elapsed;
  } finally {
    await engine.close();
    await database.drop();
  }
}

async function timeHandWritten(rows: number): Promise<number> {
  const database = await freshDatabase();
  try {
    const scene = await makePayrollScene(database.kysely, { rows });
    await sql`VACUUM ANALYZE`.execute(database.kysely);
    const started = performance.now();
    await payByHand(database.kysely, scene);
    return performance.now() - started;
  } finally {
    await database.drop();
  }
}

/** What a careful engineer would type into psql: payouts, two postings each, balances, states; no receipts, no bank. */
async function payByHand(db: Kysely<Schema>, scene: PayrollScene): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await sql`
      INSERT INTO payouts (account_id, state, registry_id, row_no, hold_id, job_id, workman_id, amount_kopecks, commission_kopecks, vat_kopecks, kind, due_at, created_at, paid_at)
      SELECT account_id, 'PAID', registry_id, row_no, 0, 0, workman_id, amount_kopecks, commission_kopecks, 0, payout_kind, now(), now(), now()
      FROM registry_items WHERE registry_id = ${scene.registryId}`.execute(trx);
    await sql`
      INSERT INTO ledger_accounts (code, workman_id, may_be_negative, balance_kopecks) SELECT 'WORK_AVAIL', workman_id, false, amount_kopecks FROM payouts WHERE registry_id = ${scene.registryId}`.execute(trx);
    await sql`
      WITH entry AS (
        INSERT INTO ledger_entries (account_id, event_type, source_type, source_id, at, business_date) VALUES (${scene.accountId}, 'CORRECTION', 'registry', ${scene.registryId}, now(), current_date) RETURNING id
      )
      INSERT INTO postings (entry_id, line, ledger_account_id, amount_kopecks, payout_id, at)
      SELECT entry.id, l.line, CASE l.line WHEN 1 THEN customer.id ELSE worker.id END, CASE l.line WHEN 1 THEN p.amount_kopecks ELSE -p.amount_kopecks END, p.id, now()
      FROM entry, payouts p
      JOIN ledger_accounts worker ON worker.code = 'WORK_AVAIL' AND worker.workman_id = p.workman_id AND worker.account_id = 0
      JOIN ledger_accounts customer ON customer.code = 'CUST_AVAIL' AND customer.account_id = p.account_id,
      (VALUES (1), (2)) AS l(line) WHERE p.registry_id = ${scene.registryId}`.execute(trx);
    await sql`
      UPDATE ledger_accounts SET balance_kopecks = balance_kopecks - (SELECT sum(amount_kopecks) FROM payouts WHERE registry_id = ${scene.registryId})
      WHERE code = 'CUST_AVAIL' AND account_id = ${scene.accountId}`.execute(trx);
    await sql`UPDATE registry_items SET state = 'APPLIED' WHERE registry_id = ${scene.registryId}`.execute(trx);
    await sql`UPDATE registries SET state = 'EXECUTED', paid_count = ready_count WHERE id = ${scene.registryId}`.execute(trx);
  });
}
