import type { RegistryKindName } from "#contract/registries/registry-kinds.ts";
import type { FindingSeverity } from "#contract/registries/registry-findings.ts";

export interface PreviewHead {
  readonly columns: readonly {
    readonly key: string;
    readonly title: string;
    readonly isRequired: boolean;
    readonly isFound: boolean;
  }[];
  /** Sentences about ignored columns. */
  readonly unused: readonly string[];
}

export interface PreviewFindingCount {
  readonly code: string;
  readonly column: string;
  readonly columnTitle: string;
  readonly title: string;
  readonly severity: FindingSeverity;
  readonly count: number;
}

export interface PreviewTotals {
  readonly rows: number;
  /** Rows with errors, with warnings only, with a repaired cell. */
  readonly errors: number;
  readonly warnings: number;
  readonly healed: number;
  readonly rowsWithFindings: number;
  /** Rubles of the rows without errors. */
  readonly sumRubles: number;
  readonly findings: readonly PreviewFindingCount[];
}

/** A row of the file in the template's column order. */
export interface PreviewRow {
  readonly index: number;
  readonly line: number;
  readonly cells: readonly string[];
  readonly findings: readonly {
    readonly column: string;
    readonly severity: FindingSeverity;
    readonly message: string;
  }[];
  readonly healed: readonly string[];
}

/** Page → worker. */
export type PreviewQuestion =
  | {
      readonly kind: "open";
      readonly openId: number;
      readonly registry: RegistryKindName;
      readonly file: Blob;
      readonly today: string;
      readonly isPasted: boolean;
    }
  | {
      readonly kind: "window";
      readonly openId: number;
      readonly requestId: number;
      readonly from: number;
      readonly count: number;
      readonly onlyWithFindings: boolean;
    };

/** Worker → page. */
export type PreviewAnswer =
  | {
      readonly kind: "head";
      readonly openId: number;
      readonly head: PreviewHead;
      readonly rows: readonly PreviewRow[];
      readonly totals: PreviewTotals;
    }
  | {
      readonly kind: "totals";
      readonly openId: number;
      readonly totals: PreviewTotals;
      readonly isDone: boolean;
    }
  | {
      readonly kind: "failed";
      readonly openId: number;
      readonly message: string;
      readonly isFinal: boolean;
    }
  | {
      readonly kind: "window";
      readonly openId: number;
      readonly requestId: number;
      readonly rows: readonly PreviewRow[];
    };
