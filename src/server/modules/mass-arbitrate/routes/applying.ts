import { sql } from "kysely";
import { definitionFor } from "#contract/kernel/definition-of.ts";
import { massArbitrateEndpoints as endpoints } from "#contract/mass-arbitrate/mass-arbitrate-endpoints.ts";
import { REGISTRY_ITEM_TRANSITIONS } from "#contract/registries/registry-item-states.ts";
import { REGISTRY_STATE, REGISTRY_TRANSITIONS } from "#contract/registries/registry-states.ts";
import { formatMoney, kopecksToRubles } from "#contract/values/money.ts";
import { codeSent, useCode } from "#server/modules/auth/index.ts";
import { refuseBlockedCompany } from "#server/modules/accounts/index.ts";
import { balanceOfAccount } from "#server/money/ledger/index.ts";
import type { AccountActor } from "#server/http/actor.ts";
import { AppError, conflict } from "#server/http/app-error.ts";
import { companyShortage } from "#server/money/company-shortage.ts";
import { announce } from "#server/data/live.ts";
import type { Serve } from "#server/http/serve.ts";
import type { Trx } from "#server/data/transaction.ts";
import { requireMoved, transition } from "#server/data/transition.ts";
import { importPermissions } from "../presenter.ts";
import { loadImport, objectOf, type ImportRow } from "../import-rows.ts";
import type { Platform } from "#server/platform.ts";
import { IMPORTS } from "../reach.ts";

/** This import in this version. */
function operationOf(row: ImportRow): string {
  return `mass-arbitrate-apply:${row.account_id}:${row.id}:${row.version}`;
}

const EXECUTE = transition(REGISTRY_TRANSITIONS, "execute", "account");
const CANCEL = transition(REGISTRY_TRANSITIONS, "cancel", "account");
const CANCEL_ROWS = transition(REGISTRY_ITEM_TRANSITIONS, "cancel", "account");

export function serveApplying(serve: Serve, platform: Platform): void {
  serve(endpoints.sendApplyCode, async ({ actor, params, body, trx, request, audit }) => {
    const row = await loadImport(trx, actor, params.id);
    await refuseUnlessApplicable(trx, row, actor, body.version);
    audit({ event: "auth.otp_sent", object: objectOf(row) });
    const purpose = `Изменение выплат, строк: ${row.ready_count}, итог ${formatMoney(row.after_kopecks)} вместо ${formatMoney(row.before_kopecks)}. Код`;
    return codeSent(platform, {
      by: actor,
      phone: actor.phone,
      operation: operationOf(row),
      purpose,
      ip: request.ip,
      deliver: true,
    });
  });

  serve(endpoints.importApply, async ({ actor, body, trx, audit }) => {
    const row = await loadImport(trx, actor, body.importID, true);
    await refuseUnlessApplicable(trx, row, actor, body.version);
    if (!body.otp) throw new AppError("otp_required");
    await useCode(platform, trx, {
      by: actor,
      phone: actor.phone,
      operation: operationOf(row),
      code: body.otp,
      field: "otp",
    });
    requireMoved(
      await sql`
        UPDATE mass_arbitrate_imports
        SET ${EXECUTE.set}, executed_by = ${actor.personId}, confirmed_at = ${platform.clock.now()}
        WHERE account_id = ${row.account_id} AND id = ${row.id} AND ${EXECUTE.from}`.execute(trx),
    );
    await announce(trx, { to: `account:${row.account_id}`, resource: IMPORTS, ids: [row.id] });
    audit({
      event: "mass_arbitrate.applied",
      object: objectOf(row),
      before: { state: row.state, amount: kopecksToRubles(row.before_kopecks) },
      after: {
        state: "EXECUTING",
        amount: kopecksToRubles(row.after_kopecks),
        rows: row.ready_count,
      },
    });
    return { id: row.id, state: definitionFor(REGISTRY_STATE, "EXECUTING"), version: row.version };
  });

  serve(endpoints.importCancel, async ({ actor, params, body, trx, audit }) => {
    const row = await loadImport(trx, actor, params.id, true);
    const { cancel, forbidden } = importPermissions(row, actor);
    if (!cancel)
      throw conflict(
        row.state === "EXECUTING" ? "Изменения уже отправляются исполнителям" : forbidden["cancel"],
      );
    requireMoved(
      await sql`
        UPDATE mass_arbitrate_imports
        SET ${CANCEL.set}, claimed_until = NULL
        WHERE account_id = ${row.account_id} AND id = ${row.id} AND ${CANCEL.from}`.execute(trx),
    );
    // Those with findings keep them to be read.
    await sql`
      UPDATE mass_arbitrate_items
      SET ${CANCEL_ROWS.set}
      WHERE account_id = ${row.account_id} AND import_id = ${row.id} AND state = 'READY_TO_APPLY'
        AND ${CANCEL_ROWS.from}`.execute(trx);
    await announce(trx, { to: `account:${row.account_id}`, resource: IMPORTS, ids: [row.id] });
    const comment = body.comment?.trim();
    audit({
      event: "mass_arbitrate.canceled",
      object: objectOf(row),
      before: { state: row.state },
      after: { state: "CANCELED" },
      ...(comment ? { reason: comment } : {}),
    });
    return { id: row.id, state: definitionFor(REGISTRY_STATE, "CANCELED"), version: row.version };
  });
}

/**
 * @param version - as shown; `undefined` if the client sends none.
 * @throws AppError `conflict`; `changed` — another version; `insufficient_funds` — for all
 * increases together.
 */
async function refuseUnlessApplicable(
  trx: Trx,
  row: ImportRow,
  actor: AccountActor,
  version: number | undefined,
): Promise<void> {
  await refuseBlockedCompany(trx, actor.accountId, "executeRegistries");
  const { canExecute, forbidden } = importPermissions(row, actor);
  if (!canExecute)
    throw conflict(
      row.state === "EXECUTING" || row.state === "EXECUTED" || row.state === "PARTIALLY_EXECUTED"
        ? "Изменения уже применены"
        : forbidden["canExecute"],
    );
  if (version !== undefined && version !== row.version)
    throw new AppError(
      "changed",
      "Загрузка изменилась, пока окно было открыто. Проверьте её ещё раз",
      { details: { changes: [], version: row.version } },
    );
  const { available } = await balanceOfAccount(trx, row.account_id);
  if (row.needed_kopecks > available) {
    throw companyShortage(row.needed_kopecks, available, "для увеличений нужно");
  }
}
