import { readFileSync } from "node:fs";
import Papa from "papaparse";

/** @throws Error saying what the cell should be. */
export type ReadCell<Value> = (cell: string) => Value;

type Columns = Readonly<Record<string, ReadCell<unknown>>>;
type Row<Of extends Columns> = { readonly [Name in keyof Of]: ReturnType<Of[Name]> };

/**
 * Columns must match; empty lines and line breaks in cells are errors.
 *
 * @param beside - `import.meta.url` of a module beside the file.
 * @throws Error with file, line and column.
 */
export function loadCsv<const Of extends Columns>(
  beside: string,
  file: string,
  columns: Of,
): readonly Row<Of>[] {
  return parseCsv(file, readFileSync(new URL(file, beside), "utf8"), columns);
}

export function parseCsv<const Of extends Columns>(
  file: string,
  source: string,
  columns: Of,
): readonly Row<Of>[] {
  const names = Object.keys(columns);
  const { data, errors } = Papa.parse<string[]>(source.trimEnd(), { delimiter: "," });
  const [broken] = errors;
  if (broken) throw new Error(`${file}, line ${(broken.row ?? 0) + 1}: ${broken.message}`);
  const [header = [], ...rows] = data;
  if (header.join() !== names.join())
    throw new Error(`${file}, line 1: the columns are ${names.join()}, not ${header.join()}`);
  return rows.map((cells, index) => {
    const line = index + 2;
    if (cells.length !== names.length)
      throw new Error(`${file}, line ${line}: ${cells.length} cells, not ${names.length}`);
    return Object.fromEntries(
      names.map((name, at) => [name, readCell(file, line, name, cells[at] ?? "", columns)]),
    ) as Row<Of>;
  });
}

function readCell(file: string, line: number, name: string, cell: string, columns: Columns) {
  try {
    if (/[\r\n]/.test(cell)) throw new Error("a line break");
    return columns[name]?.(cell);
  } catch (error) {
    const sentence = error instanceof Error ? error.message : String(error);
    throw new Error(`${file}, line ${line}, column ${name}: ${sentence}`, { cause: error });
  }
}

export const text: ReadCell<string> = (cell) => {
  if (cell === "") throw new Error("a text is missing");
  return cell;
};

export const anyText: ReadCell<string> = (cell) => cell;

export const wholeNumber: ReadCell<number> = (cell) => {
  if (!/^-?\d+$/.test(cell)) throw new Error(`«${cell}» is no whole number`);
  return Number(cell);
};

export const decimal: ReadCell<number> = (cell) => {
  if (!/^-?\d+(\.\d+)?$/.test(cell)) throw new Error(`«${cell}» is no number`);
  return Number(cell);
};

export const kopecks: ReadCell<bigint> = (cell) => {
  if (!/^\d+$/.test(cell)) throw new Error(`«${cell}» is no sum in kopecks`);
  return BigInt(cell);
};

export const yesOrNo: ReadCell<boolean> = (cell) => {
  if (cell !== "yes" && cell !== "no") throw new Error(`«${cell}» is neither yes nor no`);
  return cell === "yes";
};

export function oneOf<const Value extends string>(values: readonly Value[]): ReadCell<Value> {
  return (cell) => {
    const found = values.find((value) => value === cell);
    if (found === undefined) throw new Error(`«${cell}» is none of ${values.join(", ")}`);
    return found;
  };
}

export function optional<Value>(read: ReadCell<Value>): ReadCell<Value | null> {
  return (cell) => (cell === "" ? null : read(cell));
}

/** Separated by semicolons. */
export function listOf<Value>(read: ReadCell<Value>): ReadCell<readonly Value[]> {
  return (cell) => (cell === "" ? [] : cell.split(";").map(read));
}
