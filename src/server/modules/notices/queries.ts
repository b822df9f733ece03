import { sql, type Kysely, type RawBuilder } from "kysely";
import type { Schema } from "#server/data/generated/schema.ts";
import { olderThan } from "#server/http/paging.ts";
import type { List } from "#server/http/serve-list.ts";
import type { Notice, noticeEndpoints } from "#contract/notices/notice-endpoints.ts";
import { endOfMoscowDay, startOfMoscowDay } from "#server/data/moscow-day.ts";

export interface NoticeRow {
  readonly id: bigint;
  readonly type: string;
  readonly resource: Record<string, unknown>;
  readonly created_at: Date;
  readonly read_at: Date | null;
}

export interface NoticeFilters {
  readonly before?: string;
  readonly isRead?: boolean;
  /** Moscow dates, inclusive. */
  readonly dateFrom?: string;
  readonly dateTo?: string;
  /** Class paths. */
  readonly types?: readonly string[];
}

/** Ids grow with time: they order by date. */
export function listNotices(
  personId: number,
  filters: NoticeFilters,
  direction: "asc" | "desc" = "desc",
): List<typeof noticeEndpoints.list, NoticeRow> {
  return {
    of: "n",
    from: sql`notices n`,
    where: [sql`${own(personId)} ${filtered(filters)}`],
    order: sql`n.id ${direction === "asc" ? sql`ASC` : sql`DESC`}`,
    select: (page) => sql<NoticeRow>`
      SELECT n.id, n.type, n.resource, n.created_at, n.read_at FROM ${page} n`,
    present: (rows) => rows.map(presentNotice),
  };
}

function presentNotice(row: NoticeRow): Notice {
  return {
    id: Number(row.id),
    type: row.type,
    createdDate: row.created_at.toISOString(),
    readDate: row.read_at?.toISOString() ?? null,
    resource: row.resource,
  };
}

export async function countUnread(db: Kysely<Schema>, personId: number): Promise<number> {
  const { rows } = await sql<{
    count: bigint;
  }>`
    SELECT count(*) AS count FROM notices n WHERE ${own(personId)} AND n.read_at IS NULL`.execute(
    db,
  );
  return Number(rows[0]?.count ?? 0n);
}

/**
 * @param chosen - ids, or a filter.
 * @returns how many ids are the person's.
 */
export async function readNotices(
  db: Kysely<Schema>,
  personId: number,
  chosen: readonly number[] | NoticeFilters,
  at: Date,
): Promise<number> {
  const which = isIds(chosen)
    ? sql`AND n.id = ANY (${chosen}::bigint[])`
    : sql`AND n.read_at IS NULL ${filtered(chosen)}`;
  const { numAffectedRows } = await sql`
    UPDATE notices n
    SET read_at = coalesce(n.read_at, ${at}::timestamptz)
    WHERE ${own(personId)} ${which}`.execute(db);
  return Number(numAffectedRows ?? 0n);
}

/** Newest first; access may be lost meanwhile. */
export async function ownNotices(
  db: Kysely<Schema>,
  personId: number,
  ids: readonly bigint[],
): Promise<NoticeRow[]> {
  const { rows } = await sql<NoticeRow>`
    SELECT n.id, n.type, n.resource, n.created_at, n.read_at
    FROM notices n
    WHERE ${own(personId)} AND n.id = ANY (${ids}::bigint[])
    ORDER BY n.id DESC`.execute(db);
  return rows;
}

/** A company's only for its active users. */
function own(personId: number): RawBuilder<unknown> {
  return sql`
    n.person_id = ${personId}
      AND (n.account_id IS NULL
        OR n.account_id IN (SELECT u.account_id
          FROM account_users u
          WHERE u.person_id = ${personId} AND u.state = 'ACTIVE'))`;
}

function isIds(chosen: readonly number[] | NoticeFilters): chosen is readonly number[] {
  return Array.isArray(chosen);
}

function filtered({ before, isRead, dateFrom, dateTo, types }: NoticeFilters): RawBuilder<unknown> {
  return sql.join(
    [
      sql``,
      ...olderThan({ before }, sql`n.created_at`).map((condition) => sql`AND ${condition}`),
      ...(isRead === undefined
        ? []
        : [isRead ? sql`AND n.read_at IS NOT NULL` : sql`AND n.read_at IS NULL`]),
      ...(dateFrom === undefined ? [] : [sql`AND n.created_at >= ${startOfMoscowDay(dateFrom)}`]),
      ...(dateTo === undefined ? [] : [sql`AND n.created_at < ${endOfMoscowDay(dateTo)}`]),
      ...(types === undefined ? [] : [sql`AND n.type = ANY (${types}::text[])`]),
    ],
    sql` `,
  );
}
