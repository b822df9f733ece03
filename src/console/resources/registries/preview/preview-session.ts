import { PAYROLL_COLUMNS, type PayrollColumnKey } from "#contract/registries/kinds/payroll-columns.ts";
import { hasControlCharacter } from "#contract/registries/kinds/payroll-cells.ts";
import { checkPayrollRow, PayrollMemory, type PayrollRowValues } from "#contract/registries/kinds/payroll.ts";
import { HEADER_SEARCH_ROWS, matchHeader, MAX_REGISTRY_ROWS, REGISTRY_FILE_MESSAGES, type HeaderMatch } from "#contract/registries/registry-columns.ts";
import { REGISTRY_ISSUES, registryIssue, type RegistryIssue, type RegistryIssueCode } from "#contract/registries/registry-issues.ts";
import { FirstLines } from "./first-lines.ts";
import type { PreviewCause, PreviewHead, PreviewRow, PreviewTotals } from "./preview-messages.ts";
import { PreviewError, type TableRow } from "./table-rows.ts";

/** Joins the cells of a row that cannot be kept as it stands in the file. */
const CELL_MARK = "\u001F";

/**
 * The rows of one file as the preview sees them: header found, every rule that needs no database applied. Keeps texts, not objects,
 * so that 100 000 rows stay far below their size as arrays; a row is split and judged anew when it is looked at.
 */
export class PreviewSession {
  private readonly today: string;
  private readonly mayLackHeader: boolean;
  private readonly delimiter: string;
  private match: HeaderMatch<PayrollColumnKey> | null = null;
  private best: HeaderMatch<PayrollColumnKey> | null = null;
  private seenRows: TableRow[] = [];
  /** Whether the columns stand in the template's order. */
  private isOrdered = false;
  private texts: string[] = [];
  /** 1 where the text of a row is its cells joined by `CELL_MARK`. */
  private readonly joined = new Uint8Array(MAX_REGISTRY_ROWS);
  private lines: number[] = [];
  private uses1904 = false;
  private problemRows: number[] = [];
  private readonly repeats = new Map<number, RegistryIssue<PayrollColumnKey>[]>();
  private readonly memory = new PayrollMemory();
  private readonly externalIds = new FirstLines(MAX_REGISTRY_ROWS);
  private readonly payments = new FirstLines(MAX_REGISTRY_ROWS);
  private readonly causes = new Map<string, { code: RegistryIssueCode; column: PayrollColumnKey; count: number }>();
  private errorRows = 0;
  private warningRows = 0;
  private healedRows = 0;
  private sumKopecks = 0n;

  /**
   * @param today - business date in Moscow.
   * @param mayLackHeader - a pasted block without a header is read in the order of the template.
   * @param delimiter - what splits the `record` of its rows.
   */
  constructor(today: string, { mayLackHeader = false, delimiter = ";" }: { readonly mayLackHeader?: boolean; readonly delimiter?: string } = {}) {
    this.today = today;
    this.mayLackHeader = mayLackHeader;
    this.delimiter = delimiter;
  }

  /** @throws PreviewError when there is no header or too many rows. */
  add(rows: readonly TableRow[]): void {
    for (const row of rows) {
      if (this.match === null) this.lookForHeader(row);
      else this.addRow(row);
    }
  }

  /** Call once after the last row. */
  finish(): void {
    if (this.match === null) this.refuseHeader();
    if (this.lines.length === 0) throw new PreviewError(REGISTRY_FILE_MESSAGES.empty, true);
  }

  /** `null` until the header is found. */
  head(): PreviewHead | null {
    const { match } = this;
    if (match === null) return null;
    return {
      columns: PAYROLL_COLUMNS.map(({ key, title, required }, index) => ({ key, title, isRequired: required, isFound: match.positions[index] !== -1 })),
      unused: match.unused.slice(0, 20).map((title) => REGISTRY_FILE_MESSAGES.unusedColumn(title.slice(0, 100))),
    };
  }

  totals(): PreviewTotals {
    return {
      rows: this.lines.length,
      errors: this.errorRows,
      warnings: this.warningRows,
      healed: this.healedRows,
      problems: this.problemRows.length,
      sumRubles: Number(this.sumKopecks) / 100,
      causes: this.causeList(),
    };
  }

  /** Rows by their place, or the rows with remarks by theirs. */
  window(from: number, count: number, onlyProblems: boolean): PreviewRow[] {
    const end = Math.min(from + count, onlyProblems ? this.problemRows.length : this.lines.length);
    const rows: PreviewRow[] = [];
    for (let place = from; place < end; place += 1) rows.push(this.rowAt(onlyProblems ? (this.problemRows[place] ?? 0) : place));
    return rows;
  }

  private lookForHeader(row: TableRow): void {
    const match = matchHeader(PAYROLL_COLUMNS, row.cells);
    const repeated = match.repeated[0];
    if (match.missing.length === 0 && repeated) throw new PreviewError(REGISTRY_FILE_MESSAGES.repeatedColumn(repeated.title), true);
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
    const hasNoTitles = this.best === null || this.best.positions.every((position) => position === -1);
    if (!this.mayLackHeader || !hasNoTitles || this.seenRows.length === 0) {
      const missing = (this.best?.missing ?? PAYROLL_COLUMNS.filter(({ required }) => required))[0];
      throw new PreviewError(REGISTRY_FILE_MESSAGES.missingColumn(missing?.title ?? ""), true);
    }
    this.follow({ positions: PAYROLL_COLUMNS.map((_, index) => index), missing: [], repeated: [], rowIdPosition: -1, unused: [] });
    const rows = this.seenRows;
    this.seenRows = [];
    this.add(rows);
  }

  private follow(match: HeaderMatch<PayrollColumnKey>): void {
    this.match = match;
    this.isOrdered = match.positions.every((position, index) => position === index);
  }

  private addRow({ line, cells, record, uses1904 }: TableRow): void {
    const ordered = this.inOrder(cells);
    if (ordered.every((cell) => cell.trim() === "")) return;
    const index = this.lines.length;
    if (index >= MAX_REGISTRY_ROWS) throw new PreviewError(REGISTRY_FILE_MESSAGES.tooManyRows, true);
    if (uses1904) this.uses1904 = true;
    this.lines.push(line);
    this.texts.push(record ?? cells.join(CELL_MARK));
    if (record === undefined) this.joined[index] = 1;
    this.judge(index, line, ordered, record !== undefined && !hasControlCharacter(record));
  }

  private inOrder(cells: readonly string[]): readonly string[] {
    return this.isOrdered ? cells : (this.match?.positions ?? []).map((position) => cells[position] ?? "");
  }

  private judge(index: number, line: number, cells: readonly string[], isClean: boolean): void {
    const { values, issues, healed } = checkPayrollRow(cells, { today: this.today, uses1904: this.uses1904, isClean, memory: this.memory });
    const repeats = this.findRepeats(values, line);
    if (repeats.length > 0) this.repeats.set(index, repeats);
    let hasError = false;
    for (const issue of repeats.length === 0 ? issues : [...issues, ...repeats]) {
      if (issue.severity === "error") hasError = true;
      const name = `${issue.code}:${issue.column}`;
      const cause = this.causes.get(name);
      if (cause) cause.count += 1;
      else this.causes.set(name, { code: issue.code, column: issue.column, count: 1 });
    }
    if (hasError) this.errorRows += 1;
    else {
      if (repeats.length > 0) this.warningRows += 1;
      this.sumKopecks += values.amountKopecks ?? 0n;
    }
    if (healed.length > 0) this.healedRows += 1;
    if (issues.length > 0 || repeats.length > 0) this.problemRows.push(index);
  }

  /** Repeats inside the file. Source: `domain.md` §4.1. */
  private findRepeats({ externalId, inn, serviceCode, workStart, workEnd, amountKopecks }: PayrollRowValues, line: number): RegistryIssue<PayrollColumnKey>[] {
    const found: RegistryIssue<PayrollColumnKey>[] = [];
    if (externalId !== null) {
      const earlier = this.externalIds.remember(externalId, line);
      if (earlier !== 0) found.push(registryIssue("externalId", "external_id_repeated", { n: earlier }));
    }
    if (inn === null || serviceCode === null || workStart === null || workEnd === null || amountKopecks === null) return found;
    const earlier = this.payments.remember(`${inn}${serviceCode}${workStart}${workEnd}${amountKopecks}`, line);
    if (earlier !== 0) found.push(registryIssue("inn", "possible_duplicate", { n: earlier }));
    return found;
  }

  private rowAt(index: number): PreviewRow {
    const kept = (this.texts[index] ?? "").split(this.joined[index] === 1 ? CELL_MARK : this.delimiter);
    const cells = PAYROLL_COLUMNS.map((_, place) => this.inOrder(kept)[place] ?? "");
    const { issues, healed } = checkPayrollRow(cells, { today: this.today, uses1904: this.uses1904 });
    const all = [...issues, ...(this.repeats.get(index) ?? [])];
    return {
      index,
      line: this.lines[index] ?? 0,
      cells,
      remarks: all.map(({ column, severity, message }) => ({ column, severity, message })),
      healed,
    };
  }

  private causeList(): PreviewCause[] {
    const titles = new Map(PAYROLL_COLUMNS.map(({ key, title }) => [key, title]));
    return [...this.causes.values()]
      .map(({ code, column, count }) => ({ code, column, columnTitle: titles.get(column) ?? column, title: REGISTRY_ISSUES[code].title, severity: REGISTRY_ISSUES[code].severity, count }))
      .sort((one, other) => Number(other.severity === "error") - Number(one.severity === "error") || other.count - one.count);
  }
}
