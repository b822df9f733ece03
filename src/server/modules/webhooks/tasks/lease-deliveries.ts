import { sql } from "kysely";
import type { Claim } from "#server/work/item-task.ts";
import { WEBHOOK_DELIVERY_TRANSITIONS } from "#contract/webhooks/webhook.ts";
import { transition } from "#server/data/transition.ts";
import type { Platform } from "#server/platform.ts";

/** A slow receiver delays only its own. */
const AT_ONCE_PER_RECEIVER = 4;
/** Ms; longer transactions are not waited for. */
const ORDER_GUARD_MS = 60_000;
/** Above any transaction. */
const NO_WRITER = 2n ** 63n - 1n;

export interface LeasedDelivery {
  readonly account_id: number;
  readonly id: bigint;
  readonly webhook_id: number;
  readonly about: string | null;
  readonly event: string;
  readonly data: string;
  readonly attempts: number;
  readonly until: Date;
  readonly created_at: Date;
  readonly url: string;
  readonly secret: Buffer;
}

/**
 * The oldest per record. Numbers are taken before transactions end, so a message waits for smaller
 * ones that may still commit.
 *
 * @param busy - receivers being called.
 */
export async function leaseDeliveries(
  { db }: Platform,
  busy: readonly number[],
  { at: now, until, limit, isFree }: Claim,
): Promise<LeasedDelivery[]> {
  const oldest = await oldestWriter(db);
  const take = transition(WEBHOOK_DELIVERY_TRANSITIONS, "take", "system", { of: "d" });
  const { rows } = await sql<LeasedDelivery>`
    UPDATE webhook_deliveries d
    SET ${take.set}, attempts = d.attempts + 1, due_at = ${until}
    FROM webhooks w
    WHERE w.account_id = d.account_id
      AND w.id = d.webhook_id
      AND ${take.from}
      AND d.due_at <= ${now}
      AND d.id = ANY (ARRAY(
        SELECT id
        FROM (SELECT first.id, first.due_at,
            row_number() OVER (PARTITION BY first.webhook_id ORDER BY first.id) AS place
          FROM webhook_deliveries first
          WHERE first.state IN ('WAITING', 'SENDING')
            AND first.due_at <= ${now}
            AND ${isFree(sql`first.id::text`)}
            AND first.webhook_id <> ALL (${[...busy]}::integer[])
            AND (first.about IS NULL
              OR first.written_by < ${oldest}
              OR first.created_at <= ${new Date(now.getTime() - ORDER_GUARD_MS)})
            AND NOT EXISTS (SELECT 1
              FROM webhook_deliveries older
              WHERE older.webhook_id = first.webhook_id
                AND older.about = first.about
                AND older.state IN ('WAITING', 'SENDING')
                AND older.id < first.id)) due
        WHERE place <= ${AT_ONCE_PER_RECEIVER}
        ORDER BY place, due_at
        LIMIT ${limit}))
    RETURNING d.account_id, d.id, d.webhook_id, d.about, d.event, d.data, d.attempts, d.until,
      d.created_at, w.url, w.secret`.execute(db);
  return rows;
}

/**
 * Oldest open transaction with messages. Read before messages: if it ends meanwhile, its messages
 * are seen.
 */
async function oldestWriter(db: Platform["db"]): Promise<bigint> {
  const { rows } = await sql<{ xid: bigint }>`
    SELECT coalesce(
      pg_snapshot_xmax(pg_current_snapshot())::text::bigint
        + age(pg_snapshot_xmax(pg_current_snapshot())::xid) - max(age(own.transactionid)),
      ${NO_WRITER}) AS xid
    FROM pg_locks written
    JOIN pg_locks own ON own.pid = written.pid
      AND own.locktype = 'transactionid'
      AND own.mode = 'ExclusiveLock'
    WHERE written.locktype = 'relation'
      AND written.relation = 'webhook_deliveries'::regclass
      AND written.database = (SELECT oid FROM pg_database WHERE datname = current_database())
      AND written.mode = 'RowExclusiveLock'`.execute(db);
  return rows[0]?.xid ?? NO_WRITER;
}
