import { sql, type RawBuilder } from "kysely";
import { RECEIPT_TRANSITIONS } from "#contract/receipts/receipt-states.ts";
import type { CancelReason } from "#server/integrations/tax-service/port.ts";
import type { Trx } from "#server/data/transaction.ts";

interface ReceiptKey {
  readonly accountId: number;
  readonly payoutId: bigint;
}

type Event = "reverse" | "retry" | "reissue" | "noticeReversal";

/**
 * By the transition table, in one conditional statement.
 *
 * @param rest - other columns to set.
 * @returns `false`: its state does not allow the event, nothing is changed.
 */
export async function moveReceipt(
  trx: Trx,
  { accountId, payoutId }: ReceiptKey,
  event: Event,
  rest: RawBuilder<unknown>,
): Promise<boolean> {
  const { from, to } = RECEIPT_TRANSITIONS[event];
  const { rows } = await sql`
    UPDATE receipts
    SET state = ${to[0]}, ${rest}
    WHERE account_id = ${accountId}
      AND payout_id = ${payoutId}
      AND state = ANY (${[...from]}::text[])
    RETURNING 1`.execute(trx);
  return rows.length > 0;
}

/** A task annuls it in the tax service. */
export function startReversal(
  trx: Trx,
  key: ReceiptKey,
  reason: CancelReason,
  at: Date,
): Promise<boolean> {
  return moveReceipt(
    trx,
    key,
    "reverse",
    sql`reverse_reason = ${reason}, due_at = ${at}, attempts = 0`,
  );
}
