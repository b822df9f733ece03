import { sql, type Kysely } from "kysely";
import { moscowDate } from "#contract/values/calendar-date.ts";
import type { Schema } from "#server/data/generated/schema.ts";
import type { BackgroundTask } from "#server/work/background-tasks.ts";
import type { KeepRule } from "#server/work/housekeeping.ts";
import { callTask } from "#server/work/outside-task.ts";
import type { Platform } from "#server/platform.ts";

/** The register takes about two queries a minute from one address. Source: `domain.md` §1.3. */
const PACE_MS = 30_000;
/** Longer than a person watches the screen. */
const LONGEST_QUEUE = 200;
/** An answer is valid on its day. */
export const PUBLIC_STATUS_KEEP_RULE: KeepRule = {
  table: "public_status_checks",
  since: "asked_at",
  keepHours: 24,
};

/** Unless it answered today; a full queue is no error here. */
export async function askPublicStatus(trx: Kysely<Schema>, inn: string, now: Date): Promise<void> {
  if ((await readAnswer(trx, inn, now)) === undefined) await queue(trx, inn, now);
}

/** @returns `null` while it is awaited, `undefined` without a query. */
export async function readAnswer(
  db: Kysely<Schema>,
  inn: string,
  now: Date,
): Promise<boolean | null | undefined> {
  const { rows } = await sql<{
    is_registered: boolean | null;
    answered_at: Date | null;
  }>`SELECT is_registered, answered_at FROM public_status_checks WHERE inn = ${inn}`.execute(db);
  const answer = rows[0];
  if (!answer) return undefined;
  if (answer.answered_at === null) return null;
  return moscowDate(answer.answered_at) === moscowDate(now) ? answer.is_registered : undefined;
}

export async function queue(db: Kysely<Schema>, inn: string, now: Date): Promise<boolean> {
  const { rows } = await sql<{
    count: bigint;
  }>`
    SELECT count(*) AS count
    FROM (SELECT 1 FROM public_status_checks WHERE answered_at IS NULL LIMIT ${LONGEST_QUEUE}) q`.execute(
    db,
  );
  if ((rows[0]?.count ?? 0n) >= BigInt(LONGEST_QUEUE)) return false;
  await sql`
    INSERT INTO public_status_checks (inn, asked_at) VALUES (${inn}, ${now})
    ON CONFLICT (inn) DO UPDATE
    SET asked_at = excluded.asked_at, answered_at = NULL, is_registered = NULL`.execute(db);
  return true;
}

/** The oldest first; all processes share the pace. */
export function publicStatusTask(platform: Platform): BackgroundTask {
  const { db, taxService } = platform;
  return callTask<{ readonly inn: string }, boolean | null>(platform, {
    name: "workman-taxes.public-status",
    idleMs: 1000,
    atOnce: 1,
    nameOf: ({ inn }) => inn,
    async lease({ at, isFree }) {
      const { rows } = await sql<{ inn: string }>`
        WITH turn AS (
          UPDATE tax_sweeps
          SET due_at = ${new Date(at.getTime() + PACE_MS)}
          WHERE name = 'public-status'
            AND due_at <= ${at}
            AND EXISTS (SELECT FROM public_status_checks WHERE answered_at IS NULL)
          RETURNING 1
        )
        SELECT inn
        FROM public_status_checks
        WHERE answered_at IS NULL AND ${isFree(sql`inn`)} AND EXISTS (SELECT FROM turn)
        ORDER BY asked_at, inn
        LIMIT 1`.execute(db);
      return rows;
    },
    call: ({ inn }, at) => taxService.isRegisteredPublicly(inn, moscowDate(at)),
    // Without an answer: to the end of the queue.
    settle: (trx, { inn }, isRegistered, at) =>
      isRegistered === null
        ? sql`
            UPDATE public_status_checks
            SET asked_at = ${at}
            WHERE inn = ${inn} AND answered_at IS NULL`.execute(trx)
        : sql`
            UPDATE public_status_checks
            SET is_registered = ${isRegistered}, answered_at = ${at}
            WHERE inn = ${inn} AND answered_at IS NULL`.execute(trx),
  });
}
