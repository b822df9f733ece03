import { sql, type Kysely } from "kysely";
import type { Schema } from "#server/data/generated/schema.ts";
import type { BankMovement } from "#contract/transactions/reconciliation.ts";
import { netPayOf } from "#server/data/net-pay.ts";

/** Top-ups without an invoice are numbered from here. */
export const FIRST_STATEMENT_ID = 900_000_000_001;

/** Paired by `kind` and `key`. */
export interface Movement {
  readonly kind: BankMovement;
  /** Bank id of an incoming payment, payout id, or order of a refund. */
  readonly key: string;
  readonly payoutId: number | null;
  /** Of a line of the statement, and of what is paid and stays so. */
  readonly orderId?: string;
  readonly amountKopecks: bigint;
  readonly at: Date;
}

/** Payers of the customer, itself included. */
export async function payersOf(db: Kysely<Schema>, accountId: number): Promise<string[]> {
  const { rows } = await sql<{ inn: string }>`
    SELECT inn
    FROM accounts
    WHERE id = ${accountId}
    UNION SELECT DISTINCT payer_inn
    FROM incoming_payments
    WHERE account_id = ${accountId}`.execute(db);
  return rows.map(({ inn }) => inn);
}

/** Of a payment `i` that was nobody's, to whom it seemed to belong. */
const isRefundTo = (accountId: number) =>
  sql`i.return_attempt > 0 AND coalesce(i.account_id, i.guessed_account_id) = ${accountId}`;

/** @returns those that return money to the company. */
export async function refundsTo(
  db: Kysely<Schema>,
  accountId: number,
  orderIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const ids = orderIds.flatMap((orderId) => /^return-(\d{1,18})-\d+$/.exec(orderId)?.[1] ?? []);
  if (ids.length === 0) return new Set();
  const { rows } = await sql<{ id: bigint }>`
    SELECT i.id
    FROM incoming_payments i
    WHERE i.id = ANY (${ids}::bigint[]) AND ${isRefundTo(accountId)}`.execute(db);
  const own = new Set(rows.map(({ id }) => String(id)));
  return new Set(orderIds.filter((orderId) => own.has(orderId.split("-")[1] ?? "")));
}

/**
 * An incoming payment counts on the bank's day.
 *
 * @param incoming - ids of statement lines; `foreign`: other customers' or nobody's;
 * `unrecognized`: probably the customer's, undecided.
 */
export async function bookedMovements(
  db: Kysely<Schema>,
  accountId: number,
  { from, to }: { readonly from: Date; readonly to: Date },
  incoming: readonly string[],
): Promise<{ movements: Movement[]; foreign: Set<string>; unrecognized: Movement[] }> {
  const { rows } = await sql<{
    kind: Movement["kind"];
    key: string;
    payout_id: bigint | null;
    amount: bigint;
    at: Date;
    order_id: string | null;
  }>`
    SELECT 'INCOMING' AS kind, i.bank_id AS key, NULL::bigint AS payout_id, i.amount_kopecks AS amount, i.received_at AS at,
      NULL AS order_id
    FROM incoming_payments i WHERE i.account_id = ${accountId} AND i.received_at >= ${from} AND i.received_at < ${to}
    UNION ALL
    SELECT 'INCOMING', 'top-up-' || e.source_id, NULL, p.amount_kopecks, e.at, NULL
    FROM ledger_entries e JOIN postings p ON p.entry_id = e.id AND p.at = e.at JOIN ledger_accounts a ON a.id = p.ledger_account_id AND a.code = 'BANK'
    WHERE e.account_id = ${accountId} AND e.event_type = 'INVOICE_PAID' AND e.source_type = 'invoice' AND e.source_id >= ${FIRST_STATEMENT_ID} AND e.at >= ${from} AND e.at < ${to}
    UNION ALL
    SELECT 'OUTGOING', y.id::text, y.id, ${netPayOf("y")}, e.at,
      CASE WHEN y.state = 'PAID' AND c.entry_id = y.confirmed_entry_ids[cardinality(y.confirmed_entry_ids)]
        THEN concat_ws('-', y.account_id, y.id, y.attempt) END
    FROM payouts y, unnest(y.confirmed_entry_ids) AS c(entry_id) JOIN ledger_entries e ON e.id = c.entry_id
    WHERE y.account_id = ${accountId} AND e.at >= ${from} AND e.at < ${to}
    UNION ALL
    SELECT 'RETURNED', p.payout_id::text, p.payout_id, -p.amount_kopecks, e.at, NULL
    FROM ledger_entries e JOIN postings p ON p.entry_id = e.id AND p.at = e.at AND p.payout_id IS NOT NULL
    WHERE e.account_id = ${accountId} AND e.event_type = 'PAYOUT_RETURNED' AND e.at >= ${from} AND e.at < ${to}
      -- Of what the bank had never confirmed, nothing came back.
      AND EXISTS (SELECT FROM postings b JOIN ledger_accounts a ON a.id = b.ledger_account_id WHERE b.entry_id = e.id AND b.at = e.at AND a.code = 'BANK')
    UNION ALL
    SELECT CASE e.event_type WHEN 'UNIDENTIFIED_RETURNED' THEN 'REFUNDED' ELSE 'REFUND_RETURNED' END,
      'return-' || i.id || '-' || e.attempt, NULL, i.amount_kopecks, e.at,
      CASE WHEN i.return_state = 'RETURNED' AND e.event_type = 'UNIDENTIFIED_RETURNED' AND e.attempt = i.return_attempt
        THEN 'return-' || i.id || '-' || e.attempt END
    FROM incoming_payments i
    JOIN ledger_entries e ON e.source_type = 'incoming-payment'
      AND e.source_id = i.id
      AND e.event_type IN ('UNIDENTIFIED_RETURNED', 'UNIDENTIFIED_RETURN_FAILED')
    WHERE ${isRefundTo(accountId)} AND e.at >= ${from} AND e.at < ${to}
      AND EXISTS (SELECT FROM postings b JOIN ledger_accounts a ON a.id = b.ledger_account_id WHERE b.entry_id = e.id AND b.at = e.at AND a.code = 'BANK')`.execute(
    db,
  );
  const waiting = await sql<{ bank_id: string; amount: bigint; at: Date }>`
    SELECT i.bank_id, i.amount_kopecks AS amount, i.received_at AS at
    FROM incoming_payments i
    WHERE i.account_id IS NULL
      AND i.return_state IS NULL
      AND (i.guessed_account_id = ${accountId}
        OR (i.guessed_account_id IS NULL
          AND i.payer_inn = (SELECT inn FROM accounts WHERE id = ${accountId})))
      AND i.received_at >= ${from}
      AND i.received_at < ${to}`.execute(db);
  const strangers = await sql<{ bank_id: string }>`
    SELECT bank_id
    FROM incoming_payments
    WHERE bank_id = ANY (${[...incoming]}::text[]) AND account_id IS DISTINCT FROM ${accountId}`.execute(
    db,
  );
  return {
    movements: rows.map(({ kind, key, payout_id: payoutId, amount, at, order_id: orderId }) => ({
      kind,
      key,
      payoutId: payoutId === null ? null : Number(payoutId),
      amountKopecks: amount,
      at,
      ...(orderId === null ? {} : { orderId }),
    })),
    unrecognized: waiting.rows.map(({ bank_id: key, amount, at }) => ({
      kind: "INCOMING",
      key,
      payoutId: null,
      amountKopecks: amount,
      at,
    })),
    foreign: new Set(strangers.rows.map(({ bank_id: bankId }) => bankId)),
  };
}
