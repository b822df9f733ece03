import { sql } from "kysely";
import { may } from "#contract/access/access.ts";
import type { Permission } from "#contract/access/permissions.ts";
import type { PayrollItem } from "#contract/registries/payroll-registry.ts";
import type { AccountActor } from "#server/http/actor.ts";
import { seesPayrollSums } from "#contract/registries/registry-permissions.ts";
import { notFound } from "#server/http/app-error.ts";
import type { Trx } from "#server/data/transaction.ts";
import { permissionsOf } from "../registry-presenter.ts";
import { loadRegistry, type RegistryRow } from "../registry-row.ts";
import {
  presentPayrollItem,
  selectPayrollItems,
  type ItemRights,
  type PayrollItemRow,
} from "./payroll-items.ts";

export interface LoadedItem {
  readonly registry: RegistryRow;
  readonly row: PayrollItemRow;
  present(): PayrollItem;
}

/** @throws AppError `not_found` — absent, or the registry is out of reach. */
export async function loadPayrollItem(
  trx: Trx,
  actor: AccountActor,
  itemId: number,
  permission: Permission,
  lockRegistry = false,
): Promise<LoadedItem> {
  const found = await sql<{
    registry_id: number;
  }>`
    SELECT registry_id FROM registry_items WHERE id = ${itemId} AND account_id = ${actor.accountId}`.execute(
    trx,
  );
  if (!found.rows[0]) throw notFound("Строка не найдена");
  const registry = await loadRegistry(trx, actor, {
    kind: "payroll",
    permission,
    id: found.rows[0].registry_id,
    lock: lockRegistry,
    absent: "Строка не найдена",
  });
  const { rows } = await selectPayrollItems(
    sql`
      SELECT * FROM registry_items
      WHERE account_id = ${registry.account_id}
        AND registry_id = ${registry.id}
        AND created_on = ${registry.created_on}::date
        AND id = ${itemId}`,
  ).execute(trx);
  const row = rows[0];
  if (!row) throw notFound("Строка не найдена");
  return { registry, row, present: () => presentPayrollItem(row, itemRightsOf(registry, actor)) };
}

export function itemRightsOf(registry: RegistryRow, actor: AccountActor): ItemRights {
  return {
    registryState: registry.state,
    edit: permissionsOf(registry, actor).update,
    execute: may(actor, "payroll-registries.execute"),
    reverseReceipt: may(actor, "receipts.reverse"),
    sums: seesPayrollSums(actor),
    removedRows: registry.removed_rows,
  };
}
