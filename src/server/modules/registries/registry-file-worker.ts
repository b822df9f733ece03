import { readSpreadsheet } from "#server/platform/spreadsheet/read-spreadsheet.ts";
import { serveWorker } from "#server/platform/worker-thread.ts";

import { checkRegistryRows } from "./check-registry-rows.ts";
import { packEvents, type PackedRegistryFileEvent } from "./pack-checked-rows.ts";
import { PAYROLL_ROWS } from "./payroll/payroll-rows.ts";
import { ROW_KINDS } from "./row-kinds.ts";
import type { RegistryFileEvent, RegistryFileInput } from "./registry-file-events.ts";

/** Templates name the sheet so; in a person's own workbook the first visible sheet is read. */
const SHEET_NAME = "Реестр";

serveWorker<RegistryFileInput, PackedRegistryFileEvent | RegistryFileEvent<unknown>>(({ path, kind, today }) => {
  const rows = readSpreadsheet(path, SHEET_NAME);
  return kind === "payroll" ? packEvents(checkRegistryRows(PAYROLL_ROWS, rows, { today })) : checkRegistryRows(ROW_KINDS[kind], rows, { today });
});
