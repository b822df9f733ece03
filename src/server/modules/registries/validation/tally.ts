import type { FindingSeverity } from "#contract/registries/registry-findings.ts";
import type { ValidatedRow } from "../registry-kind.ts";

export interface FindingCount {
  readonly code: string;
  readonly column: string;
  readonly severity: FindingSeverity;
  rows: number;
}

/** Kept in `registries` and `registry_causes`. */
export interface RowTally {
  rows: number;
  ready: number;
  errors: number;
  warnings: number;
  healed: number;
  /** Ready rows, kopecks. */
  amount: bigint;
  commission: bigint;
  readonly findings: FindingCount[];
}

export function emptyTally(): RowTally {
  return {
    rows: 0,
    ready: 0,
    errors: 0,
    warnings: 0,
    healed: 0,
    amount: 0n,
    commission: 0n,
    findings: [],
  };
}

export interface TalliedRow {
  readonly errorCount: number;
  readonly warningCount: number;
  readonly isHealed: boolean;
  readonly amountKopecks: bigint | null;
  readonly commissionKopecks: bigint | null;
  readonly findings: readonly {
    readonly code: string;
    readonly column: string;
    readonly severity: FindingSeverity;
  }[];
}

export function talliedOf({
  row,
  errorCount,
  warningCount,
  amountKopecks,
  commissionKopecks,
}: ValidatedRow): TalliedRow {
  return {
    errorCount,
    warningCount,
    isHealed: row.healed.length > 0,
    amountKopecks,
    commissionKopecks,
    findings: row.findings,
  };
}

/** @param sign - −1 removes the row. */
export function countRow(tally: RowTally, row: TalliedRow, sign: 1 | -1 = 1): void {
  tally.rows += sign;
  if (row.errorCount > 0) tally.errors += sign;
  else {
    tally.ready += sign;
    tally.amount += BigInt(sign) * (row.amountKopecks ?? 0n);
    tally.commission += BigInt(sign) * (row.commissionKopecks ?? 0n);
  }
  if (row.warningCount > 0) tally.warnings += sign;
  if (row.isHealed) tally.healed += sign;
  if (row.findings.length > 0) countFindings(tally, row, sign);
}

function countFindings(tally: RowTally, row: TalliedRow, sign: number): void {
  for (const [index, finding] of row.findings.entries()) {
    // Repeated in one column it is one row.
    if (
      row.findings.findIndex(
        (other) => other.code === finding.code && other.column === finding.column,
      ) !== index
    )
      continue;
    const counted = tally.findings.find(
      (one) => one.code === finding.code && one.column === finding.column,
    );
    if (counted) counted.rows += sign;
    else
      tally.findings.push({
        code: finding.code,
        column: finding.column,
        severity: finding.severity,
        rows: sign,
      });
  }
}
