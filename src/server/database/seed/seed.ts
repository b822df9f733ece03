import { sql, type Kysely } from "kysely";
import type { Schema } from "#server/database/schema.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Secrets } from "#server/platform/secrets.ts";
import { inTransaction } from "#server/platform/transaction.ts";
import { seedDemo } from "./seed-demo.ts";
import { seedReference } from "./seed-reference.ts";

/**
 * Fills the database in one transaction: `demo` on an empty one only, `reference` (dictionaries) whenever asked, `none` never.
 *
 * @param secrets - account numbers of the demonstration are sealed like everybody's.
 * @throws Error with one sentence when the demonstration would come on top of other people's data.
 */
export async function seedDatabase(db: Kysely<Schema>, kind: "demo" | "reference" | "none", clock: Clock, secrets: Secrets): Promise<void> {
  if (kind === "none") return;
  await inTransaction(db, async (trx) => {
    // Two processes that start together fill it once.
    await sql`SELECT pg_advisory_xact_lock(7403151019)`.execute(trx);
    await seedReference(trx);
    if (kind === "reference") return;
    const { rows } = await sql<{ filled: boolean }>`SELECT EXISTS (SELECT FROM people) OR EXISTS (SELECT FROM accounts) AS filled`.execute(trx);
    if (rows[0]?.filled) throw new Error("The demonstration needs an empty database, but this one has people already: start with SEED=none or another DATA_DIR.");
    await seedDemo(trx, clock.now(), secrets);
  });
}
