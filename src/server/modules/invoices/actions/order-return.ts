import { sql } from "kysely";
import { PAYMENT_RETURN_TRANSITIONS } from "#contract/invoices/incoming-payment-states.ts";
import { moscowDate } from "#contract/values/calendar-date.ts";
import { kopecksToRubles } from "#contract/values/money.ts";
import { post } from "#server/money/ledger/index.ts";
import { announce } from "#server/data/live.ts";
import type { AuditRecord } from "#server/http/request-context.ts";
import type { Trx } from "#server/data/transaction.ts";
import { transition } from "#server/data/transition.ts";
import { INCOMING_PAYMENTS } from "../incoming-payments.ts";

const ORDER = transition(PAYMENT_RETURN_TRANSITIONS, "order", "account", {
  column: "return_state",
});

/**
 * A task orders the return.
 *
 * @returns the journal line; `null`: credited or returned already.
 */
export async function orderReturn(trx: Trx, id: number, at: Date): Promise<AuditRecord | null> {
  const { rows } = await sql<{
    return_attempt: number;
    amount_kopecks: bigint;
    guessed_account_id: number | null;
  }>`
    UPDATE incoming_payments
    SET ${ORDER.set}, return_attempt = return_attempt + 1, return_due_at = ${at}, return_sent_at = NULL, return_failure = NULL
    WHERE id = ${id} AND account_id IS NULL AND ${ORDER.from}
    RETURNING return_attempt, amount_kopecks, guessed_account_id`.execute(trx);
  const taken = rows[0];
  if (!taken) return null;
  await post(trx, {
    event: "UNIDENTIFIED_SENT_BACK",
    source: { type: "incoming-payment", id, attempt: taken.return_attempt },
    accountId: null,
    at,
    businessDate: moscowDate(at),
    lines: [
      { code: "UNIDENTIFIED", amountKopecks: taken.amount_kopecks },
      { code: "BANK_OUT", amountKopecks: -taken.amount_kopecks },
    ],
  });
  if (taken.guessed_account_id !== null)
    await announce(trx, {
      to: `account:${taken.guessed_account_id}`,
      resource: INCOMING_PAYMENTS,
      ids: [id],
    });
  return {
    event: "incoming-payment.return-ordered",
    object: { type: "incoming-payment", id, title: `Платёж № ${id}` },
    after: { amount: kopecksToRubles(taken.amount_kopecks) },
  };
}
