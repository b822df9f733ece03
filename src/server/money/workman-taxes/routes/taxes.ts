import { sql, type Kysely } from "kysely";
import { moscowDate } from "#contract/values/calendar-date.ts";
import { kopecksToRubles } from "#contract/values/money.ts";
import { workmanTaxEndpoints as endpoints } from "#contract/workman-taxes/workman-tax-endpoints.ts";
import type { TaxpayerAccount } from "#server/integrations/tax-service/port.ts";
import type { Schema } from "#server/data/generated/schema.ts";
import { outsideIncome, yearIncome } from "#server/data/year-income.ts";
import { AppError, conflict } from "#server/http/app-error.ts";
import { startOfMoscowDay } from "#server/data/moscow-day.ts";
import type { Serve } from "#server/http/serve.ts";
import { expectBound, loadBinding } from "../binding-rows.ts";
import type { Platform } from "#server/platform.ts";
import { keepAccount } from "../actions/keep-account.ts";
import { STATE_OF_ERROR } from "../smz-status.ts";
import { readTaxRates } from "../tax-rates.ts";
import { taxMonths, type TaxMonthFacts } from "../tax-year.ts";

/** Age at which sums are queried again. */
const FRESH_MS = 15 * 60_000;

export function serveTaxes(serve: Serve, platform: Platform): void {
  serve(endpoints.taxes, async ({ actor, query, trx }) => {
    const today = moscowDate(platform.clock.now());
    const thisYear = Number(today.slice(0, 4));
    const year = query.year ?? thisYear;
    const months = year > thisYear ? 0 : year === thisYear ? Number(today.slice(5, 7)) : 12;
    const rates = await readTaxRates(trx, year === thisYear ? today : `${year}-12-31`);
    const facts = await readMonths(
      trx,
      actor.workmanId,
      year,
      months,
      year < thisYear ? months : months - 1,
      today,
    );
    const known = await sql<{ bonus: bigint }>`
      SELECT bonus_kopecks AS bonus
      FROM tax_account_infos
      WHERE workman_id = ${actor.workmanId}`.execute(trx);
    const income = facts.reduce((sum, month) => sum + month.income, 0n);
    const lastDay = year === thisYear ? today : `${year}-12-31`;
    const counted = await sql<{ used: bigint; outside: bigint }>`
      SELECT ${year === thisYear ? yearIncome(today) : sql`${income} + ${outsideIncome(lastDay)}`} AS used,
        ${outsideIncome(lastDay)} AS outside
      FROM workmen w
      WHERE w.id = ${actor.workmanId}`.execute(trx);
    return {
      year,
      income: kopecksToRubles(income),
      limitUsed: kopecksToRubles(counted.rows[0]?.used ?? income),
      outsideIncome: kopecksToRubles(counted.rows[0]?.outside ?? 0n),
      limit: kopecksToRubles(rates.yearLimit),
      // An unread deduction is none, as in what an offer promises and a payout reserves.
      items: taxMonths(year, facts, rates, known.rows[0]?.bonus ?? 0n),
    };
  });

  serve(endpoints.taxpayerAccountInfo, async ({ actor, trx }) => {
    const inn = expectBound(await loadBinding(trx, actor.workmanId));
    const account =
      (await freshAccount(trx, actor.workmanId, platform.clock.now())) ??
      (await askAccount(platform, trx, actor.workmanId, inn));
    return {
      bonusAmount: kopecksToRubles(account.bonusKopecks),
      unpaidAmount: kopecksToRubles(account.unpaidKopecks),
      debtAmount: kopecksToRubles(account.debtKopecks),
    };
  });
}

async function freshAccount(
  db: Kysely<Schema>,
  workmanId: number,
  now: Date,
): Promise<TaxpayerAccount | undefined> {
  const { rows } = await sql<TaxpayerAccount>`
    SELECT bonus_kopecks AS "bonusKopecks", unpaid_kopecks AS "unpaidKopecks",
      debt_kopecks AS "debtKopecks"
    FROM tax_account_infos
    WHERE workman_id = ${workmanId}
      AND read_at BETWEEN ${new Date(now.getTime() - FRESH_MS)} AND ${now}`.execute(db);
  return rows[0];
}

/**
 * A GET holds no transaction: the tax service may be slow.
 *
 * @throws AppError `unavailable`; `conflict` - no access.
 */
async function askAccount(
  platform: Platform,
  db: Kysely<Schema>,
  workmanId: number,
  inn: string,
): Promise<TaxpayerAccount> {
  const account = await platform.taxService.taxpayerAccount(inn).catch((cause: unknown) => {
    throw new AppError("unavailable", "ФНС не отвечает. Повторите через несколько минут", {
      cause,
    });
  });
  if (typeof account === "string") {
    if (STATE_OF_ERROR[account] === null)
      throw new AppError("unavailable", "ФНС не отвечает. Повторите через несколько минут");
    throw conflict("ФНС не показывает начисления. Проверьте доступ платформы в «Мой налог»");
  }
  await keepAccount(db, workmanId, account, platform.clock.now());
  return account;
}

interface MonthRow {
  readonly month: number;
  readonly income: bigint;
  readonly canceled: bigint;
  readonly tax: bigint | null;
  readonly paid: bigint | null;
  readonly reserved: bigint;
  readonly outcome: string | null;
  readonly payment_paid: bigint | null;
  readonly debt: bigint | null;
  readonly penalty: bigint | null;
  readonly due_date: string;
}

/**
 * From January on, the first `ended` over, receipts by Moscow month. A due date on a day off moves
 * to the next working day.
 */
async function readMonths(
  db: Kysely<Schema>,
  workmanId: number,
  year: number,
  months: number,
  ended: number,
  today: string,
): Promise<TaxMonthFacts[]> {
  const { rows } = await sql<MonthRow>`
    SELECT m.month, coalesce(r.income, 0)::bigint AS income,
      coalesce(r.canceled, 0)::bigint AS canceled, a.tax_kopecks AS tax, a.paid_kopecks AS paid,
      coalesce(h.reserved, 0)::bigint AS reserved,
      p.outcome, p.paid_kopecks AS payment_paid, p.debt_kopecks AS debt,
        p.penalty_kopecks AS penalty, coalesce(a.due_date, due.day) AS due_date
    FROM (SELECT g AS month, make_date(${year}::integer, g, 1) AS starts,
      to_char(make_date(${year}::integer, g, 1), 'YYYYMM') AS period
      FROM generate_series(1, ${months}::integer) g) m
    CROSS JOIN LATERAL (
      SELECT sum(amount_kopecks) FILTER (WHERE state = 'REGISTERED') AS income,
        sum(amount_kopecks) FILTER (WHERE state IN ('REVERSING', 'REVERSED_BY_PLATFORM',
          'REVERSED_BY_WORKMAN')) AS canceled
      FROM receipts
      WHERE workman_id = ${workmanId}
        AND operation_at >= ${startOfMoscowDay(sql`m.starts`)}
        AND operation_at < ${startOfMoscowDay(sql`(m.starts + interval '1 month')`)}
    ) r
    CROSS JOIN LATERAL (
      SELECT d::date AS day
      FROM generate_series((m.starts + interval '1 month')::date + 27,
        (m.starts + interval '1 month')::date + 45, interval '1 day') d
      WHERE coalesce((SELECT e.is_working FROM calendar_exceptions e WHERE e.day = d::date),
        extract(isodow FROM d) < 6)
      ORDER BY d
      LIMIT 1
    ) due
    LEFT JOIN tax_accruals a ON a.workman_id = ${workmanId} AND a.period = m.period
    LEFT JOIN tax_payments p ON p.workman_id = ${workmanId} AND p.period = m.period
    LEFT JOIN LATERAL (SELECT sum(amount_kopecks) AS reserved
      FROM tax_reserves
      WHERE workman_id = ${workmanId} AND period = m.period AND state = 'HELD') h ON true
    ORDER BY m.month`.execute(db);
  return rows.map((row) => ({
    month: row.month,
    income: row.income,
    canceled: row.canceled,
    accrued: row.tax === null ? null : { tax: row.tax, paid: row.paid ?? 0n },
    reserved: row.reserved,
    payment:
      row.payment_paid === null
        ? null
        : {
            outcome: row.outcome,
            paid: row.payment_paid,
            debt: row.debt ?? 0n,
            penalty: row.penalty ?? 0n,
          },
    dueDate: row.due_date,
    isOver: row.month <= ended,
    isLate: row.due_date < today,
  }));
}
