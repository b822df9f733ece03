import { sql, type RawBuilder } from "kysely";
import { checkBeforePaying, type TaxCheck } from "#server/money/workman-taxes/index.ts";
import { announce } from "#server/data/live.ts";
import type { Trx } from "#server/data/transaction.ts";

interface RegistryKey {
  readonly account_id: number;
  readonly id: number;
  readonly created_on: string;
}

/** Everybody whom ready rows of the registry pay, as a set in SQL. */
export function workmenOf(registry: RegistryKey): RawBuilder<number> {
  return sql`(SELECT DISTINCT workman_id FROM registry_items
      WHERE account_id = ${registry.account_id}
        AND registry_id = ${registry.id}
        AND created_on = ${registry.created_on}::date
        AND state = 'READY_TO_APPLY')`;
}

/** Asks the tax service about everybody the registry pays; the message wakes the task. */
export async function checkPeople(trx: Trx, registry: RegistryKey, at: Date): Promise<TaxCheck> {
  const check = await checkBeforePaying(trx, workmenOf(registry), at);
  if (check.asked > 0)
    await announce(trx, {
      to: `account:${registry.account_id}`,
      resource: "payroll-registries",
      ids: [registry.id],
    });
  return check;
}
