import { sql } from "kysely";
import { roleHas } from "#contract/access/role-permissions.ts";
import {
  canResetSmzState,
  SMZ_STATE,
  SMZ_TRANSITIONS,
} from "#contract/workman-taxes/smz-states.ts";
import { TAX_PERMISSION } from "#contract/workman-taxes/tax-permissions.ts";
import { workmanTaxEndpoints as endpoints } from "#contract/workman-taxes/workman-tax-endpoints.ts";
import { definitionFor } from "#contract/kernel/definition-of.ts";
import type { Actor } from "#server/http/actor.ts";
import { conflict, notFound } from "#server/http/app-error.ts";
import { announce } from "#server/data/live.ts";
import type { Serve } from "#server/http/serve.ts";
import type { Trx } from "#server/data/transaction.ts";
import {
  expectSelfEmployed,
  IS_BOUND_UNTOLD,
  loadBinding,
  missingPermissions,
  presentBinding,
  type BindingRow,
} from "./binding-rows.ts";
import type { WorkmanTaxesDependencies } from "./dependencies.ts";
import { setStates } from "./smz-status.ts";

/** Tasks, not these calls, send the requests to the tax service. */
export function serveBinding(serve: Serve, { clock }: WorkmanTaxesDependencies): void {
  serve(endpoints.binding, async ({ actor, trx }) =>
    presentBinding(await loadBinding(trx, actor.workmanId)),
  );

  serve(endpoints.bind, async ({ actor, body, trx, audit }) => {
    const row = await loadBinding(trx, actor.workmanId, true);
    expectSelfEmployed(row);
    await sql`
      UPDATE workmen
      SET tax_payer = coalesce(${body.taxPayerID ?? null}, tax_payer),
        partial_tax_allowed = coalesce(${body.isPartialTaxAllowed ?? null}::boolean,
          partial_tax_allowed)
      WHERE id = ${row.id}`.execute(trx);
    const isAsked = needsRequest(row);
    if (isAsked) await requestBinding(trx, row, clock.now());
    // The check also reads the deduction left, with which reserves are computed.
    else if (body.taxPayerID === "PLATFORM" && row.status === "COMPLETED")
      await requestStatusCheck(trx, row.id, clock.now());
    audit({
      event: isAsked ? "smz.bind_requested" : "smz.tax_payer_changed",
      object: objectOf(row, actor),
      before: { taxPayer: row.tax_payer },
      after: { taxPayer: body.taxPayerID ?? row.tax_payer },
    });
    return presentBinding(await loadBinding(trx, row.id));
  });

  serve(endpoints.check, async ({ actor, body, trx }) => {
    const row = await loadBinding(trx, actor.workmanId, true);
    expectSelfEmployed(row);
    if (body.id !== undefined && body.id !== row.request_id) throw notFound("Запрос не найден");
    const now = clock.now();
    await sql`
      UPDATE tax_bindings
      SET bind_due_at = CASE
        WHEN status = 'IN_PROGRESS' THEN least(bind_due_at, ${now}::timestamptz) END,
          check_due_at = CASE
        WHEN status = 'COMPLETED' THEN ${now}::timestamptz
        ELSE check_due_at END
      WHERE workman_id = ${row.id}`.execute(trx);
    await wakeTasks(trx, row);
    return presentBinding(row);
  });

  serve(endpoints.unBind, async ({ actor, trx, audit }) => {
    const row = await loadBinding(trx, actor.workmanId, true);
    if (row.status !== "COMPLETED" && row.status !== "IN_PROGRESS")
      throw conflict("Доступ к «Мой налог» не подключён");
    const now = clock.now();
    await sql`
      INSERT INTO tax_bindings (workman_id, status, unbind_due_at)
      VALUES (${row.id}, 'NONE', ${now})
      ON CONFLICT (workman_id) DO UPDATE
      SET status = 'NONE', permissions = '{}', request_id = NULL, bind_due_at = NULL,
        check_due_at = NULL, unbind_due_at = ${now}`.execute(trx);
    await setStates(trx, new Map([[row.id, "NOACCESS"]]));
    await wakeTasks(trx, row);
    audit({
      event: "smz.unbound",
      object: objectOf(row, actor),
      before: { smzState: row.smz_state },
      after: { smzState: "NOACCESS" },
    });
    return presentBinding(await loadBinding(trx, row.id));
  });

  serve(endpoints.smzUnknown, async ({ actor, body, trx, audit }) => {
    const row = await loadReachable(trx, actor, body.workmanID);
    expectSelfEmployed(row);
    if (!canResetSmzState(row.smz_state))
      throw conflict(
        row.smz_state === "OK"
          ? "Статус уже подтверждён"
          : "Проверка уже идёт. Дождитесь ответа ФНС",
      );
    if (row.inn === null)
      throw conflict("Укажите ИНН в анкете: без него ФНС не найдёт исполнителя");
    await setStates(trx, new Map([[row.id, SMZ_TRANSITIONS.reset.to[0]]]));
    await requestStatusCheck(trx, row.id, clock.now());
    await wakeTasks(trx, row);
    audit({
      event: "smz.checked",
      object: objectOf(row, actor),
      before: { smzState: row.smz_state },
      after: { smzState: SMZ_TRANSITIONS.reset.to[0] },
    });
    return { workmanID: row.id, smzState: definitionFor(SMZ_STATE, SMZ_TRANSITIONS.reset.to[0]) };
  });
}

/** Makes the task request access; a running request goes on. */
export async function requestBinding(
  trx: Trx,
  row: Pick<BindingRow, "id" | "person_id" | "smz_state">,
  at: Date,
): Promise<void> {
  await sql`
    INSERT INTO tax_bindings (workman_id, status, requested_at, bind_due_at)
    VALUES (${row.id}, 'IN_PROGRESS', ${at}, ${at})
    ON CONFLICT (workman_id) DO UPDATE
    SET status = 'IN_PROGRESS', request_id = NULL, requested_at = ${at}, bind_due_at = ${at},
      unbind_due_at = NULL`.execute(trx);
  // A worker who may be paid stays payable while more rights are requested.
  if (row.smz_state !== "OK" && row.smz_state !== "LIMITED")
    await setStates(trx, new Map([[row.id, SMZ_TRANSITIONS.check.to[0]]]));
  await wakeTasks(trx, row);
}

/** Makes the task check the worker. */
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

function needsRequest(row: BindingRow): boolean {
  if (row.status === "IN_PROGRESS") return false;
  return (
    row.status !== "COMPLETED" ||
    missingPermissions(row.permissions).length > 0 ||
    row.smz_state === "NOACCESS" ||
    row.smz_state === "NOTSE"
  );
}

/**
 * Reads the worker for himself, or for a manager of favourites in a company he works with.
 *
 * @throws AppError `not_found` - for anybody else.
 */
async function loadReachable(trx: Trx, actor: Actor, workmanId: number): Promise<BindingRow> {
  if (actor.workmanId !== workmanId) {
    const mayAsk =
      actor.accountId !== null && actor.role !== null && roleHas(actor.role, "employees.manage");
    const scope =
      actor.projectIds === null
        ? sql`true`
        : sql`project_ids && ${[...actor.projectIds]}::integer[]`;
    const { rows } = mayAsk
      ? await sql`
        SELECT 1 FROM employments
        WHERE account_id = ${actor.accountId}
          AND workman_id = ${workmanId}
          AND state IN ('ACTIVE', 'PAUSED')
          AND ${scope}`.execute(trx)
      : { rows: [] };
    if (rows.length === 0) throw notFound("Исполнитель не найден");
  }
  return loadBinding(trx, workmanId, true);
}

/** Screens reload; the same message wakes the tasks. */
async function wakeTasks(
  trx: Trx,
  { person_id: personId }: Pick<BindingRow, "person_id">,
): Promise<void> {
  await announce(trx, { to: `person:${personId}`, resource: "workman" });
}

function objectOf(row: BindingRow, actor: Actor) {
  return {
    type: "workman",
    id: row.id,
    ...(actor.workmanId === row.id ? { title: actor.name } : {}),
  };
}
