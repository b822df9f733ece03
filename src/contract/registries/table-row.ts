import { FORMULA_WITHOUT_VALUE } from "#contract/values/spreadsheet-cell.ts";
import type { RegistryColumn } from "./registry-columns.ts";

export interface TableFinding<Column extends string = string> {
  readonly column: Column;
  readonly code: string;
  readonly severity: "error" | "warning";
  readonly message: string;
}

const CONTROL_CHARACTER = /[\0-\x08\x0B\f\x0E-\x1F\x7F-\x9F]/;

/** Makes the findings common to all files. Source: `domain.md` §4.1. */
export class TableRow<Key extends string> {
  readonly findings: TableFinding<Key>[] = [];
  readonly #columns: readonly RegistryColumn<Key>[];
  readonly #cells: readonly string[];

  constructor(columns: readonly RegistryColumn<Key>[], cells: readonly string[]) {
    this.#columns = columns;
    this.#cells = cells;
  }

  /** Trimmed; `null` for an empty cell, and for an unreadable one with its finding. */
  text(key: Key, maxLength: number): string | null {
    const raw = this.#cells[this.#columns.findIndex((column) => column.key === key)] ?? "";
    if (raw === FORMULA_WITHOUT_VALUE)
      return this.refuse(
        key,
        "formula_without_value",
        "В ячейке формула без значения. Вставьте значение",
      );
    if (CONTROL_CHARACTER.test(raw))
      return this.refuse(key, "bad_characters", "Недопустимые символы");
    const text = raw.trim();
    if (text.length > maxLength)
      return this.refuse(
        key,
        "too_long",
        `Слишком длинное значение (не более ${maxLength} символов)`,
      );
    return text === "" ? null : text;
  }

  refuse(column: Key, code: string, message: string): null {
    this.findings.push({ column, code, severity: "error", message });
    return null;
  }

  warn(column: Key, code: string, message: string): void {
    this.findings.push({ column, code, severity: "warning", message });
  }

  get hasErrors(): boolean {
    return this.findings.some(({ severity }) => severity === "error");
  }
}
