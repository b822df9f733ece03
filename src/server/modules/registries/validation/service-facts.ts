export interface ServiceFacts {
  readonly id: number;
  readonly code: string;
  readonly active: boolean;
  readonly allowedTaxpayerTypes: readonly string[];
}

/** For project and city titles; the fold of the table's unique index. */
export function foldTitle(title: string): string {
  return title.trim().toLowerCase();
}
