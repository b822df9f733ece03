import { matchHeader, type RegistryColumn } from "#contract/registries/registry-columns.ts";
import { splitRows } from "#contract/values/quoted-cell.ts";
import type { RegistryRow } from "./registry-kind.ts";

export interface PastedChange {
  readonly itemId: number;
  readonly line: number;
  /** By the plan's columns. */
  readonly cells: readonly { readonly before: string; readonly after: string }[];
}

export interface PastePlan {
  readonly columns: readonly string[];
  /** In screen order. */
  readonly changes: readonly PastedChange[];
  readonly rest: readonly (readonly string[])[];
}

interface PasteOn {
  readonly all: readonly RegistryColumn[];
  readonly text: string;
  /** Visible rows from the pasted cell on. */
  readonly rows: readonly RegistryRow[];
  /** Visible columns from the pasted cell on. */
  readonly columns: readonly string[];
}

/**
 * A header line names the columns; else cells go to the visible ones. An empty line skips its row.
 */
export function planPaste({ all, text, rows, columns: seen }: PasteOn): PastePlan {
  const block = splitRows(text, "\t");
  const header = block[0] ? headerOf(all, block[0]) : null;
  const lines = header ? block.slice(1) : block;
  const width = Math.max(0, ...lines.map((line) => line.length));
  const places = header ?? seen.slice(0, width).map((key, place) => ({ key, place }));
  const changes = lines.slice(0, rows.length).flatMap((line, index): PastedChange[] => {
    const item = rows[index];
    if (!item || isEmpty(line)) return [];
    const cells = places.map(({ key, place }) => ({
      before: item.cells[key] ?? "",
      after: line[place] ?? item.cells[key] ?? "",
    }));
    return cells.some(({ before, after }) => before.trim() !== after.trim())
      ? [{ itemId: item.id, line: item.line, cells }]
      : [];
  });
  const rest = lines
    .slice(rows.length)
    .flatMap((line) => (isEmpty(line) ? [] : [places.map(({ place }) => line[place] ?? "")]));
  return { columns: places.map(({ key }) => key), changes, rest };
}

export function rowsOfBlock(all: readonly RegistryColumn[], text: string): number {
  const block = splitRows(text, "\t");
  return block[0] && headerOf(all, block[0]) ? block.length - 1 : block.length;
}

export function pasteInput({ columns, changes, rest }: PastePlan, addRest: boolean) {
  const lines = [
    ...changes.map(({ cells }) => cells.map(({ after }) => after)),
    ...(addRest ? rest : []),
  ];
  return {
    body: { itemIDs: changes.map(({ itemId }) => itemId), columns: [...columns], addRest },
    files: textFile(writeBlock(lines)),
  };
}

export function undoInput({ columns, changes }: PastePlan) {
  return {
    body: { itemIDs: changes.map(({ itemId }) => itemId), columns: [...columns] },
    files: textFile(writeBlock(changes.map(({ cells }) => cells.map(({ before }) => before)))),
  };
}

function textFile(text: string): { text: Blob } {
  return { text: new Blob([text], { type: "text/plain" }) };
}

function headerOf(
  all: readonly RegistryColumn[],
  line: readonly string[],
): { key: string; place: number }[] | null {
  const { positions, unused, repeated } = matchHeader(all, line);
  if (unused.length > 0 || repeated.length > 0 || positions.every((position) => position === -1))
    return null;
  return all
    .flatMap(({ key }, index) =>
      positions[index] === -1 ? [] : [{ key, place: positions[index] as number }],
    )
    .sort((one, other) => one.place - other.place);
}

function isEmpty(line: readonly string[]): boolean {
  return line.every((cell) => cell.trim() === "");
}

/** The server skips empty lines; a space makes the line clear its row. */
function writeBlock(lines: readonly (readonly string[])[]): string {
  return lines.map((cells) => (isEmpty(cells) ? " " : cells.map(quoted).join("\t"))).join("\n");
}

function quoted(cell: string): string {
  return /["\t\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
