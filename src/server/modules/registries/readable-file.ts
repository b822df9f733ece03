import type { ColumnChoices } from "#contract/registries/file-reading.ts";
import type { RegistryColumn } from "#contract/registries/registry-columns.ts";
import { invalid } from "#server/http/app-error.ts";
import { SpreadsheetError } from "#server/files/spreadsheet/spreadsheet-error.ts";
import type { Upload } from "#server/http/uploads.ts";
import { probeTableFile } from "./read-table-file.ts";
import type { RegistryFile } from "./store-registry-file.ts";

/**
 * Before it gets a number.
 *
 * @param field - form field of the message.
 * @throws AppError `invalid` — no file, or no rows can be made of it.
 */
export async function readableFile(
  columns: readonly RegistryColumn[],
  upload: Upload | undefined,
  field: "file" | "text" = "file",
  choices?: ColumnChoices,
): Promise<RegistryFile> {
  if (!upload) throw invalid({ [field]: ["Выберите файл"] });
  try {
    return { ...upload, ...(await probeTableFile(upload, columns, choices)) };
  } catch (error) {
    throw error instanceof SpreadsheetError ? invalid({ [field]: [error.message] }) : error;
  }
}
