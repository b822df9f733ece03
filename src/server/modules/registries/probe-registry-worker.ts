import { REGISTRY_KINDS, type RegistryKindName } from "#contract/registries/registry-kinds.ts";
import { serveWorker } from "#server/work/worker-thread.ts";
import { readTableRows } from "./table-rows.ts";

export interface ProbeInput {
  readonly path: string;
  readonly kind: RegistryKindName;
}

export interface RegistryProbe {
  readonly rows: number;
}

/**
 * Checks that a file can become a registry: header, a row, no more rows than allowed, closed
 * quotes, whole workbook parts. It reads to the end, because a registry created from a broken file
 * would keep its number without rows.
 */
serveWorker<ProbeInput, RegistryProbe>(async function* probe({ path, kind }) {
  let rows = 0;
  for await (const event of readTableRows(path, REGISTRY_KINDS[kind].columns))
    if (event.type === "rows") rows += event.rows.length;
  yield { rows };
});
