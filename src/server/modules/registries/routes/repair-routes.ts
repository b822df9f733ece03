import type { AccountActor } from "#server/http/actor.ts";
import type { Trx } from "#server/data/transaction.ts";
import type { Serve } from "#server/http/serve.ts";
import type { Platform } from "#server/platform.ts";
import { editRegistry, type RegistryEdit } from "../editing/edit-registry.ts";
import { lockOpenRegistry, objectOf } from "../editing/open-registry.ts";
import { keepForUndo, planRepair, planUndo } from "../editing/repair-rows.ts";
import { loadCauseValues } from "./cause-values.ts";
import { refuseOtherVersion } from "../refuse-other-version.ts";
import type { RegistryKind } from "../registry-kind.ts";
import { loadRegistry, type RegistryRow } from "../registry-row.ts";

export function serveRepairs(serve: Serve, platform: Platform, kind: RegistryKind): void {
  const { calls, permissions } = kind;
  const { name } = kind.rows;

  const lockSeen = async (
    trx: Trx,
    actor: AccountActor,
    id: number,
    version: number,
  ): Promise<RegistryRow> => {
    const registry = await lockOpenRegistry(trx, actor, kind, id);
    refuseOtherVersion(registry, version);
    return registry;
  };
  const edited = async (trx: Trx, registry: RegistryRow, edit: RegistryEdit) => {
    await editRegistry(platform, kind, trx, registry, edit);
    return {
      id: registry.id,
      version: registry.version + 1,
      addedCount: edit.added.length,
      changedCount: edit.changed.size + edit.removed.length,
    };
  };

  serve(calls.causeValues, async ({ actor, params, query, trx }) =>
    loadCauseValues(
      platform,
      trx,
      kind,
      await loadRegistry(trx, actor, { kind: name, permission: permissions.edit, id: params.id }),
      actor,
      query,
    ),
  );

  serve(calls.repair, async ({ actor, params, body, trx, audit }) => {
    const registry = await lockSeen(trx, actor, params.id, body.version);
    const edit = await planRepair(platform, kind, trx, registry, body);
    await keepForUndo(trx, registry, edit, platform.clock.now());
    const answer = await edited(trx, registry, edit);
    audit({
      event: body.remove ? "registry.row_deleted" : "registry.row_edited",
      object: objectOf(registry),
      after: { cause: body.cause, column: body.column, rows: answer.changedCount },
    });
    return answer;
  });

  serve(calls.undoRepair, async ({ actor, params, body, trx, audit }) => {
    const registry = await lockSeen(trx, actor, params.id, body.version);
    const answer = await edited(trx, registry, await planUndo(platform, kind, trx, registry));
    audit({
      event: "registry.row_edited",
      object: objectOf(registry),
      after: { undone: answer.addedCount + answer.changedCount },
    });
    return answer;
  });
}
