import { sql, type RawBuilder } from "kysely";
import { BLACKLIST_RESTORE_SECONDS } from "#contract/blacklist/blacklist.ts";
import {
  EMPLOYMENT_TRANSITIONS,
  type EmploymentState,
} from "#contract/employees/employment-states.ts";
import { moscowDate } from "#contract/values/calendar-date.ts";
import type { AccountActor } from "#server/http/actor.ts";
import { conflict } from "#server/http/app-error.ts";
import { transition } from "#server/data/transition.ts";
import type { Trx } from "#server/data/transaction.ts";
import { announceEmployees, suspendEmployments } from "./add-entries.ts";

const COLUMNS = sql`
  account_id, id, inn, phone, full_name, reason, comment, until, created_at, created_by, workman_id`;

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

/** @throws AppError `conflict` — too late, removed by somebody else, or added again. */
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
 * @param seenCount - entries shown.
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

const was = (state: EmploymentState) => sql`e.blacklisted_from = ${state}`;
const FORGIVE = transition(EMPLOYMENT_TRANSITIONS, "forgive", "system", {
  of: "e",
  when: {
    INVITED: was("INVITED"),
    REGISTRATION: was("REGISTRATION"),
    CONFIRMATION: was("CONFIRMATION"),
    ENDED: was("ENDED"),
  },
});

/** For suspended employments `e`. */
export function isForgiven(at: Date): RawBuilder<unknown> {
  const none = (same: RawBuilder<unknown>) => sql`
    NOT EXISTS (SELECT FROM workmen w
      JOIN people p ON p.id = w.person_id
      JOIN blacklist_entries b ON b.account_id = e.account_id AND ${same}
      WHERE w.id = e.workman_id AND (b.until IS NULL OR b.until >= ${moscowDate(at)}::date))`;
  return sql`
    ${FORGIVE.from}
      AND ${none(sql`b.inn = w.inn`)}
      AND ${none(sql`b.phone = p.phone`)}`;
}

/** Employments without an entry go back; who worked is paused: a person must resume the work. */
export async function forgiveEmployments(trx: Trx, accountId: number, at: Date): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    UPDATE employments e
    SET ${FORGIVE.set}, blacklisted_from = NULL
    WHERE e.account_id = ${accountId} AND ${isForgiven(at)}
    RETURNING e.id`.execute(trx);
  if (rows.length > 0)
    await announceEmployees(
      trx,
      accountId,
      rows.map(({ id }) => id),
    );
}
