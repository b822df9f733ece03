import { sql, type RawBuilder } from "kysely";
import { LATE_RETURN_DAYS } from "#contract/payouts/payout-states.ts";
import { RECEIPT_TRANSITIONS } from "#contract/receipts/receipt-states.ts";
import type { CancelReason } from "#server/integrations/tax-service/port.ts";
import type { Trx } from "#server/data/transaction.ts";
import { transition } from "#server/data/transition.ts";

interface ReceiptKey {
  readonly accountId: number;
  readonly payoutId: bigint;
}

/** How long an income of an ended payout is looked for. Decision: as long as money may return. */
const FOLLOWED_MS = LATE_RETURN_DAYS * 86_400_000;

type Event = "follow" | "reverse" | "retry" | "reissue" | "noticeReversal";

/**
 * By the transition table, in one conditional statement.
 *
 * @param rest - other columns to set.
 * @param only - another condition.
 * @returns `false`: its state does not allow the event, nothing is changed.
 */
export async function moveReceipt(
  trx: Trx,
  { accountId, payoutId }: ReceiptKey,
  event: Event,
  rest: RawBuilder<unknown>,
  only: RawBuilder<unknown> = sql`true`,
): Promise<boolean> {
  const move = transition(RECEIPT_TRANSITIONS, event, RECEIPT_TRANSITIONS[event].actor[0]);
  const { rows } = await sql`
    UPDATE receipts
    SET ${move.set}, ${rest}
    WHERE account_id = ${accountId}
      AND payout_id = ${payoutId}
      AND ${move.from}
      AND ${only}
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

/** Of a payout that ends: what was sent without an answer is looked for, and annulled when found. */
export function followUnanswered(trx: Trx, key: ReceiptKey, at: Date): Promise<boolean> {
  const until = new Date(at.getTime() + FOLLOWED_MS);
  return moveReceipt(
    trx,
    key,
    "follow",
    sql`due_at = ${at}, awaited_until = ${until}, attempts = 0`,
    sql`awaited_until IS NOT NULL`,
  );
}
