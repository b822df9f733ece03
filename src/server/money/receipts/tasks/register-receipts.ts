import { sql, type RawBuilder } from "kysely";
import { inBatchTransaction } from "#server/data/batch-transaction.ts";
import { numberArray } from "#server/data/number-array.ts";
import type { IncomeResult } from "#server/integrations/tax-service/port.ts";
import type { Trx } from "#server/data/transaction.ts";
import type { BackgroundTask } from "#server/work/background-tasks.ts";
import type { Claim } from "#server/work/item-task.ts";
import { outsideTask } from "#server/work/outside-task.ts";
import { notSetAside } from "#server/work/set-aside.ts";
import type { Platform } from "#server/platform.ts";
import { carryIntoNewYear, nextCarryAfter } from "../actions/carry-into-new-year.ts";
import { settleIncomes } from "../actions/settle-incomes.ts";
import {
  askIncomes,
  awaitedUntil,
  INCOME_COLUMNS,
  INCOME_TABLES,
  isUnleased,
  operationIdOf,
  sentUntil,
  type IncomeRow,
} from "../incomes.ts";

const NAME = "payouts.register-receipts";

/**
 * Registers the income («чек»), then earns the payouts: reserved money becomes pay, commission and
 * VAT. Entrepreneurs need no receipt.
 */
export function registerReceiptsTask(platform: Platform): BackgroundTask {
  let carriedUntil = new Date(0);
  return outsideTask<IncomeRow, IncomeResult>(platform, {
    name: NAME,
    idleMs: 1000,
    batch: 1000,
    nameOf: operationIdOf,
    async lease(claim) {
      if (claim.at >= carriedUntil) await carryIntoNewYear(platform.db, claim.at);
      carriedUntil = nextCarryAfter(claim.at);
      return inBatchTransaction(platform.db, async (trx) => {
        const rows = await lockPending(trx, claim);
        await writeDown(
          trx,
          rows.filter((row) => row.needs_receipt),
          claim,
        );
        return rows;
      });
    },
    ask: (rows, claim) => askIncomes(platform.taxService, rows, claim),
    settleTogether: (trx, rows, answers, at) => settleIncomes(platform, trx, rows, answers, at),
  });
}

export function awaitsReceipt(at: Date): RawBuilder<boolean> {
  return sql`
    p.state = 'RECEIPT_PENDING'
      AND p.due_at <= ${at}
      AND ${notSetAside(NAME, sql`p.account_id || '-' || p.id`, at)}`;
}

/** An operation's time is the payout's due time when first asked for. */
async function lockPending(trx: Trx, { at, until, limit }: Claim): Promise<IncomeRow[]> {
  const { rows } = await sql<IncomeRow>`
    WITH p AS MATERIALIZED (
      SELECT * FROM payouts p
      WHERE ${awaitsReceipt(at)} AND ${isUnleased(at)}
      ORDER BY due_at, id
      LIMIT ${limit}
      FOR NO KEY UPDATE SKIP LOCKED
    )
    SELECT ${INCOME_COLUMNS}, 0 AS reissue_no, coalesce(r.state = 'SENT', false) AS asked,
      coalesce(r.attempts, 0)::integer AS attempts, coalesce(r.operation_at, p.due_at) AS operation_at,
      NULL::timestamptz AS followed_until, ${until}::timestamptz AS leased_until
    FROM p
    ${INCOME_TABLES}
    LEFT JOIN LATERAL (SELECT * FROM receipts
      WHERE account_id = p.account_id AND payout_id = p.id OFFSET 0) r ON true`.execute(trx);
  return rows;
}

/** Written down before it is asked for: what was never written was never asked for. */
async function writeDown(trx: Trx, rows: readonly IncomeRow[], claim: Claim): Promise<void> {
  if (rows.length === 0) return;
  await sql`
    INSERT INTO receipts AS r (account_id, payout_id, workman_id, inn, state, amount_kopecks,
      operation_at, due_at, awaited_until)
    SELECT account_id, payout_id, workman_id, inn, 'NEW', amount, operation_at, ${claim.until},
      ${awaitedUntil(claim.until)}
    FROM unnest(${numberArray(rows.map((row) => row.account_id))}::integer[],
      ${numberArray(rows.map((row) => row.id))}::bigint[],
      ${numberArray(rows.map((row) => row.workman_id))}::integer[],
      ${rows.map((row) => row.inn)}::text[],
      ${numberArray(rows.map((row) => row.amount_kopecks))}::bigint[],
      ${rows.map((row) => row.operation_at)}::timestamptz[]) AS k(account_id, payout_id, workman_id,
        inn, amount, operation_at)
    ON CONFLICT (account_id, payout_id) DO UPDATE
    SET due_at = excluded.due_at, awaited_until = ${sentUntil(claim)}`.execute(trx);
}
