import { registryTitle } from "#contract/registries/registry-title.ts";
import { payrollRegistryEndpoints as endpoints } from "#contract/registries/payroll-registry-endpoints.ts";
import { moscowDate } from "#contract/values/calendar-date.ts";
import type { Actor } from "#server/http/actor.ts";
import type { Serve } from "#server/http/serve.ts";
import type { Platform } from "#server/platform.ts";
import { loadRegistry } from "../registry-row.ts";
import { tableReply } from "#server/files/spreadsheet/table-reply.ts";
import { outcomeTable } from "./payroll-export.ts";
import type { ReadPage } from "./payroll-export-rows.ts";
import { fillTemplate, templateTables } from "./payroll-template.ts";

const VIEW = { kind: "payroll", permission: "payroll-registries.view" } as const;

/** Rows are read while the file is sent, outside the call's transaction. */
export function serveExports(serve: Serve, platform: Platform): void {
  const pagesFor =
    (actor: Actor): ReadPage =>
    (read) =>
      platform.reads.list(actor, read);

  serve(
    endpoints.filledTemplate,
    async ({ actor, query, trx }) =>
      tableReply(
        "Реестр выплат",
        query.format,
        await templateTables(
          trx,
          await fillTemplate(trx, actor, query, moscowDate(platform.clock.now())),
        ),
      ),
    { readsReplica: true },
  );

  serve(endpoints.download, async ({ actor, params, body, trx, audit }) => {
    const registry = await loadRegistry(trx, actor, { ...VIEW, id: params.id });
    audit({
      event: "export.downloaded",
      object: {
        type: "payroll-registry",
        id: registry.id,
        title: registryTitle("payroll", registry.number),
      },
    });
    return tableReply(registryTitle("payroll", registry.number), body.format, [
      outcomeTable(pagesFor(actor), registry),
    ]);
  });
}
