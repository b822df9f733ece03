import {
  TAX_REFERENCE_TYPE,
  type TaxReferenceState,
  type TaxReferenceType,
} from "#contract/workman-taxes/workman-tax.ts";

export interface ReferenceRow {
  readonly workman_id: number;
  readonly id: number;
  readonly type: TaxReferenceType;
  readonly year: number;
  readonly state: TaxReferenceState;
  readonly created_at: Date;
}

export function titleOf({ type, year }: Pick<ReferenceRow, "type" | "year">): string {
  return `${TAX_REFERENCE_TYPE.titles[type]} за ${year} год`;
}
