import { sql, type Kysely } from "kysely";
import type { Schema } from "#server/data/generated/schema.ts";
import { type OffsetClock, systemClock } from "#server/data/clock.ts";
import { announce } from "#server/data/live.ts";
import type { LiveMessage } from "#server/data/live-message.ts";
import { inTransaction, type Trx } from "#server/data/transaction.ts";

/** Times of next actions, of the product and the simulated services. */
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
/** Longer than limits on codes and attempts look back. */
const FORGOTTEN = sql`interval '25 hours'`;

export const CLOCK_MOVED: LiveMessage = { to: "sandbox:clock", resource: "sandbox-clock" };

/**
 * Moves the clock with its schedules and stores it. Whichever way: people stay signed in and may
 * request codes, and planned work is done. Recorded times stay.
 *
 * @param to - from the clock's current time, read under a lock; `null`: the machine's time.
 * @param knownOffsetMs - this process's; if another process has moved the clock since, this one
 * follows first.
 * @returns the new offset to the machine's time, ms.
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

/** By the offset: the requested moment is past when the transaction ends. */
export function placeClock(clock: OffsetClock, offsetMs: number): void {
  clock.set(new Date(systemClock.now().getTime() + offsetMs));
}

/** To the machine's time, ms. */
export async function readClockOffset(db: Kysely<Schema>): Promise<number> {
  const { rows } = await sql<{ offset_ms: bigint }>`
    SELECT offset_ms FROM sandbox.clock`.execute(db);
  return Number(rows[0]?.offset_ms ?? 0n);
}

/** Sessions and codes return to the present, plans keep their distance. */
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
