import { sql } from "kysely";
import { RECEIPT_TRANSITIONS } from "#contract/receipts/receipt-states.ts";
import type { CancelReason, CancelResult } from "#server/integrations/tax-service/port.ts";
import { inBatchTransaction } from "#server/data/batch-transaction.ts";
import type { Trx } from "#server/data/transaction.ts";
import type { Platform } from "#server/platform.ts";
import { settleAnnulled } from "../actions/settle-annulled.ts";
import { isDue, type Lease, type ReceiptWork } from "../receipt-work.ts";

const NAME = "payouts.reverse-receipts";
const BATCH = 200;
const POLL_MS = 5000;
const LONGEST_POLL_MS = 300_000;
const { completeReversal } = RECEIPT_TRANSITIONS;

interface ReversingRow {
  readonly account_id: number;
  readonly id: bigint;
  readonly workman_id: number;
  readonly registry_id: number | null;
  readonly inn: string;
  readonly tax_receipt_id: string;
  readonly reverse_reason: CancelReason;
}

/** ALREADY_DELETED is success; a rejected one is tried less and less often and blocks no other. */
export function annulledReceipts(platform: Platform): ReceiptWork<ReversingRow, CancelResult> {
  return {
    name: NAME,
    idleMs: 5000,
    nameOf: (row) => row.tax_receipt_id,
    lease: (lease) => inBatchTransaction(platform.db, (trx) => leaseReversing(trx, lease)),
    async ask(rows) {
      const results = await platform.taxService.cancelReceipts(
        rows.map((row) => ({
          inn: row.inn,
          receiptId: row.tax_receipt_id,
          reason: row.reverse_reason,
        })),
      );
      return new Map(results.map((result) => [result.receiptId, result]));
    },
    async settle(trx, { rows, answers, at, until }) {
      const answered = rows.map((row) => ({ row, answer: answers.get(row.tax_receipt_id) }));
      const withStatus = (status: CancelResult["status"]) =>
        answered.filter(({ answer }) => answer?.status === status).map(({ row }) => row);
      const done = await changeReversing(
        trx,
        withStatus("CANCELED"),
        until,
        sql`state = ${completeReversal.to[0]}, reversed_at = ${at}, due_at = NULL`,
      );
      await settleAnnulled(platform, trx, done, { by: "platform", at });
      // Still worked on: asked about later, so that it holds nothing up.
      await changeReversing(
        trx,
        withStatus("PROCESSING"),
        until,
        sql`
          attempts = least(r.attempts + 1, 30000), due_at = ${at}::timestamptz
            + least(${LONGEST_POLL_MS}::double precision, ${POLL_MS} * (r.attempts + 1))
            * interval '1 millisecond'`,
      );
      return answered.flatMap(({ row, answer }) =>
        answer?.status === "REFUSED" ? [{ row, problem: problemOf(answer.error) }] : [],
      );
    },
  };
}

function problemOf(error: string): string {
  return error === "INTERNAL_ERROR"
    ? "ФНС не ответила, аннулирован ли чек: спрашиваем снова"
    : `ФНС отказала в аннулировании: ${error}`;
}

async function leaseReversing(trx: Trx, { at, until }: Lease): Promise<ReversingRow[]> {
  const { rows } = await sql<ReversingRow>`
    WITH r AS MATERIALIZED (
      SELECT * FROM receipts r
      WHERE state = 'REVERSING'
        AND due_at <= ${at}
        AND ${isDue(NAME, sql`r.tax_receipt_id`, at)}
      ORDER BY due_at, payout_id
      LIMIT ${BATCH}
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
      w.inn, r.tax_receipt_id, r.reverse_reason
    FROM r
    JOIN workmen w ON w.id = r.workman_id`.execute(trx);
  return rows;
}

/**
 * @param change - SET list of receipts `r` still leased until then.
 * @returns those changed.
 */
async function changeReversing(
  trx: Trx,
  rows: readonly ReversingRow[],
  until: Date,
  change: ReturnType<typeof sql>,
): Promise<ReversingRow[]> {
  if (rows.length === 0) return [];
  const { rows: changed } = await sql<{ tax_receipt_id: string }>`
    UPDATE receipts r SET ${change}
    FROM unnest(${rows.map((row) => row.account_id)}::integer[],
      ${rows.map((row) => row.id)}::bigint[]) AS k(account_id, id)
    WHERE r.account_id = k.account_id
      AND r.payout_id = k.id
      AND r.state = ANY (${[...completeReversal.from]}::text[])
      AND r.due_at = ${until}
    RETURNING r.tax_receipt_id`.execute(trx);
  const names = new Set(changed.map((row) => row.tax_receipt_id));
  return rows.filter((row) => names.has(row.tax_receipt_id));
}
