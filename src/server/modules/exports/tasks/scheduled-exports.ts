import { sql, type RawBuilder } from "kysely";
import { definitionFor } from "#contract/kernel/definition-of.ts";
import {
  EXPORT_FORMAT,
  EXPORT_TYPE,
  type ExportFormat,
  type ExportType,
} from "#contract/exports/export-states.ts";
import type { ExportSchedule } from "#contract/exports/export.ts";
import type { RoleId } from "#contract/access/roles.ts";
import { addDays, moscowDate } from "#contract/values/calendar-date.ts";
import { rightsHeld } from "#server/modules/api-keys/index.ts";
import type { AccountActor } from "#server/http/actor.ts";
import { conflict, notFound } from "#server/http/app-error.ts";
import type { BackgroundTask } from "#server/work/background-tasks.ts";
import { announce } from "#server/data/live.ts";
import { inTransaction, type Trx } from "#server/data/transaction.ts";
import type { Platform } from "#server/platform.ts";
import { withinReach } from "../queries.ts";
import {
  checkOrder,
  orderExport,
  type ExportChoice,
  type Orderer,
} from "../actions/order-export.ts";

/** Live channel. */
const SCHEDULES = "export-schedules";
/** Day of the month of the file: the platform's acts for the previous month exist by then. */
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

/** Active schedules, within the reach of exports. */
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

/** @throws AppError as ordering an export; `conflict` — the company has too many. */
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

/** @throws AppError `not_found` — absent, ended, of another company or out of reach. */
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

/**
 * Orders due exports, one per transaction, so that a crash cannot order a month twice. The author
 * is notified as of any export, by e-mail too.
 */
export function scheduledExportsTask({ db, clock, logger }: Platform): BackgroundTask {
  return {
    name: "exports.scheduled",
    idleMs: 60_000,
    run: () =>
      inTransaction(db, async (trx) => {
        const at = clock.now();
        const today = moscowDate(at);
        const { rows } = await sql<ScheduleRow>`
            ${SELECT}
            WHERE x.ended_at IS NULL AND x.next_on <= ${today}::date
            ORDER BY x.next_on, x.id
            LIMIT 1
            FOR UPDATE OF x SKIP LOCKED`.execute(trx);
        const row = rows[0];
        if (!row) return false;
        await sql`
          UPDATE export_schedules
          SET next_on = ${nextAfter(today)}::date
          WHERE account_id = ${row.account_id} AND id = ${row.id}`.execute(trx);
        const rights = await rightsHeld(trx, row);
        if (rights)
          await orderMonth(trx, row, rights, at).catch((error: unknown) =>
            logger.error({ err: error, scheduleId: row.id }, "a monthly export was not ordered"),
          );
        else
          await sql`
            UPDATE export_schedules
            SET ended_at = ${at}
            WHERE account_id = ${row.account_id} AND id = ${row.id}`.execute(trx);
        return true;
      }),
  };
}

/** For the month before the due day. */
async function orderMonth(
  trx: Trx,
  row: ScheduleRow,
  rights: Pick<Orderer, "role" | "responsibleRole">,
  at: Date,
): Promise<void> {
  const periodEnd = addDays(`${row.next_on.slice(0, 7)}-01`, -1);
  const filters = { ...row.filters, periodStart: `${periodEnd.slice(0, 7)}-01`, periodEnd };
  const orderer = {
    accountId: row.account_id,
    personId: row.created_by,
    ...rights,
    projectIds: row.project_ids,
  };
  await sql`SAVEPOINT monthly`.execute(trx);
  try {
    await orderExport(
      trx,
      orderer,
      { kind: "universal", types: row.types, filters, format: row.format },
      at,
    );
  } catch (error) {
    // A filter's project or tag may be gone: the next month is tried again.
    await sql`ROLLBACK TO SAVEPOINT monthly`.execute(trx);
    throw error;
  }
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
