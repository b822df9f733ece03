import pg from "pg";

/** A query and its prepared name. */
export interface PageQuery {
  readonly name: string | undefined;
  readonly text: string;
  readonly values: unknown[];
}

/** The query that made the page, for a bare route. */
export async function recordQuery(
  pattern: RegExp,
  run: () => Promise<unknown>,
): Promise<PageQuery> {
  const original = pg.Client.prototype.query;
  let seen: PageQuery | undefined;
  pg.Client.prototype.query = function record(this: pg.Client, ...parameters: unknown[]) {
    const [query, values] = parameters as [
      string | { name?: string; text?: string; values?: unknown[] },
      unknown[] | undefined,
    ];
    const asked = typeof query === "string" ? { text: query, values } : query;
    // Prepared under a name: both sides plan once a connection, so the rest is the product's own
    // cost.
    if (asked.text && pattern.test(asked.text))
      seen = {
        name: "name" in asked ? asked.name : undefined,
        text: asked.text,
        values: asked.values ?? [],
      };
    return Reflect.apply(original, this, parameters);
  } as typeof original;
  try {
    await run();
  } finally {
    pg.Client.prototype.query = original;
  }
  if (!seen) throw new Error("no page query was seen");
  return seen;
}
