import { REASONS } from "#contract/definitions/reasons.ts";
import { PAYOUT_FAILURES, type OrderResult } from "#server/integrations/bank/port.ts";
import type { BackgroundTask } from "#server/work/background-tasks.ts";
import { inBatchTransaction } from "#server/data/batch-transaction.ts";
import { inTransaction } from "#server/data/transaction.ts";
import { OutOfReach } from "#server/work/out-of-reach.ts";
import { forgetFailures, MOST_TRIES, noteFailure } from "#server/work/set-aside.ts";
import type { Platform } from "#server/platform.ts";
import { nextPollAt, resultsByOrder } from "./bank-outcomes.ts";
import { OrderUnderway } from "./late-returns-task.ts";
import { HELD_MS, NeverPaid } from "./may-still-be-paid.ts";
import type { OrderKind, OrderOutcome } from "./order-kind.ts";
import { submitHalvingOnRefusal } from "./submit-halving-on-refusal.ts";

type Named = { readonly orderId: string };
type Waiting = "READY" | "SENT";

/**
 * Sends orders of a kind and awaits the bank's answers. The bank is asked outside any transaction,
 * first whether it knows the order: an earlier try may have submitted it, its answer lost. Unknown
 * orders are submitted, also those the bank has lost since. One that the database refuses is set
 * aside alone.
 *
 * An order that cannot be made, or that the bank does not take, is tried less and less often. After
 * the last try it is decided like a refused one: each try asked the bank before and after.
 */
export function bankOrderTasks<Row, Order extends Named, Leased extends Row>(
  platform: Platform,
  kind: OrderKind<Row, Order, Leased>,
): BackgroundTask[] {
  return (["READY", "SENT"] as const).map((stage) => ({
    name: `${kind.name}.${stage === "READY" ? "send" : "await"}`,
    idleMs: kind.idleMs,
    run: () => askAndSettle(platform, kind, stage),
  }));
}

export function listenForLateReturns<Row, Order extends Named, Leased extends Row>(
  platform: Platform,
  kind: OrderKind<Row, Order, Leased>,
): void {
  platform.events.on("bank.order-returned", async (trx, { orderId, reason, at }) => {
    const [locked] = await kind.lock(trx, [orderId]);
    if (!locked) return;
    if (locked.stage !== "DONE") throw new OrderUnderway(orderId);
    const outcome = outcomeOf({ orderId, status: "RETURNED", reason, at }, at, at);
    await kind.settle(trx, [{ ...locked, outcome, leased: null, isSubmitted: false }], at);
  });
}

interface Answered<Leased> {
  readonly orderId: string;
  readonly leased: Leased;
  readonly outcome: OrderOutcome;
  readonly isSubmitted: boolean;
}

/** With repeats: no call is begun that may outlast the lease. */
const LONGEST_CALL_MS = 50_000;

async function askAndSettle<Row, Order extends Named, Leased extends Row>(
  platform: Platform,
  kind: OrderKind<Row, Order, Leased>,
  stage: Waiting,
): Promise<boolean> {
  const { bank, clock } = platform;
  const at = clock.now();
  const until = new Date(at.getTime() + HELD_MS);
  const rows = await kind.lease(stage, { at, until });
  if (rows.length === 0) return false;
  const known = resultsByOrder(await bank.orderResults(rows.map((row) => kind.orderIdOf(row))));
  const unknown = rows.filter((row) => known.get(kind.orderIdOf(row))?.status === "UNKNOWN");
  const { orders, unmade } = makeOrders(kind, unknown);
  const { results, refused } = await submitHalvingOnRefusal(
    bank,
    (some) => kind.submit(bank, some),
    orders,
    () => clock.now().getTime() > until.getTime() - LONGEST_CALL_MS,
  );
  const submitted = resultsByOrder(results);
  const answered: Answered<Leased>[] = [];
  for (const leased of rows) {
    const orderId = kind.orderIdOf(leased);
    const problem = unmade.get(orderId) ?? refused.get(orderId);
    const isSubmitted = submitted.has(orderId);
    const result = submitted.get(orderId) ?? known.get(orderId);
    const dueAt = nextPollAt(kind.sentAtOf(leased) ?? at, at);
    if (problem !== undefined)
      answered.push({
        orderId,
        leased,
        outcome: await outcomeOfUntaken(platform, kind.name, {
          orderId,
          problem,
          stage,
          at,
          until,
        }),
        isSubmitted,
      });
    // Without an answer there was no time to submit it.
    else if (isSubmitted || result?.status !== "UNKNOWN")
      answered.push({
        orderId,
        leased,
        // The bank has an order it has just taken, whether it knows it yet or not.
        outcome: outcomeOf(result?.status === "UNKNOWN" ? undefined : result, until, dueAt),
        isSubmitted,
      });
  }
  for (let from = 0; from < answered.length; from += kind.settledAtOnce)
    await settleSome(platform, kind, stage, answered.slice(from, from + kind.settledAtOnce), at);
  return true;
}

/** @returns why others cannot be made: the bank's reason, or a sentence. */
function makeOrders<Row, Order extends Named, Leased extends Row>(
  kind: OrderKind<Row, Order, Leased>,
  rows: readonly Leased[],
): { orders: Order[]; unmade: Map<string, string> } {
  const orders: Order[] = [];
  const unmade = new Map<string, string>();
  for (const row of rows)
    try {
      if (kind.isHeld?.(row)) throw new Error("Банк придержал поручение и больше не знает о нём");
      const order = kind.orderOf(row);
      if (typeof order === "string") unmade.set(kind.orderIdOf(row), order);
      else orders.push(order);
    } catch (error) {
      unmade.set(kind.orderIdOf(row), error instanceof Error ? error.message : String(error));
    }
  return { orders, unmade };
}

/** The bank does not know the order, and it cannot be made or is not taken. */
async function outcomeOfUntaken(
  { db }: Platform,
  task: string,
  {
    orderId,
    problem,
    stage,
    at,
    until,
  }: { orderId: string; problem: string; stage: Waiting; at: Date; until: Date },
): Promise<OrderOutcome> {
  const reason = PAYOUT_FAILURES.find((known) => known === problem);
  const never = NeverPaid.heard({ orderId, status: "UNKNOWN" }, until);
  const failed = { status: "FAILED", reason: reason ?? "NOT_ORDERED", never } as const;
  // Requisites that are gone do not come back; an order lost by the bank may.
  if (reason && stage === "READY") return failed;
  const { tries } = await noteFailure(
    db,
    {
      task,
      item: orderId,
      problem: reason ? REASONS.payoutFailure.titles[reason] : problem,
    },
    at,
  );
  return tries >= MOST_TRIES ? failed : { status: "POSTPONED" };
}

/** @param until - end of the lease: until then nobody submits an unknown order. */
function outcomeOf(result: OrderResult | undefined, until: Date, dueAt: Date): OrderOutcome {
  if (result?.status === "DONE") return { status: "DONE" };
  if (result?.status === "REJECTED" || result?.status === "RETURNED")
    return {
      status: result.status === "REJECTED" ? "FAILED" : "RETURNED",
      reason: result.reason,
      never: NeverPaid.heard(result, until),
    };
  return { status: "WAITING", dueAt, isHeld: result?.status === "HELD" };
}

/** In one transaction; what the database refuses, in halves until it stands alone. */
async function settleSome<Row, Order extends Named, Leased extends Row>(
  platform: Platform,
  kind: OrderKind<Row, Order, Leased>,
  stage: Waiting,
  answered: readonly Answered<Leased>[],
  at: Date,
): Promise<void> {
  const { db } = platform;
  const byId = new Map(answered.map((one) => [one.orderId, one]));
  const transact = kind.settledAtOnce === 1 ? inTransaction : inBatchTransaction;
  try {
    await transact(db, async (trx) => {
      const locked = await kind.lock(trx, [...byId.keys()]);
      const standing = locked.flatMap((order) => {
        const given = byId.get(kind.orderIdOf(order.row));
        const isStill = stage === order.stage || (stage === "SENT" && order.stage === "HELD");
        return given && isStill ? [{ ...order, ...given }] : [];
      });
      await kind.settle(trx, standing, at);
      await forgetFailures(
        trx,
        kind.name,
        answered
          .filter(({ outcome: { status } }) => status !== "POSTPONED")
          .filter(({ outcome: { status } }) => status !== "FAILED" || !kind.isDecidedByPeople)
          .map(({ orderId }) => orderId),
      );
    });
  } catch (error) {
    if (error instanceof OutOfReach) throw error;
    const [only] = answered;
    if (only === undefined) throw error;
    if (answered.length === 1) {
      await noteFailure(db, { task: kind.name, item: only.orderId, problem: said(error) }, at);
      return;
    }
    const half = Math.ceil(answered.length / 2);
    await settleSome(platform, kind, stage, answered.slice(0, half), at);
    await settleSome(platform, kind, stage, answered.slice(half), at);
  }
}

/** The database's message may quote the row: only its code is kept. */
function said(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return "code" in error && typeof error.code === "string"
    ? `База данных не приняла запись (${error.code})`
    : error.message;
}
