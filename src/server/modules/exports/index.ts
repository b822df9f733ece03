import type { BackgroundTask } from "#server/work/background-tasks.ts";
import type { Serve } from "#server/http/serve.ts";
import type { ExportDependencies } from "./dependencies.ts";
import { expireExportsTask } from "./expire-exports-task.ts";
import { serveExports } from "./export-routes.ts";
import { scheduledExportsTask } from "./export-schedules.ts";
import { makeExportsTask } from "./make-exports-task.ts";

export { checkRecords } from "./order-export.ts";
export { narrowed } from "./export-columns.ts";
export { countRows, sheetOf, type ExportColumn, type ExportTable } from "./read-table.ts";
export { writeToFile as writeDown } from "./write-export-file.ts";

/** Tables and archives ordered by a person, made in the background, kept for thirty days. */
export interface Exports {
  readonly tasks: readonly BackgroundTask[];
  routes(serve: Serve): void;
}

export function makeExports(deps: ExportDependencies): Exports {
  return {
    tasks: [makeExportsTask(deps), scheduledExportsTask(deps), expireExportsTask(deps)],
    routes: (serve) => serveExports(serve, deps),
  };
}
