import type { OrderResult } from "#server/integrations/bank/port.ts";
import type { BackgroundTask } from "#server/work/background-tasks.ts";
import { inTransaction } from "#server/data/transaction.ts";
import {
  forEachSettingAside,
  forgetFailures,
  MOST_TRIES,
  noteFailure,
} from "#server/work/set-aside.ts";
import type { Platform } from "#server/platform.ts";
import { nextPollAt, resultsByOrder } from "./bank-outcomes.ts";
import { OrderUnderway } from "./late-returns-task.ts";
import { HELD_MS, NeverPaid } from "./may-still-be-paid.ts";
import type { OrderKind, OrderOutcome } from "./order-kind.ts";
import { submitHalvingOnRefusal } from "./submit-halving-on-refusal.ts";

/**
 * The tasks that send orders of a kind and await the bank's answers. The bank is asked outside any
 * transaction, first whether it knows the order: an earlier try may have submitted it, its answer
 * lost. Orders it does not know are submitted, also those it has lost since. Each is settled in a
 * transaction of its own, and set aside when that fails.
 */
export function bankOrderTasks<Row, Order extends { readonly orderId: string }>(
  platform: Platform,
  kind: OrderKind<Row, Order>,
): BackgroundTask[] {
  return (["READY", "SENT"] as const).map((stage) => ({
    name: `${kind.name}.${stage === "READY" ? "send" : "await"}`,
    idleMs: kind.idleMs,
    run: () => askAndSettle(platform, kind, stage),
  }));
}

/** Settles orders of the kind that come back days after the bank had paid them. */
export function listenForLateReturns<Row, Order extends { readonly orderId: string }>(
  platform: Platform,
  kind: OrderKind<Row, Order>,
): void {
  platform.events.on("bank.order-returned", async (trx, { orderId, reason, at }) => {
    const locked = await kind.lock(trx, orderId);
    if (!locked) return;
    if (locked.stage !== "DONE") throw new OrderUnderway(orderId);
    const outcome = outcomeOf({ orderId, status: "RETURNED", reason, at }, at, at);
    await kind.settle(trx, { ...locked, outcome, at });
  });
}

async function askAndSettle<Row, Order extends { readonly orderId: string }>(
  platform: Platform,
  kind: OrderKind<Row, Order>,
  stage: "READY" | "SENT",
): Promise<boolean> {
  const { bank, clock, db } = platform;
  const at = clock.now();
  const until = new Date(at.getTime() + HELD_MS);
  const rows = await kind.lease(stage, { at, until });
  if (rows.length === 0) return false;
  const known = resultsByOrder(await bank.orderResults(rows.map((row) => kind.orderIdOf(row))));
  const unknown = rows.filter((row) => known.get(kind.orderIdOf(row))?.status === "UNKNOWN");
  const { results, refused } = await submitHalvingOnRefusal(
    bank,
    (orders) => kind.submit(bank, orders),
    unknown.map((row) => kind.orderOf(row)),
  );
  const given = new Map([...known, ...resultsByOrder(results)]);
  await forEachSettingAside(platform, {
    task: kind.name,
    items: rows,
    nameOf: (row) => kind.orderIdOf(row),
    async work(row) {
      const orderId = kind.orderIdOf(row);
      const problem = refused.get(orderId);
      const dueAt = nextPollAt(kind.sentAtOf(row) ?? at, at);
      const isRefused =
        problem !== undefined &&
        (stage === "READY" || (await isLostForGood(platform, kind.name, { orderId, problem, at })));
      const result = given.get(orderId);
      const outcome =
        // The bank has an order it has just taken, whether it has processed it or not.
        result?.status === "UNKNOWN" && !isRefused
          ? ({ status: "WAITING", dueAt } as const)
          : outcomeOf(result, until, dueAt);
      await inTransaction(db, async (trx) => {
        const locked = await kind.lock(trx, orderId);
        if (locked?.stage === stage) await kind.settle(trx, { ...locked, outcome, at });
      });
      if (stage === "SENT" && outcome.status !== "WAITING")
        await forgetFailures(db, lostTask(kind.name), [orderId]);
    },
  });
  return true;
}

/** @param until - end of the lease, until which nobody submits an order the bank does not know. */
function outcomeOf(result: OrderResult | undefined, until: Date, dueAt: Date): OrderOutcome {
  if (result === undefined || result.status === "PENDING") return { status: "WAITING", dueAt };
  if (result.status === "DONE") return { status: "DONE" };
  const never = NeverPaid.heard(result, until);
  if (!never) return { status: "WAITING", dueAt };
  return result.status === "UNKNOWN"
    ? { status: "FAILED", reason: "NOT_ORDERED", never }
    : {
        status: result.status === "REJECTED" ? "FAILED" : "RETURNED",
        reason: result.reason,
        never,
      };
}

const lostTask = (name: string) => `${name}.lost`;

/**
 * An order the bank had taken, does not know any more and refuses now may yet be found. After the
 * last try it is decided like a refused one; each try the bank was asked before and after.
 */
async function isLostForGood(
  { db }: Platform,
  name: string,
  { orderId, problem, at }: { orderId: string; problem: string; at: Date },
): Promise<boolean> {
  const { tries } = await noteFailure(db, { task: lostTask(name), item: orderId, problem }, at);
  return tries >= MOST_TRIES;
}
