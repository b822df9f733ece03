import { sql } from "kysely";
import { LATE_RETURN_DAYS } from "#contract/payouts/payout-states.ts";
import type { Trx } from "#server/data/transaction.ts";

const DAY_MS = 86_400_000;

/**
 * Until when the bank may return money paid to this worker or by this company; `null`: nothing may.
 * Whoever is deleted earlier leaves money nobody can pay out.
 */
export async function returnsDueUntil(
  trx: Trx,
  whose: { readonly accountId: number } | { readonly workmanId: number },
  at: Date,
): Promise<Date | null> {
  const since = new Date(at.getTime() - LATE_RETURN_DAYS * DAY_MS);
  const paid =
    "accountId" in whose
      ? sql`
        SELECT paid_at FROM payouts WHERE account_id = ${whose.accountId} AND state = 'PAID'`
      : sql`
        SELECT paid_at FROM payouts WHERE workman_id = ${whose.workmanId} AND state = 'PAID'
        UNION ALL
        SELECT paid_at FROM withdrawals WHERE workman_id = ${whose.workmanId} AND state = 'PAID'
        UNION ALL
        SELECT e.at
        FROM tax_payments t
        JOIN ledger_entries e ON e.source_type = 'tax-payment'
          AND e.source_id = t.id
          AND e.event_type = 'TAX_CONFIRMED'
        WHERE t.workman_id = ${whose.workmanId} AND t.state = 'PAID'`;
  const { rows } = await sql<{ last: Date | null }>`
    SELECT max(p.paid_at) AS last FROM (${paid}) p WHERE p.paid_at > ${since}`.execute(trx);
  const last = rows[0]?.last;
  return last ? new Date(last.getTime() + LATE_RETURN_DAYS * DAY_MS) : null;
}
