import type pg from "pg";

/**
 * Makes the pool's connections plan each text of SQL once: a run asks the same few hundred questions
 * of tables that stay small, and planning them anew took most of its time (measured: more than a half).
 */
export function prepareQueries(pool: pg.Pool): void {
  const prepared = new WeakSet<pg.PoolClient>();
  // When they are taken, as the pool may have opened some already.
  pool.on("acquire", (client) => {
    if (prepared.has(client)) return;
    prepared.add(client);
    const names = new Map<string, string>();
    const query = client.query.bind(client) as (...given: unknown[]) => unknown;
    const asPrepared = (...[text, values, ...rest]: unknown[]) => {
      if (typeof text !== "string" || !Array.isArray(values) || values.length === 0)
        return query(text, values, ...rest);
      const name = names.get(text) ?? `model-${names.size}`;
      names.set(text, name);
      return query({ name, text, values }, ...rest);
    };
    Object.assign(client, { query: asPrepared });
  });
}
