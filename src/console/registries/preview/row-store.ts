import { MAX_REGISTRY_ROWS } from "#contract/registries/registry-columns.ts";
import type { TableRow } from "./table-rows.ts";
import { splitRecord } from "./text-records.ts";
import type { TextForm, TextUnits } from "./text-forms.ts";

/** How the records of a text file become cells. */
export interface TextLayout {
  readonly form: TextForm;
  readonly delimiter: string;
}

/** Joins the cells of a row that is not kept as the file has it. */
const CELL_MARK = "\u001F";
const JOINED = -1;

/**
 * Rows to be split when somebody looks at them: 100 000 of them stay far below their size as arrays
 * of texts.
 */
export class RowStore {
  count = 0;
  private readonly text: TextLayout | null;
  private readonly lines = new Int32Array(MAX_REGISTRY_ROWS);
  private readonly pieces: TextUnits[] = [];
  private readonly joined: string[] = [];
  /**
   * Where a row is: its place among `pieces` and in that piece, or `JOINED` and its place among
   * `joined`.
   */
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
    // The same object for rows that stand together.
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
