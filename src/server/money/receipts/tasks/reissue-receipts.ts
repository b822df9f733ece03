import { sql } from "kysely";
import type { IncomeResult } from "#server/integrations/tax-service/port.ts";
import { inBatchTransaction } from "#server/data/batch-transaction.ts";
import type { BackgroundTask } from "#server/work/background-tasks.ts";
import { announce } from "#server/data/live.ts";
import type { Trx } from "#server/data/transaction.ts";
import { receiptOperationId } from "#server/money/payouts/index.ts";
import type { Platform } from "#server/platform.ts";
import { settleRegistered, type RegisteredRow } from "../actions/settle-registered.ts";
import { RECEIPT_TEXT } from "../receipt-text.ts";
import { incomeOf, pauseAfter, type IncomeRow } from "./register-receipts.ts";

const BATCH = 200;
const POLL_MS = 5000;

interface ReissuedRow extends IncomeRow, RegisteredRow {
  /** Already submitted: only the answer is queried. */
  readonly asked: boolean;
  readonly attempts: number;
}

/**
 * Registers reissued receipts. The money was paid with the first receipt: the income keeps its day,
 * and nothing is earned twice.
 */
export function reissueReceiptsTask(platform: Platform): BackgroundTask {
  return {
    name: "payouts.reissue-receipts",
    idleMs: 5000,
    run: () =>
      inBatchTransaction(platform.db, async (trx) => {
        const at = platform.clock.now();
        const rows = await leaseReissues(trx, at);
        if (rows.length === 0) return false;
        const fresh = rows.filter(({ asked }) => !asked);
        const asked = rows.filter((row) => row.asked);
        const results = [
          ...(fresh.length > 0
            ? await platform.taxService.registerIncomes(
                fresh.map((row) => incomeOf(row, operationIdOf(row))),
              )
            : []),
          ...(asked.length > 0
            ? await platform.taxService.incomeResults(asked.map(operationIdOf))
            : []),
        ];
        const resultOf = (row: ReissuedRow) =>
          results.find(({ operationId }) => operationId === operationIdOf(row));
        for (const row of rows) await write(trx, row, resultOf(row), at);
        await settleRegistered(
          platform,
          trx,
          rows.filter((row) => resultOf(row)?.status === "REGISTERED"),
          at,
        );
        return rows.length === BATCH;
      }),
  };
}

/** Not the first receipt's operation, which is annulled for good. */
function operationIdOf(row: ReissuedRow): string {
  return receiptOperationId({ accountId: row.account_id, id: row.payout_id }, row.reissue_no);
}

async function leaseReissues(trx: Trx, at: Date): Promise<ReissuedRow[]> {
  const { rows } = await sql<ReissuedRow>`
    WITH r AS MATERIALIZED (
      SELECT * FROM receipts
      WHERE reissue_no > 0 AND state IN ('NEW', 'SENT') AND due_at <= ${at}
      ORDER BY due_at
      LIMIT ${BATCH}
      FOR UPDATE SKIP LOCKED
    )
    SELECT r.account_id, r.payout_id, r.workman_id, p.state AS payout_state,
      w.tax_payer = 'PLATFORM' AS reserves_tax, r.reissue_no, r.state = 'SENT' AS asked, r.attempts,
      r.amount_kopecks, r.operation_at, w.inn, a.inn AS customer_inn, a.short_name AS customer_name,
      ${RECEIPT_TEXT} AS receipt_text
    FROM r
    JOIN payouts p ON p.account_id = r.account_id AND p.id = r.payout_id
    JOIN jobs j ON j.account_id = p.account_id AND j.id = p.job_id
    JOIN services s ON s.id = j.service_id
    JOIN accounts a ON a.id = p.account_id
    JOIN workmen w ON w.id = r.workman_id`.execute(trx);
  return rows;
}

/** A row without an answer is queried again. */
async function write(
  trx: Trx,
  row: ReissuedRow,
  result: IncomeResult | undefined,
  at: Date,
): Promise<void> {
  const set = (() => {
    if (result?.status === "REGISTERED")
      return sql`
        state = 'REGISTERED', tax_receipt_id = ${result.receiptId}, registered_at = ${result.at},
          error_code = NULL, due_at = NULL`;
    if (result?.status === "PROCESSING")
      return sql`state = 'SENT', due_at = ${new Date(at.getTime() + POLL_MS)}`;
    if (result?.status === "DUPLICATE")
      return sql`
        state = 'SENT', attempts = attempts + 1,
          due_at = ${new Date(at.getTime() + pauseAfter(row.attempts + 1))}`;
    if (result?.status === "FAULT")
      return sql`
        state = 'NEW', attempts = attempts + 1, error_code = 'INTERNAL_ERROR',
          due_at = ${new Date(at.getTime() + pauseAfter(row.attempts + 1))}`;
    if (result?.status === "REFUSED")
      return sql`state = 'ERROR', attempts = attempts + 1, error_code = ${result.error}`;
    return sql`state = 'NEW', due_at = ${new Date(at.getTime() + POLL_MS)}`;
  })();
  await sql`
    UPDATE receipts SET ${set} WHERE account_id = ${row.account_id} AND payout_id = ${row.payout_id}`.execute(
    trx,
  );
  await announce(trx, {
    to: `account:${row.account_id}`,
    resource: "receipts",
    ids: [Number(row.payout_id)],
  });
}
