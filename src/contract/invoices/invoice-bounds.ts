/** Decision: the smallest payroll row, and the largest unquestioned bank order. */
export const INVOICE_RUBLES = { min: 1, max: 100_000_000 } as const;
