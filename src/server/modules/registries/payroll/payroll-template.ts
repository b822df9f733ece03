import { sql, type Kysely } from "kysely";
import { HAS_AGREED } from "#server/data/employment-consent.ts";
import { may } from "#contract/access/access.ts";
import {
  PAYROLL_COLUMNS,
  type PayrollColumnKey,
} from "#contract/registries/kinds/payroll-columns.ts";
import { rublesToKopecks } from "#contract/values/money.ts";
import type { PayableFacts } from "#contract/workmen/payability.ts";
import { payRefusal } from "#contract/workmen/work-refusal.ts";
import type { Schema } from "#server/data/generated/schema.ts";
import { withinReach } from "#server/modules/employees/index.ts";
import { isBlacklisted, payableFacts } from "#server/money/payability/index.ts";
import type { AccountActor } from "#server/http/actor.ts";
import { invalid } from "#server/http/app-error.ts";
import { decimalSum } from "#server/files/spreadsheet/decimal-sum.ts";
import type { SheetCell, SheetTable } from "#server/files/spreadsheet/sheet-table.ts";
import { templateOf } from "../routes/registry-tables.ts";

export interface TemplateFilling {
  readonly serviceID?: number;
  readonly accountEmployeeIDs?: number[];
  readonly amount?: number;
  readonly jobTagsIDs?: number[];
  readonly receiptText?: string;
  readonly workStart?: string;
  readonly workEnd?: string;
}

/** A CSV holds the first only. */
export async function templateTables(
  db: Kysely<Schema>,
  rows: readonly (readonly SheetCell[])[],
): Promise<[SheetTable, ...SheetTable[]]> {
  return templateOf("payroll", rows, [await servicesSheet(db)]);
}

export async function servicesSheet(db: Kysely<Schema>): Promise<SheetTable> {
  const { rows } = await sql<{ code: string; group: string; title: string }>`
    SELECT s.code, g.title AS group, s.title
    FROM services s
    JOIN service_groups g ON g.id = s.group_id
    WHERE s.active
    ORDER BY g.panel_index, s.filter_index, s.code`.execute(db);
  return {
    name: "Справочник услуг",
    columns: [
      { title: "Код услуги", width: 12, isText: true },
      { title: "Группа", width: 34 },
      { title: "Услуга", width: 50 },
    ],
    batches: [rows.map(({ code, group, title }) => [code, group, title])],
  };
}

/**
 * One row per chosen employee (none chosen: all active payable ones) with the values for all. Sums
 * and dates are typed, so that a spreadsheet adds and sorts them.
 *
 * @throws AppError `invalid` — an absent service, employee or tag; a chosen person who cannot be
 * paid.
 */
export async function fillTemplate(
  db: Kysely<Schema>,
  actor: AccountActor,
  filling: TemplateFilling,
  today: string,
): Promise<SheetCell[][]> {
  const service =
    filling.serviceID === undefined ? undefined : await serviceOf(db, filling.serviceID);
  const tags = filling.jobTagsIDs ? await tagTitles(db, actor, filling.jobTagsIDs) : [];
  const workmen = await employeesOf(db, actor, filling.accountEmployeeIDs, today);
  if (
    filling.workStart !== undefined &&
    filling.workEnd !== undefined &&
    filling.workStart > filling.workEnd
  )
    throw invalid({ workEnd: ["Окончание раньше начала. Проверьте даты"] });
  const common: Partial<Record<PayrollColumnKey, SheetCell>> = {
    serviceCode: service?.code,
    receiptText: filling.receiptText?.trim() || service?.default_receipt_text,
    workStart: filling.workStart === undefined ? null : { date: filling.workStart },
    workEnd: filling.workEnd === undefined ? null : { date: filling.workEnd },
    amount: amountCell(filling.amount),
    tags: tags.join(", "),
  };
  return workmen.map(({ inn, full_name }) =>
    PAYROLL_COLUMNS.map(({ key }) =>
      key === "inn" ? inn : key === "fullName" ? full_name : (common[key] ?? ""),
    ),
  );
}

export function amountCell(rubles: number | undefined, field = "amount"): SheetCell {
  if (rubles === undefined) return null;
  try {
    return { number: decimalSum(rublesToKopecks(rubles)) };
  } catch (error) {
    throw invalid({ [field]: [(error as Error).message] });
  }
}

export async function serviceOf(db: Kysely<Schema>, id: number) {
  const { rows } = await sql<{
    code: string;
    default_receipt_text: string;
  }>`SELECT code, default_receipt_text FROM services WHERE id = ${id} AND active`.execute(db);
  if (!rows[0]) throw invalid({ serviceID: ["Услуга не найдена"] });
  return rows[0];
}

export async function tagTitles(
  db: Kysely<Schema>,
  actor: AccountActor,
  ids: number[],
): Promise<string[]> {
  const { rows } = await sql<{
    title: string;
  }>`
    SELECT title
    FROM job_tags
    WHERE account_id = ${actor.accountId} AND id = ANY (${ids}::integer[])
    ORDER BY title`.execute(db);
  if (rows.length < new Set(ids).size) throw invalid({ jobTagsIDs: ["Тег не найден"] });
  return rows.map(({ title }) => title);
}

/**
 * Within reach. The INN as on the profile: of confirmed ones, to roles that read personal data;
 * otherwise the person types it.
 */
export async function employeesOf(
  db: Kysely<Schema>,
  actor: AccountActor,
  ids: number[] | undefined,
  today: string,
): Promise<{ inn: string; full_name: string }[]> {
  const { rows } = await sql<
    PayableFacts & {
      inn: string;
      full_name: string;
      has_agreed: boolean;
      is_blacklisted: boolean;
    }
  >`
    SELECT ${may(actor, "workmen.personal-data") ? sql`w.inn` : sql`''`} AS inn,
      concat_ws(' ', w.last_name, w.first_name, w.middle_name) AS full_name,
      ${HAS_AGREED} AS has_agreed, ${payableFacts(today)},
      ${isBlacklisted(sql`e.account_id`, today)} AS is_blacklisted
    FROM employments e JOIN workmen w ON w.id = e.workman_id
    WHERE ${withinReach(actor)}
      AND w.inn IS NOT NULL ${
        ids
          ? sql`AND e.id = ANY (${ids}::integer[])`
          : sql`
        AND e.state = 'ACTIVE'`
      }
    ORDER BY w.last_name, w.first_name, w.id`.execute(db);
  if (ids && rows.length < new Set(ids).size)
    throw invalid({ accountEmployeeIDs: ["Исполнитель не найден среди избранных"] });
  if (rows.some(({ has_agreed: hasAgreed }) => !hasAgreed))
    throw invalid({
      accountEmployeeIDs: [
        "Среди выбранных есть исполнители, которые ещё не подтвердили сотрудничество. Уберите их из выбора",
      ],
    });
  const unpaid = rows.map((row) => ({ row, obstacle: payRefusal(row, row.is_blacklisted) }));
  const refused = ids ? unpaid.find(({ obstacle: refusal }) => refusal !== null) : undefined;
  if (refused)
    throw invalid({ accountEmployeeIDs: [`${refused.row.full_name}: ${refused.obstacle}`] });
  return unpaid.flatMap(({ row, obstacle: refusal }) => (refusal === null ? [row] : []));
}
