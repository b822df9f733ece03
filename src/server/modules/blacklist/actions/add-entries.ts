import { sql } from "kysely";
import type { BlacklistRow } from "#contract/blacklist/blacklist-rows.ts";
import { EMPLOYMENT_TRANSITIONS } from "#contract/employees/employment-states.ts";
import { moscowDate } from "#contract/values/calendar-date.ts";
import type { AccountActor } from "#server/http/actor.ts";
import { announce } from "#server/data/live.ts";
import { transition } from "#server/data/transition.ts";
import type { Trx } from "#server/data/transaction.ts";

export interface NewEntry extends BlacklistRow {
  readonly workmanId?: number;
}

/** Day of listing by entry; `null`: new. Expired entries do not count. */
export async function findListed(
  trx: Trx,
  accountId: number,
  entries: readonly NewEntry[],
  at: Date,
): Promise<(Date | null)[]> {
  const { rows } = await sql<{ since: Date | null }>`
    SELECT (SELECT min(b.created_at)
      FROM blacklist_entries b
      WHERE b.account_id = ${accountId}
        AND (b.until IS NULL OR b.until >= ${moscowDate(at)}::date)
        AND (b.inn = n.inn OR b.phone = n.phone)) AS since
    FROM unnest(${entries.map((one) => one.inn)}::text[],
      ${entries.map((one) => one.phone)}::text[]) WITH ORDINALITY AS n(inn, phone, place)
    ORDER BY place`.execute(trx);
  return rows.map(({ since }) => since);
}

/**
 * Concurrent adds of one person make one entry.
 *
 * @returns ids of added entries.
 */
export async function addEntries(
  trx: Trx,
  actor: AccountActor,
  entries: readonly NewEntry[],
  at: Date,
): Promise<number[]> {
  const inns = entries.map((one) => one.inn);
  const phones = entries.map((one) => one.phone);
  await sql`
    DELETE FROM blacklist_entries
    WHERE account_id = ${actor.accountId}
      AND until < ${moscowDate(at)}::date
      AND (inn = ANY (${inns}::text[]) OR phone = ANY (${phones}::text[]))`.execute(trx);
  const { rows } = await sql<{ id: number }>`
    INSERT INTO blacklist_entries (account_id, inn, phone, full_name, reason, comment, until,
      workman_id, created_by, created_at)
    SELECT ${actor.accountId}, inn, phone, name, reason, comment, until, workman_id,
      ${actor.personId}, ${at}
    FROM unnest(${inns}::text[], ${phones}::text[], ${entries.map((one) => one.name)}::text[],
      ${entries.map((one) => one.reason)}::text[], ${entries.map((one) => one.comment)}::text[],
      ${entries.map((one) => one.validUntil)}::date[],
        ${entries.map((one) => one.workmanId ?? null)}::integer[]) AS n(inn, phone, name, reason,
        comment, until, workman_id)
    ON CONFLICT DO NOTHING RETURNING id`.execute(trx);
  const ids = rows.map(({ id }) => id);
  await suspendEmployments(trx, actor.accountId, ids);
  return ids;
}

export async function suspendEmployments(
  trx: Trx,
  accountId: number,
  entryIds: readonly number[],
): Promise<void> {
  const move = transition(EMPLOYMENT_TRANSITIONS, "blacklist", "account", { of: "e" });
  const { rows } = await sql<{ id: number }>`
    UPDATE employments e SET ${move.set}, blacklisted_from = e.state FROM (
      SELECT w.id
      FROM blacklist_entries b
      JOIN workmen w ON w.inn = b.inn
      WHERE b.account_id = ${accountId} AND b.id = ANY (${entryIds}::integer[])
      UNION SELECT w.id
      FROM blacklist_entries b
      JOIN people p ON p.phone = b.phone
      JOIN workmen w ON w.person_id = p.id
      WHERE b.account_id = ${accountId} AND b.id = ANY (${entryIds}::integer[])
    ) listed
    WHERE e.account_id = ${accountId}
      AND e.workman_id = listed.id
      AND ${move.from}
    RETURNING e.id`.execute(trx);
  await announceEmployees(
    trx,
    accountId,
    rows.map(({ id }) => id),
  );
}

export async function announceEmployees(
  trx: Trx,
  accountId: number,
  ids: readonly number[],
): Promise<void> {
  if (ids.length > 0)
    await announce(trx, { to: `account:${accountId}`, resource: "employees", ids });
}

export async function announceBlacklist(trx: Trx, accountId: number): Promise<void> {
  await announce(trx, { to: `account:${accountId}`, resource: "blacklist" });
}
