import { sql, type RawBuilder } from "kysely";

/** Of workman `w`, as the tax service last said. */
export function outsideIncome(today: string): RawBuilder<bigint> {
  return sql`coalesce((SELECT o.amount_kopecks
    FROM outside_incomes o
    WHERE o.workman_id = w.id AND o.year = ${Number(today.slice(0, 4))}), 0)`;
}

export interface Counted {
  /** A starting registry comes before waiting ones. */
  readonly startedOnly?: boolean;
  /** Moscow date of another year. */
  readonly paidOn?: string;
}

/** Moscow time. */
export function startOfYear(day: string, yearsLater = 0): Date {
  return new Date(`${Number(day.slice(0, 4)) + yearsLater}-01-01T00:00:00+03:00`);
}

/**
 * Of workman `w` towards the yearly limit: registered or pending, from any customer, and earned
 * outside. Pending: receipts sent, issued anew or unanswered, jobs awaiting act or receipt, rows of running registries, rows scheduled for
 * this year.
 */
export function yearIncome(
  day: string,
  { startedOnly = false }: Pick<Counted, "startedOnly"> = {},
): RawBuilder<bigint> {
  const yearStart = startOfYear(day);
  const pending = startedOnly
    ? sql`g.state = 'EXECUTING'`
    : sql`g.state IN ('SCHEDULED', 'EXECUTING')
          AND (g.state = 'EXECUTING' OR g.cancel_until < ${startOfYear(day, 1)})`;
  return sql`(
    ${outsideIncome(day)}
    + coalesce((SELECT sum(r.amount_kopecks)
      FROM receipts r
      WHERE r.workman_id = w.id
        AND (r.state IN ('SENT', 'REGISTERED')
          OR (r.state = 'NEW' AND r.reissue_no > 0)
          OR (r.state = 'ERROR' AND r.awaited_until IS NOT NULL))
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
          AND ${pending}
          AND (p.id IS NULL OR (p.state = 'RECEIPT_PENDING'
          AND NOT EXISTS (SELECT FROM receipts r
            WHERE r.account_id = p.account_id
              AND r.payout_id = p.id
              AND r.state = 'SENT')))), 0))::bigint`;
}
