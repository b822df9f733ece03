import { registryFinding, type RegistryFinding } from "../registry-findings.ts";
import { cellFinding } from "./cell-finding.ts";
import { PAYROLL_COLUMN_KEYS, type PayrollColumnKey } from "./payroll-columns.ts";

export type Findings = RegistryFinding<PayrollColumnKey>[];

/** Marks a cell that has a finding, so that it gets no «Обязательное поле» too. */
export const UNREADABLE = "\uE000";

/** Trims; an unreadable cell gets its finding. */
export function readCell(cells: readonly string[], index: number, findings: Findings): string {
  const raw = cells[index] ?? "";
  if (raw === "") return "";
  const column = PAYROLL_COLUMN_KEYS[index] ?? "comment";
  const finding = cellFinding(raw);
  if (finding !== null) {
    findings.push(registryFinding(column, finding));
    return UNREADABLE;
  }
  return raw.trim();
}

/** An empty required cell gets its finding. */
export function hasText(text: string, column: PayrollColumnKey, findings: Findings): boolean {
  if (text === UNREADABLE) return false;
  if (text !== "") return true;
  findings.push(registryFinding(column, "required"));
  return false;
}

/** @returns `null` for an empty cell, and for a too long one with its finding. */
export function lengthChecked(
  text: string,
  column: PayrollColumnKey,
  maxLength: number,
  findings: Findings,
): string | null {
  if (text === "" || text === UNREADABLE) return null;
  if (text.length > maxLength) {
    findings.push(registryFinding(column, "too_long", { n: maxLength }));
    return null;
  }
  return column === "externalId" ? refuseScientific(text, column, findings) : text;
}

/** A spreadsheet keeps fifteen digits: the rest of a number is lost. */
const SCIENTIFIC = /^\d(?:[.,]\d+)?[eEеЕ]\+\d{1,3}$/;

export function isDamagedByExcel(text: string): boolean {
  return SCIENTIFIC.test(text);
}

export function refuseScientific(
  text: string,
  column: PayrollColumnKey,
  findings: Findings,
): string | null {
  if (!SCIENTIFIC.test(text)) return text;
  findings.push(registryFinding(column, "excel_damaged", { x: shortenScientific(text) }));
  return null;
}

/** `4.0817810700000002E+19` → `4,08E+19`. */
export function shortenScientific(text: string): string {
  const [mantissa = "", power = ""] = text.toUpperCase().replace("Е", "E").split("E");
  return `${mantissa.replace(".", ",").slice(0, 4)}E${power}`;
}
