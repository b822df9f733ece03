import { sql, type Kysely, type RawBuilder } from "kysely";
import type { AnswerOf, Endpoint, ParamsOf, QueryOf } from "#contract/kernel/define-endpoints.ts";
import type { Schema } from "#server/data/generated/schema.ts";
import type { PreparedQuery } from "#server/data/prepared-query.ts";
import type { Trx } from "#server/data/transaction.ts";
import type { ActorFor } from "./actor.ts";
import { pageOf } from "./paging.ts";

type Items<E extends Endpoint> = AnswerOf<E> extends { items: infer Found } ? Found : never;
type Rest<E extends Endpoint> = Omit<AnswerOf<E>, "items" | "meta">;

interface Counted {
  readonly total: bigint;
}

/** A list in SQL: see `answerList`. */
export interface List<E extends Endpoint, Row, Sums = unknown> {
  /** The listed table under the alias `of`, with what conditions, order and sums need. */
  readonly from: RawBuilder<unknown>;
  readonly of: string;
  /** All hold. */
  readonly where: readonly RawBuilder<unknown>[];
  /** No two rows are equal in it. */
  readonly order: RawBuilder<unknown>;
  /** @param page - stands for the table, under its alias; the statement ends with its joins. */
  select(page: RawBuilder<unknown>): RawBuilder<Row>;
  present(rows: readonly Row[], db: Trx): Items<E> | Promise<Items<E>>;
  /** Aggregates of the whole list. */
  readonly sums?: RawBuilder<Sums>;
  /** Instead of counting: a number kept with the data. */
  readonly count?: RawBuilder<Sums & Counted>;
  /** What the answer has beside items and meta. */
  rest?(counted: Sums & Counted): Rest<E> | Promise<Rest<E>>;
}

interface Paged {
  readonly page?: number;
  readonly perPage?: number;
}

interface ListInput<E extends Endpoint> {
  readonly actor: ActorFor<E["access"]>;
  readonly params: ParamsOf<E>;
  readonly query: QueryOf<E>;
  readonly trx: Trx;
}

export type ServeList = <const E extends Endpoint, Row, Sums = unknown>(
  endpoint: E,
  describe: (input: ListInput<E>) => List<E, Row, Sums> | Promise<List<E, Row, Sums>>,
) => void;

/** @param serve - registers a GET whose answer may be seconds old. */
export function makeServeList(
  serve: <E extends Endpoint>(
    endpoint: E,
    handler: (input: ListInput<E>) => Promise<never>,
  ) => void,
  askOf: (db: Kysely<Schema>) => PreparedQuery,
): ServeList {
  return (endpoint, describe) =>
    serve(
      endpoint,
      async (input) =>
        answerList(askOf(input.trx), input.trx, input.query, await describe(input)) as never,
    );
}

/** Chooses the page's rows first and joins the rest to those few; counts beside. */
export async function answerList<E extends Endpoint, Row, Sums = unknown>(
  ask: PreparedQuery,
  db: Trx,
  query: Paged,
  { from, of, where, order, select, present, sums, count, rest }: List<E, Row, Sums>,
) {
  const { limit, offset, metaOf } = pageOf(query);
  const table = sql.ref(of);
  const found = sql`FROM ${from} WHERE ${sql.join([...where], sql` AND `)}`;
  // Planned for the first page, no offset: an unknown one counts as a tenth of the list.
  const page = sql`
    (SELECT chosen.*, row_number() OVER () AS place
    FROM (SELECT ${table}.* ${found} ORDER BY ${order}
      LIMIT ${sql.lit(limit)} ${offset === 0 ? sql`` : sql`OFFSET ${offset}`}) chosen)`;
  const choose = () => ask(sql<Row>`${select(page)} ORDER BY ${table}.place`);
  const countAll = () =>
    ask(
      count ??
        sql<Sums & Counted>`
          SELECT count(*) AS total ${sums === undefined ? sql`` : sql`, ${sums}`} ${found}`,
    );
  if (rest || count) {
    const [rows, [counted]] = await Promise.all([choose(), countAll()]);
    return {
      items: await present(rows, db),
      meta: metaOf(counted?.total ?? 0n),
      ...(counted && (await rest?.(counted))),
    };
  }
  const rows = await choose();
  // A page that is not full says itself how many there are.
  const isLast = rows.length < limit && (rows.length > 0 || offset === 0);
  const total = isLast ? offset + rows.length : ((await countAll())[0]?.total ?? 0n);
  return { items: await present(rows, db), meta: metaOf(total) };
}
