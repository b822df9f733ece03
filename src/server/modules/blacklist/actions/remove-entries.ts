import { sql } from "kysely";
import { BLACKLIST_RESTORE_SECONDS } from "#contract/blacklist/blacklist.ts";
import { EMPLOYMENT_TRANSITIONS } from "#contract/employees/employment-states.ts";
import { moscowDate } from "#contract/values/calendar-date.ts";
import type { AccountActor } from "#server/http/actor.ts";
import { conflict } from "#server/http/app-error.ts";
import { transition } from "#server/data/transition.ts";
import type { Trx } from "#server/data/transaction.ts";
import { announceEmployees, suspendEmployments } from "./add-entries.ts";

const COLUMNS = sql`
  account_id, id, inn, phone, full_name, reason, comment, until, created_at, created_by, workman_id`;

/** Removes an entry, restorable for a minute. */
export async function removeEntry(
  trx: Trx,
  actor: AccountActor,
  id: number,
  at: Date,
): Promise<void> {
  await sql`
    WITH gone AS (DELETE FROM blacklist_entries
      WHERE account_id = ${actor.accountId} AND id = ${id}
      RETURNING ${COLUMNS})
    INSERT INTO blacklist_removals SELECT ${COLUMNS}, ${actor.personId}, ${at} FROM gone`.execute(
    trx,
  );
  await forgiveEmployments(trx, actor.accountId, at);
}

/**
 * Restores an entry the same person has just removed.
 * @throws AppError `conflict` — the minute is over, somebody else removed it, or the person was
 * added again.
 */
export async function restoreEntry(
  trx: Trx,
  actor: AccountActor,
  id: number,
  at: Date,
): Promise<void> {
  const since = new Date(at.getTime() - BLACKLIST_RESTORE_SECONDS * 1000);
  const { rows } = await sql`
    WITH back AS (DELETE FROM blacklist_removals
      WHERE account_id = ${actor.accountId}
        AND id = ${id}
        AND removed_by = ${actor.personId}
        AND removed_at >= ${since}
      RETURNING ${COLUMNS})
    INSERT INTO blacklist_entries (${COLUMNS})
    SELECT ${COLUMNS}
    FROM back
    ON CONFLICT DO NOTHING
    RETURNING id`.execute(trx);
  if (rows.length === 0)
    throw conflict("Вернуть запись уже нельзя. Добавьте исполнителя в чёрный список заново");
  await suspendEmployments(trx, actor.accountId, [id]);
}

/**
 * Removes all entries.
 * @param seenCount - entries on the screen.
 * @throws AppError `conflict` — the number has changed.
 */
export async function clearEntries(
  trx: Trx,
  actor: AccountActor,
  seenCount: number | undefined,
  at: Date,
): Promise<number> {
  const { rows } = await sql`
      DELETE FROM blacklist_entries WHERE account_id = ${actor.accountId} RETURNING id`.execute(
    trx,
  );
  if (seenCount !== undefined && seenCount !== rows.length)
    throw conflict(
      `Список изменился: сейчас в нём записей: ${rows.length}. Посмотрите его ещё раз`,
    );
  await forgiveEmployments(trx, actor.accountId, at);
  return rows.length;
}

/**
 * Pauses employments without a blacklist entry left: resuming the work is a person's decision.
 * `accountId` `null` means all companies.
 */
export async function forgiveEmployments(
  trx: Trx,
  accountId: number | null,
  at: Date,
): Promise<number> {
  const move = transition(EMPLOYMENT_TRANSITIONS, "forgive", "system", { of: "e" });
  const { rows } = await sql<{ account_id: number; id: number }>`
    UPDATE employments e SET ${move.set} FROM workmen w JOIN people p ON p.id = w.person_id
    WHERE w.id = e.workman_id
      AND ${move.from} ${
        accountId === null
          ? sql``
          : sql`
        AND e.account_id = ${accountId}`
      }
      AND NOT EXISTS (SELECT FROM blacklist_entries b
        WHERE b.account_id = e.account_id
          AND b.inn = w.inn
          AND (b.until IS NULL OR b.until >= ${moscowDate(at)}::date))
      AND NOT EXISTS (SELECT FROM blacklist_entries b
        WHERE b.account_id = e.account_id
          AND b.phone = p.phone
          AND (b.until IS NULL OR b.until >= ${moscowDate(at)}::date))
    RETURNING e.account_id, e.id`.execute(trx);
  for (const account of new Set(rows.map((row) => row.account_id))) {
    await announceEmployees(
      trx,
      account,
      rows.filter((row) => row.account_id === account).map(({ id }) => id),
    );
  }
  return rows.length;
}
