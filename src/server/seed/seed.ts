import { sql, type Kysely } from "kysely";
import type { Schema } from "#server/data/generated/schema.ts";
import { lockUntilCommit } from "#server/data/advisory-locks.ts";
import type { Clock } from "#server/data/clock.ts";
import type { Secrets } from "#server/data/secrets.ts";
import { inTransaction, type Trx } from "#server/data/transaction.ts";
import { DEMO_ACCOUNTS } from "./demo-accounts.ts";
import { seedDemo } from "./seed-demo.ts";
import { seedReference } from "./seed-reference.ts";

/**
 * One transaction: `demo` an empty database only, `reference` (dictionaries) any, `none` nothing.
 *
 * @param secrets - encrypt the demonstration's account numbers.
 * @returns `false` when nothing was done: the demonstration is never added to people's data.
 */
export async function seedDatabase(
  db: Kysely<Schema>,
  kind: "demo" | "reference" | "none",
  clock: Clock,
  secrets: Secrets,
): Promise<boolean> {
  if (kind === "none") return false;
  return inTransaction(db, async (trx) => {
    // Two processes starting together must seed once.
    await lockUntilCommit(trx, "seed");
    if (kind === "demo" && (await hasPeople(trx))) return false;
    await seedReference(trx);
    if (kind === "demo") await seedDemo(trx, clock.now(), secrets);
    return true;
  });
}

/** Its people's phones stand in the README. */
export async function holdsDemonstration(db: Kysely<Schema>): Promise<boolean> {
  const phones = DEMO_ACCOUNTS.flatMap((account) => account.users.map((user) => user.phone));
  const { rows } = await sql<{ holds: boolean }>`
    SELECT EXISTS (
      SELECT FROM account_users u
      JOIN people p ON p.id = u.person_id
      JOIN accounts a ON a.id = u.account_id
      WHERE u.role = 'OWNER'
        AND p.phone = ANY (${phones}::text[])
        AND a.inn = ANY (${DEMO_ACCOUNTS.map((account) => account.inn)}::text[])) AS holds`.execute(
    db,
  );
  return rows[0]?.holds === true;
}

async function hasPeople(trx: Trx): Promise<boolean> {
  const { rows } = await sql<{
    filled: boolean;
  }>`SELECT EXISTS (SELECT FROM people) OR EXISTS (SELECT FROM accounts) AS filled`.execute(trx);
  return rows[0]?.filled === true;
}
