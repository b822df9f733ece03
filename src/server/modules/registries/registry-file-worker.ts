import { readSpreadsheet } from "#server/platform/spreadsheet/read-spreadsheet.ts";
import { serveWorker } from "#server/platform/worker-thread.ts";

import { checkRegistryRows } from "./check-registry-rows.ts";
import { packEvents, type PackedRegistryFileEvent } from "./pack-checked-rows.ts";
import type { RegistryFileInput } from "./registry-file-events.ts";

/** Templates name the sheet so; in a person's own workbook the first visible sheet is read. */
const SHEET_NAME = "Реестр";

serveWorker<RegistryFileInput, PackedRegistryFileEvent>(({ path, today }) =>
  packEvents(checkRegistryRows(readSpreadsheet(path, SHEET_NAME), { today })),
);
