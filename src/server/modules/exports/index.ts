import type { Kysely } from "kysely";
import type { Schema } from "#server/database/schema.ts";
import type { FileStorage } from "#server/integrations/file-storage/port.ts";
import type { BackgroundTask } from "#server/platform/background-tasks.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Reads } from "#server/platform/reads.ts";
import type { Serve } from "#server/platform/serve.ts";
import type { ProductEventBus } from "#server/product-events.ts";
import { expireExportsTask } from "./expire-exports-task.ts";
import { serveExports } from "./export-routes.ts";
import { makeExportsTask } from "./make-exports-task.ts";

export interface ExportDependencies {
  readonly db: Kysely<Schema>;
  readonly reads: Reads;
  readonly clock: Clock;
  readonly files: FileStorage;
  readonly events: ProductEventBus;
  /** Where files grow before the storage takes them. */
  readonly directory: string;
  readonly log: { error(fields: object, message: string): void };
}

/** Tables and archives ordered by a person, made in the background, kept for thirty days. */
export interface Exports {
  readonly tasks: readonly BackgroundTask[];
  routes(serve: Serve): void;
}

export function makeExports(deps: ExportDependencies): Exports {
  return { tasks: [makeExportsTask(deps), expireExportsTask(deps)], routes: (serve) => serveExports(serve, deps) };
}
