import { registryTitle, REGISTRY_KINDS } from "#contract/registries/registry-kinds.ts";
import type { Serve } from "#server/http/serve.ts";
import type { Platform } from "#server/platform.ts";
import type { RegistryKind } from "../registry-kind.ts";
import { loadRegistry, type RegistryRow } from "../registry-row.ts";
import { resultTable } from "../routes/registry-tables.ts";
import { tableReply } from "#server/files/spreadsheet/table-reply.ts";
import { dropFile } from "../validation/drop-file.ts";
import { planRegistry } from "./plan-registry.ts";
import { cancelRegistry, sendStartCode, startRegistry } from "./start-registry.ts";

/** For the kinds that move no money. */
export function serveApplying(serve: Serve, platform: Platform, kind: RegistryKind): void {
  const calls = kind.applying?.calls;
  if (!calls) return;
  const { name } = kind.rows;
  const { object } = REGISTRY_KINDS[name];
  const objectOf = (registry: RegistryRow) => ({
    type: object,
    id: registry.id,
    title: registryTitle(name, registry.number),
  });

  serve(calls.dryRun, ({ actor, params, body, trx, audit }) => {
    audit({ event: "registry.dry_run", object: { type: object, id: params.id } });
    return planRegistry(platform, kind, trx, actor, params.id, body.mode ?? "VALID_ONLY");
  });

  serve(calls.sendExecuteCode, async ({ actor, params, body, trx, request, audit }) => {
    audit({ event: "auth.otp_sent", object: { type: object, id: params.id } });
    return sendStartCode(platform, kind, trx, actor, { ...params, ...body, ip: request.ip });
  });

  serve(calls.execute, async ({ actor, params, body, trx, audit }) => {
    const { registry, answer } = await startRegistry(platform, kind, trx, actor, {
      id: params.id,
      version: body.version,
      mode: body.mode,
      otp: body.otp,
    });
    audit({
      event: "registry.executed",
      object: objectOf(registry),
      before: { state: registry.state },
      after: { state: answer.state.id, mode: body.mode, rows: registry.ready_count },
    });
    return answer;
  });

  serve(calls.cancel, async ({ actor, params, body, trx, audit, afterCommit }) => {
    const { registry, answer } = await cancelRegistry(kind, trx, actor, {
      id: params.id,
      version: body.version,
      state: body.stateID,
    });
    if (kind.dropsFile)
      afterCommit(
        () => void dropFile(platform, registry.account_id, registry.id).catch(() => undefined),
      );
    audit({
      event: "registry.canceled",
      object: objectOf(registry),
      before: { state: registry.state },
      after: { state: answer.state.id },
    });
    return answer;
  });

  serve(calls.download, async ({ actor, params, body, trx, audit }) => {
    const registry = await loadRegistry(trx, actor, {
      kind: name,
      permission: kind.permissions.edit,
      id: params.id,
    });
    audit({ event: "export.downloaded", object: objectOf(registry) });
    return tableReply(registryTitle(name, registry.number), body.format, [
      resultTable(platform, actor, registry),
    ]);
  });
}
