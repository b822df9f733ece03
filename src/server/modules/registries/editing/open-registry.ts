import { REGISTRY_KINDS, registryTitle } from "#contract/registries/registry-kinds.ts";
import type { AccountActor } from "#server/http/actor.ts";
import { conflict } from "#server/http/app-error.ts";
import { permissionsOf } from "../registry-presenter.ts";
import type { RegistryRow } from "../registry-row.ts";

/** @throws AppError `conflict` — the reason in Russian. */
export function refuseUnlessOpen(registry: RegistryRow, actor: AccountActor): void {
  const permissions = permissionsOf(registry, actor);
  if (!permissions.update) throw conflict(permissions.forbidden["update"]);
}

/** For the journal. */
export function objectOf(registry: RegistryRow) {
  return {
    type: REGISTRY_KINDS[registry.kind].object,
    id: registry.id,
    title: registryTitle(registry.kind, registry.number),
  };
}
