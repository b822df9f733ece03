import { sql } from "kysely";
import type { TestApp } from "./build-app.ts";

/**
 * Sets the clock of a product whose database is still empty, and what migrations have taken from
 * the database's own clock, as if they had run then.
 */
export async function startOn(
  { clock, database }: Pick<TestApp, "clock" | "database">,
  time: string,
): Promise<void> {
  clock.set(new Date(time));
  await sql`UPDATE tax_sweeps SET since = ${time}, due_at = ${time}`.execute(database.kysely);
  await sql`UPDATE receipt_sweep SET due_at = ${time}`.execute(database.kysely);
  await sql`
    SELECT ensure_month_partitions(t.parent::regclass,
      (${time}::timestamptz - interval '2 months')::date, 6)
    FROM unnest('{postings,registry_items,audit_log}'::text[]) AS t(parent)`.execute(
    database.kysely,
  );
}
