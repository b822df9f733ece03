import { sql } from "kysely";
import { inBatchTransaction } from "#server/data/batch-transaction.ts";
import type { IncomeResult } from "#server/integrations/tax-service/port.ts";
import type { BackgroundTask } from "#server/work/background-tasks.ts";
import { outsideTask } from "#server/work/outside-task.ts";
import type { Platform } from "#server/platform.ts";
import { settleIncomes } from "../actions/settle-incomes.ts";
import {
  askIncomes,
  INCOME_COLUMNS,
  INCOME_TABLES,
  operationIdOf,
  sentUntil,
  type IncomeRow,
} from "../incomes.ts";

/**
 * The income keeps its day, and nothing is earned twice. Receipts sent for payouts that have ended
 * are followed here: what is found is annulled.
 */
export function reissueReceiptsTask(platform: Platform): BackgroundTask {
  return outsideTask<IncomeRow, IncomeResult>(platform, {
    name: "payouts.reissue-receipts",
    idleMs: 5000,
    batch: 200,
    nameOf: operationIdOf,
    lease: (claim) =>
      inBatchTransaction(platform.db, async (trx) => {
        const { at, until, limit, isFree } = claim;
        const { rows } = await sql<IncomeRow>`
          WITH r AS MATERIALIZED (
            SELECT r.*, CASE
              WHEN p.state = 'CANCELED' THEN coalesce(r.awaited_until, ${at}) END AS followed_until
            FROM receipts r
            JOIN payouts p ON p.account_id = r.account_id AND p.id = r.payout_id
            WHERE r.state IN ('NEW', 'SENT')
              AND (r.reissue_no > 0 OR r.state = 'SENT')
              AND r.due_at <= ${at}
              AND (r.reissue_no > 0 OR p.state = 'CANCELED')
              AND ${isFree(sql`r.account_id || '-' || r.payout_id || CASE WHEN r.reissue_no > 0 THEN '-' || r.reissue_no ELSE '' END`)}
            ORDER BY r.due_at
            LIMIT ${limit}
            FOR UPDATE OF r SKIP LOCKED
          ), leased AS (
            UPDATE receipts l SET due_at = ${until}, awaited_until = ${sentUntil(claim)}
            FROM r
            WHERE l.account_id = r.account_id AND l.payout_id = r.payout_id
          )
          SELECT ${INCOME_COLUMNS}, r.reissue_no, r.state = 'SENT' AS asked, r.attempts,
            r.operation_at, r.followed_until, ${until}::timestamptz AS leased_until
          FROM r
          JOIN payouts p ON p.account_id = r.account_id AND p.id = r.payout_id
          ${INCOME_TABLES}`.execute(trx);
        return rows;
      }),
    ask: (rows, claim) => askIncomes(platform.taxService, rows, claim),
    settleTogether: (trx, rows, answers, at) => settleIncomes(platform, trx, rows, answers, at),
  });
}
