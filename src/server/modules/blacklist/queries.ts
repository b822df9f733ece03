import { sql, type RawBuilder } from "kysely";
import { HAS_AGREED } from "#server/data/employment-consent.ts";
import type { BlacklistReason } from "#contract/blacklist/blacklist-rows.ts";
import { moscowDate } from "#contract/values/calendar-date.ts";
import type { AccountActor } from "#server/http/actor.ts";
import { notFound } from "#server/http/app-error.ts";
import type { Trx } from "#server/data/transaction.ts";

export interface EntryRow {
  readonly account_id: number;
  readonly id: number;
  readonly inn: string | null;
  readonly phone: string | null;
  readonly full_name: string | null;
  readonly reason: BlacklistReason;
  readonly comment: string | null;
  readonly until: string | null;
  readonly created_at: Date;
  readonly created_by: number | null;
  readonly author_name: string | null;
  readonly is_active: boolean;
  /** See `KNOWN_WORKMAN`. */
  readonly workman: { readonly id: number; readonly name: string } | null;
  /** By profile: numbers are shown only if the workman works with the company. */
  readonly is_named: boolean;
  readonly is_confirmed: boolean;
  readonly running_count: number;
}

const LISTED_WORKMEN = sql`
  (SELECT w.id
    FROM workmen w
    WHERE w.inn = b.inn
    UNION SELECT w.id
    FROM people p
    JOIN workmen w ON w.person_id = p.id
    WHERE p.phone = b.phone)`;

/** Of the workmen of entry `b`, with open invites. */
const RUNNING_OFFERS = sql`
  o.account_id = b.account_id
    AND o.workman_id IN ${LISTED_WORKMEN}
    AND o.state IN ('CREATED', 'ACCEPTED', 'INPROGRESS', 'COMPLETED', 'ARBITRATION')`;
const RUNNING_INVITES = sql`
  i.account_id = b.account_id
    AND i.state IN ('SENT', 'VIEWED')
    AND (i.phone = b.phone OR i.workman_id IN ${LISTED_WORKMEN})`;

const CONFIRMED = sql`
  SELECT e.workman_id
  FROM employments e
  WHERE e.account_id = b.account_id
    AND e.workman_id IN ${LISTED_WORKMEN}
    AND ${HAS_AGREED}
  LIMIT 1`;

/**
 * Add WHERE and ORDER. Decision: a typed number's owner is shown only if already working with the
 * company.
 *
 * @param today - Moscow date, yyyy-MM-dd.
 */
export function selectEntries(
  today: string,
  source = sql`blacklist_entries`,
): RawBuilder<EntryRow> {
  return sql<EntryRow>`
    SELECT b.account_id, b.id, b.inn, b.phone, b.full_name, b.reason, b.comment, b.until,
      b.created_at, b.created_by, a.name AS author_name,
      (b.until IS NULL OR b.until >= ${today}::date) AS is_active,
        b.workman_id IS NOT NULL AS is_named, known.workman, EXISTS (${CONFIRMED}) AS is_confirmed,
      (SELECT count(*)::integer
        FROM job_offers o
        WHERE ${RUNNING_OFFERS}) + (SELECT count(*)::integer
        FROM job_invites i
        WHERE ${RUNNING_INVITES}) AS running_count
    FROM ${source} b LEFT JOIN people a ON a.id = b.created_by
    LEFT JOIN LATERAL (
      SELECT jsonb_build_object('id', w.id, 'name',
        concat_ws(' ', w.last_name, w.first_name, w.middle_name)) AS workman
      FROM workmen w
      WHERE w.id = coalesce(b.workman_id, (${CONFIRMED}))
    ) known ON true`;
}

/** @throws AppError `not_found` — absent or foreign. */
export async function loadEntry(
  trx: Trx,
  actor: AccountActor,
  id: number,
  at: Date,
): Promise<EntryRow> {
  const { rows } = await sql<EntryRow>`
      ${selectEntries(moscowDate(at))} WHERE b.account_id = ${actor.accountId} AND b.id = ${id}`.execute(
    trx,
  );
  if (!rows[0]) throw notFound("Запись не найдена");
  return rows[0];
}

interface RunningRow {
  readonly kind: "offer" | "invite";
  readonly id: bigint;
  readonly job_id: bigint;
  readonly title: string;
  readonly state: string;
  readonly amount_kopecks: bigint | null;
  readonly created_at: Date;
}

const MOST_RUNNING = 200;

export async function runningOf(trx: Trx, actor: AccountActor, id: number): Promise<RunningRow[]> {
  const ofReach =
    actor.projectIds === null
      ? sql``
      : sql`AND j.project_id = ANY (${[...actor.projectIds]}::integer[])`;
  const { rows } = await sql<RunningRow>`
    WITH b AS MATERIALIZED (SELECT * FROM blacklist_entries
      WHERE account_id = ${actor.accountId} AND id = ${id})
    SELECT 'offer' AS kind, o.id, o.job_id, j.title, o.state, o.amount_kopecks, o.created_at
    FROM b
    JOIN job_offers o ON ${RUNNING_OFFERS}
    JOIN jobs j ON j.account_id = o.account_id AND j.id = o.job_id ${ofReach}
    UNION ALL
    SELECT 'invite', i.id, i.job_id, j.title, i.state, NULL, i.created_at
    FROM b
    JOIN job_invites i ON ${RUNNING_INVITES}
    JOIN jobs j ON j.account_id = i.account_id AND j.id = i.job_id ${ofReach}
    ORDER BY created_at DESC LIMIT ${MOST_RUNNING}`.execute(trx);
  return rows;
}
