import { sql, type RawBuilder } from "kysely";

/** On waiting exports `x`: the company served last comes last. */
export function byTurns(table: "exports" | "mass_arbitrate_exports"): RawBuilder<unknown> {
  return sql`(SELECT max(o.ready_at) FROM ${sql.table(table)} o
    WHERE o.account_id = x.account_id) NULLS FIRST, x.due_at, x.id`;
}
