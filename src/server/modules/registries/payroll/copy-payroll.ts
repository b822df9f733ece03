import { sql, type RawBuilder } from "kysely";
import { moscowDate } from "#contract/values/calendar-date.ts";
import type { AccountActor } from "#server/http/actor.ts";
import { announce } from "#server/data/live.ts";
import type { Trx } from "#server/data/transaction.ts";
import type { Platform } from "#server/platform.ts";
import { nextNumber } from "../registry-numbers.ts";
import type { RegistryRow } from "../registry-row.ts";
import { ownRows } from "../validation/stored-rows.ts";

interface PayrollCopy {
  readonly title: string;
  readonly correctsId: number | null;
  /** Of the rows of `registry_items i`. */
  readonly state: "READY_TO_APPLY" | "VALIDATION_FAILED";
  readonly cells: RawBuilder<unknown>;
}

/** A new registry of another's rows, which is validated like any other. Needs the numbering lock. */
export async function copyPayroll(
  platform: Platform,
  trx: Trx,
  actor: AccountActor,
  source: RegistryRow,
  { title, correctsId, state, cells }: PayrollCopy,
): Promise<{ id: number; number: number; rows: number }> {
  const now = platform.clock.now();
  const { rows: made } = await sql<{ id: number; number: number; created_on: string }>`
    INSERT INTO registries (account_id, kind, state, number, title, project_id, created_by,
      created_at, created_on, checked_at, corrects_id)
    VALUES (${actor.accountId}, 'payroll', 'VALIDATING',
      ${nextNumber(actor.accountId, "payroll")},
      ${title}, ${source.project_id}, ${actor.personId}, ${now}, ${moscowDate(now)}::date, ${now},
        ${correctsId}) RETURNING id, number, created_on`.execute(trx);
  const created = made[0];
  if (!created) throw new Error("the copy of the registry was not inserted");
  const { numAffectedRows } = await sql`
    INSERT INTO registry_items (account_id, registry_id, created_on, row_no, cells, state)
    SELECT ${actor.accountId}, ${created.id}, ${created.created_on}::date,
      row_number() OVER (ORDER BY i.row_no), ${cells}, 'PENDING_VALIDATION'
    FROM registry_items i
    WHERE ${ownRows(source)} AND i.state = ${state}`.execute(trx);
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
  return { id: created.id, number: created.number, rows };
}
