import { MAX_REGISTRY_ROWS } from "#contract/registries/registry-columns.ts";
import type { TableRow } from "./table-rows.ts";
import { splitRecord } from "./text-records.ts";
import type { TextForm, TextUnits } from "./text-forms.ts";

/** How to split a record of a text file. */
export interface TextLayout {
  readonly form: TextForm;
  readonly delimiter: string;
}

/** Separator of cells in rows stored as joined text. */
const CELL_MARK = "\u001F";
const JOINED = -1;

/** Rows split on demand: 100 000 of them take far less memory than arrays of strings. */
export class RowStore {
  count = 0;
  private readonly text: TextLayout | null;
  private readonly lines = new Int32Array(MAX_REGISTRY_ROWS);
  private readonly pieces: TextUnits[] = [];
  private readonly joined: string[] = [];
  /** Row location: index in `pieces` plus range, or `JOINED` plus index in `joined`. */
  private readonly places = new Int32Array(MAX_REGISTRY_ROWS);
  private readonly starts = new Int32Array(MAX_REGISTRY_ROWS);
  private readonly ends = new Int32Array(MAX_REGISTRY_ROWS);

  /** @param text - `null` for a workbook. */
  constructor(text: TextLayout | null) {
    this.text = text;
  }

  add({ line, cells, record }: TableRow): void {
    if (record) {
      this.addRecord(line, record.units, record.start, record.end);
      return;
    }
    this.starts[this.count] = this.joined.length;
    this.joined.push(cells.join(CELL_MARK));
    this.take(line, JOINED);
  }

  lineOf(index: number): number {
    return this.lines[index] ?? 0;
  }

  cellsOf(index: number): readonly string[] {
    const start = this.starts[index] ?? 0;
    const piece = this.pieces[this.places[index] ?? JOINED];
    if (!piece || !this.text) return (this.joined[start] ?? "").split(CELL_MARK);
    return splitRecord(
      this.text.form.textOf(piece.subarray(start, this.ends[index])),
      this.text.delimiter,
    );
  }

  private addRecord(line: number, units: TextUnits, start: number, end: number): void {
    // Adjacent rows share the buffer.
    if (this.pieces.at(-1) !== units) this.pieces.push(units);
    this.starts[this.count] = start;
    this.ends[this.count] = end;
    this.take(line, this.pieces.length - 1);
  }

  private take(line: number, place: number): void {
    this.lines[this.count] = line;
    this.places[this.count] = place;
    this.count += 1;
  }
}
