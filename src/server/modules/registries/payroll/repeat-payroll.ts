import { sql, type RawBuilder } from "kysely";
import {
  PAYROLL_COLUMN_KEYS,
  type PayrollColumnKey,
} from "#contract/registries/kinds/payroll-columns.ts";
import { validatePayrollRow } from "#contract/registries/kinds/payroll.ts";
import type { PayrollRepeatTerms, WorkPeriod } from "#contract/registries/payroll-repeat.ts";
import { registryTitle } from "#contract/registries/registry-title.ts";
import { formatDate, moscowDate, type CalendarDate } from "#contract/values/calendar-date.ts";
import { refuseBlockedCompany } from "#server/modules/accounts/index.ts";
import type { AccountActor } from "#server/http/actor.ts";
import { conflict, invalid } from "#server/http/app-error.ts";
import type { Trx } from "#server/data/transaction.ts";
import type { Platform } from "#server/platform.ts";
import { refuseOtherVersion } from "../refuse-other-version.ts";
import { permissionsOf } from "../registry-presenter.ts";
import { loadRegistry, type RegistryRow } from "../registry-row.ts";
import { lockNumbering } from "../store-registry-file.ts";
import { ownRows } from "../validation/stored-rows.ts";
import { copyPayroll } from "./copy-payroll.ts";
import { nextPeriod } from "./next-period.ts";

interface PayrollRepeat extends WorkPeriod {
  readonly id: number;
  readonly actDate?: CalendarDate;
  readonly title?: string;
  readonly version?: number;
}

export async function repeatTerms(
  platform: Platform,
  trx: Trx,
  actor: AccountActor,
  id: number,
): Promise<PayrollRepeatTerms> {
  const source = await loadRepeated(trx, actor, id);
  const { rows } = await sql<{ work_start: CalendarDate; work_end: CalendarDate }>`
    SELECT min(i.work_start) AS work_start, max(i.work_end) AS work_end
    FROM registry_items i
    WHERE ${ownRows(source)} AND i.state = 'READY_TO_APPLY'`.execute(trx);
  if (!rows[0]) throw new Error(`registry ${id} has no ready rows`);
  const period = { workStart: rows[0].work_start, workEnd: rows[0].work_end };
  return {
    version: source.version,
    rowsCount: source.ready_count,
    period,
    next: nextPeriod(period, moscowDate(platform.clock.now())),
  };
}

/**
 * A new registry of the rows that were ready, also of those paid. Whoever may no longer be paid has
 * a row with errors there.
 *
 * @throws AppError `conflict` — no such rows yet, or a blocked company; `invalid` — the dates;
 * `changed` — of another version.
 */
export async function repeatPayroll(
  platform: Platform,
  trx: Trx,
  actor: AccountActor,
  { id, title, version, ...dates }: PayrollRepeat,
): Promise<{ source: RegistryRow; id: number; number: number; rows: number }> {
  const source = await loadRepeated(trx, actor, id, true);
  await refuseBlockedCompany(trx, actor.accountId, "uploadRegistries");
  if (version !== undefined) refuseOtherVersion(source, version);
  const cells = cellsOfDates(dates);
  refuseWrongDates(cells, moscowDate(platform.clock.now()));
  await lockNumbering(trx, actor.accountId);
  const copy = await copyPayroll(platform, trx, actor, source, {
    title: title?.trim() || `Повтор: ${registryTitle("payroll", source.number)}`,
    correctsId: null,
    state: "READY_TO_APPLY",
    cells: withCells({ ...cells, externalId: "" }),
  });
  return { source, ...copy };
}

async function loadRepeated(
  trx: Trx,
  actor: AccountActor,
  id: number,
  lock = false,
): Promise<RegistryRow> {
  const source = await loadRegistry(trx, actor, {
    kind: "payroll",
    permission: "payroll-registries.edit",
    id,
    lock,
  });
  const permissions = permissionsOf(source, actor);
  if (!permissions.repeat) throw conflict(permissions.forbidden["repeat"]);
  return source;
}

type Cells = Partial<Record<PayrollColumnKey, string>>;

function cellsOfDates({
  workStart,
  workEnd,
  actDate,
}: WorkPeriod & { readonly actDate?: CalendarDate }): Cells {
  return {
    workStart: formatDate(workStart),
    workEnd: formatDate(workEnd),
    actDate: actDate === undefined ? "" : formatDate(actDate),
  };
}

/** By the rules of a row: each would have the same error. */
function refuseWrongDates(cells: Cells, today: CalendarDate): void {
  const row = PAYROLL_COLUMN_KEYS.map((key) => cells[key] ?? "");
  const { findings } = validatePayrollRow(row, { today });
  const wrong = findings.filter(({ column }) => column in cells);
  if (wrong.length > 0)
    throw invalid(Object.fromEntries(wrong.map(({ column, message }) => [column, [message]])));
}

function withCells(cells: Cells): RawBuilder<unknown> {
  const each = PAYROLL_COLUMN_KEYS.map((key, index) => {
    const cell = cells[key];
    return cell === undefined
      ? sql`coalesce(i.cells[${sql.lit(index + 1)}], '')`
      : sql`${cell}::text`;
  });
  return sql`ARRAY[${sql.join(each)}]`;
}
