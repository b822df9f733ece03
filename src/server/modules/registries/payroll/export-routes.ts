import { Readable } from "node:stream";
import { payrollRegistryEndpoints as endpoints } from "#contract/registries/payroll-registry-endpoints.ts";
import { CSV, XLSX } from "#contract/http/uploads.ts";
import { moscowDate } from "#contract/values/calendar-date.ts";
import type { Actor } from "#server/platform/actor.ts";
import { FileReply } from "#server/platform/replies.ts";
import type { Serve } from "#server/platform/serve.ts";
import type { SheetTable } from "#server/platform/spreadsheet/sheet-table.ts";
import { writeCsv } from "#server/platform/spreadsheet/write-csv.ts";
import { writeXlsx } from "#server/platform/spreadsheet/write-xlsx.ts";
import type { RegistryDependencies } from "../dependencies.ts";
import { loadRegistry } from "../registry-row.ts";
import { errorsTable, outcomeTable } from "./payroll-export.ts";
import type { ReadPage } from "./payroll-export-rows.ts";
import { fillTemplate, templateTables } from "./payroll-template.ts";

const VIEW = { kind: "payroll", permission: "payroll-registries.view" } as const;

/** Calls that answer with a table. Rows are read while the file is being sent, outside the transaction of the call. */
export function serveExports(serve: Serve, deps: RegistryDependencies): void {
  const pagesFor = (actor: Actor): ReadPage => (read) => deps.reads.list(actor, read);

  serve(endpoints.template, async ({ query, trx }) => tableReply("Шаблон реестра выплат", query.format, await templateTables(trx, [])));

  serve(endpoints.filledTemplate, async ({ actor, query, trx }) => tableReply("Реестр выплат", query.format, await templateTables(trx, await fillTemplate(trx, actor, query, moscowDate(deps.clock.now())))), { readsReplica: true });

  serve(endpoints.download, async ({ actor, params, body, trx, audit }) => {
    const registry = await loadRegistry(trx, actor, { ...VIEW, id: params.id });
    audit({ event: "export.downloaded", object: { type: "payroll-registry", id: registry.id, title: `Реестр выплат № ${registry.number}` } });
    return tableReply(`Реестр выплат № ${registry.number}`, body.format, [outcomeTable(pagesFor(actor), registry)]);
  });

  serve(endpoints.errorsDownload, async ({ actor, params, query, trx }) => {
    const registry = await loadRegistry(trx, actor, { ...VIEW, id: params.id });
    return tableReply(`Ошибки реестра выплат № ${registry.number}`, query.format, [errorsTable(pagesFor(actor), registry)]);
  }, { readsReplica: true });
}

/** XLSX with every sheet unless a CSV is asked for, which has the first sheet only. */
function tableReply(name: string, format: "xlsx" | "csv" | undefined, tables: readonly [SheetTable, ...SheetTable[]]): FileReply {
  if (format === "csv") return new FileReply(`${name}.csv`, `${CSV}; charset=windows-1251`, Readable.from(writeCsv(tables[0]), { highWaterMark: 2 }));
  return new FileReply(`${name}.xlsx`, XLSX, Readable.from(writeXlsx(tables), { highWaterMark: 2 }));
}
