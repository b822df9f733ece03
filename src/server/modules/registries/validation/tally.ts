import type { IssueSeverity } from "#contract/registries/registry-issues.ts";
import type { JudgedRow } from "../registry-kind.ts";

/** Number of rows with one finding in one column. */
export interface CauseCount {
  readonly code: string;
  readonly column: string;
  readonly severity: IssueSeverity;
  rows: number;
}

/** Counters of a set of rows, kept in `registries` and `registry_causes`. */
export interface RowTally {
  rows: number;
  ready: number;
  errors: number;
  warnings: number;
  healed: number;
  /** Of the ready rows, kopecks. */
  amount: bigint;
  commission: bigint;
  readonly causes: CauseCount[];
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
    causes: [],
  };
}

/** A row's share of the counters, validated just now or read back. */
export interface TalliedRow {
  readonly errorCount: number;
  readonly warningCount: number;
  readonly isHealed: boolean;
  readonly amountKopecks: bigint | null;
  readonly commissionKopecks: bigint | null;
  readonly issues: readonly {
    readonly code: string;
    readonly column: string;
    readonly severity: IssueSeverity;
  }[];
}

export function talliedOf({
  row,
  errorCount,
  warningCount,
  amountKopecks,
  commissionKopecks,
}: JudgedRow): TalliedRow {
  return {
    errorCount,
    warningCount,
    isHealed: row.healed.length > 0,
    amountKopecks,
    commissionKopecks,
    issues: row.issues,
  };
}

/** @param sign - 1 adds the row, −1 removes it. */
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
  if (row.issues.length > 0) countCauses(tally, row, sign);
}

function countCauses(tally: RowTally, row: TalliedRow, sign: number): void {
  for (const [index, issue] of row.issues.entries()) {
    // A repeated finding in one column counts as one row.
    if (
      row.issues.findIndex(
        (other) => other.code === issue.code && other.column === issue.column,
      ) !== index
    )
      continue;
    const cause = tally.causes.find(
      (one) => one.code === issue.code && one.column === issue.column,
    );
    if (cause) cause.rows += sign;
    else
      tally.causes.push({
        code: issue.code,
        column: issue.column,
        severity: issue.severity,
        rows: sign,
      });
  }
}
