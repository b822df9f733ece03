/**
 * Bounds of one invoice in rubles. Decision: the specification has none; 1 ₽ is the least row of a
 * payroll, 100 million the most a bank order carries unasked.
 */
export const INVOICE_RUBLES = { min: 1, max: 100_000_000 } as const;
