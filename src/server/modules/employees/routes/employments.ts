import { sql, type RawBuilder } from "kysely";
import { may } from "#contract/access/access.ts";
import { canTransit, type TransitionActor } from "#contract/kernel/define-transitions.ts";
import { employeeEndpoints as endpoints } from "#contract/employees/employee-endpoints.ts";
import { EMPLOYMENT_STATE, EMPLOYMENT_TRANSITIONS } from "#contract/employees/employment-states.ts";
import type { Actor } from "#server/http/actor.ts";
import { conflict } from "#server/http/app-error.ts";
import { announce } from "#server/data/live.ts";
import type { Serve } from "#server/http/serve.ts";
import type { Trx } from "#server/data/transaction.ts";
import { transition } from "#server/data/transition.ts";
import type { Platform } from "#server/platform.ts";
import { presentEmployee, shownName } from "../presenter.ts";
import { loadEmployee, withinReach, type EmployeeRow } from "../queries.ts";
import { loadEmployment } from "../employments.ts";

export function serveEmploymentActions(serve: Serve, { clock, events }: Platform): void {
  for (const action of ["pause", "resume"] as const) {
    serve(endpoints[action], async ({ actor, params, trx, audit }) => {
      const before = await loadEmployee(trx, withinReach(actor), params.id, clock.now());
      const state = await move(trx, before, action, "account");
      audit({
        event: `employment.${action}d`,
        object: objectOf(before),
        before: { state: before.state },
        after: { state },
      });
      return presentEmployee({ ...before, state }, actor);
    });
  }

  serve(endpoints.end, async ({ actor, params, trx, audit }) => {
    const isCustomer = actor.accountId !== null && may(actor, "employees.manage");
    // Also while acting for a company.
    const before = await loadEmployee(
      trx,
      isCustomer ? sql`(${withinReach(actor)} OR ${ofWorkman(actor)})` : ofWorkman(actor),
      params.id,
      clock.now(),
    );
    const open = await sql`
      SELECT 1 FROM jobs
      WHERE workman_id = ${before.workman_id}
        AND account_id = ${before.account_id}
        AND state IN ('WORKMANPENDING', 'INPROGRESS', 'COMPLETED')
      LIMIT 1`.execute(trx);
    if (open.rows.length > 0) throw conflict("Сначала завершите открытые задания");
    const by = before.workman_id === actor.workmanId ? "workman" : "account";
    const state = await move(trx, before, "end", by);
    await events.publish(trx, "employment.ended", {
      accountId: before.account_id,
      employmentId: before.id,
      by,
      at: clock.now(),
    });
    audit({
      event: "employment.ended",
      accountId: before.account_id,
      object: objectOf(before),
      before: { state: before.state },
      after: { state },
    });
    return loadEmployment(trx, params.id);
  });

  serve(endpoints.confirmInvite, async ({ actor, params, trx, audit }) => {
    const before = await loadEmployee(trx, ofWorkman(actor), params.id, clock.now());
    const agreed = sql`invited_phone = NULL, agreed_at = ${clock.now()}`;
    const state = await move(trx, before, "confirm", "workman", agreed);
    await events.publish(trx, "employment.confirmed", {
      accountId: before.account_id,
      employmentId: before.id,
      at: clock.now(),
    });
    audit({
      event: "employment.confirmed",
      accountId: before.account_id,
      object: objectOf(before),
      before: { state: before.state },
      after: { state },
    });
    return loadEmployment(trx, params.id);
  });
}

function ofWorkman(actor: Actor) {
  return sql`e.workman_id = ${actor.workmanId}`;
}

async function move(
  trx: Trx,
  row: EmployeeRow,
  action: "pause" | "resume" | "end" | "confirm",
  actor: TransitionActor,
  set?: RawBuilder<unknown>,
) {
  if (!canTransit(EMPLOYMENT_TRANSITIONS, action, row.state, actor))
    throw conflict(`Сейчас это невозможно: состояние «${EMPLOYMENT_STATE.titles[row.state]}»`);
  const next = transition(EMPLOYMENT_TRANSITIONS, action, actor);
  await sql`
    UPDATE employments
    SET ${next.set} ${set ? sql`, ${set}` : sql``}
    WHERE account_id = ${row.account_id}
      AND workman_id = ${row.workman_id}
      AND ${next.from}`.execute(trx);
  await announce(trx, { to: `account:${row.account_id}`, resource: "employees", ids: [row.id] });
  await announce(trx, { to: `person:${row.person_id}`, resource: "employments", ids: [row.id] });
  return next.to;
}

function objectOf(row: EmployeeRow) {
  return { type: "employee", id: row.id, title: shownName(row) };
}
