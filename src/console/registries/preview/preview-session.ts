import {
  HEADER_SEARCH_ROWS,
  matchHeader,
  MAX_REGISTRY_ROWS,
  REGISTRY_FILE_MESSAGES,
  type HeaderMatch,
} from "#contract/registries/registry-columns.ts";
import { REGISTRY_FINDINGS, type FindingCode } from "#contract/registries/registry-findings.ts";
import { RowStore, type TextLayout } from "./row-store.ts";
import type {
  PreviewFindingCount,
  PreviewHead,
  PreviewRow,
  PreviewTotals,
} from "./preview-messages.ts";
import type { PreviewFindings, PreviewRules } from "./preview-rules.ts";
import type { TableShape } from "./sniff-table.ts";
import { PreviewError, type TablePiece, type TableRow } from "./table-rows.ts";
import { textForm } from "./text-forms.ts";
import { TextRecords } from "./text-records.ts";

/**
 * Rows of one file, checked by every rule that needs no database. A row is parsed and validated
 * again when shown.
 */
export class PreviewSession {
  private readonly rules: PreviewRules;
  private readonly mayLackHeader: boolean;
  private readonly text: TextLayout | null;
  private match: HeaderMatch | null = null;
  private best: HeaderMatch | null = null;
  private seenRows: TableRow[] = [];
  private isOrdered = false;
  private readonly rows: RowStore;
  private uses1904 = false;
  private rowsWithFindings: number[] = [];
  private readonly repeats = new Map<number, PreviewFindings>();
  private readonly findings = new Map<
    string,
    { code: FindingCode; column: string; count: number }
  >();
  private errorRows = 0;
  private warningRows = 0;
  private healedRows = 0;
  /** Safe as a number: 100 000 rows of the maximum amount are far below 2^53. */
  private sumKopecks = 0;

  /**
   * @param rules - of the kind, not shared between files.
   * @param mayLackHeader - a pasted block without a header is read in the template's order.
   */
  constructor(shape: TableShape, rules: PreviewRules, { mayLackHeader = false } = {}) {
    this.rules = rules;
    this.mayLackHeader = mayLackHeader;
    this.text =
      shape.kind === "text" ? { form: textForm(shape.encoding), delimiter: shape.delimiter } : null;
    this.rows = new RowStore(this.text);
  }

  /** @throws PreviewError when there is no header or too many rows. */
  add(piece: TablePiece): void {
    if (piece instanceof TextRecords) this.addRecords(piece);
    else for (const row of piece) this.addRow(row);
  }

  /** Call after the last row. */
  finish(): void {
    if (this.match === null) this.refuseHeader();
    if (this.rows.count === 0) throw new PreviewError(REGISTRY_FILE_MESSAGES.empty, true);
  }

  /** `null` until the header is found. */
  head(): PreviewHead | null {
    const { match } = this;
    if (match === null) return null;
    return {
      columns: this.rules.columns.map(({ key, title, required }, index) => ({
        key,
        title,
        isRequired: required,
        isFound: match.positions[index] !== -1,
      })),
      unused: match.unused
        .slice(0, 20)
        .map((title) => REGISTRY_FILE_MESSAGES.unusedColumn(title.slice(0, 100))),
    };
  }

  totals(): PreviewTotals {
    return {
      rows: this.rows.count,
      errors: this.errorRows,
      warnings: this.warningRows,
      healed: this.healedRows,
      rowsWithFindings: this.rowsWithFindings.length,
      sumRubles: this.sumKopecks / 100,
      findings: this.findingCounts(),
    };
  }

  /** Rows by index, or rows with findings by their index among those. */
  window(from: number, count: number, onlyWithFindings: boolean): PreviewRow[] {
    const end = Math.min(
      from + count,
      onlyWithFindings ? this.rowsWithFindings.length : this.rows.count,
    );
    const rows: PreviewRow[] = [];
    for (let place = from; place < end; place += 1)
      rows.push(this.rowAt(onlyWithFindings ? (this.rowsWithFindings[place] ?? 0) : place));
    return rows;
  }

  private addRecords(records: TextRecords): void {
    while (records.hasMore) {
      const row = records.next();
      if (row !== null) this.addRow(row);
    }
  }

  private lookForHeader(row: TableRow): void {
    if (row.cells.every((cell) => cell === "")) return;
    const match = matchHeader(this.rules.columns, row.cells);
    const repeated = match.repeated[0];
    if (match.missing.length === 0 && repeated)
      throw new PreviewError(REGISTRY_FILE_MESSAGES.repeatedColumn(repeated.title), true);
    if (match.missing.length === 0) {
      this.follow(match);
      this.seenRows = [];
      return;
    }
    if (this.best === null || match.missing.length < this.best.missing.length) this.best = match;
    this.seenRows.push(row);
    if (row.line >= HEADER_SEARCH_ROWS) this.refuseHeader();
  }

  private refuseHeader(): void {
    const hasNoTitles =
      this.best === null || this.best.positions.every((position) => position === -1);
    if (!this.mayLackHeader || !hasNoTitles || this.seenRows.length === 0) {
      const missing = this.best?.missing ?? this.rules.columns.filter(({ required }) => required);
      throw new PreviewError(REGISTRY_FILE_MESSAGES.missingColumns(missing), true);
    }
    this.follow({
      positions: this.rules.columns.map((_, index) => index),
      missing: [],
      repeated: [],
      rowIdPosition: -1,
      unused: [],
    });
    const rows = this.seenRows;
    this.seenRows = [];
    for (const row of rows) this.addRow(row);
  }

  private follow(match: HeaderMatch): void {
    this.match = match;
    this.isOrdered = match.positions.every((position, index) => position === index);
  }

  private addRow(row: TableRow): void {
    if (this.match === null) this.lookForHeader(row);
    else this.addFilledRow(row, this.inOrder(row.cells));
  }

  private addFilledRow(row: TableRow, ordered: readonly string[]): void {
    if (ordered.every((cell) => cell.trim() === "")) return;
    if (row.uses1904) this.uses1904 = true;
    const index = this.nextIndex();
    this.rows.add(row);
    this.validate(index, ordered);
  }

  private nextIndex(): number {
    if (this.rows.count >= MAX_REGISTRY_ROWS)
      throw new PreviewError(REGISTRY_FILE_MESSAGES.tooManyRows, true);
    return this.rows.count;
  }

  private inOrder(cells: readonly string[]): readonly string[] {
    return this.isOrdered
      ? cells
      : (this.match?.positions ?? []).map((position) => cells[position] ?? "");
  }

  private validate(index: number, cells: readonly string[]): void {
    const { kopecks, findings, healed, findRepeats } = this.rules.validate(cells, this.uses1904);
    this.take(index, kopecks, findings, findRepeats(index, this.lineOf), healed.length > 0);
  }

  private readonly lineOf = (index: number): number => this.rows.lineOf(index);

  private take(
    index: number,
    kopecks: number,
    ownFindings: PreviewFindings,
    repeats: PreviewFindings,
    isHealed: boolean,
  ): void {
    const findings = repeats.length === 0 ? ownFindings : [...ownFindings, ...repeats];
    if (repeats.length > 0) this.repeats.set(index, repeats);
    if (isHealed) this.healedRows += 1;
    if (findings.length > 0) this.rowsWithFindings.push(index);
    for (const finding of findings) this.count(finding);
    if (findings.some(({ severity }) => severity === "error")) this.errorRows += 1;
    else {
      if (findings.length > 0) this.warningRows += 1;
      this.sumKopecks += kopecks;
    }
  }

  private count({ code, column }: PreviewFindings[number]): void {
    const name = `${code}:${column}`;
    const finding = this.findings.get(name);
    if (finding) finding.count += 1;
    else this.findings.set(name, { code, column, count: 1 });
  }

  private rowAt(index: number): PreviewRow {
    const stored = this.inOrder(this.rows.cellsOf(index));
    const cells = this.rules.columns.map((_, place) => stored[place] ?? "");
    const { findings, healed } = this.rules.validate(cells, this.uses1904);
    const all = [...findings, ...(this.repeats.get(index) ?? [])];
    return {
      index,
      line: this.rows.lineOf(index),
      cells,
      findings: all.map(({ column, severity, message }) => ({ column, severity, message })),
      healed,
    };
  }

  private findingCounts(): PreviewFindingCount[] {
    const titles = new Map(this.rules.columns.map(({ key, title }) => [key, title]));
    return [...this.findings.values()]
      .map(({ code, column, count }) => ({
        code,
        column,
        columnTitle: titles.get(column) ?? column,
        title: REGISTRY_FINDINGS[code].title,
        severity: REGISTRY_FINDINGS[code].severity,
        count,
      }))
      .sort(
        (one, other) =>
          Number(other.severity === "error") - Number(one.severity === "error") ||
          other.count - one.count,
      );
  }
}
