import { sql, type RawBuilder } from "kysely";
import { netPayOf } from "#server/data/net-pay.ts";
import { containing } from "#server/http/paging.ts";

/**
 * A piece of the job's title or the workman's name, INN, a sum («7 893,39»), number of the payout
 * or job, bank order («12-345-1»), receipt. Needs payouts `alias`, jobs `j`, workmen `w`.
 */
export function payoutSearch(text: string, alias = "y"): RawBuilder<unknown> {
  const y = sql.ref(alias);
  const given = text.trim().replace(/^№\s*/, "");
  const pattern = containing(given);
  const ways = [
    sql`j.title ILIKE ${pattern}`,
    sql`concat_ws(' ', w.last_name, w.first_name, w.middle_name) ILIKE ${pattern}`,
  ];
  if (/^\d{12}$/.test(given)) ways.push(sql`w.inn = ${given}`);
  if (/^\d{1,15}$/.test(given))
    ways.push(sql`${y}.id = ${given}::bigint OR ${y}.job_id = ${given}::bigint`);
  const [, account, payout] = /^(\d{1,9})-(\d{1,15})(?:-\d{1,9})?$/.exec(given) ?? [];
  if (account && payout)
    ways.push(sql`${y}.account_id = ${account}::integer AND ${y}.id = ${payout}::bigint`);
  const kopecks = kopecksIn(given);
  if (kopecks !== null)
    ways.push(
      sql`${kopecks} IN (${y}.amount_kopecks, ${netPayOf(alias)}, ${y}.commission_kopecks)`,
    );
  if (/^[\da-z]{6,20}$/i.test(given))
    ways.push(sql`EXISTS (SELECT FROM receipts c
      WHERE c.account_id = ${y}.account_id AND c.payout_id = ${y}.id AND c.tax_receipt_id = ${given})`);
  return sql`(${sql.join(ways, sql` OR `)})`;
}

/** «7 893,39 ₽», «-7893.39», «7893»; `null` for what is no sum. */
function kopecksIn(text: string): bigint | null {
  const [, rubles, rest = ""] =
    /^[-−+]?(\d{1,12})(?:[.,](\d{1,2}))?$/.exec(text.replace(/[\s\u00a0₽]/g, "")) ?? [];
  return rubles === undefined ? null : BigInt(rubles + rest.padEnd(2, "0"));
}
