export interface ServiceFacts {
  readonly id: number;
  readonly code: string;
  readonly active: boolean;
  readonly allowedTaxpayerTypes: readonly string[];
}

/** Key for comparing project and city titles; the same fold as the table's unique index. */
export function foldTitle(title: string): string {
  return title.trim().toLowerCase();
}
