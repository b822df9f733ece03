import { serveWorker } from "#server/platform/worker-thread.ts";
import type { TableFileInput } from "./read-table-file.ts";
import { readTableRows, type TableFileEvent } from "./table-rows.ts";

serveWorker<TableFileInput, TableFileEvent>(({ path, columns }) => readTableRows(path, columns));
