import type { ColumnChoices, FileReading } from "#contract/registries/file-reading.ts";
import type { RegistryColumn } from "#contract/registries/registry-columns.ts";
import { moscowDate } from "#contract/values/calendar-date.ts";
import { readOnceInThread } from "#server/files/read-in-thread.ts";
import { SpreadsheetError } from "#server/files/spreadsheet/spreadsheet-error.ts";
import { invalid } from "#server/http/app-error.ts";
import type { Upload } from "#server/http/uploads.ts";
import { workerModule } from "#server/work/worker-thread.ts";
import { isPlain } from "./chosen-columns.ts";
import { pastedTable } from "../pasted-rows.ts";
import { tableRefusal } from "../read-table-file.ts";
import type { BeginningInput } from "./read-beginning.ts";

/** @throws AppError `invalid` — field `file`: no table. */
export async function readFile(
  columns: readonly RegistryColumn[],
  upload: Upload | undefined,
  {
    now,
    isPasted,
    sheet,
  }: { readonly now: Date; readonly isPasted: boolean; readonly sheet?: string | undefined },
): Promise<FileReading> {
  if (!upload) throw invalid({ file: ["Выберите файл"] });
  const { path, sender } = isPasted ? await pastedTable(upload) : upload;
  const module = workerModule(import.meta.url, "beginning-worker");
  try {
    return await readOnceInThread<BeginningInput, FileReading>(
      { line: "request", of: sender },
      { module, input: { path, columns, today: moscowDate(now), isPasted, sheet } },
      tableRefusal,
    );
  } catch (error) {
    throw error instanceof SpreadsheetError ? invalid({ file: [error.message] }) : error;
  }
}

/** The company's former choice for such a file wins over a guess; a visible column over a hidden one. */
export function withRemembered(
  columns: readonly RegistryColumn[],
  reading: FileReading,
  remembered: Pick<ColumnChoices, "columns" | "constants">,
): FileReading {
  const { choices, reasons } = reading;
  const hidden = new Set(
    reading.columns.flatMap(({ position, isHidden }) => (isHidden ? [position] : [])),
  );
  const kept = Object.fromEntries(
    Object.entries(remembered.columns).filter(
      ([key, at]) => !hidden.has(at) || choices.columns[key] === undefined,
    ),
  );
  const keys = Object.keys(kept);
  const rest = Object.fromEntries(
    Object.entries(choices.columns).filter(
      ([key]) => key in remembered.columns && !keys.includes(key),
    ),
  );
  const recalled = {
    ...reading,
    choices: {
      ...choices,
      columns: { ...kept, ...rest },
      // A period above the table is newer than last month's.
      constants: { ...remembered.constants, ...choices.constants },
    },
    reasons: { ...reasons, ...Object.fromEntries(keys.map((key) => [key, "remembered" as const])) },
  };
  const { constants } = recalled.choices;
  return {
    ...recalled,
    isKnown:
      isPlain(recalled) &&
      columns.every(({ key, required }) => !required || keys.includes(key) || constants[key]),
  };
}
