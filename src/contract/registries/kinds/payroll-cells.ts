import { registryIssue, type RegistryIssue } from "../registry-issues.ts";
import { cellFault } from "./cell-fault.ts";
import { PAYROLL_COLUMN_KEYS, type PayrollColumnKey } from "./payroll-columns.ts";

export type Issues = RegistryIssue<PayrollColumnKey>[];

/**
 * Replaces a cell that already has a finding, so that it does not get «Обязательное поле» as well.
 */
export const UNREADABLE = "\uE000";

/** Trimmed text of a cell; an unreadable one gets its finding here. */
export function readCell(cells: readonly string[], index: number, issues: Issues): string {
  const raw = cells[index] ?? "";
  if (raw === "") return "";
  const column = PAYROLL_COLUMN_KEYS[index] ?? "comment";
  const fault = cellFault(raw);
  if (fault !== null) {
    issues.push(registryIssue(column, fault));
    return UNREADABLE;
  }
  return raw.trim();
}

/** Whether a required cell has text; an empty one gets its finding. */
export function hasText(text: string, column: PayrollColumnKey, issues: Issues): boolean {
  if (text === UNREADABLE) return false;
  if (text !== "") return true;
  issues.push(registryIssue(column, "required"));
  return false;
}

/** @returns `null` for an empty cell, and for one that is too long, which gets its finding. */
export function lengthChecked(
  text: string,
  column: PayrollColumnKey,
  maxLength: number,
  issues: Issues,
): string | null {
  if (text === "" || text === UNREADABLE) return null;
  if (text.length > maxLength) {
    issues.push(registryIssue(column, "too_long", { n: maxLength }));
    return null;
  }
  return column === "externalId" ? refuseScientific(text, column, issues) : text;
}

/** A spreadsheet keeps fifteen digits: a number in scientific form has lost its tail for good. */
const SCIENTIFIC = /^\d(?:[.,]\d+)?[eEеЕ]\+\d{1,3}$/;

export function isDamagedByExcel(text: string): boolean {
  return SCIENTIFIC.test(text);
}

export function refuseScientific(
  text: string,
  column: PayrollColumnKey,
  issues: Issues,
): string | null {
  if (!SCIENTIFIC.test(text)) return text;
  issues.push(registryIssue(column, "excel_damaged", { x: shortenScientific(text) }));
  return null;
}

/** `4.0817810700000002E+19` → `4,08E+19`, as the spreadsheet shows it. */
export function shortenScientific(text: string): string {
  const [mantissa = "", power = ""] = text.toUpperCase().replace("Е", "E").split("E");
  return `${mantissa.replace(".", ",").slice(0, 4)}E${power}`;
}
