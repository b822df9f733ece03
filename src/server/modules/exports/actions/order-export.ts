import { sql, type Kysely } from "kysely";
import {
  EXPORT_FORMAT,
  EXPORT_TYPE,
  MAX_EXPORT_DAYS,
  TYPE_OF_FORMAT,
  type ExportFormat,
  type ExportType,
} from "#contract/exports/export-states.ts";
import { may } from "#contract/access/access.ts";
import { mayExport } from "#contract/exports/export-access.ts";
import type { ExportFilters } from "#contract/exports/export.ts";
import type { FieldErrors } from "#contract/kernel/problem.ts";
import { daysBetween, formatDate } from "#contract/values/calendar-date.ts";
import type { AccountActor } from "#server/http/actor.ts";
import { AppError, conflict, invalid } from "#server/http/app-error.ts";
import { announce } from "#server/data/live.ts";
import type { Schema } from "#server/data/generated/schema.ts";
import { registryTitleOf } from "#server/data/registry-title.ts";
import type { Trx } from "#server/data/transaction.ts";
import { countDocuments } from "../documents-archive.ts";
import { exportTable } from "../export-tables.ts";
import { countRows } from "../read-table.ts";
import { loadExport, type ExportKind, type ExportRow } from "../queries.ts";

const MOST_OPEN = 20;

export type ExportChoice = Omit<ExportFilters, "periodStart" | "periodEnd">;

export interface ExportOrder {
  readonly kind: ExportKind;
  readonly types: readonly ExportType[];
  readonly filters: ExportFilters;
  readonly format: ExportFormat;
  readonly documentTypes?: readonly string[] | undefined;
  readonly receiptStates?: readonly string[] | undefined;
}

/**
 * @throws AppError `forbidden` — the role may not export the type; `invalid` — a wrong period or a
 * filter out of reach; `conflict` — too many open exports.
 */
export async function orderExport(
  trx: Trx,
  actor: Orderer,
  order: ExportOrder,
  at: Date,
): Promise<ExportRow> {
  const types = [...new Set(order.types)];
  checkPeriod(order.filters);
  await checkOrder(trx, actor, { ...order, types });
  const open = await sql`
      SELECT 1 FROM exports
      WHERE account_id = ${actor.accountId}
        AND created_by = ${actor.personId}
        AND state IN ('NEW', 'PROCESSING')
      LIMIT ${MOST_OPEN}`.execute(trx);
  if (open.rows.length === MOST_OPEN)
    throw conflict("Слишком много выгрузок в работе. Дождитесь, когда они будут готовы");
  const row = await loadExport(trx, actor, await queueExport(trx, actor, { ...order, types }, at));
  if (order.filters.registries?.length) await refuseEmpty(trx, row);
  return row;
}

/** A registry that has paid nothing yet would give a file of titles alone. */
async function refuseEmpty(trx: Trx, row: ExportRow): Promise<void> {
  if (row.kind === "documents" && (await countDocuments(trx, row)) === 0)
    throw conflict("Документов пока нет: они появятся, когда начнутся выплаты реестра");
  if (row.kind === "receipts" && (await countRows(trx, await exportTable("RECEIPTS", row))) === 0)
    throw conflict("Чеков пока нет: они появятся, когда налоговая ответит по выплатам реестра");
}

/**
 * Without limit: schedules are limited. What became wrong since the order is found when the file is
 * made.
 *
 * @returns its id.
 */
export async function queueExport(
  trx: Trx,
  orderer: Orderer,
  order: ExportOrder,
  at: Date,
): Promise<number> {
  const { types } = order;
  const title = `${namesOf(types)}${(await registryOf(trx, orderer, order.filters)) ?? periodOf(order.filters)}`;
  const { rows } = await sql<{ id: number }>`
    INSERT INTO exports (account_id, kind, title, types, filters, document_types, receipt_states,
      format, created_by, role, project_ids, created_at, due_at)
    VALUES (${orderer.accountId}, ${order.kind}, ${title}, ${types}::text[],
      ${JSON.stringify(order.filters)}::jsonb, ${listOrNull(order.documentTypes)}::text[],
      ${listOrNull(order.receiptStates)}::text[], ${order.format}, ${orderer.personId}, ${orderer.role},
        ${orderer.projectIds}::integer[], ${at}, ${at}) RETURNING id`.execute(trx);
  const id = rows[0]?.id as number;
  await announce(trx, { to: `account:${orderer.accountId}`, resource: "exports", ids: [id] });
  return id;
}

export type Orderer = Pick<
  AccountActor,
  "accountId" | "personId" | "role" | "responsibleRole" | "projectIds"
>;

/** @throws AppError as `orderExport`, except for the period. */
export async function checkOrder(
  trx: Trx,
  actor: Orderer,
  {
    types,
    format,
    filters,
  }: {
    readonly types: readonly ExportType[];
    readonly format: ExportFormat;
    readonly filters: ExportChoice;
  },
): Promise<void> {
  const refused = types.find((type) => !mayExport(actor, type));
  if (refused)
    throw new AppError(
      "forbidden",
      `Вашей роли недоступна выгрузка «${EXPORT_TYPE.titles[refused]}»`,
    );
  await checkRecords(trx, actor, filters);
  checkFormat(actor, format, types, filters);
}

function checkFormat(
  actor: Orderer,
  format: ExportFormat,
  types: readonly ExportType[],
  filters: ExportChoice,
): void {
  const only = TYPE_OF_FORMAT[format];
  if (only && (types.length !== 1 || types[0] !== only))
    throw invalid({
      format: [
        `В формате «${EXPORT_FORMAT.titles[format]}» выгружаются только ${EXPORT_TYPE.titles[only].toLowerCase()}. Выберите один этот вид или другой формат`,
      ],
    });
  const isNarrowed =
    actor.projectIds !== null ||
    [filters.projects, filters.jobTags, filters.jobs, filters.accountEmployees].some(
      (ids) => ids?.length,
    );
  if (format === "1c" && isNarrowed)
    throw invalid({
      format: [
        "В файле обмена с банком стоят остатки, поэтому он бывает только по всей компании. Уберите отбор или выберите другой формат",
      ],
    });
}

function listOrNull(list: readonly string[] | undefined): readonly string[] | null {
  return list?.length ? list : null;
}

function namesOf(types: readonly ExportType[]): string {
  const [first, ...others] = types.map((type) => EXPORT_TYPE.titles[type]);
  return [first, ...others.map((title) => title.toLowerCase())].join(", ");
}

function periodOf({ periodStart, periodEnd }: ExportFilters): string {
  return ` за ${periodStart === periodEnd ? formatDate(periodStart) : `${formatDate(periodStart)} – ${formatDate(periodEnd)}`}`;
}

/** `null`: not by registries. */
async function registryOf(
  trx: Trx,
  { accountId }: Orderer,
  { registries = [] }: ExportFilters,
): Promise<string | null> {
  const [id, ...others] = registries;
  if (id === undefined) return null;
  if (others.length > 0) return `, реестров выплат: ${registries.length}`;
  const { rows } = await sql<{ title: string }>`
    SELECT ${registryTitleOf("r")} AS title
    FROM registries r
    WHERE r.account_id = ${accountId} AND r.id = ${id}`.execute(trx);
  return `. ${rows[0]?.title ?? ""}`;
}

function checkPeriod({ periodStart, periodEnd }: ExportFilters): void {
  const days = daysBetween(periodStart, periodEnd) + 1;
  if (days < 1)
    throw invalid({ periodEnd: ["Конец периода раньше начала. Поменяйте даты местами"] });
  if (days > MAX_EXPORT_DAYS)
    throw invalid({
      periodEnd: [
        `Период не может быть больше ${MAX_EXPORT_DAYS} дней. Закажите выгрузку по частям`,
      ],
    });
}

/** Within the person's projects; foreign and absent ids read alike. */
export async function checkRecords(
  db: Kysely<Schema>,
  actor: Pick<Orderer, "accountId" | "projectIds" | "role" | "responsibleRole">,
  filters: ExportChoice,
): Promise<void> {
  const scope = actor.projectIds;
  const inScope = scope === null ? sql`true` : sql`project_id = ANY (${scope}::integer[])`;
  const found = async (ids: readonly number[] | undefined, from: ReturnType<typeof sql>) => {
    if (!ids?.length) return true;
    const { rows } = await sql<{
      n: number;
    }>`
      SELECT count(DISTINCT id)::integer AS n FROM ${from} AND id = ANY (${ids}::bigint[])`.execute(
      db,
    );
    return rows[0]?.n === new Set(ids).size;
  };
  const errors: FieldErrors = {};
  if (
    !(await found(
      filters.projects,
      sql`
        projects
        WHERE account_id = ${actor.accountId} ${
          scope === null
            ? sql``
            : sql`
          AND id = ANY (${scope}::integer[])`
        }`,
    ))
  )
    errors["projects"] = ["Проекта больше нет или он вам недоступен. Выберите другой"];
  if (!(await found(filters.jobTags, sql`job_tags WHERE account_id = ${actor.accountId}`)))
    errors["jobTags"] = ["Тега больше нет: его удалили. Выберите другой"];
  if (!(await found(filters.jobs, sql`jobs WHERE account_id = ${actor.accountId} AND ${inScope}`)))
    errors["jobs"] = ["Задания больше нет или оно вам недоступно. Выберите другое"];
  if (
    filters.registries?.length &&
    !(
      may(actor, "payroll-registries.view") &&
      (await found(
        filters.registries,
        sql`
          registries WHERE account_id = ${actor.accountId} AND kind = 'payroll' AND ${inScope}`,
      ))
    )
  )
    errors["registries"] = ["Реестра больше нет или он вам недоступен. Выберите другой"];
  const ofScope = scope === null ? sql`` : sql`AND project_ids && ${scope}::integer[]`;
  if (
    !(await found(
      filters.accountEmployees,
      sql`employments WHERE account_id = ${actor.accountId} ${ofScope}`,
    ))
  )
    errors["accountEmployees"] = ["Исполнителя больше нет среди избранных. Выберите другого"];
  if (Object.keys(errors).length > 0) throw invalid(errors);
}
