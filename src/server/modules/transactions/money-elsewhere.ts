import { sql, type Kysely } from "kysely";
import type { CalendarDate } from "#contract/values/calendar-date.ts";
import type { Schema } from "#server/data/generated/schema.ts";
import { endOfMoscowDay } from "#server/data/moscow-day.ts";

/** Kopecks. */
export interface MoneyElsewhere {
  readonly returned: { readonly count: number; readonly kopecks: bigint };
  readonly onTheWay: bigint;
  readonly paid: bigint;
  readonly taxes: bigint;
  readonly commissions: bigint;
}

/**
 * At the end of `day`: what was put in and is on neither balance. With them the lines sum to all
 * that was put in, whatever the states of the payouts.
 */
export async function moneyElsewhereAtEndOf(
  db: Kysely<Schema>,
  accountId: number,
  day: CalendarDate,
): Promise<MoneyElsewhere> {
  const returned = await returnedAtEndOf(db, accountId, day);
  const { rows } = await sql<{ earned: bigint; paid: bigint; taxes: bigint; commissions: bigint }>`
    WITH own AS (
      SELECT a.id, a.code, coalesce((SELECT sum(p.amount_kopecks)
          FROM postings p
          WHERE p.ledger_account_id = a.id AND p.at >= ${endOfMoscowDay(day)}), 0)
        - a.balance_kopecks * k.side AS kopecks
      FROM ledger_accounts a
      JOIN ledger_account_kinds k ON k.code = a.code
      WHERE a.account_id = ${accountId} AND a.workman_id = 0
    )
    SELECT coalesce(sum(kopecks) FILTER (WHERE code IN ('WORK_ACCRUED', 'BANK_OUT')), 0)::bigint
        AS earned,
      coalesce(sum(kopecks) FILTER (WHERE code = 'BANK'), 0)::bigint AS paid,
      coalesce(sum(kopecks) FILTER (WHERE code IN ('REV_COMM', 'VAT_BUDGET')), 0)::bigint
        AS commissions,
      coalesce((SELECT sum(p.amount_kopecks)
        FROM ledger_entries e
        JOIN postings p ON p.entry_id = e.id AND p.at = e.at
        WHERE e.account_id = ${accountId}
          AND e.event_type IN ('TAX_RESERVED', 'TAX_RELEASED', 'DEBT_TAKEN', 'DEBT_RESTORED')
          AND e.at < ${endOfMoscowDay(day)}
          AND p.ledger_account_id IN (SELECT id FROM own WHERE code = 'WORK_ACCRUED')), 0)::bigint
        AS taxes
    FROM own`.execute(db);
  const { earned = 0n, paid = 0n, taxes = 0n, commissions = 0n } = rows[0] ?? {};
  return { returned, onTheWay: earned - returned.kopecks, paid, taxes, commissions };
}

/** Undecided: sent back, refused, or failed before anything was sent. */
async function returnedAtEndOf(
  db: Kysely<Schema>,
  accountId: number,
  day: CalendarDate,
): Promise<MoneyElsewhere["returned"]> {
  const { rows } = await sql<{ count: number; kopecks: bigint }>`
    WITH own AS (
      SELECT id FROM ledger_accounts WHERE account_id = ${accountId} AND code = 'WORK_ACCRUED'
    ), suspect AS (
      SELECT p.payout_id AS id
      FROM ledger_entries e JOIN postings p ON p.entry_id = e.id AND p.at = e.at
      WHERE e.account_id = ${accountId}
        AND ((e.event_type = 'PAYOUT_RETURNED' AND e.at < ${endOfMoscowDay(day)})
          OR (e.event_type = 'PAYOUT_GIVEN_UP' AND e.at >= ${endOfMoscowDay(day)}))
        AND p.ledger_account_id IN (SELECT id FROM own)
      UNION
      SELECT y.id FROM payouts y WHERE y.account_id = ${accountId} AND y.state = 'FAILED'
    ), held AS (
      SELECT y.state, y.returned_at, -sum(p.amount_kopecks) AS kopecks,
        (array_agg(e.event_type ORDER BY p.at DESC, e.id DESC)
          FILTER (WHERE e.event_type IN ('PAYOUT_SENT', 'PAYOUT_RETURNED')))[1] AS last
      FROM suspect s
      JOIN payouts y ON y.account_id = ${accountId} AND y.id = s.id
      JOIN postings p ON p.payout_id = s.id
      JOIN ledger_entries e ON e.id = p.entry_id
      WHERE p.ledger_account_id IN (SELECT id FROM own) AND p.at < ${endOfMoscowDay(day)}
      GROUP BY y.account_id, y.id
    )
    SELECT count(*)::integer AS count, coalesce(sum(kopecks), 0)::bigint AS kopecks
    FROM held
    WHERE kopecks > 0
      -- A new try waits to be sent; its first moment of failure is forgotten.
      AND ((last = 'PAYOUT_RETURNED' AND state <> 'READY')
        OR returned_at < ${endOfMoscowDay(day)})`.execute(db);
  return rows[0] ?? { count: 0, kopecks: 0n };
}
