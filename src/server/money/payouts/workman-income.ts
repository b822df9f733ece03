import { sql } from "kysely";
import type { AnswerOf } from "#contract/kernel/define-endpoints.ts";
import type { payoutEndpoints } from "#contract/payouts/payout-endpoints.ts";
import type { IncomeSums } from "#contract/payouts/payout-income.ts";
import { PAYOUTS_ON_THE_WAY } from "#contract/payouts/payout-states.ts";
import { moscowDate } from "#contract/values/calendar-date.ts";
import { kopecksToRubles } from "#contract/values/money.ts";
import type { Actor } from "#server/http/actor.ts";
import { netPayOf } from "#server/data/net-pay.ts";
import { moscowDayOf } from "#server/data/moscow-day.ts";
import type { Trx } from "#server/data/transaction.ts";
import { arrivesBy } from "#server/data/working-days.ts";
import { payoutsOfSide } from "./payouts-of-side.ts";

/** Received or promised. */
const COUNTED = [...PAYOUTS_ON_THE_WAY, "PAID"];
const ON_THE_WAY = sql`p.state = ANY (${[...PAYOUTS_ON_THE_WAY]}::text[])`;
const FIELDS = ["count", "accrued", "tax", "debt", "paid", "onTheWay"] as const;

/** Kopecks, and a count. */
export type Sums = Readonly<Record<(typeof FIELDS)[number], bigint>>;

interface IncomeRow extends Sums {
  readonly year: number;
  readonly month: number;
  readonly account_id: number;
  readonly account_name: string;
}

export async function readIncome(
  trx: Trx,
  actor: Actor,
  asked: number | undefined,
  now: Date,
): Promise<AnswerOf<typeof payoutEndpoints.income>> {
  const { rows } = await sql<IncomeRow>`
    SELECT extract(year FROM ${moscowDayOf(sql`p.created_at`)})::integer AS year,
      extract(month FROM ${moscowDayOf(sql`p.created_at`)})::integer AS month, a.id AS account_id,
      a.short_name AS account_name,
      count(*) AS count, sum(p.amount_kopecks)::bigint AS accrued,
        sum(p.tax_reserved_kopecks)::bigint AS tax,
        sum(p.debt_taken_kopecks)::bigint AS debt,
      coalesce(sum(${netPayOf("p")}) FILTER (WHERE p.state = 'PAID'),
        0)::bigint AS paid,
      coalesce(sum(${netPayOf("p")}) FILTER (WHERE ${ON_THE_WAY}),
        0)::bigint AS "onTheWay"
    FROM payouts p
    JOIN jobs j ON j.account_id = p.account_id AND j.id = p.job_id
    JOIN accounts a ON a.id = p.account_id
    WHERE ${payoutsOfSide(actor, false)} AND p.state = ANY (${COUNTED}::text[]) GROUP BY 1, 2, 3, 4`.execute(
    trx,
  );
  const today = moscowDate(now);
  const thisYear = Number(today.slice(0, 4));
  const year = asked ?? thisYear;
  const ofYear = rows.filter((row) => row.year === year);
  const last = year === thisYear ? Number(today.slice(5, 7)) : 12;
  const accounts = [
    ...new Map(
      rows.map(({ account_id: id, account_name: companyDetailsName }) => [
        id,
        { id, companyDetailsName },
      ]),
    ).values(),
  ].sort((a, b) => a.companyDetailsName.localeCompare(b.companyDetailsName, "ru"));
  return {
    year,
    years: [...new Set([thisYear, year, ...rows.map((row) => row.year)])].sort((a, b) => b - a),
    totals: present(sumOf(ofYear)),
    months: Array.from({ length: last }, (_, index) => ({
      monthNumber: index + 1,
      ...present(sumOf(ofYear.filter(({ month }) => month === index + 1))),
    })),
    accounts,
    customers: accounts
      .map((account) => ({
        account,
        ...present(sumOf(ofYear.filter((row) => row.account_id === account.id))),
      }))
      .filter(({ count }) => count > 0)
      .sort((a, b) => b.accrued - a.accrued),
    next: await readNext(trx, actor, now),
  };
}

async function readNext(
  trx: Trx,
  actor: Actor,
  now: Date,
): Promise<AnswerOf<typeof payoutEndpoints.income>["next"]> {
  const { rows } = await sql<{ count: number; amount: bigint; last_at: Date | null }>`
    SELECT count(*)::integer AS count,
      coalesce(sum(${netPayOf("p")}), 0)::bigint AS amount,
      max(coalesce(p.sent_at, ${now}::timestamptz)) AS last_at
    FROM payouts p
    JOIN jobs j ON j.account_id = p.account_id AND j.id = p.job_id
    WHERE ${payoutsOfSide(actor, false)} AND ${ON_THE_WAY}`.execute(trx);
  const [next] = rows;
  return {
    count: next?.count ?? 0,
    amount: kopecksToRubles(next?.amount ?? 0n),
    arrivesBy: next?.last_at ? await arrivesBy(trx, moscowDate(next.last_at)) : null,
  };
}

export function sumOf(rows: readonly Sums[]): Sums {
  const add = (field: keyof Sums) => rows.reduce((sum, row) => sum + row[field], 0n);
  return {
    count: add("count"),
    accrued: add("accrued"),
    tax: add("tax"),
    debt: add("debt"),
    paid: add("paid"),
    onTheWay: add("onTheWay"),
  };
}

function present({ count, ...sums }: Sums): IncomeSums {
  return {
    count: Number(count),
    accrued: kopecksToRubles(sums.accrued),
    tax: kopecksToRubles(sums.tax),
    debt: kopecksToRubles(sums.debt),
    paid: kopecksToRubles(sums.paid),
    onTheWay: kopecksToRubles(sums.onTheWay),
  };
}
