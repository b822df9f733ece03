import { registryTitle } from "#contract/registries/registry-title.ts";
import { sql } from "kysely";
import { moscowDate } from "#contract/values/calendar-date.ts";
import { refuseBlockedCompany } from "#server/modules/accounts/index.ts";
import type { AccountActor } from "#server/http/actor.ts";
import { conflict } from "#server/http/app-error.ts";
import { announce } from "#server/data/live.ts";
import type { Trx } from "#server/data/transaction.ts";
import type { Platform } from "#server/platform.ts";
import { permissionsOf } from "../registry-presenter.ts";
import { loadRegistry, type RegistryRow } from "../registry-row.ts";
import { nextNumber } from "../registry-numbers.ts";
import { lockNumbering } from "../store-registry-file.ts";

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

  const now = platform.clock.now();
  const { rows: made } = await sql<{ id: number; number: number; created_on: string }>`
    INSERT INTO registries (account_id, kind, state, number, title, project_id, created_by,
      created_at, created_on, checked_at, corrects_id)
    VALUES (${actor.accountId}, 'payroll', 'VALIDATING',
      ${nextNumber(actor.accountId, "payroll")},
      ${`Исправление: ${registryTitle("payroll", source.number)}`}, ${source.project_id}, ${actor.personId}, ${now},
        ${moscowDate(now)}::date, ${now}, ${source.id}) RETURNING id, number, created_on`.execute(
    trx,
  );
  const created = made[0];
  if (!created) throw new Error("the correction was not inserted");
  const { numAffectedRows } = await sql`
    INSERT INTO registry_items (account_id, registry_id, created_on, row_no, cells, state)
    SELECT ${actor.accountId}, ${created.id}, ${created.created_on}::date,
      row_number() OVER (ORDER BY i.row_no), i.cells, 'PENDING_VALIDATION'
    FROM registry_items i
    WHERE i.account_id = ${source.account_id}
      AND i.registry_id = ${source.id}
      AND i.created_on = ${source.created_on}::date
      AND i.state = 'VALIDATION_FAILED'`.execute(trx);
  const rows = Number(numAffectedRows ?? 0n);
  await sql`
    UPDATE registries
    SET row_count = ${rows}
    WHERE account_id = ${actor.accountId} AND id = ${created.id}`.execute(trx);
  await announce(trx, {
    to: `account:${actor.accountId}`,
    resource: "payroll-registries",
    ids: [created.id],
  });
  return { source, id: created.id, number: created.number, rows };
}

const REOPEN = "Откройте его или отмените, чтобы начать заново";
