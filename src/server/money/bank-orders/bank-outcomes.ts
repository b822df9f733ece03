import type { OrderResult, PayoutFailure } from "#server/integrations/bank/port.ts";

interface Outcomes<Row> {
  readonly done: Row[];
  readonly pending: Row[];
  readonly rejected: { row: Row; reason: PayoutFailure }[];
  readonly returned: { row: Row; reason: PayoutFailure }[];
  readonly unknown: Row[];
}

/** Sorts the bank's answers by what follows; a row without a result is pending. */
export function sortOutcomes<Row>(
  rows: readonly Row[],
  given: readonly OrderResult[],
  orderIdOf: (row: Row) => string,
): Outcomes<Row> {
  const outcomes: Outcomes<Row> = {
    done: [],
    pending: [],
    rejected: [],
    returned: [],
    unknown: [],
  };
  const results = resultsByOrder(given);
  for (const row of rows) {
    const result = results.get(orderIdOf(row));
    if (!result || result.status === "PENDING") outcomes.pending.push(row);
    else if (result.status === "DONE") outcomes.done.push(row);
    else if (result.status === "UNKNOWN") outcomes.unknown.push(row);
    else if (result.status === "REJECTED") outcomes.rejected.push({ row, reason: result.reason });
    else outcomes.returned.push({ row, reason: result.reason });
  }
  return outcomes;
}

export function resultsByOrder(results: readonly OrderResult[]): Map<string, OrderResult> {
  return new Map(results.map((result) => [result.orderId, result]));
}

/** Pause before the first query about a new order. */
export const FIRST_POLL_MS = 3000;
export const LONGEST_POLL_MS = 300_000;

/** Next query about an order submitted at `sentAt`: less and less often. */
export function nextPollAt(sentAt: Date, at: Date): Date {
  const ageMs = at.getTime() - sentAt.getTime();
  return new Date(at.getTime() + Math.min(LONGEST_POLL_MS, Math.max(FIRST_POLL_MS, ageMs / 2)));
}
