import { sql, type RawBuilder } from "kysely";
import type { RegistryKindName } from "#contract/registries/registry-kinds.ts";
import type { PreparedQuery } from "#server/data/prepared-query.ts";

/** Needs the numbering lock. A number is given once, also when its registry is removed. */
export function nextNumber(accountId: number, kind: RegistryKindName): RawBuilder<number> {
  return sql`(SELECT coalesce(${lastNumber(accountId, kind)}, 0) + 1)`;
}

export interface GivenNumbers {
  readonly last: number;
  /** Of registries that are no more. */
  readonly removed: readonly number[];
}

export async function givenNumbers(
  ask: PreparedQuery,
  accountId: number,
  kind: RegistryKindName,
): Promise<GivenNumbers> {
  const [given] = await ask(sql<{ last: number | null; removed: number[] }>`
    SELECT ${lastNumber(accountId, kind)} AS last,
      ARRAY(SELECT number FROM removed_registries
        WHERE account_id = ${accountId} AND kind = ${kind}) AS removed`);
  return { last: given?.last ?? 0, removed: given?.removed ?? [] };
}

function lastNumber(accountId: number, kind: RegistryKindName): RawBuilder<number | null> {
  const of = sql`account_id = ${accountId} AND kind = ${kind}`;
  return sql`greatest((SELECT max(number) FROM registries WHERE ${of}),
    (SELECT max(number) FROM removed_registries WHERE ${of}))`;
}
