import { sql, type Kysely, type RawBuilder } from "kysely";
import type { Schema } from "#server/data/generated/schema.ts";
import { netPayOf } from "#server/data/net-pay.ts";

export interface BookedOrder {
  readonly orderId: string;
  /** The company that answers for it; `null`: the platform. */
  readonly accountId: number | null;
  /** Whose withdrawal or tax it is. */
  readonly workmanId: number | null;
  readonly amountKopecks: bigint;
  /** UNDERWAY: its end is awaited; BACK: not paid, or paid back. */
  readonly state: "UNDERWAY" | "PAID" | "BACK";
  readonly at: Date;
}

interface Place {
  readonly account_id: number | null;
  readonly id: bigint;
}

const PAGE = 1000;

interface KindInBooks {
  /** Groups are the parameters of `rows`. */
  readonly pattern: RegExp;
  /** SELECT of BookedOrder's columns for `k(order_id, a, b, c)`; an earlier attempt is BACK. */
  readonly ofIds: RawBuilder<unknown>;
  /** The same with `id`, paid from `from` on, by primary key. */
  paidSince(from: Date, after: Place): RawBuilder<unknown>;
}

const stateOf = (attempt: string, underway: string, paid: string) =>
  sql.raw(`
  CASE
    WHEN ${attempt} THEN 'BACK'
    WHEN ${underway} THEN 'UNDERWAY'
    WHEN ${paid} THEN 'PAID'
    ELSE 'BACK' END AS state`);

const PAYOUT = sql`
  p.account_id, NULL::integer AS workman_id, ${netPayOf("p")} AS amount,
  coalesce(p.paid_at, p.sent_at, p.created_at) AS at`;
const WITHDRAWAL = sql`
  NULL::integer AS account_id, w.workman_id, w.amount_kopecks - w.fee_kopecks AS amount,
  coalesce(w.paid_at, w.sent_at, w.created_at) AS at`;
const TAX = sql`
  NULL::integer AS account_id, t.workman_id, t.paid_kopecks AS amount, coalesce(t.sent_at, t.due_at, now()) AS at`;
const RETURN = sql`
  coalesce(i.account_id, i.guessed_account_id) AS account_id, NULL::integer AS workman_id,
  i.amount_kopecks AS amount,
  coalesce(i.returned_at, i.return_sent_at, i.taken_at) AS at`;

const KINDS: readonly KindInBooks[] = [
  {
    pattern: /^(\d{1,9})-(\d{1,18})-(\d{1,4})$/,
    ofIds: sql`
      SELECT k.order_id, ${PAYOUT}, ${stateOf("k.c < p.attempt", "p.state IN ('READY', 'SENT', 'BANK_HELD')", "p.state = 'PAID'")}
      FROM k
      JOIN payouts p ON p.account_id = k.a AND p.id = k.b AND k.c <= p.attempt`,
    paidSince: (from, { account_id: accountId, id }) => sql`
      SELECT p.id, concat_ws('-', p.account_id, p.id, p.attempt) AS order_id, ${PAYOUT},
        'PAID' AS state
      FROM payouts p
      WHERE p.state = 'PAID' AND p.paid_at >= ${from} AND (p.account_id, p.id) > (${accountId ?? 0}, ${id})
      ORDER BY p.account_id, p.id
      LIMIT ${PAGE}`,
  },
  {
    pattern: /^withdrawal-(\d{1,18})$/,
    ofIds: sql`
      SELECT k.order_id, ${WITHDRAWAL}, ${stateOf("false", "w.state IN ('READY', 'SENT', 'BANK_HELD')", "w.state = 'PAID'")}
      FROM k
      JOIN withdrawals w ON w.id = k.a`,
    paidSince: (from, { id }) => sql`
      SELECT w.id, 'withdrawal-' || w.id AS order_id, ${WITHDRAWAL}, 'PAID' AS state
      FROM withdrawals w
      WHERE w.state = 'PAID' AND w.paid_at >= ${from} AND w.id > ${id}
      ORDER BY w.id
      LIMIT ${PAGE}`,
  },
  {
    pattern: /^tax-(\d{1,18})-(\d{1,4})$/,
    ofIds: sql`
      SELECT k.order_id, ${TAX}, ${stateOf("k.b < t.attempt", "t.state IN ('ORDERED', 'SENT')", "t.state = 'PAID'")}
      FROM k
      JOIN tax_payments t ON t.id = k.a AND k.b <= t.attempt`,
    paidSince: (from, { id }) => sql`
      SELECT t.id, concat_ws('-', 'tax', t.id, t.attempt) AS order_id, ${TAX}, 'PAID' AS state
      FROM tax_payments t
      WHERE t.state = 'PAID' AND t.sent_at >= ${from} AND t.id > ${id}
      ORDER BY t.id
      LIMIT ${PAGE}`,
  },
  {
    pattern: /^return-(\d{1,18})-(\d{1,4})$/,
    ofIds: sql`
      SELECT k.order_id, ${RETURN}, ${stateOf("k.b < i.return_attempt", "i.return_state IN ('READY', 'SENT')", "i.return_state = 'RETURNED'")}
      FROM k
      JOIN incoming_payments i ON i.id = k.a AND k.b <= i.return_attempt`,
    paidSince: (from, { id }) => sql`
      SELECT i.id, concat_ws('-', 'return', i.id, i.return_attempt) AS order_id, ${RETURN},
        'PAID' AS state
      FROM incoming_payments i
      WHERE i.return_state = 'RETURNED' AND i.returned_at >= ${from} AND i.id > ${id}
      ORDER BY i.id
      LIMIT ${PAGE}`,
  },
];

interface Row {
  readonly order_id: string;
  readonly account_id: number | null;
  readonly workman_id: number | null;
  readonly amount: bigint;
  readonly state: BookedOrder["state"];
  readonly at: Date;
}

const present = (row: Row): BookedOrder => ({
  orderId: row.order_id,
  accountId: row.account_id,
  workmanId: row.workman_id,
  amountKopecks: row.amount,
  state: row.state,
  at: row.at,
});

/** Orders unknown to the platform are left out. */
export async function bookedOrders(
  db: Kysely<Schema>,
  orderIds: readonly string[],
): Promise<Map<string, BookedOrder>> {
  const found = new Map<string, BookedOrder>();
  for (const { pattern, ofIds } of KINDS) {
    const keys = orderIds.flatMap((orderId) => {
      const parts = pattern.exec(orderId);
      return parts ? [[orderId, parts[1], parts[2] ?? "0", parts[3] ?? "0"] as const] : [];
    });
    if (keys.length === 0) continue;
    const column = (index: 0 | 1 | 2 | 3) => keys.map((key) => key[index]);
    const { rows } = await sql<Row>`
      WITH k AS MATERIALIZED (SELECT *
        FROM unnest(${column(0)}::text[], ${column(1)}::bigint[], ${column(2)}::bigint[],
          ${column(3)}::bigint[]) AS k(order_id, a, b, c))
      ${ofIds}`.execute(db);
    for (const row of rows) found.set(row.order_id, present(row));
  }
  return found;
}

export async function* paidOrders(db: Kysely<Schema>, from: Date): AsyncGenerator<BookedOrder[]> {
  for (const { paidSince } of KINDS) {
    let last: Place | undefined = { account_id: 0, id: 0n };
    while (last) {
      const { rows }: { rows: (Row & Place)[] } = await sql<
        Row & Place
      >`${paidSince(from, last)}`.execute(db);
      if (rows.length > 0) yield rows.map(present);
      last = rows.length === PAGE ? rows.at(-1) : undefined;
    }
  }
}
