import type { OrderResult } from "#server/integrations/bank/port.ts";

export function resultsByOrder(results: readonly OrderResult[]): Map<string, OrderResult> {
  return new Map(results.map((result) => [result.orderId, result]));
}

const FIRST_POLL_MS = 3000;
const LONGEST_POLL_MS = 300_000;

/** The older the order, the longer the pause. */
export function nextPollAt(sentAt: Date, at: Date): Date {
  const ageMs = at.getTime() - sentAt.getTime();
  return new Date(at.getTime() + Math.min(LONGEST_POLL_MS, Math.max(FIRST_POLL_MS, ageMs / 2)));
}
