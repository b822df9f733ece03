import { sql, type Kysely } from "kysely";
import { REASONS } from "#contract/definitions/reasons.ts";
import { PAYMENT_RETURN_TRANSITIONS } from "#contract/invoices/incoming-payment-states.ts";
import type { LedgerEvent } from "#contract/ledger/ledger-accounts.ts";
import { moscowDate } from "#contract/values/calendar-date.ts";
import type { PayoutFailure, ReturnOrder } from "#server/integrations/bank/port.ts";
import {
  requireNeverPaid,
  settledOneByOne,
  type LockedOrder,
  type NeverPaid,
  type OrderKind,
  type SettledOrder,
  type Versioned,
} from "#server/money/bank-orders/index.ts";
import { post } from "#server/money/ledger/index.ts";
import type { Schema } from "#server/data/generated/schema.ts";
import { announce } from "#server/data/live.ts";
import type { Trx } from "#server/data/transaction.ts";
import { requireMoved, transition } from "#server/data/transition.ts";
import { INCOMING_PAYMENTS } from "../incoming-payments.ts";

interface ReturnRow extends Versioned {
  readonly id: bigint;
  readonly bank_id: string;
  readonly amount_kopecks: bigint;
  readonly payer_inn: string;
  readonly payer_name: string;
  readonly guessed_account_id: number | null;
  readonly return_state: "READY" | "SENT" | "RETURNED";
  readonly return_attempt: number;
  readonly return_sent_at: Date | null;
}

const COLUMNS = sql`
  id, bank_id, amount_kopecks, payer_inn, payer_name, guessed_account_id, return_state,
    return_attempt, return_sent_at, xmin::text AS row_version`;
const orderIdOf = (row: Pick<ReturnRow, "id" | "return_attempt">) =>
  `return-${row.id}-${row.return_attempt}`;

const column = "return_state";
const SEND = transition(PAYMENT_RETURN_TRANSITIONS, "send", "system", { column });
const COMPLETE = transition(PAYMENT_RETURN_TRANSITIONS, "complete", "system", { column });
const UNDO = transition(PAYMENT_RETURN_TRANSITIONS, "undo", "system", { column });

/** Unidentified money → its payer, whose bank may send it back days later: unidentified again. */
export function returnOrders(db: Kysely<Schema>): OrderKind<ReturnRow, ReturnOrder> {
  return {
    name: "invoices.return-payments",
    idleMs: 2000,
    batch: 100,
    orderIdOf,
    sentAtOf: (row) => row.return_sent_at,
    orderOf,
    submit: (bank, orders) => bank.submitReturns(orders),
    async lease(stage, { at, until, limit, isFree }) {
      const { rows } = await sql<ReturnRow>`
        UPDATE incoming_payments SET return_due_at = ${until}
        WHERE id = ANY (ARRAY(SELECT id FROM incoming_payments
          WHERE return_state = ${stage}
            AND return_due_at <= ${at}
            AND ${isFree(sql`'return-' || id || '-' || return_attempt`)}
          ORDER BY return_due_at, id
          LIMIT ${limit}
          FOR UPDATE SKIP LOCKED))
        RETURNING ${COLUMNS}`.execute(db);
      return rows;
    },
    ...settledOneByOne({ lock: lockReturn, settle }),
  };
}

async function lockReturn(trx: Trx, orderId: string): Promise<LockedOrder<ReturnRow> | null> {
  const [, id, attempt] = /^return-(\d{1,18})-(\d{1,4})$/.exec(orderId) ?? [];
  if (id === undefined) return null;
  const { rows } = await sql<ReturnRow>`
    SELECT ${COLUMNS}
    FROM incoming_payments
    WHERE id = ${BigInt(id)} AND return_attempt = ${Number(attempt)} AND return_state IS NOT NULL
    FOR UPDATE`.execute(trx);
  const row = rows[0];
  if (!row) return null;
  return { row, stage: row.return_state === "RETURNED" ? "DONE" : row.return_state };
}

async function settle(
  trx: Trx,
  { row, stage, outcome }: SettledOrder<ReturnRow>,
  at: Date,
): Promise<void> {
  if (outcome.status === "POSTPONED") return;
  if (outcome.status === "DONE") return finish(trx, row, at);
  if (outcome.status !== "WAITING")
    return keepAgain(trx, row, {
      ...outcome,
      from: stage === "DONE" ? "BANK" : "BANK_OUT",
      at,
    });
  requireMoved(
    await sql`
      UPDATE incoming_payments
      SET ${SEND.set}, return_sent_at = coalesce(return_sent_at, ${at}),
        return_due_at = ${outcome.dueAt}
      WHERE id = ${row.id} AND ${SEND.from}`.execute(trx),
  );
}

function orderOf(row: ReturnRow): ReturnOrder {
  return {
    orderId: orderIdOf(row),
    paymentId: row.bank_id,
    amountKopecks: row.amount_kopecks,
    payerInn: row.payer_inn,
    payerName: row.payer_name,
    purpose: `Возврат невыясненного платежа № ${row.id}. НДС не облагается`,
  };
}

async function finish(trx: Trx, row: ReturnRow, at: Date): Promise<void> {
  requireMoved(
    await sql`
      UPDATE incoming_payments
      SET ${COMPLETE.set}, returned_at = ${at}, return_due_at = NULL
      WHERE id = ${row.id} AND ${COMPLETE.from}`.execute(trx),
  );
  await move(trx, row, "UNIDENTIFIED_RETURNED", ["BANK_OUT", "BANK"], at);
}

/** Refused or sent back: the payer decides again. `from`: BANK if the bank had confirmed. */
async function keepAgain(
  trx: Trx,
  row: ReturnRow,
  {
    reason,
    never,
    from,
    at,
  }: { reason: PayoutFailure; never: NeverPaid; from: "BANK_OUT" | "BANK"; at: Date },
): Promise<void> {
  requireNeverPaid(never, orderIdOf(row), row);
  const failure = `Банк не вернул платёж: ${REASONS.payoutFailure.titles[reason].toLowerCase()}`;
  requireMoved(
    await sql`
      UPDATE incoming_payments
      SET ${UNDO.set}, returned_at = NULL, return_due_at = NULL, return_failure = ${failure}
      WHERE id = ${row.id} AND ${UNDO.from}`.execute(trx),
  );
  await move(trx, row, "UNIDENTIFIED_RETURN_FAILED", [from, "UNIDENTIFIED"], at);
}

async function move(
  trx: Trx,
  row: ReturnRow,
  event: LedgerEvent,
  [debit, credit]: readonly ["BANK_OUT" | "BANK", "BANK" | "UNIDENTIFIED"],
  at: Date,
): Promise<void> {
  await post(trx, {
    event,
    source: { type: "incoming-payment", id: row.id, attempt: row.return_attempt },
    accountId: null,
    at,
    businessDate: moscowDate(at),
    lines: [
      { code: debit, amountKopecks: row.amount_kopecks },
      { code: credit, amountKopecks: -row.amount_kopecks },
    ],
  });
  if (row.guessed_account_id !== null)
    await announce(trx, {
      to: `account:${row.guessed_account_id}`,
      resource: INCOMING_PAYMENTS,
      ids: [Number(row.id)],
    });
}
