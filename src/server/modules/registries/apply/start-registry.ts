import { sql } from "kysely";
import type { CodeSent } from "#contract/kernel/fields.ts";
import { registryTitle } from "#contract/registries/registry-kinds.ts";
import {
  REGISTRY_STATE,
  REGISTRY_TRANSITIONS,
  type ExecutionMode,
  type RegistryState,
} from "#contract/registries/registry-states.ts";
import { refuseBlockedCompany } from "#server/modules/accounts/index.ts";
import { codeSent, useCode } from "#server/modules/auth/index.ts";
import type { AccountActor } from "#server/http/actor.ts";
import { AppError, conflict } from "#server/http/app-error.ts";
import type { Trx } from "#server/data/transaction.ts";
import { transition } from "#server/data/transition.ts";
import type { Platform } from "#server/platform.ts";
import { answerWith, moveRegistry } from "../move-registry.ts";
import type { RegistryKind } from "../registry-kind.ts";
import { permissionsOf } from "../registry-presenter.ts";
import { loadRegistry, type RegistryRow } from "../registry-row.ts";
import { refuseOtherState } from "../refuse-other-version.ts";

interface StartRequest {
  readonly id: number;
  readonly version: number;
  readonly mode: ExecutionMode;
}

/** A code's scope: this registry in this version and mode. */
function operationOf(registry: RegistryRow, mode: ExecutionMode): string {
  return `registry-execute:${registry.account_id}:${registry.id}:${registry.version}:${mode}`;
}

async function loadToStart(
  platform: Platform,
  kind: RegistryKind,
  trx: Trx,
  actor: AccountActor,
  { id, version, mode }: StartRequest,
): Promise<RegistryRow> {
  const registry = await loadRegistry(trx, actor, {
    kind: kind.rows.name,
    permission: kind.permissions.edit,
    id,
    lock: true,
  });
  await refuseBlockedCompany(trx, actor.accountId, "executeRegistries");
  const permissions = permissionsOf(registry, actor);
  if (!permissions.canExecute) throw conflict(permissions.forbidden["canExecute"]);
  refuseOtherState(registry, version);
  if (mode === "ALL" && registry.error_count > 0)
    throw conflict(
      `Режим «Всё или ничего»: сначала исправьте ошибки (строк: ${registry.error_count})`,
    );
  await kind.applying?.how.refuse(platform, trx, actor);
  return registry;
}

export async function sendStartCode(
  platform: Platform,
  kind: RegistryKind,
  trx: Trx,
  actor: AccountActor,
  request: StartRequest & { readonly ip: string },
): Promise<CodeSent> {
  const registry = await loadToStart(platform, kind, trx, actor, request);
  const purpose = `${kind.applying?.how.purpose ?? ""}: ${registryTitle(kind.rows.name, registry.number)}, строк: ${registry.ready_count}. Код`;
  return codeSent(platform, {
    by: actor,
    phone: actor.phone,
    operation: operationOf(registry, request.mode),
    purpose,
    ip: request.ip,
    deliver: true,
  });
}

/**
 * Consumes the code and leaves the rows to the task. A second call finds another state.
 *
 * @throws AppError `conflict` — another version, a blocked company, a registry that is not ready;
 * `otp_required`.
 */
export async function startRegistry(
  platform: Platform,
  kind: RegistryKind,
  trx: Trx,
  actor: AccountActor,
  request: StartRequest & { readonly otp: string | undefined },
) {
  const registry = await loadToStart(platform, kind, trx, actor, request);
  if (!request.otp) throw new AppError("otp_required");
  await useCode(platform, trx, {
    by: actor,
    phone: actor.phone,
    operation: operationOf(registry, request.mode),
    code: request.otp,
    field: "otp",
  });
  const now = platform.clock.now();
  const execute = transition(REGISTRY_TRANSITIONS, "execute", "account");
  await moveRegistry(
    trx,
    registry,
    execute,
    sql`
      mode = ${request.mode}, executed_by = ${actor.personId}, confirmed_at = ${now},
        started_at = ${now}, finished_at = NULL, executed_row_no = 0, payout_count = ready_count,
        paid_count = 0, failed_count = 0`,
  );
  return answerWith(registry, execute.to);
}

/**
 * For good, if never confirmed.
 *
 * @throws AppError `conflict`.
 */
export async function cancelRegistry(
  kind: RegistryKind,
  trx: Trx,
  actor: AccountActor,
  { id, version, state }: { id: number; version: number; state: RegistryState },
) {
  const registry = await loadRegistry(trx, actor, {
    kind: kind.rows.name,
    permission: kind.permissions.edit,
    id,
    lock: true,
  });
  const permissions = permissionsOf(registry, actor);
  if (!permissions.cancel) throw conflict(permissions.forbidden["cancel"]);
  if (registry.state !== state)
    throw conflict(
      `Состояние реестра изменилось: теперь он «${REGISTRY_STATE.titles[registry.state]}». Посмотрите его ещё раз`,
    );
  refuseOtherState(registry, version);
  const cancel = transition(REGISTRY_TRANSITIONS, "cancel", "account");
  await moveRegistry(trx, registry, cancel);
  return answerWith(registry, cancel.to);
}
