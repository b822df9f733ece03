import { sql, type Kysely } from "kysely";
import type { Schema } from "#server/data/generated/schema.ts";

/** Longer tables are catalogues, which no run changes. */
const MOST_KEPT_ROWS = 60;

/**
 * How the database was at first, to be so again: then each run is the same alone and among others,
 * and asks the outside services about its own people only. Rows are deleted, as tables made anew
 * would have to be planned for anew.
 */
export class CleanSlate {
  readonly #db: Kysely<Schema>;
  readonly #reset: string;

  private constructor(db: Kysely<Schema>, reset: string) {
    this.#db = db;
    this.#reset = reset;
  }

  static async remember(db: Kysely<Schema>): Promise<CleanSlate> {
    const { rows: tables } = await sql<{ name: string }>`
      SELECT format('%I.%I', n.nspname, c.relname) AS name
      FROM pg_class c
      JOIN pg_namespace n ON n.oid = c.relnamespace AND n.nspname IN ('public', 'sandbox')
      WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition`.execute(db);
    await sql`CREATE SCHEMA first`.execute(db);
    const steps = ["BEGIN", "SET LOCAL session_replication_role = replica"];
    for (const [no, { name }] of tables.entries()) {
      const { rows } = await sql<{ n: bigint }>`
        SELECT count(*) AS n FROM ${sql.raw(name)}`.execute(db);
      const count = Number(rows[0]?.n);
      if (count > MOST_KEPT_ROWS) continue;
      steps.push(`DELETE FROM ${name}`);
      if (count === 0) continue;
      await sql`CREATE TABLE ${sql.raw(`first.t${no}`)} AS TABLE ${sql.raw(name)}`.execute(db);
      steps.push(`INSERT INTO ${name} OVERRIDING SYSTEM VALUE TABLE first.t${no}`);
    }
    return new CleanSlate(db, [...steps, "COMMIT"].join(";\n"));
  }

  async wipe(): Promise<void> {
    await sql.raw(this.#reset).execute(this.#db);
  }
}
