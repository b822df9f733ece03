import { sql, type Kysely } from "kysely";
import type { BalanceDay } from "#contract/transactions/reconciliation.ts";
import { kopecksToRubles } from "#contract/values/money.ts";
import type { Schema } from "#server/data/generated/schema.ts";
import { endOfMoscowDay, moscowDayOf, startOfMoscowDay } from "#server/data/moscow-day.ts";
import { balanceAtEndOf, customerAccounts } from "./customer-balance.ts";
import type { Period } from "./reconciliation-period.ts";

export async function balanceDays(
  db: Kysely<Schema>,
  accountId: number,
  { periodStart, periodEnd }: Period,
): Promise<BalanceDay[]> {
  const { rows } = await sql<{
    date: string;
    income: bigint;
    expense: bigint;
    available: bigint;
    reserved: bigint;
  }>`
    WITH ${customerAccounts(accountId)}, after AS ${balanceAtEndOf(periodEnd)}, moved AS (
      -- What an entry does to the whole: freezing does nothing.
      SELECT ${moscowDayOf(sql`p.at`)} AS day, p.entry_id, -sum(p.amount_kopecks) AS total,
        coalesce(-sum(p.amount_kopecks) FILTER (WHERE m.code = 'CUST_AVAIL'), 0) AS available, coalesce(-sum(p.amount_kopecks) FILTER (WHERE m.code = 'CUST_RES'), 0) AS reserved
      FROM mine m JOIN postings p ON p.ledger_account_id = m.id WHERE p.at >= ${startOfMoscowDay(periodStart)} AND p.at < ${endOfMoscowDay(periodEnd)} GROUP BY 1, 2
    ), days AS (
      SELECT day, coalesce(sum(total) FILTER (WHERE total > 0), 0) AS income, coalesce(-sum(total) FILTER (WHERE total < 0), 0) AS expense, sum(available) AS available, sum(reserved) AS reserved FROM moved GROUP BY day
    )
    SELECT to_char(d.day, 'YYYY-MM-DD') AS date, d.income::bigint, d.expense::bigint,
      (a.available - coalesce(sum(d.available) OVER later, 0))::bigint AS available, (a.reserved - coalesce(sum(d.reserved) OVER later, 0))::bigint AS reserved
    FROM days d, after a WINDOW later AS (ORDER BY d.day DESC ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) ORDER BY d.day DESC`.execute(
    db,
  );
  return rows.map(({ date, income, expense, available, reserved }) => ({
    date,
    income: kopecksToRubles(income),
    expense: kopecksToRubles(expense),
    available: kopecksToRubles(available),
    reserved: kopecksToRubles(reserved),
    total: kopecksToRubles(available + reserved),
  }));
}
