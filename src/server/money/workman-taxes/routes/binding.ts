import { sql } from "kysely";
import { may } from "#contract/access/access.ts";
import {
  canResetSmzState,
  SMZ_STATE,
  SMZ_TRANSITIONS,
} from "#contract/workman-taxes/smz-states.ts";
import { workmanTaxEndpoints as endpoints } from "#contract/workman-taxes/workman-tax-endpoints.ts";
import { definitionFor } from "#contract/kernel/definition-of.ts";
import type { Actor } from "#server/http/actor.ts";
import { refusalOfWorkman } from "#server/money/open-ends/index.ts";
import { conflict, notFound } from "#server/http/app-error.ts";
import type { Serve } from "#server/http/serve.ts";
import type { Trx } from "#server/data/transaction.ts";
import {
  expectSelfEmployed,
  loadBinding,
  missingPermissions,
  presentBinding,
  type BindingRow,
} from "../binding-rows.ts";
import type { Platform } from "#server/platform.ts";
import {
  requestBinding,
  requestStatusCheck,
  unbind,
  wakeTasks,
} from "../actions/request-binding.ts";
import { setStates } from "../smz-status.ts";

/** Tasks send the requests, not these calls. */
export function serveBinding(serve: Serve, { clock }: Platform): void {
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
          partial_tax_allowed),
        tax_top_up_allowed = coalesce(${body.isTaxTopUpAllowed ?? null}::boolean,
          tax_top_up_allowed)
      WHERE id = ${row.id}`.execute(trx);
    const isAsked = needsRequest(row);
    if (isAsked) await requestBinding(trx, row, clock.now());
    // Also reads the deduction left, which reserves need.
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
    const refusal = await refusalOfWorkman(trx, "unbind", row.id, now);
    if (refusal !== null) throw conflict(refusal);
    await sql`
      INSERT INTO tax_bindings (workman_id, status)
      VALUES (${row.id}, 'NONE')
      ON CONFLICT DO NOTHING`.execute(trx);
    await unbind(trx, row.id, now);
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
 * For the worker himself, or a manager of favourites in a company he works with.
 *
 * @throws AppError `not_found` - anybody else.
 */
async function loadReachable(trx: Trx, actor: Actor, workmanId: number): Promise<BindingRow> {
  if (actor.workmanId !== workmanId) {
    const mayAsk = actor.accountId !== null && may(actor, "employees.manage");
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

function objectOf(row: BindingRow, actor: Actor) {
  return {
    type: "workman",
    id: row.id,
    ...(actor.workmanId === row.id ? { title: actor.name } : {}),
  };
}
