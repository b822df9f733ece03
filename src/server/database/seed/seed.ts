import { sql, type Kysely } from "kysely";
import type { Schema } from "#server/database/schema.ts";
import { lockUntilCommit } from "#server/platform/advisory-locks.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Secrets } from "#server/platform/secrets.ts";
import { inTransaction, type Trx } from "#server/platform/transaction.ts";
import { seedDemo } from "./seed-demo.ts";
import { seedReference } from "./seed-reference.ts";

/**
 * Fills the database in one transaction: `demo` on an empty one only, `reference` (dictionaries) whenever asked, `none` never.
 *
 * @param secrets - account numbers of the demonstration are sealed like everybody's.
 * @returns `false` when nothing was done: the demonstration never comes on top of people's data, so a second start changes nothing.
 */
export async function seedDatabase(db: Kysely<Schema>, kind: "demo" | "reference" | "none", clock: Clock, secrets: Secrets): Promise<boolean> {
  if (kind === "none") return false;
  return inTransaction(db, async (trx) => {
    // Two processes that start together fill it once.
    await lockUntilCommit(trx, "seed");
    if (kind === "demo" && (await hasPeople(trx))) return false;
    await seedReference(trx);
    if (kind === "demo") await seedDemo(trx, clock.now(), secrets);
    return true;
  });
}

async function hasPeople(trx: Trx): Promise<boolean> {
  const { rows } = await sql<{ filled: boolean }>`SELECT EXISTS (SELECT FROM people) OR EXISTS (SELECT FROM accounts) AS filled`.execute(trx);
  return rows[0]?.filled === true;
}
