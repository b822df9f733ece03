import type { ColumnChoices } from "#contract/registries/file-reading.ts";
import type { RegistryColumn } from "#contract/registries/registry-columns.ts";
import { moscowDate } from "#contract/values/calendar-date.ts";
import { readOnceInThread } from "#server/files/read-in-thread.ts";
import { SpreadsheetError } from "#server/files/spreadsheet/spreadsheet-error.ts";
import { invalid } from "#server/http/app-error.ts";
import { workerModule } from "#server/work/worker-thread.ts";
import { isPlain } from "./chosen-columns.ts";
import { tableRefusal, type OwnedFile } from "../read-table-file.ts";
import type { Beginning, BeginningInput } from "./read-beginning.ts";

const OTHER_ENCODING = "Файл сохранён в другой кодировке. Выберите другую";

/** @throws AppError `invalid` — field `file`: no table. */
export async function readFile(
  columns: readonly RegistryColumn[],
  { path, sender }: OwnedFile,
  { now, ...part }: Omit<BeginningInput, "path" | "columns" | "today"> & { readonly now: Date },
): Promise<Beginning> {
  const module = workerModule(import.meta.url, "beginning-worker");
  try {
    return await readOnceInThread<BeginningInput, Beginning>(
      { line: "request", of: sender },
      { module, input: { path, columns, today: moscowDate(now), ...part } },
      tableRefusal,
    );
  } catch (error) {
    if (!(error instanceof SpreadsheetError)) throw error;
    const isOther = error.code === "bad_encoding" && part.encoding !== undefined;
    throw invalid({ file: [isOther ? OTHER_ENCODING : error.message] });
  }
}

/** The company's former choice for such a file wins over a guess; a visible column over a hidden one. */
export function withRemembered(
  columns: readonly RegistryColumn[],
  reading: Beginning,
  remembered: Pick<ColumnChoices, "columns" | "constants">,
): Beginning {
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
