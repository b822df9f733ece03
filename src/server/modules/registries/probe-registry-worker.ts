import { REGISTRY_KINDS, type RegistryKindName } from "#contract/registries/registry-kinds.ts";
import { serveWorker } from "#server/work/worker-thread.ts";
import { readTableRows } from "./table-rows.ts";

export interface ProbeInput {
  readonly path: string;
  readonly kind: RegistryKindName;
}

/** Rows below the header. */
export interface RegistryProbe {
  readonly rows: number;
}

/**
 * Looks whether a registry can be made of the file at all: header, a row below it, no more rows
 * than a registry holds, every quote closed and every part of a workbook whole. The file is read to
 * its end: a registry that turns out to have none would keep its number and no rows.
 */
serveWorker<ProbeInput, RegistryProbe>(async function* probe({ path, kind }) {
  let rows = 0;
  for await (const event of readTableRows(path, REGISTRY_KINDS[kind].columns))
    if (event.type === "rows") rows += event.rows.length;
  yield { rows };
});
