import { sql } from "kysely";
import { RECEIPT_TRANSITIONS } from "#contract/receipts/receipt-states.ts";
import type { CancelReason, CancelResult } from "#server/integrations/tax-service/port.ts";
import { inBatchTransaction, preferIndexes } from "#server/data/batch-transaction.ts";
import { RECEIPT_INN } from "#server/data/receipt-inn.ts";
import type { Trx } from "#server/data/transaction.ts";
import { transition } from "#server/data/transition.ts";
import type { BackgroundTask } from "#server/work/background-tasks.ts";
import type { Claim } from "#server/work/item-task.ts";
import { outsideTask } from "#server/work/outside-task.ts";
import type { Platform } from "#server/platform.ts";
import { settleAnnulled } from "../actions/settle-annulled.ts";

const POLL_MS = 5000;
const LONGEST_POLL_MS = 300_000;
const COMPLETE = transition(RECEIPT_TRANSITIONS, "completeReversal", "system", { of: "r" });

interface ReversingRow {
  readonly account_id: number;
  readonly id: bigint;
  readonly workman_id: number;
  readonly registry_id: number | null;
  readonly inn: string;
  readonly tax_receipt_id: string;
  readonly reverse_reason: CancelReason;
  readonly leased_until: Date;
}

/** ALREADY_DELETED is success; a rejected one is tried less and less often and blocks no other. */
export function reverseReceiptsTask(platform: Platform): BackgroundTask {
  return outsideTask<ReversingRow, Exclude<CancelResult, { status: "REFUSED" }>>(platform, {
    name: "payouts.reverse-receipts",
    idleMs: 5000,
    batch: 200,
    nameOf: (row) => row.tax_receipt_id,
    lease: (claim) => inBatchTransaction(platform.db, (trx) => leaseReversing(trx, claim)),
    async ask(rows) {
      const results = await platform.taxService.cancelReceipts(
        rows.map((row) => ({
          inn: row.inn,
          receiptId: row.tax_receipt_id,
          reason: row.reverse_reason,
        })),
      );
      return new Map(
        results.map((one) => [one.receiptId, one.status === "REFUSED" ? refusalOf(one) : one]),
      );
    },
    async settleTogether(trx, rows, answers, at) {
      await preferIndexes(trx);
      const withStatus = (status: CancelResult["status"]) =>
        rows.filter((row) => answers.get(row.tax_receipt_id)?.status === status);
      const done = await changeReversing(
        trx,
        withStatus("CANCELED"),
        sql`${COMPLETE.set}, reversed_at = ${at}, due_at = NULL`,
      );
      await settleAnnulled(platform, trx, done, { by: "platform", at });
      // Still worked on: asked about later, so that it holds nothing up.
      await changeReversing(
        trx,
        withStatus("PROCESSING"),
        sql`
          attempts = least(r.attempts + 1, 30000), due_at = ${at}::timestamptz
            + least(${LONGEST_POLL_MS}::double precision, ${POLL_MS} * (r.attempts + 1))
            * interval '1 millisecond'`,
      );
    },
  });
}

function refusalOf({ error }: { readonly error: string }): Error {
  return new Error(
    error === "INTERNAL_ERROR"
      ? "ФНС не ответила, аннулирован ли чек: спрашиваем снова"
      : `ФНС отказала в аннулировании: ${error}`,
  );
}

async function leaseReversing(
  trx: Trx,
  { at, until, limit, isFree }: Claim,
): Promise<ReversingRow[]> {
  const { rows } = await sql<ReversingRow>`
    WITH r AS MATERIALIZED (
      SELECT * FROM receipts r
      WHERE state = 'REVERSING'
        AND due_at <= ${at}
        AND ${isFree(sql`r.tax_receipt_id`)}
      ORDER BY due_at, payout_id
      LIMIT ${limit}
      FOR UPDATE SKIP LOCKED
    ), leased AS (
      UPDATE receipts l SET due_at = ${until}
      FROM r
      WHERE l.account_id = r.account_id AND l.payout_id = r.payout_id
    )
    SELECT r.account_id, r.payout_id AS id, r.workman_id,
      (SELECT p.registry_id
        FROM payouts p
        WHERE p.account_id = r.account_id AND p.id = r.payout_id) AS registry_id,
      ${RECEIPT_INN} AS inn, r.tax_receipt_id, r.reverse_reason, ${until}::timestamptz AS leased_until
    FROM r
    JOIN workmen w ON w.id = r.workman_id`.execute(trx);
  return rows;
}

/**
 * @param change - SET list of receipts `r` still leased.
 * @returns those changed.
 */
async function changeReversing(
  trx: Trx,
  rows: readonly ReversingRow[],
  change: ReturnType<typeof sql>,
): Promise<ReversingRow[]> {
  if (rows.length === 0) return [];
  const { rows: changed } = await sql<{ tax_receipt_id: string }>`
    UPDATE receipts r SET ${change}
    FROM unnest(${rows.map((row) => row.account_id)}::integer[],
      ${rows.map((row) => row.id)}::bigint[],
      ${rows.map((row) => row.leased_until)}::timestamptz[]) AS k(account_id, id, leased_until)
    WHERE r.account_id = k.account_id
      AND r.payout_id = k.id
      AND ${COMPLETE.from}
      AND r.due_at = k.leased_until
    RETURNING r.tax_receipt_id`.execute(trx);
  const names = new Set(changed.map((row) => row.tax_receipt_id));
  return rows.filter((row) => names.has(row.tax_receipt_id));
}
