import { sql } from "kysely";
import type { Trx } from "#server/data/transaction.ts";
import type { CancelReason, CancelResult } from "#server/integrations/tax-service/port.ts";
import { inBatchTransaction } from "#server/data/batch-transaction.ts";
import type { BackgroundTask } from "#server/work/background-tasks.ts";
import { forgetFailures, noteFailure, notSetAside } from "#server/work/set-aside.ts";
import { announcePayouts } from "#server/money/payouts/index.ts";
import type { Platform } from "#server/platform.ts";

const BATCH = 200;
const POLL_MS = 5000;
const LONGEST_POLL_MS = 300_000;
const TASK = "payouts.reverse-receipts";

/**
 * Annuls receipts of payouts given up and those a person wants annulled. ALREADY_DELETED is
 * success; a rejected one is retried less and less often and blocks no other.
 */
export function reverseReceiptsTask(platform: Platform): BackgroundTask {
  return {
    name: TASK,
    idleMs: 5000,
    run: () =>
      inBatchTransaction(platform.db, async (trx) => {
        const at = platform.clock.now();
        const { rows } = await sql<{
          account_id: number;
          payout_id: bigint;
          workman_id: number;
          registry_id: number | null;
          inn: string;
          tax_receipt_id: string;
          reverse_reason: CancelReason;
        }>`
          SELECT r.account_id, r.payout_id, r.workman_id,
            (SELECT p.registry_id
              FROM payouts p
              WHERE p.account_id = r.account_id AND p.id = r.payout_id) AS registry_id,
            w.inn, r.tax_receipt_id, r.reverse_reason
          FROM receipts r JOIN workmen w ON w.id = r.workman_id
          WHERE r.state = 'REVERSING'
            AND r.due_at <= ${at}
            AND ${notSetAside(TASK, sql`r.tax_receipt_id`, at)}
          ORDER BY r.due_at, r.payout_id
          LIMIT ${BATCH}
          FOR UPDATE OF r SKIP LOCKED`.execute(trx);
        if (rows.length === 0) return false;
        const results = await platform.taxService.cancelReceipts(
          rows.map((row) => ({
            inn: row.inn,
            receiptId: row.tax_receipt_id,
            reason: row.reverse_reason,
          })),
        );
        for (const result of results)
          if (result.status === "REFUSED")
            await noteFailure(
              trx,
              {
                task: TASK,
                item: result.receiptId,
                problem: `ФНС отказала в аннулировании: ${result.error}`,
              },
              at,
            );
        const canceled = results
          .filter((result) => result.status === "CANCELED")
          .map((result) => result.receiptId);
        await postpone(trx, results, rows, at);
        const done = rows.filter((row) => canceled.includes(row.tax_receipt_id));
        await sql`
          UPDATE receipts r SET state = 'REVERSED_BY_PLATFORM', reversed_at = ${at}
          FROM unnest(${done.map((row) => row.account_id)}::integer[],
            ${done.map((row) => row.payout_id)}::bigint[]) AS k(account_id, payout_id)
          WHERE r.account_id = k.account_id AND r.payout_id = k.payout_id AND r.state = 'REVERSING'`.execute(
          trx,
        );
        await announcePayouts(
          trx,
          done.map((row) => ({ ...row, id: row.payout_id })),
        );
        await forgetFailures(
          trx,
          TASK,
          done.map((row) => row.tax_receipt_id),
        );
        if (done.length > 0)
          await platform.events.publish(trx, "receipts.annulled-by-platform", {
            payouts: done.map((row) => ({ accountId: row.account_id, id: row.payout_id })),
            at,
          });
        return rows.length === BATCH;
      }),
  };
}

/** What the tax service still works on is asked about later, so that it holds nothing else up. */
async function postpone(
  trx: Trx,
  results: readonly CancelResult[],
  rows: readonly { account_id: number; payout_id: bigint; tax_receipt_id: string }[],
  at: Date,
): Promise<void> {
  const processing = new Set(
    results.filter(({ status }) => status === "PROCESSING").map(({ receiptId }) => receiptId),
  );
  const waiting = rows.filter((row) => processing.has(row.tax_receipt_id));
  await sql`
    UPDATE receipts r
    SET attempts = least(r.attempts + 1, 30000), due_at = ${at}::timestamptz
      + least(${LONGEST_POLL_MS}::double precision, ${POLL_MS} * (r.attempts + 1))
      * interval '1 millisecond'
    FROM unnest(${waiting.map((row) => row.account_id)}::integer[],
      ${waiting.map((row) => row.payout_id)}::bigint[]) AS k(account_id, payout_id)
    WHERE r.account_id = k.account_id AND r.payout_id = k.payout_id`.execute(trx);
}
