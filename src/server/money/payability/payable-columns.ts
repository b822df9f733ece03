import { sql, type RawBuilder } from "kysely";
import { outdatedPapers } from "#server/modules/workman-documents/index.ts";

/**
 * Columns of workmen `w` that decide payments: the contract's `PayableFacts`, full name and income
 * of this year.
 * @param today - Moscow date, yyyy-MM-dd: the tax service counts by its year.
 * @param except - a registry whose rows are no income yet.
 */
export function payableColumns(
  today: string,
  except?: { readonly account_id: number; readonly id: number },
): RawBuilder<unknown> {
  return sql`
    ${payableFacts(today)},
      concat_ws(' ', w.last_name, w.first_name, w.middle_name) AS "fullName",
      ${yearIncome(today, except)} AS "earnedKopecks"`;
}

/** The contract's `PayableFacts` of workmen `w`, for its judge and for `payCauseOf`. */
export function payableFacts(today: string): RawBuilder<unknown> {
  return sql`
    w.state, w.smz_state AS "smzState", w.taxpayer_type AS "taxpayerType",
      w.payout_kind AS "payoutKind",
      EXISTS (SELECT FROM workman_cards c
        WHERE c.workman_id = w.id AND c.status = 'ok') AS "hasCard",
      EXISTS (SELECT FROM workman_payment_accounts a
        WHERE a.workman_id = w.id AND a.confirmed_at IS NOT NULL) AS "hasPaymentAccount",
      ${outdatedPapers(today)} AS outdated,
      to_char(w.bound_at AT TIME ZONE 'Europe/Moscow', 'YYYY-MM-DD') AS "boundOn"`;
}

/** Blacklisted by the account, by INN or phone: an entry may have either. */
export function isBlacklisted(
  accountId: RawBuilder<unknown> | number,
  today: string,
): RawBuilder<boolean> {
  return sql`
    EXISTS (SELECT FROM blacklist_entries b
      WHERE b.account_id = ${accountId} AND (b.until IS NULL OR b.until >= ${today}::date)
    AND (b.inn = w.inn OR b.phone = (SELECT p.phone FROM people p WHERE p.id = w.person_id)))`;
}

/**
 * Income of workman `w` towards the yearly limit: registered this year or pending, from any
 * customer. Pending are rows of scheduled or running registries and jobs that await an act or
 * receipt.
 * @param except - a registry whose rows are not counted.
 */
export function yearIncome(
  today: string,
  except?: { readonly account_id: number; readonly id: number },
): RawBuilder<bigint> {
  const yearStart = new Date(`${today.slice(0, 4)}-01-01T00:00:00+03:00`);
  return sql`(
    coalesce((SELECT sum(r.amount_kopecks)
      FROM receipts r
      WHERE r.workman_id = w.id
        AND r.state IN ('SENT', 'REGISTERED')
        AND r.operation_at >= ${yearStart}),
      0)
    + coalesce((SELECT sum(p.amount_kopecks)
      FROM payouts p
      WHERE p.workman_id = w.id
        AND p.registry_id IS NULL
        AND p.state IN ('ACT_PENDING', 'RECEIPT_PENDING')
        AND NOT EXISTS (SELECT FROM receipts r
          WHERE r.account_id = p.account_id AND r.payout_id = p.id AND r.state = 'SENT')), 0)
    + coalesce((SELECT sum(i.amount_kopecks) FROM registries g
        JOIN registry_items i ON i.account_id = g.account_id
          AND i.registry_id = g.id
          AND i.created_on = g.created_on
          AND i.inn = w.inn
          AND i.state = 'READY_TO_APPLY'
        LEFT JOIN payouts p ON p.account_id = i.account_id
          AND p.registry_id = i.registry_id
          AND p.row_no = i.row_no
        WHERE g.kind = 'payroll'
          AND g.state IN ('SCHEDULED',
            'EXECUTING')${
              except
                ? sql`
              AND (g.account_id, g.id) <> (${except.account_id}, ${except.id})`
                : sql``
            }
          AND (p.id IS NULL OR (p.state = 'RECEIPT_PENDING'
          AND NOT EXISTS (SELECT FROM receipts r
            WHERE r.account_id = p.account_id
              AND r.payout_id = p.id
              AND r.state = 'SENT')))), 0))::bigint`;
}
