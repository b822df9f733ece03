import type pg from "pg";

/** Row count and checksum by table, to prove that nothing was written. */
export type DatabasePrint = Readonly<Record<string, string>>;

/** @param except - tables that may change: the callers' sessions. */
export async function printDatabase(
  pool: pg.Pool,
  except: readonly string[] = [],
): Promise<DatabasePrint> {
  const { rows } = await pool.query<{ name: string }>(
    `
      SELECT format('%I.%I', n.nspname, c.relname) AS name
      FROM pg_class c
      JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE n.nspname IN ('public', 'sandbox') AND c.relkind IN ('r', 'p') AND NOT c.relispartition
     ORDER BY 1`,
  );
  const tables = rows
    .map((row) => row.name)
    .filter((name) => !except.includes(name.replace("public.", "")));
  const parts = tables.map(
    (name) =>
      `
        SELECT '${name}' AS name,
          count(*) || ' ' || coalesce(md5(string_agg(md5(t::text), '' ORDER BY md5(t::text))),
            '') AS print
        FROM ${name} t`,
  );
  const prints = await pool.query<{ name: string; print: string }>(parts.join(" UNION ALL "));
  return Object.fromEntries(prints.rows.map((row) => [row.name, row.print]));
}
