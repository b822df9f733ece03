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
 * Moves the receipt of a payout by its table, in one conditional statement.
 *
 * @param rest - what is written beside the state.
 * @returns `false`, and nothing is changed, when its state does not allow the event.
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

/** Asks the tax service, by its task, to annul the receipt. */
export function startReversal(trx: Trx, key: ReceiptKey, reason: CancelReason): Promise<boolean> {
  return moveReceipt(trx, key, "reverse", sql`reverse_reason = ${reason}`);
}
