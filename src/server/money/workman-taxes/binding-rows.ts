import { sql, type Kysely } from "kysely";
import { definitionFor } from "#contract/kernel/definition-of.ts";
import { TAX_PAYER, type TaxPayer } from "#contract/definitions/payment-types.ts";
import { SMZ_STATE, type SmzState } from "#contract/workman-taxes/smz-states.ts";
import { TAX_PERMISSION } from "#contract/workman-taxes/tax-permissions.ts";
import type { FnsBinding } from "#contract/workman-taxes/workman-tax.ts";
import type { Schema } from "#server/data/generated/schema.ts";
import { conflict, notFound } from "#server/http/app-error.ts";

/** What is asked of the tax service about who is bound, or would be. */
export const BINDS = "workman-taxes.binds";
export const BIND_RESULTS = "workman-taxes.bind-results";
export const CHECKS = "workman-taxes.checks";

export interface BindingRow {
  readonly id: number;
  readonly person_id: number;
  readonly inn: string | null;
  readonly phone: string;
  readonly smz_state: SmzState;
  readonly is_self_employed: boolean;
  readonly tax_payer: TaxPayer;
  readonly partial_tax_allowed: boolean;
  readonly tax_top_up_allowed: boolean;
  readonly status: FnsBinding["status"];
  readonly request_id: string | null;
  readonly permissions: string[];
  readonly checked_at: Date | null;
}

/** Bound by an earlier version or by hand, without a row; the next check reads his rights. */
export const IS_BOUND_UNTOLD = sql`w.bound_at IS NOT NULL AND w.smz_state IN ('OK', 'LIMITED')`;

export async function loadBinding(
  db: Kysely<Schema>,
  workmanId: number,
  lock = false,
): Promise<BindingRow> {
  const { rows } = await sql<BindingRow>`
    SELECT w.id, w.person_id, w.inn, p.phone, w.smz_state,
      w.taxpayer_type IN ('SMZ', 'IP_SMZ') AS is_self_employed, w.tax_payer, w.partial_tax_allowed,
      w.tax_top_up_allowed,
      b.request_id, b.checked_at,
      coalesce(b.status, CASE WHEN ${IS_BOUND_UNTOLD} THEN 'COMPLETED' ELSE 'NONE' END) AS status,
      coalesce(b.permissions, CASE
        WHEN ${IS_BOUND_UNTOLD} THEN ${[...TAX_PERMISSION.ids]}::text[]
        ELSE '{}' END) AS permissions
    FROM workmen w
    JOIN people p ON p.id = w.person_id
    LEFT JOIN tax_bindings b ON b.workman_id = w.id
    WHERE w.id = ${workmanId} ${lock ? sql`FOR NO KEY UPDATE OF w` : sql``}`.execute(db);
  if (!rows[0]) throw notFound("Исполнитель не найден");
  return rows[0];
}

export function missingPermissions(granted: readonly string[]): string[] {
  return TAX_PERMISSION.ids.filter((id) => !granted.includes(id));
}

export function presentBinding(row: BindingRow): FnsBinding {
  return {
    id: row.request_id,
    status: row.status,
    smzState: definitionFor(SMZ_STATE, row.smz_state),
    inn: row.inn,
    grantedPermissions: row.permissions
      .filter((id) => TAX_PERMISSION.has(id))
      .map((id) => TAX_PERMISSION.titles[id as keyof typeof TAX_PERMISSION.titles]),
    missingPermissions: missingPermissions(row.permissions).map(
      (id) => TAX_PERMISSION.titles[id as keyof typeof TAX_PERMISSION.titles],
    ),
    checkedAt: row.checked_at?.toISOString() ?? null,
    taxPayer: definitionFor(TAX_PAYER, row.tax_payer),
    isPartialTaxAllowed: row.partial_tax_allowed,
    isTaxTopUpAllowed: row.tax_top_up_allowed,
  };
}

/** @throws AppError `conflict`. */
export function expectSelfEmployed(row: Pick<BindingRow, "is_self_employed">): void {
  if (!row.is_self_employed) throw conflict("«Мой налог» нужен только самозанятым");
}

/**
 * @returns the INN for queries.
 * @throws AppError `conflict` - no access to «Мой налог».
 */
export function expectBound(row: BindingRow): string {
  expectSelfEmployed(row);
  if (row.status !== "COMPLETED" || row.inn === null)
    throw conflict("Подключите «Мой налог»: без доступа ФНС не ответит платформе");
  return row.inn;
}
