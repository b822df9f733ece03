import { sql, type RawBuilder } from "kysely";
import { countOf, type PluralForms } from "#contract/values/plural.ts";
import { formatMoney } from "#contract/values/money.ts";
import type { Trx } from "#server/data/transaction.ts";

/** What somebody has begun and not ended. */
export interface OpenEnd<Act extends string> {
  /** Not everything stands in the way of everything. */
  readonly bars: readonly Act[];
  /** What is open, how much, and what to do; `null`: nothing is. */
  find(trx: Trx, id: number, at: Date): Promise<string | null>;
}

/** Forms and advice for `counted`: the same words for the company and the worker. */
export const RECEIPTS_UNDER_WAY: readonly [PluralForms, string] = [
  [
    "чек ФНС ещё формирует или аннулирует",
    "чека ФНС ещё формирует или аннулирует",
    "чеков ФНС ещё формирует или аннулирует",
  ],
  "дождитесь её ответа",
];

/** @param count - a scalar query. */
export function counted(
  count: (id: number) => RawBuilder<unknown>,
  forms: PluralForms,
  whatToDo: string,
): OpenEnd<never>["find"] {
  return async (trx, id) => {
    const { rows } = await sql<{ open: number }>`SELECT (${count(id)})::integer AS open`.execute(
      trx,
    );
    const open = rows[0]?.open ?? 0;
    return open > 0 ? `${countOf(open, forms)}, ${whatToDo}` : null;
  };
}

export function owed(
  kopecks: (trx: Trx, id: number) => Promise<bigint>,
  words: (sum: string) => string,
): OpenEnd<never>["find"] {
  return async (trx, id) => {
    const sum = await kopecks(trx, id);
    return sum > 0n ? words(formatMoney(sum)) : null;
  };
}

/** A sentence for the person, with everything at once; `null`: nothing bars the act. */
export async function refusalOf<Act extends string>(
  trx: Trx,
  ends: Readonly<Record<string, OpenEnd<Act>>>,
  {
    act,
    id,
    at,
    says,
  }: { readonly act: Act; readonly id: number; readonly at: Date; says: string },
): Promise<string | null> {
  const open: string[] = [];
  for (const { bars, find } of Object.values(ends)) {
    const end = bars.includes(act) ? await find(trx, id, at) : null;
    if (end !== null) open.push(end);
  }
  return open.length > 0 ? `${says}: ${open.join("; ")}` : null;
}
