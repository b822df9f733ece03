import { sql, type Kysely } from "kysely";
import type { Schema } from "#server/data/generated/schema.ts";
import { type OffsetClock, systemClock } from "#server/data/clock.ts";
import { announce } from "#server/data/live.ts";
import type { LiveMessage } from "#server/data/live-message.ts";
import { inTransaction, type Trx } from "#server/data/transaction.ts";

/**
 * Columns that say when something is done next, in the product's tables and in those of the
 * simulated services.
 */
const SCHEDULES = [
  "due_at",
  "message_due_at",
  "bind_due_at",
  "check_due_at",
  "unbind_due_at",
  "claimed_until",
  "answer_at",
  "return_at",
  "arrives_at",
];
/** Longer than any limit of codes and attempts looks back. */
const FORGOTTEN = sql`interval '25 hours'`;

/** What the other processes hear: they have clocks of their own. */
export const CLOCK_MOVED: LiveMessage = { to: "sandbox:clock", resource: "sandbox-clock" };

/**
 * Moves the demonstration's clock and what lives by it, and remembers it for the next start: a
 * person stays signed in and may ask for a code whichever way it goes, and work that was planned by
 * the other time is done. What the product has recorded keeps its time: it happened then.
 *
 * @param to - from what the clock shows when nobody else moves it any more; `null`: back to the
 *   machine's time.
 * @param knownOffsetMs - the place of the clock this process knows of: when another one has moved
 *   it since, this one follows first.
 * @returns milliseconds ahead of the machine's, as the database has them now.
 */
export async function moveClock(
  db: Kysely<Schema>,
  clock: OffsetClock,
  to: (before: Date) => Date | null,
  knownOffsetMs: number,
): Promise<number> {
  const offsetMs = await inTransaction(db, async (trx) => {
    const { rows } = await sql<{
      offset_ms: bigint;
    }>`SELECT offset_ms FROM sandbox.clock FOR UPDATE`.execute(trx);
    const present = Number(rows[0]?.offset_ms ?? 0n);
    if (present !== knownOffsetMs) placeClock(clock, present);
    const before = clock.now();
    const real = systemClock.now();
    const after = to(before) ?? real;
    const moved = after.getTime() - real.getTime();
    if (after < before) await moveFutureToPresent(trx, before, after);
    else
      await sql`
        UPDATE sessions
        SET expires_at = expires_at + (${after}::timestamptz - ${before}::timestamptz)
        WHERE ended_at IS NULL AND expires_at > ${before}`.execute(trx);
    await sql`UPDATE sandbox.clock SET offset_ms = ${BigInt(moved)}`.execute(trx);
    await announce(trx, CLOCK_MOVED);
    return moved;
  });
  placeClock(clock, offsetMs);
  return offsetMs;
}

/**
 * By the distance that all processes read, not by the moment it was asked for: that one is over
 * when the transaction is.
 */
export function placeClock(clock: OffsetClock, offsetMs: number): void {
  clock.set(new Date(systemClock.now().getTime() + offsetMs));
}

/** Where the clock of the demonstration was left. @returns milliseconds ahead of the machine's. */
export async function readClockOffset(db: Kysely<Schema>): Promise<number> {
  const { rows } = await sql<{ offset_ms: bigint }>`
    SELECT offset_ms FROM sandbox.clock`.execute(db);
  return Number(rows[0]?.offset_ms ?? 0n);
}

/**
 * What lies in a future that will come later now: sessions and codes come to the present, plans
 * keep their distance.
 */
async function moveFutureToPresent(trx: Trx, before: Date, after: Date): Promise<void> {
  await sql`
    UPDATE sessions
    SET created_at = least(created_at, ${after}::timestamptz),
      last_seen_at = least(last_seen_at, ${after}::timestamptz),
      confirmed_at = least(confirmed_at, ${after}::timestamptz),
      expires_at = least(expires_at, ${after}::timestamptz + (expires_at - ${before}::timestamptz))
    WHERE ended_at IS NULL AND expires_at > ${before}`.execute(trx);
  await sql`
    UPDATE one_time_codes
    SET created_at = ${after}::timestamptz - ${FORGOTTEN},
      expires_at = ${after}::timestamptz - ${FORGOTTEN}
    WHERE created_at > ${after}`.execute(trx);
  await sql`
    UPDATE entry_attempts SET at = ${after}::timestamptz - ${FORGOTTEN} WHERE at > ${after}`.execute(
    trx,
  );
  const { rows } = await sql<{ schema: string; table: string; column: string }>`
    SELECT c.table_schema AS schema, c.table_name AS table, c.column_name AS column
    FROM information_schema.columns c
    JOIN pg_class t ON t.oid = (quote_ident(c.table_schema) || '.' || quote_ident(c.table_name))::regclass
      AND t.relkind IN ('r', 'p')
      AND NOT t.relispartition
    WHERE c.table_schema IN ('public', 'sandbox')
      AND c.column_name = ANY (${SCHEDULES}::text[])
      AND c.data_type = 'timestamp with time zone'`.execute(trx);
  for (const { schema, table, column } of rows) {
    const at = sql.ref(column);
    await sql`
      UPDATE ${sql.table(`${schema}.${table}`)}
      SET ${at} = ${after}::timestamptz + greatest(${at} - ${before}::timestamptz, interval '0')
      WHERE ${at} > ${after}`.execute(trx);
  }
}
