import { sql, type RawBuilder } from "kysely";
import { definitionFor } from "#contract/kernel/definition-of.ts";
import {
  EXPORT_FORMAT,
  EXPORT_TYPE,
  type ExportFormat,
  type ExportType,
} from "#contract/exports/export-states.ts";
import type { ExportSchedule } from "#contract/exports/export.ts";
import type { NoticePayload } from "#contract/notices/notice-payloads.ts";
import { NOTICE_TYPES } from "#contract/notices/notice-types.ts";
import type { RoleId } from "#contract/access/roles.ts";
import { addDays, moscowDate } from "#contract/values/calendar-date.ts";
import { rightsHeld } from "#server/modules/api-keys/index.ts";
import type { AccountActor } from "#server/http/actor.ts";
import { conflict, notFound } from "#server/http/app-error.ts";
import type { BackgroundTask } from "#server/work/background-tasks.ts";
import { announce } from "#server/data/live.ts";
import { itemTask } from "#server/work/item-task.ts";
import type { Trx } from "#server/data/transaction.ts";
import type { Platform } from "#server/platform.ts";
import { withinReach } from "../queries.ts";
import { checkOrder, queueExport, type ExportChoice } from "../actions/order-export.ts";

const SCHEDULES = "export-schedules";
/** The platform's acts of the previous month exist by then. */
const DAY_OF_MONTH = "03";
/** Per company. */
const MOST = 50;

interface ScheduleRow {
  readonly account_id: number;
  readonly id: number;
  readonly types: ExportType[];
  readonly filters: ExportChoice;
  readonly format: ExportFormat;
  readonly created_by: number;
  readonly role: RoleId;
  readonly project_ids: number[] | null;
  readonly created_at: Date;
  readonly next_on: string;
  readonly author_name: string | null;
}

const SELECT: RawBuilder<ScheduleRow> = sql<ScheduleRow>`
  SELECT x.*, to_char(x.next_on, 'YYYY-MM-DD') AS next_on, a.name AS author_name
  FROM export_schedules x
  LEFT JOIN people a ON a.id = x.created_by`;

export async function listSchedules(trx: Trx, actor: AccountActor): Promise<ExportSchedule[]> {
  const { rows } = await sql<ScheduleRow>`
      ${SELECT} WHERE ${withinReach(actor)} AND x.ended_at IS NULL ORDER BY x.id`.execute(trx);
  return rows.map(present);
}

export interface ScheduleOrder {
  readonly types: readonly ExportType[];
  readonly format: ExportFormat;
  readonly filters: ExportChoice;
}

/** @throws AppError as an order; `conflict` — too many. */
export async function addSchedule(
  trx: Trx,
  actor: AccountActor,
  order: ScheduleOrder,
  at: Date,
): Promise<ExportSchedule> {
  const types = [...new Set(order.types)];
  await checkOrder(trx, actor, { ...order, types });
  const live = await sql`
      SELECT 1 FROM export_schedules
      WHERE account_id = ${actor.accountId} AND ended_at IS NULL
      LIMIT ${MOST}`.execute(trx);
  if (live.rows.length === MOST)
    throw conflict(`Ежемесячных выгрузок может быть не больше ${MOST}. Остановите ненужные`);
  const { rows } = await sql<{ id: number }>`
    INSERT INTO export_schedules (account_id, types, filters, format, created_by, role, project_ids,
      created_at, next_on)
    VALUES (${actor.accountId}, ${types}::text[], ${JSON.stringify(order.filters)}::jsonb,
      ${order.format}, ${actor.personId}, ${actor.role}, ${actor.projectIds}::integer[], ${at},
      ${nextAfter(moscowDate(at))}::date)
    RETURNING id`.execute(trx);
  const found = await sql<ScheduleRow>`
      ${SELECT} WHERE x.account_id = ${actor.accountId} AND x.id = ${rows[0]?.id}`.execute(trx);
  await announce(trx, { to: `account:${actor.accountId}`, resource: SCHEDULES });
  return present(found.rows[0] as ScheduleRow);
}

/** @throws AppError `not_found` — absent, ended, foreign or out of reach. */
export async function endSchedule(
  trx: Trx,
  actor: AccountActor,
  id: number,
  at: Date,
): Promise<void> {
  const { rows } = await sql`
      UPDATE export_schedules x
      SET ended_at = ${at}
      WHERE ${withinReach(actor)} AND x.id = ${id} AND x.ended_at IS NULL
      RETURNING 1`.execute(trx);
  if (rows.length === 0) throw notFound("Такой ежемесячной выгрузки нет");
  await announce(trx, { to: `account:${actor.accountId}`, resource: SCHEDULES });
}

type DueSchedule = Pick<ScheduleRow, "account_id" | "id">;

/**
 * One month of one schedule per transaction: none is made twice, missed ones are made. The author
 * is notified of each.
 */
export function scheduledExportsTask(platform: Platform): BackgroundTask {
  const { db, events } = platform;
  const isDue = (at: Date) => sql`x.ended_at IS NULL AND x.next_on <= ${moscowDate(at)}::date`;
  return itemTask<DueSchedule>(platform, {
    name: "exports.scheduled",
    idleMs: 60_000,
    // Months of a schedule follow each other.
    batch: 1,
    nameOf: ({ id }) => String(id),
    async lease({ at, limit, isFree }) {
      const { rows } = await sql<DueSchedule>`
        SELECT x.account_id, x.id FROM export_schedules x
        WHERE ${isDue(at)} AND ${isFree(sql`x.id::text`)}
        ORDER BY x.next_on, x.id
        LIMIT ${limit}`.execute(db);
      return rows;
    },
    async settle(trx, { account_id: accountId, id }, at) {
      const { rows } = await sql<ScheduleRow>`
        ${SELECT} WHERE x.account_id = ${accountId} AND x.id = ${id} AND ${isDue(at)}
        FOR UPDATE OF x SKIP LOCKED`.execute(trx);
      for (const row of rows) await orderMonth(events, trx, row, at);
    },
  });
}

async function orderMonth(
  events: Platform["events"],
  trx: Trx,
  row: ScheduleRow,
  at: Date,
): Promise<void> {
  const periodEnd = addDays(`${row.next_on.slice(0, 7)}-01`, -1);
  const filters = { ...row.filters, periodStart: `${periodEnd.slice(0, 7)}-01`, periodEnd };
  const orderer = {
    accountId: row.account_id,
    personId: row.created_by,
    role: row.role,
    projectIds: row.project_ids,
  };
  const exportId = await queueExport(
    trx,
    orderer,
    { kind: "universal", types: row.types, filters, format: row.format },
    at,
  );
  const isHeld = (await rightsHeld(trx, row)) !== null;
  await sql`
    UPDATE export_schedules
    SET next_on = ${nextAfter(row.next_on)}::date, ended_at = ${isHeld ? null : at}
    WHERE account_id = ${row.account_id} AND id = ${row.id}`.execute(trx);
  // This export fails when made; its author may have left, so owners are notified.
  if (!isHeld) await tellOwners(events, trx, row, exportId, at);
}

async function tellOwners(
  events: Platform["events"],
  trx: Trx,
  row: ScheduleRow,
  exportId: number,
  at: Date,
): Promise<void> {
  const { rows } = await sql<{ person_id: number; title: string }>`
    SELECT u.person_id, x.title
    FROM exports x
    JOIN account_users u ON u.account_id = x.account_id
    WHERE x.account_id = ${row.account_id}
      AND x.id = ${exportId}
      AND u.role = 'OWNER'
      AND u.state = 'ACTIVE'
      AND u.person_id <> ${row.created_by}`.execute(trx);
  await announce(trx, { to: `account:${row.account_id}`, resource: SCHEDULES });
  for (const { person_id: personId, title } of rows)
    await events.publish(trx, "notice.wanted", {
      personId,
      accountId: row.account_id,
      type: NOTICE_TYPES.ExportFailed.id,
      resource: { export: { id: exportId, title } } satisfies NoticePayload<"ExportFailed">,
      at,
    });
}

/** The next 3rd of a month after `day`. */
function nextAfter(day: string): string {
  const own = `${day.slice(0, 7)}-${DAY_OF_MONTH}`;
  return own > day ? own : `${addDays(`${day.slice(0, 7)}-28`, 5).slice(0, 7)}-${DAY_OF_MONTH}`;
}

function present(row: ScheduleRow): ExportSchedule {
  return {
    id: row.id,
    types: row.types.map((type) => definitionFor(EXPORT_TYPE, type)),
    format: definitionFor(EXPORT_FORMAT, row.format),
    filters: row.filters,
    author: row.author_name === null ? null : { id: row.created_by, name: row.author_name },
    nextOn: row.next_on,
    createdAt: row.created_at.toISOString(),
  };
}
