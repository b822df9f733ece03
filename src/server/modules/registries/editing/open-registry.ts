import { REGISTRY_KINDS, registryTitle } from "#contract/registries/registry-kinds.ts";
import type { AccountActor } from "#server/http/actor.ts";
import { conflict } from "#server/http/app-error.ts";
import type { Trx } from "#server/data/transaction.ts";
import { refuseBlockedCompany } from "#server/modules/accounts/index.ts";
import type { RegistryKind } from "../registry-kind.ts";
import { permissionsOf } from "../registry-presenter.ts";
import { loadRegistry, type RegistryRow } from "../registry-row.ts";

/** @throws AppError `conflict` — the reason in Russian. */
export function refuseUnlessOpen(registry: RegistryRow, actor: AccountActor): void {
  const permissions = permissionsOf(registry, actor);
  if (!permissions.update) throw conflict(permissions.forbidden["update"]);
}

/** @throws AppError `not_found`; `conflict` — the company is blocked, the registry not open. */
export async function lockOpenRegistry(
  trx: Trx,
  actor: AccountActor,
  { rows, permissions }: Pick<RegistryKind, "rows" | "permissions">,
  id: number,
): Promise<RegistryRow> {
  const registry = await loadRegistry(trx, actor, {
    kind: rows.name,
    permission: permissions.edit,
    id,
    lock: true,
  });
  await refuseBlockedCompany(trx, actor.accountId, "uploadRegistries");
  refuseUnlessOpen(registry, actor);
  return registry;
}

/** For the journal. */
export function objectOf(registry: RegistryRow) {
  return {
    type: REGISTRY_KINDS[registry.kind].object,
    id: registry.id,
    title: registryTitle(registry.kind, registry.number),
  };
}
