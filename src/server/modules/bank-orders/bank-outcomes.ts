import type { BankGateway, OrderResult, PayoutFailure } from "#server/integrations/bank/port.ts";
import type { BackgroundTask } from "#server/platform/background-tasks.ts";
import type { Clock } from "#server/platform/clock.ts";

/** What the bank has said of a batch, sorted by what follows from it. */
export interface Outcomes<Row> {
  readonly done: Row[];
  readonly pending: Row[];
  readonly rejected: { row: Row; reason: PayoutFailure }[];
  readonly returned: { row: Row; reason: PayoutFailure }[];
  readonly unknown: Row[];
}

/** Results by what follows; a row the bank said nothing of is pending. */
export function sortOutcomes<Row>(rows: readonly Row[], results: readonly OrderResult[], orderIdOf: (row: Row) => string): Outcomes<Row> {
  const outcomes: Outcomes<Row> = { done: [], pending: [], rejected: [], returned: [], unknown: [] };
  const byOrder = new Map(results.map((result) => [result.orderId, result]));
  for (const row of rows) {
    const result = byOrder.get(orderIdOf(row));
    if (!result || result.status === "PENDING") outcomes.pending.push(row);
    else if (result.status === "DONE") outcomes.done.push(row);
    else if (result.status === "UNKNOWN") outcomes.unknown.push(row);
    else if (result.status === "REJECTED") outcomes.rejected.push({ row, reason: result.reason });
    else outcomes.returned.push({ row, reason: result.reason });
  }
  return outcomes;
}

/** Until the bank is asked of a new order for the first time. */
export const FIRST_POLL_MS = 3000;
/** The longest rest between two questions about an order. */
export const LONGEST_POLL_MS = 300_000;

const RETURN_WINDOW_DAYS = 11;
const BATCH = 1000;

interface LateReturns {
  readonly name: string;
  readonly bank: BankGateway;
  readonly clock: Clock;
  /** Takes the order back if it is of this kind and counted as paid; hearing of it again changes nothing. */
  settle(orderId: string, reason: PayoutFailure): Promise<void>;
}

/** Finds money that came back after the bank had confirmed it, up to ten days later. */
export function lateReturnsTask({ name, bank, clock, settle }: LateReturns): BackgroundTask {
  // Kept in memory: after a restart the whole window is read again, and what is known already changes nothing.
  let since = new Date(clock.now().getTime() - RETURN_WINDOW_DAYS * 86_400_000);
  return {
    name,
    idleMs: 5000,
    async run() {
      const returns = await bank.returnsSince(since);
      for (const { orderId, reason } of returns) await settle(orderId, reason);
      const last = returns.at(-1);
      if (last) since = last.at;
      return returns.length === BATCH;
    },
  };
}
