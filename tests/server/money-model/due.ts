import { sql, type Kysely } from "kysely";
import type { Schema } from "#server/data/generated/schema.ts";

interface Due {
  readonly what: string;
  /** `null`: never. */
  readonly at: Date | null;
}

/**
 * What the product, or the world, is to do next: orders and receipts under way, what was set aside,
 * answers and returns announced by the outside services. A receipt that its worker has annulled is
 * found by the next sweep. `null`: everything waits for people.
 */
export async function nextDue(db: Kysely<Schema>, now: Date): Promise<Due | null> {
  const { rows } = await sql<Due>`
    SELECT what, at FROM (
      SELECT 'payout ' || id || ' ' || state AS what, due_at AS at
      FROM payouts
      WHERE state IN ('RECEIPT_PENDING', 'READY', 'SENT', 'BANK_HELD')
      UNION ALL
      SELECT 'receipt of ' || r.payout_id || ' ' || r.state, coalesce(r.due_at, p.due_at)
      FROM receipts r
      JOIN payouts p ON p.account_id = r.account_id AND p.id = r.payout_id
      WHERE r.state IN ('NEW', 'SENT', 'REVERSING')
        -- Of a payout that was cancelled before its receipt there will be none.
        AND NOT (r.state = 'NEW' AND r.reissue_no = 0 AND p.state = 'CANCELED')
      UNION ALL
      SELECT 'withdrawal ' || id || ' ' || state, due_at
      FROM withdrawals
      WHERE state IN ('READY', 'SENT', 'BANK_HELD')
      UNION ALL
      SELECT 'tax ' || id || ' ' || state, due_at
      FROM tax_payments
      WHERE state IN ('DUE', 'ORDERED', 'SENT')
      UNION ALL
      SELECT 'returned payment ' || id, return_due_at
      FROM incoming_payments
      WHERE return_state IN ('READY', 'SENT')
      UNION ALL
      SELECT 'reserve of annulled ' || t.payout_id, p.paid_at + interval '10 days 1 hour'
      FROM tax_reserves t
      JOIN payouts p ON p.account_id = t.account_id AND p.id = t.payout_id AND p.state = 'PAID'
      JOIN receipts r ON r.account_id = t.account_id AND r.payout_id = t.payout_id
        AND r.state IN ('REVERSED_BY_PLATFORM', 'REVERSED_BY_WORKMAN')
      WHERE t.state = 'HELD'
      UNION ALL
      SELECT 'registry ' || id || ' ' || state, cancel_until
      FROM registries
      WHERE state = 'SCHEDULED'
      UNION ALL
      SELECT 'return of ' || order_id, heard_at FROM bank_returns WHERE settled_at IS NULL
      UNION ALL
      SELECT 'set aside ' || task || ' ' || item, due_at
      FROM set_aside_items
      -- Tried for the last time: people decide.
      WHERE NOT EXISTS (SELECT FROM payouts p
        WHERE p.state = 'FAILED'
          AND task = 'payouts.orders'
          AND item = concat_ws('-', p.account_id, p.id, p.attempt))
      UNION ALL
      SELECT 'binding of a card', due_at FROM card_bindings WHERE state = 'PENDING'
      UNION ALL
      SELECT 'line to book', heard_at FROM statement_lines
      UNION ALL
      SELECT 'line of the statement', (SELECT due_at FROM statement_cursor)
      WHERE EXISTS (SELECT FROM sandbox.bank_incomes b
        WHERE NOT EXISTS (SELECT FROM incoming_payments i WHERE i.bank_id = b.payment_id))
      UNION ALL
      SELECT 'bank order ' || order_id, greatest(answer_at, return_at, held_until)
      FROM sandbox.bank_orders
      WHERE answer_at > ${now} OR return_at > ${now} OR held_until > ${now}
      UNION ALL
      SELECT 'return of ' || order_id, ${now}::timestamptz
      FROM sandbox.bank_orders
      WHERE return_at <= ${now} AND return_no IS NULL
      UNION ALL
      SELECT 'income ' || operation_id, greatest(answer_at, coalesce(canceled_at, answer_at))
      FROM sandbox.tax_incomes
      WHERE answer_at > ${now} OR canceled_at > ${now}
      UNION ALL
      SELECT 'annulled receipt ' || i.receipt_id, (SELECT due_at FROM receipt_sweep)
      FROM receipts r
      JOIN workmen w ON w.id = r.workman_id
      JOIN sandbox.tax_incomes i ON i.inn = w.inn AND i.receipt_id = r.tax_receipt_id
      WHERE r.state = 'REGISTERED' AND i.canceled_at <= ${now}
    ) d
    ORDER BY at NULLS FIRST, what
    LIMIT 1`.execute(db);
  return rows[0] ?? null;
}
