export interface ServiceFacts {
  readonly id: number;
  readonly code: string;
  readonly active: boolean;
  readonly allowedTaxpayerTypes: readonly string[];
}

/**
 * The form titles of projects and cities are compared in: the same fold as the unique index of the
 * table.
 */
export function foldTitle(title: string): string {
  return title.trim().toLowerCase();
}
