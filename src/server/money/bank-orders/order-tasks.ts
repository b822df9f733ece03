import { REASONS } from "#contract/definitions/reasons.ts";
import {
  OrdersRefused,
  PAYOUT_FAILURES,
  type OrderResult,
  type PayoutFailure,
} from "#server/integrations/bank/port.ts";
import { preferIndexes } from "#server/data/batch-transaction.ts";
import type { Trx } from "#server/data/transaction.ts";
import type { BackgroundTask } from "#server/work/background-tasks.ts";
import type { Claim } from "#server/work/item-task.ts";
import { outsideTask } from "#server/work/outside-task.ts";
import { MOST_TRIES } from "#server/work/set-aside.ts";
import type { Platform } from "#server/platform.ts";
import { nextPollAt, resultsByOrder } from "./bank-outcomes.ts";
import { OrderUnderway } from "./late-returns-task.ts";
import { isRefusalFinal, noteTaken } from "./orders-taken.ts";
import { NeverPaid, type Versioned } from "./may-still-be-paid.ts";
import type { NotSent, OrderKind, OrderOutcome } from "./order-kind.ts";

type Named = { readonly orderId: string };
type Waiting = "READY" | "SENT";
type Unknown = Extract<OrderResult, { status: "UNKNOWN" }>;

interface Answer {
  readonly outcome: OrderOutcome;
  readonly isSubmitted: boolean;
}

/** With repeats: no call is begun that may outlast the lease. */
const LONGEST_CALL_MS = 50_000;

/**
 * Sends orders of a kind and awaits the bank's answers. The bank is asked first whether it knows
 * the order: an earlier try may have submitted it, its answer lost. Unknown orders are submitted,
 * also those the bank has lost since.
 *
 * An order that cannot be made, or that the bank does not take, is tried less and less often. After
 * the last try it is decided like a refused one: each try asked the bank before and after. Without
 * another order that passed meanwhile the bank itself may be at fault: then it is tried on.
 */
export function bankOrderTasks<Row extends Versioned, Order extends Named, Leased extends Row>(
  platform: Platform,
  kind: OrderKind<Row, Order, Leased>,
): BackgroundTask[] {
  return (["READY", "SENT"] as const).map((stage) => {
    const settle = async (
      trx: Trx,
      rows: readonly Leased[],
      answers: ReadonlyMap<string, Answer>,
      at: Date,
    ) => {
      if (kind.isSettledTogether) await preferIndexes(trx);
      const leased = new Map(rows.map((row) => [kind.orderIdOf(row), row]));
      const locked = await kind.lock(trx, [...leased.keys()]);
      const standing = locked.flatMap((order) => {
        const orderId = kind.orderIdOf(order.row);
        const row = leased.get(orderId);
        const answer = answers.get(orderId);
        const isStill = stage === order.stage || (stage === "SENT" && order.stage === "HELD");
        if (!row || !answer || !isStill) return [];
        const { outcome } = answer;
        // Leased since by another process: its order may be on its way.
        if ("never" in outcome && !outcome.never.holdsFor(orderId, order.row)) return [];
        return [{ ...order, ...answer, leased: row }];
      });
      await kind.settle(trx, standing, at);
    };
    const task = outsideTask<Leased, Answer>(platform, {
      name: kind.name,
      idleMs: kind.idleMs,
      batch: kind.batch,
      nameOf: (row) => kind.orderIdOf(row),
      lease: (claim) => kind.lease(stage, claim),
      ask: (rows, claim) => askBank(platform, kind, stage, rows, claim),
      async failed(trx, row, failure) {
        const { error, tries } = failure;
        // Otherwise the bank may have it: the lease goes on.
        if (!(error instanceof NotTaken)) return false;
        const at = platform.clock.now();
        const isLast =
          tries >= MOST_TRIES && (!error.isRefused || (await isRefusalFinal(trx, failure, at)));
        const outcome = isLast ? error.outcome : ({ status: "POSTPONED" } as const);
        const answer = { outcome, isSubmitted: false };
        const answers = new Map([[kind.orderIdOf(row), answer]]);
        await settle(trx, [row], answers, at);
        return isLast && !kind.isDecidedByPeople;
      },
      ...(kind.isSettledTogether
        ? { settleTogether: settle }
        : {
            settle: (trx, row, answer, at) =>
              settle(trx, [row], new Map(answer ? [[kind.orderIdOf(row), answer]] : []), at),
          }),
    });
    return { ...task, name: `${kind.name}.${stage === "READY" ? "send" : "await"}` };
  });
}

export function listenForLateReturns<
  Row extends Versioned,
  Order extends Named,
  Leased extends Row,
>(platform: Platform, kind: OrderKind<Row, Order, Leased>): void {
  platform.events.on("bank.order-returned", async (trx, { orderId, reason, at }) => {
    const [locked] = await kind.lock(trx, [orderId]);
    if (!locked) return;
    if (locked.stage !== "DONE") throw new OrderUnderway(orderId);
    const word = { orderId, status: "RETURNED", reason, at } as const;
    const outcome = outcomeOf(word, locked.row, at);
    await kind.settle(trx, [{ ...locked, outcome, leased: null, isSubmitted: false }], at);
  });
}

/** The bank does not know the order, and it cannot be made or is not taken. */
class NotTaken extends Error {
  /** After the last try. */
  readonly outcome: Extract<OrderOutcome, { reason: PayoutFailure }>;
  /** By the bank, which may be at fault. */
  readonly isRefused: boolean;

  /**
   * @param word - the bank's.
   * @param problem - the bank's refusal, or why no order can be made.
   */
  constructor(word: Unknown, problem: string | OrdersRefused, { row_version: version }: Versioned) {
    const text = typeof problem === "string" ? problem : problem.message;
    const reason = PAYOUT_FAILURES.find((known) => known === text);
    super(reason ? REASONS.payoutFailure.titles[reason] : text);
    this.isRefused = typeof problem !== "string";
    const never = NeverPaid.heard(word, version);
    this.outcome = { status: "FAILED", reason: reason ?? "NOT_ORDERED", never };
  }
}

/** Without an answer: there was no time to submit it. */
async function askBank<Row extends Versioned, Order extends Named, Leased extends Row>(
  { bank, clock, db }: Platform,
  kind: OrderKind<Row, Order, Leased>,
  stage: Waiting,
  rows: readonly Leased[],
  { at, until }: Claim,
): Promise<Map<string, Answer | Error>> {
  const answers = new Map<string, Answer | Error>();
  const isLate = () => clock.now().getTime() > until.getTime() - LONGEST_CALL_MS;
  if (isLate()) return answers;
  const byId = new Map(rows.map((row) => [kind.orderIdOf(row), row]));
  const keep = (orderId: string, result: OrderResult | undefined, isSubmitted: boolean) => {
    const row = byId.get(orderId);
    if (!row) return;
    const dueAt = nextPollAt(kind.sentAtOf(row) ?? at, at);
    // The bank has an order it has just taken, whether it knows it yet or not.
    const told = result?.status === "UNKNOWN" ? undefined : result;
    answers.set(orderId, { outcome: outcomeOf(told, row, dueAt), isSubmitted });
  };
  const known = resultsByOrder(await bank.orderResults([...byId.keys()]));
  const orders: Order[] = [];
  for (const [orderId, row] of byId) {
    const word = known.get(orderId);
    if (word?.status !== "UNKNOWN") {
      keep(orderId, word, false);
      continue;
    }
    const order = orderOf(kind, row);
    if (typeof order !== "string") orders.push(order);
    else {
      const untaken = new NotTaken(word, order, row);
      // Requisites that are gone do not come back; an order lost by the bank may.
      const isFinal = stage === "READY" && untaken.outcome.reason !== "NOT_ORDERED";
      answers.set(orderId, isFinal ? { outcome: untaken.outcome, isSubmitted: false } : untaken);
    }
  }
  const [first] = orders;
  if (!first || isLate()) return answers;
  try {
    const taken = await kind.submit(bank, orders);
    for (const result of taken) keep(result.orderId, result, true);
    if (taken.length > 0) await noteTaken(db, at);
  } catch (error) {
    // Of many, the runner finds the refused one by halves.
    if (!(error instanceof OrdersRefused) || orders.length > 1) throw error;
    // An earlier try may have been heard.
    const [heard] = await bank.orderResults([first.orderId]);
    const row = byId.get(first.orderId);
    if (heard && heard.status !== "UNKNOWN") keep(first.orderId, heard, true);
    else if (heard && row) answers.set(first.orderId, new NotTaken(heard, error, row));
  }
  return answers;
}

function orderOf<Row extends Versioned, Order extends Named, Leased extends Row>(
  kind: OrderKind<Row, Order, Leased>,
  row: Leased,
): Order | NotSent {
  return kind.isHeld?.(row)
    ? "Банк придержал поручение и больше не знает о нём"
    : kind.orderOf(row);
}

function outcomeOf(result: OrderResult | undefined, row: Versioned, dueAt: Date): OrderOutcome {
  if (result?.status === "DONE") return { status: "DONE" };
  if (result?.status === "REJECTED" || result?.status === "RETURNED")
    return {
      status: result.status === "REJECTED" ? "FAILED" : "RETURNED",
      reason: result.reason,
      never: NeverPaid.heard(result, row.row_version),
    };
  return { status: "WAITING", dueAt, isHeld: result?.status === "HELD" };
}
