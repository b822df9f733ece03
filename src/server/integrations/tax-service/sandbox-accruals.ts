import { sql, type Kysely } from "kysely";
import { moscowDate } from "#contract/values/calendar-date.ts";
import { forecastTax } from "#contract/workman-taxes/tax-forecast.ts";
import type { Schema } from "#server/data/generated/schema.ts";
import type { Clock } from "#server/data/clock.ts";
import { inTransaction, type Trx } from "#server/data/transaction.ts";
import { readSwitches } from "../common/sandbox-switches.ts";
import type { MonthIncome, TaxAccruals, TaxDocument, TaxPayee, TaxService } from "./port.ts";

type Part = Pick<TaxService, "taxpayerAccount" | "accruals" | "paymentDocuments" | "monthIncomes">;

/** Of the next month. Source: `domain.md` §1.1. */
const ACCRUED_ON_DAY = 12;

/** Decision: as the Treasury's are shaped, of a bank that does not exist, so that nobody pays by them. */
const PAYEE: TaxPayee = {
  name: "Казначейство (ФНС), песочница",
  account: "03100643000000099900",
  bankName: "Демонстрационный банк, г. Тула",
  bic: "017099900",
  corAccount: "40102810000000000900",
  inn: "7700000009",
  kpp: "770001001",
  kbk: "18210506000011000110",
  oktmo: "45380000",
};

interface Accrual {
  readonly inn: string;
  readonly period: string;
  readonly tax: bigint;
  readonly debt: bigint;
  readonly penalty: bigint;
  readonly paid: bigint;
  readonly due_date: string;
  readonly uin: string | null;
}

/** From registered incomes; paid by the simulated bank. */
export function sandboxAccruals(outside: Kysely<Schema>, clock: Clock): Part {
  async function chargesOf(inns: readonly string[]): Promise<{ seen: string[]; rows: Accrual[] }> {
    await readSwitches(outside, "tax-service");
    const now = clock.now();
    const { rows: people } = await sql<{ inn: string }>`
      SELECT inn
      FROM sandbox.taxpayers
      WHERE inn = ANY (${[...inns]}::text[])
        AND registered
        AND bound
        AND 'PAYMENT_INFORMATION' = ANY (permissions)`.execute(outside);
    const seen = people.map(({ inn }) => inn);
    await closeMonths(outside, seen, now);
    const { rows } = await sql<Accrual>`
      SELECT a.inn, a.period, a.tax_kopecks AS tax, a.debt_kopecks AS debt, a.penalty_kopecks AS penalty, a.due_date, a.uin,
        -- The simulated bank tells the budget at once what it has done.
        coalesce((SELECT sum(o.amount_kopecks) FROM sandbox.bank_orders o WHERE o.kind = 'TAX' AND o.destination = a.uin AND o.failure_reason IS NULL AND o.answer_at <= ${now} AND (o.return_at IS NULL OR o.return_at > ${now})), 0)::bigint AS paid
      FROM sandbox.tax_accruals a WHERE a.inn = ANY (${seen}::text[]) AND a.tax_kopecks > 0 AND a.accrued_at <= ${now} ORDER BY a.inn, a.period`.execute(
      outside,
    );
    return { seen, rows };
  }

  return {
    async accruals(inns) {
      const { seen, rows } = await chargesOf(inns);
      return seen.map((inn): TaxAccruals => {
        const own = rows.filter((row) => row.inn === inn);
        const open = own.filter((row) => row.paid < row.tax + row.debt + row.penalty);
        return {
          inn,
          charges: own.map((row) => ({
            period: row.period,
            taxKopecks: row.tax,
            paidKopecks: row.paid < row.tax ? row.paid : row.tax,
            dueDate: row.due_date,
          })),
          debtKopecks: open.reduce((sum, row) => sum + row.debt, 0n),
          penaltyKopecks: open.reduce((sum, row) => sum + row.penalty, 0n),
        };
      });
    },

    async paymentDocuments(inns) {
      const { rows } = await chargesOf(inns);
      return rows.flatMap((row): TaxDocument[] => {
        const left = row.tax + row.debt + row.penalty - row.paid;
        return row.uin !== null && left > 0n
          ? [
              {
                inn: row.inn,
                period: row.period,
                uin: row.uin,
                amountKopecks: left,
                dueDate: row.due_date,
                payee: PAYEE,
              },
            ]
          : [];
      });
    },

    async taxpayerAccount(inn) {
      const { seen, rows } = await chargesOf([inn]);
      const { rows: people } = await sql<{
        bonus: bigint;
        registered: boolean;
        bound: boolean;
      }>`
        SELECT bonus_kopecks AS bonus, registered, bound FROM sandbox.taxpayers WHERE inn = ${inn}`.execute(
        outside,
      );
      if (!people[0]?.registered) return "TAXPAYER_UNREGISTERED";
      if (seen.length === 0) return people[0].bound ? "PERMISSION_NOT_GRANTED" : "TAXPAYER_UNBOUND";
      const today = moscowDate(clock.now());
      const left = (wanted: (row: Accrual) => boolean) =>
        rows
          .filter(wanted)
          .reduce((sum, row) => sum + row.tax + row.debt + row.penalty - row.paid, 0n);
      return {
        bonusKopecks: people[0].bonus,
        unpaidKopecks: left((row) => row.due_date >= today),
        debtKopecks: left((row) => row.due_date < today),
      };
    },

    async monthIncomes(queries) {
      await readSwitches(outside, "tax-service");
      const { rows } = await sql<MonthIncome>`
        SELECT g.inn, g.period,
          (coalesce(sum(i.amount_kopecks) FILTER (WHERE i.canceled_at IS NULL), 0) + CASE
            WHEN right(g.period, 2) = '01' THEN t.other_income_kopecks
            ELSE 0 END)::bigint AS "totalKopecks",
          coalesce(sum(i.amount_kopecks) FILTER (WHERE i.canceled_at IS NOT NULL),
            0)::bigint AS "canceledKopecks"
        FROM unnest(${queries.map((one) => one.inn)}::text[],
          ${queries.map((one) => one.period)}::text[]) WITH ORDINALITY AS g(inn, period, no)
        JOIN sandbox.taxpayers t ON t.inn = g.inn
          AND t.registered
          AND t.bound
          AND 'INCOME_SUMMARY' = ANY (t.permissions)
        LEFT JOIN sandbox.tax_incomes i ON i.inn = g.inn
          AND i.error IS NULL
          AND to_char(i.operation_at AT TIME ZONE 'Europe/Moscow', 'YYYYMM') = g.period
        GROUP BY g.no, g.inn, g.period, t.other_income_kopecks ORDER BY g.no`.execute(outside);
      return rows;
    },
  };
}

interface OpenMonth {
  readonly inn: string;
  readonly period: string;
  readonly income: bigint;
  readonly bonus: bigint;
  readonly carried: bigint;
  readonly due_date: string;
}

/** In order, using the deduction. Manual accruals stay. */
async function closeMonths(
  outside: Kysely<Schema>,
  inns: readonly string[],
  now: Date,
): Promise<void> {
  const lastClosed = periodBefore(
    moscowDate(now),
    Number(moscowDate(now).slice(8, 10)) >= ACCRUED_ON_DAY ? 1 : 2,
  );
  const open = await openMonths(outside, inns, lastClosed);
  if (open.length === 0) return;
  await inTransaction(outside, async (trx) => {
    await sql`
      SELECT 1 FROM sandbox.taxpayers
      WHERE inn = ANY (${open.map(({ inn }) => inn)}::text[])
      ORDER BY inn
      FOR UPDATE`.execute(trx);
    const { rows } = await sql<{
      code: string;
      value: bigint;
    }>`
      SELECT DISTINCT ON (code) code, value
      FROM rates
      WHERE code LIKE 'npd-%' AND from_date <= ${moscowDate(now)}::date
      ORDER BY code, from_date DESC`.execute(trx);
    const rates = new Map(rows.map((row) => [row.code, row.value]));
    // Another process may have been faster: check again.
    for (const { inn, period } of open) {
      const month = (await openMonths(trx, [inn], period)).find((one) => one.period === period);
      if (month) await accrue(trx, month, rates, now);
    }
  });
}

async function accrue(
  trx: Trx,
  month: OpenMonth,
  rates: ReadonlyMap<string, bigint>,
  now: Date,
): Promise<void> {
  const { tax, deduction } = forecastTax(
    month.income,
    {
      taxPpm: Number(rates.get("npd-legal-entity-ppm") ?? 0n),
      deductionPpm: Number(rates.get("npd-bonus-legal-entity-ppm") ?? 0n),
    },
    month.bonus,
  );
  const whole = tax + month.carried;
  const isCarried = whole < (rates.get("npd-smallest-tax-kopecks") ?? 0n);
  await sql`
    INSERT INTO sandbox.tax_accruals (inn, period, tax_kopecks, carried_kopecks, due_date, uin,
      accrued_at)
    VALUES (${month.inn}, ${month.period}, ${isCarried ? 0n : whole}, ${isCarried ? whole : 0n},
      ${month.due_date}::date, '1821' || ${month.period} || right(${month.inn}, 10), ${now})
    ON CONFLICT DO NOTHING`.execute(trx);
  await sql`
    UPDATE sandbox.taxpayers
    SET bonus_kopecks = bonus_kopecks - ${deduction}
    WHERE inn = ${month.inn}`.execute(trx);
}

async function openMonths(
  db: Kysely<Schema>,
  inns: readonly string[],
  upTo: string,
): Promise<OpenMonth[]> {
  const { rows } = await sql<OpenMonth>`
    SELECT m.*, t.bonus_kopecks AS bonus,
      ((to_date(m.period, 'YYYYMM') + interval '1 month')::date + 27) AS due_date,
      coalesce((SELECT p.carried_kopecks
        FROM sandbox.tax_accruals p
        WHERE p.inn = m.inn AND p.period < m.period
        ORDER BY p.period DESC
        LIMIT 1),
        0)::bigint AS carried
    FROM (
      SELECT i.inn, to_char(i.operation_at AT TIME ZONE 'Europe/Moscow', 'YYYYMM') AS period,
        coalesce(sum(i.amount_kopecks) FILTER (WHERE i.canceled_at IS NULL), 0)::bigint AS income
      FROM sandbox.tax_incomes i
      WHERE i.inn = ANY (${[...inns]}::text[]) AND i.error IS NULL
      GROUP BY 1, 2
    ) m JOIN sandbox.taxpayers t ON t.inn = m.inn
    WHERE m.period <= ${upTo}
      AND NOT EXISTS (SELECT FROM sandbox.tax_accruals a
        WHERE a.inn = m.inn AND a.period = m.period)
    ORDER BY m.inn, m.period`.execute(db);
  return rows;
}

/** `2026-11-21`, 1 → `202610`. */
function periodBefore(day: string, months: number): string {
  const index = Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1 - months;
  return `${Math.floor(index / 12)}${String((index % 12) + 1).padStart(2, "0")}`;
}
