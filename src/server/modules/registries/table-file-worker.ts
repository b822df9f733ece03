import { serveWorker } from "#server/work/worker-thread.ts";
import type { TableFileInput } from "./read-table-file.ts";
import { readTableRows, type TableFileEvent } from "./table-rows.ts";

serveWorker<TableFileInput, TableFileEvent>(({ path, columns, choices }) =>
  readTableRows(path, columns, choices),
);
