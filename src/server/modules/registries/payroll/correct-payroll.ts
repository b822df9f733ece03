import { registryTitle } from "#contract/registries/registry-title.ts";
import { sql } from "kysely";
import { refuseBlockedCompany } from "#server/modules/accounts/index.ts";
import type { AccountActor } from "#server/http/actor.ts";
import { conflict } from "#server/http/app-error.ts";
import type { Trx } from "#server/data/transaction.ts";
import type { Platform } from "#server/platform.ts";
import { permissionsOf } from "../registry-presenter.ts";
import { loadRegistry, type RegistryRow } from "../registry-row.ts";
import { lockNumbering } from "../store-registry-file.ts";
import { copyPayroll } from "./copy-payroll.ts";

/**
 * A new registry of the rows left out with errors; the paid one stays. A second correction is
 * refused while the first lives: rows would be paid twice.
 *
 * @throws AppError `conflict` — not finished or no such rows; `{registryID}` of an existing
 * correction.
 */
export async function correctPayroll(
  platform: Platform,
  trx: Trx,
  actor: AccountActor,
  id: number,
): Promise<{ source: RegistryRow; id: number; number: number; rows: number }> {
  const source = await loadRegistry(trx, actor, {
    kind: "payroll",
    permission: "payroll-registries.edit",
    id,
    lock: true,
  });
  await refuseBlockedCompany(trx, actor.accountId, "uploadRegistries");
  const permissions = permissionsOf(source, actor);
  if (!permissions.correct) throw conflict(permissions.forbidden["correct"]);
  await lockNumbering(trx, actor.accountId);
  const { rows: living } = await sql<{ id: number; number: number; created_at: Date }>`
    SELECT id, number, created_at
    FROM registries
    WHERE account_id = ${actor.accountId}
      AND corrects_id = ${source.id}
      AND state NOT IN ('CANCELED', 'ERROR')`.execute(trx);
  if (living[0])
    throw conflict(
      `Эти строки уже исправляются: ${registryTitle("payroll", living[0].number)}. ${REOPEN}`,
      {
        registryID: living[0].id,
      },
    );

  const copy = await copyPayroll(platform, trx, actor, source, {
    title: `Исправление: ${registryTitle("payroll", source.number)}`,
    correctsId: source.id,
    state: "VALIDATION_FAILED",
    cells: sql`i.cells`,
  });
  return { source, ...copy };
}

const REOPEN = "Откройте его или отмените, чтобы начать заново";
