import { sql } from "kysely";
import { payrollRegistryEndpoints as endpoints } from "#contract/registries/payroll-registry-endpoints.ts";
import { notFound } from "#server/platform/app-error.ts";
import { FileReply } from "#server/platform/replies.ts";
import type { Serve } from "#server/platform/serve.ts";
import type { RegistryDependencies } from "../dependencies.ts";
import { listRegistries } from "../registry-list.ts";
import { presentRegistry } from "../registry-presenter.ts";
import { loadRegistry } from "../registry-row.ts";
import { listPayrollCauses } from "./payroll-causes.ts";
import { availableFor, presentPayrollInfo } from "./payroll-info.ts";
import { listPayrollItems } from "./payroll-item-list.ts";

const VIEW = { kind: "payroll", permission: "payroll-registries.view" } as const;

/** Calls that show payroll registries and change nothing. */
export function serveReading(serve: Serve, deps: RegistryDependencies): void {
  serve(endpoints.list, async ({ actor, query, trx }) => {
    const { rows, meta } = await listRegistries(trx, actor, { ...VIEW, query });
    const available = await availableFor(trx, actor);
    return { items: rows.map((row) => presentRegistry(row, actor, available)), meta };
  }, { readsReplica: true });

  serve(endpoints.get, async ({ actor, params, trx }) => presentRegistry(await loadRegistry(trx, actor, { ...VIEW, id: params.id }), actor, await availableFor(trx, actor)));

  serve(endpoints.info, async ({ actor, params, trx }) => presentPayrollInfo(trx, await loadRegistry(trx, actor, { ...VIEW, id: params.id }), actor));

  serve(endpoints.items, async ({ actor, params, query, trx }) => listPayrollItems(trx, await loadRegistry(trx, actor, { ...VIEW, id: params.id }), actor, query), { readsReplica: true });

  serve(endpoints.errors, async ({ actor, params, trx }) => {
    const registry = await loadRegistry(trx, actor, { ...VIEW, id: params.id });
    return { items: await listPayrollCauses(trx, registry, await availableFor(trx, actor)) };
  });

  serve(endpoints.file, async ({ actor, params, trx }) => {
    const registry = await loadRegistry(trx, actor, { ...VIEW, id: params.id });
    const { rows } = await sql<{ name: string; content_type: string; storage_key: string }>`SELECT name, content_type, storage_key FROM files WHERE id = ${registry.file_id} AND account_id = ${registry.account_id}`.execute(trx);
    const file = rows[0];
    if (!file) throw notFound("Файл не найден");
    return new FileReply(file.name, file.content_type, await deps.files.open(file.storage_key));
  });
}
