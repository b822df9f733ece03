/**
 * Decision: 1 ₽ is the smallest payroll row, 100 million the largest bank order that raises no
 * questions.
 */
export const INVOICE_RUBLES = { min: 1, max: 100_000_000 } as const;
