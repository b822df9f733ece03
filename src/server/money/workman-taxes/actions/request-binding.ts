import { sql } from "kysely";
import { SMZ_TRANSITIONS } from "#contract/workman-taxes/smz-states.ts";
import { TAX_BINDING_TRANSITIONS } from "#contract/workman-taxes/tax-binding-states.ts";
import { TAX_PERMISSION } from "#contract/workman-taxes/tax-permissions.ts";
import { announce } from "#server/data/live.ts";
import type { Trx } from "#server/data/transaction.ts";
import { transition } from "#server/data/transition.ts";
import { forgetFailures } from "#server/work/set-aside.ts";
import { BINDS, BIND_RESULTS, CHECKS, IS_BOUND_UNTOLD, type BindingRow } from "../binding-rows.ts";
import { setStates } from "../smz-status.ts";

/** A running request goes on. */
export async function requestBinding(
  trx: Trx,
  row: Pick<BindingRow, "id" | "person_id" | "smz_state">,
  at: Date,
): Promise<void> {
  const of = "tax_bindings";
  const request = transition(TAX_BINDING_TRANSITIONS, "request", "workman", {
    of,
    column: "status",
  });
  await sql`
    INSERT INTO tax_bindings (workman_id, status, requested_at, bind_due_at)
    VALUES (${row.id}, ${request.to}, ${at}, ${at})
    ON CONFLICT (workman_id) DO UPDATE
    SET ${request.set}, request_id = NULL, requested_at = ${at}, bind_due_at = ${at},
      unbind_due_at = NULL
    WHERE ${request.from}`.execute(trx);
  // A payable worker stays so while more rights are requested.
  if (row.smz_state !== "OK" && row.smz_state !== "LIMITED")
    await setStates(trx, new Map([[row.id, SMZ_TRANSITIONS.check.to[0]]]));
  await wakeTasks(trx, row);
}

export async function requestStatusCheck(trx: Trx, workmanId: number, at: Date): Promise<void> {
  await sql`
    INSERT INTO tax_bindings (workman_id, status, permissions, check_due_at)
    SELECT w.id, CASE
      WHEN ${IS_BOUND_UNTOLD} THEN 'COMPLETED'
      ELSE 'NONE' END, CASE
      WHEN ${IS_BOUND_UNTOLD} THEN ${[...TAX_PERMISSION.ids]}::text[]
      ELSE '{}' END, ${at}
    FROM workmen w
    WHERE w.id = ${workmanId}
    ON CONFLICT (workman_id) DO UPDATE SET check_due_at = excluded.check_due_at`.execute(trx);
}

const UNBIND = transition(TAX_BINDING_TRANSITIONS, "unbind", "workman", { column: "status" });

/** A task ends it in the tax service. */
export async function unbind(trx: Trx, workmanId: number, at: Date): Promise<void> {
  await sql`
    UPDATE tax_bindings
    SET ${UNBIND.set}, permissions = '{}', request_id = NULL, bind_due_at = NULL,
      check_due_at = NULL, unbind_due_at = ${at}
    WHERE workman_id = ${workmanId} AND ${UNBIND.from}`.execute(trx);
  // Nobody tries them again, so they would be waited for until a person came.
  for (const task of [BINDS, BIND_RESULTS, CHECKS])
    await forgetFailures(trx, task, [String(workmanId)]);
}

/** The same message makes screens reload. */
export async function wakeTasks(
  trx: Trx,
  { person_id: personId }: Pick<BindingRow, "person_id">,
): Promise<void> {
  await announce(trx, { to: `person:${personId}`, resource: "workman" });
}
