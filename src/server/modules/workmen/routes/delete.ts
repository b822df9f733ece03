import { sql } from "kysely";
import { EMPLOYMENT_TRANSITIONS } from "#contract/employees/employment-states.ts";
import { WORKMAN_TRANSITIONS } from "#contract/workmen/workman-states.ts";
import { workmanEndpoints as endpoints } from "#contract/workmen/workman-endpoints.ts";
import { useCode, verificationOperation } from "#server/modules/auth/index.ts";
import { unbind } from "#server/money/workman-taxes/index.ts";
import { unbindCards } from "#server/money/destinations/index.ts";
import { lockYearLimits } from "#server/money/payability/index.ts";
import { refusalOfWorkman } from "#server/money/open-ends/index.ts";
import { conflict } from "#server/http/app-error.ts";
import { announce } from "#server/data/live.ts";
import type { Serve } from "#server/http/serve.ts";
import { transition } from "#server/data/transition.ts";
import type { Trx } from "#server/data/transaction.ts";
import type { Platform } from "#server/platform.ts";

/**
 * Receipts, acts and payments stay by law; card, account, document numbers and access to «Мой
 * налог» go. Source: `domain.md` §2.7, «any→DELETED if balance = 0, no open jobs or payouts»:
 * returnable money is open.
 */
export function serveWorkmanDeletion(serve: Serve, platform: Platform): void {
  serve(endpoints.delete, async ({ actor, body, trx, audit }) => {
    const at = platform.clock.now();
    // A payroll that starts at this moment judges him before or after, never meanwhile.
    await lockYearLimits(trx, sql`(SELECT ${actor.workmanId}::integer)`);
    const { rows } = await sql<{
      state: string;
    }>`SELECT state FROM workmen WHERE id = ${actor.workmanId} FOR UPDATE`.execute(trx);
    const before = rows[0]?.state;
    const refusal = await refusalOfWorkman(trx, "delete", actor.workmanId, at);
    if (refusal !== null) throw conflict(refusal);
    await useCode(platform, trx, {
      by: actor,
      phone: actor.phone,
      operation: verificationOperation("WORKMAN_DELETE"),
      code: body.otp,
      field: "otp",
    });
    const move = transition(WORKMAN_TRANSITIONS, "delete", "workman");
    await sql`
      UPDATE workmen
      SET ${move.set}, payout_kind = NULL, sealed_profile = NULL, about = '', city_id = NULL
      WHERE id = ${actor.workmanId} AND ${move.from}`.execute(trx);
    await unbindCards(trx, actor.workmanId, sql`true`, { by: "workman", at });
    await sql`
      DELETE FROM workman_payment_accounts WHERE workman_id = ${actor.workmanId}`.execute(trx);
    await sql`DELETE FROM pictures WHERE person_id = ${actor.personId}`.execute(trx);
    await sql`DELETE FROM workman_services WHERE workman_id = ${actor.workmanId}`.execute(trx);
    await sql`
      UPDATE workman_documents SET sealed_number = NULL WHERE workman_id = ${actor.workmanId}`.execute(
      trx,
    );
    await unbind(trx, actor.workmanId, at);
    await endEmployments(trx, actor.workmanId);
    await announce(trx, { to: `person:${actor.personId}`, resource: "workman" });
    audit({
      event: "workman.state_changed",
      object: { type: "workman", id: actor.workmanId, title: actor.name },
      before: { state: before },
      after: { state: move.to },
    });
    return { ok: true } as const;
  });
}

/** Customers see it at once. */
async function endEmployments(trx: Trx, workmanId: number): Promise<void> {
  const end = transition(EMPLOYMENT_TRANSITIONS, "leave", "workman");
  const { rows } = await sql<{
    id: number;
    account_id: number;
  }>`
    UPDATE employments
    SET ${end.set}
    WHERE workman_id = ${workmanId} AND ${end.from}
    RETURNING id, account_id`.execute(trx);
  for (const { id, account_id: accountId } of rows)
    await announce(trx, { to: `account:${accountId}`, resource: "employees", ids: [id] });
}
