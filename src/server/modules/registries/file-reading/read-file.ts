import type { ColumnChoices, FileReading } from "#contract/registries/file-reading.ts";
import type { RegistryColumn } from "#contract/registries/registry-columns.ts";
import { moscowDate } from "#contract/values/calendar-date.ts";
import { readOnceInThread } from "#server/files/read-in-thread.ts";
import { SpreadsheetError } from "#server/files/spreadsheet/spreadsheet-error.ts";
import { invalid } from "#server/http/app-error.ts";
import type { Upload } from "#server/http/uploads.ts";
import { workerModule } from "#server/work/worker-thread.ts";
import { pastedTable } from "../pasted-rows.ts";
import { tableRefusal } from "../read-table-file.ts";
import type { BeginningInput } from "./read-beginning.ts";

/** @throws AppError `invalid` — field `file`: no table. */
export async function readFile(
  columns: readonly RegistryColumn[],
  upload: Upload | undefined,
  { now, isPasted }: { readonly now: Date; readonly isPasted: boolean },
): Promise<FileReading> {
  if (!upload) throw invalid({ file: ["Выберите файл"] });
  const { path, sender } = isPasted ? await pastedTable(upload) : upload;
  const module = workerModule(import.meta.url, "beginning-worker");
  try {
    return await readOnceInThread<BeginningInput, FileReading>(
      { line: "request", of: sender },
      { module, input: { path, columns, today: moscowDate(now), isPasted } },
      tableRefusal,
    );
  } catch (error) {
    throw error instanceof SpreadsheetError ? invalid({ file: [error.message] }) : error;
  }
}

/** The company's former choice for such a file wins over a guess. */
export function withRemembered(
  columns: readonly RegistryColumn[],
  reading: FileReading,
  remembered: Pick<ColumnChoices, "columns" | "constants">,
): FileReading {
  const { choices, reasons } = reading;
  const keys = Object.keys(remembered.columns);
  return {
    ...reading,
    isKnown: columns.every(({ key, required }) => !required || keys.includes(key)),
    choices: {
      ...choices,
      columns: remembered.columns,
      // A period above the table is newer than last month's.
      constants: { ...remembered.constants, ...choices.constants },
    },
    reasons: { ...reasons, ...Object.fromEntries(keys.map((key) => [key, "remembered" as const])) },
  };
}
