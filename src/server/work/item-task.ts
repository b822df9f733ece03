import type { Kysely, RawBuilder } from "kysely";
import type { Clock } from "#server/data/clock.ts";
import type { Schema } from "#server/data/generated/schema.ts";
import { inTransaction, type Trx } from "#server/data/transaction.ts";
import type { BackgroundTask } from "./background-tasks.ts";
import { OutOfReach } from "./out-of-reach.ts";
import {
  forgetFailures,
  noteFailure,
  notSetAside,
  problemOf,
  type NotedFailure,
} from "./set-aside.ts";

/** After this time whoever leased an item counts as killed, and the next process takes it. */
const LEASE_MS = 120_000;

export interface TaskDeps {
  readonly db: Kysely<Schema>;
  readonly clock: Clock;
}

export interface Claim {
  readonly at: Date;
  /** End of the lease: the due time of leased items is put off to it. */
  readonly until: Date;
  readonly limit: number;
  /**
   * Condition of the query: leaves out items that wait after a failure.
   *
   * @param item - SQL expression of what `nameOf` gives.
   */
  isFree(item: RawBuilder<unknown>): RawBuilder<boolean>;
}

/** What every background task is made of, whether it asks somebody outside or not. */
export interface LeasedWork<Item> {
  readonly name: string;
  /** Pause after an empty run; a message between processes ends it. */
  readonly idleMs: number;
  /** Shortest time between two looks where deadlines are hours or days, whatever wakes the task. */
  readonly everyMs?: number;
  readonly batch: number;
  /** Finds due items, in one short statement. It holds no lock when it returns. */
  lease(claim: Claim): Promise<readonly Item[]>;
  /** Name of an item among those set aside. */
  nameOf(item: Item): string;
  /**
   * What becomes of the record of an item that could not be done, in the transaction that sets it
   * aside.
   *
   * @returns `true` when it will not be tried again: then it is not set aside.
   */
  failed?(trx: Trx, item: Item, failure: NotedFailure): Promise<boolean>;
}

export type ItemWork<Item> = LeasedWork<Item> &
  (
    | {
        /** Locks the item, checks that it is still due, and does it. Asks nobody outside. */
        settle(trx: Trx, item: Item, at: Date): Promise<unknown>;
      }
    | {
        /** Where a statement for all is much cheaper than one for each. */
        settleTogether(trx: Trx, items: readonly Item[], at: Date): Promise<unknown>;
      }
  );

/**
 * A task that asks nobody outside. Each item is done in a transaction of its own, or all in one that
 * is retried in halves when it fails; an item that cannot be done is set aside with its reason, and
 * the others go on.
 */
export function itemTask<Item>(deps: TaskDeps, work: ItemWork<Item>): BackgroundTask {
  return {
    name: work.name,
    idleMs: work.idleMs,
    run: atMostEvery(deps.clock, work.everyMs, async (signal) => {
      const at = deps.clock.now();
      const items = await work.lease(claimOf(work.name, at, work.batch));
      if ("settleTogether" in work)
        await doItems(deps, work, items, (trx, some) => work.settleTogether(trx, some, at));
      else
        for (const item of items) {
          if (signal.aborted) return false;
          await doItems(deps, work, [item], (trx) => work.settle(trx, item, at));
        }
      return items.length >= work.batch;
    }),
  };
}

export function claimOf(task: string, at: Date, limit: number): Claim {
  return {
    at,
    until: new Date(at.getTime() + LEASE_MS),
    limit,
    isFree: (item) => notSetAside(task, item, at),
  };
}

/** Does the items in one transaction, in halves when it fails, and sets aside one that fails alone. */
export async function doItems<Item>(
  deps: TaskDeps,
  work: LeasedWork<Item>,
  items: readonly Item[],
  settle: (trx: Trx, some: readonly Item[]) => Promise<unknown>,
): Promise<void> {
  const [only] = items;
  if (only === undefined) return;
  try {
    await inTransaction(deps.db, async (trx) => {
      await settle(trx, items);
      await forgetFailures(trx, work.name, items.map(work.nameOf));
    });
  } catch (error) {
    if (items.length === 1) return setAside(deps, work, only, error);
    const half = Math.ceil(items.length / 2);
    await doItems(deps, work, items.slice(0, half), settle);
    await doItems(deps, work, items.slice(half), settle);
  }
}

/** @throws the error when an outside service is out of reach: no item is at fault. */
export async function setAside<Item>(
  { db, clock }: TaskDeps,
  work: LeasedWork<Item>,
  item: Item,
  error: unknown,
): Promise<void> {
  if (error instanceof OutOfReach) throw error;
  const task = work.name;
  const name = work.nameOf(item);
  const note = (trx: Kysely<Schema> | Trx, problem: string) =>
    noteFailure(trx, { task, item: name, problem }, clock.now());
  try {
    await inTransaction(db, async (trx) => {
      const failure = await note(trx, problemOf(error));
      if (await work.failed?.(trx, item, failure)) await forgetFailures(trx, task, [name]);
    });
  } catch (unwritten) {
    // Its own record cannot be written either.
    await note(db, problemOf(unwritten));
  }
}

/**
 * Every message between processes wakes every task: one whose deadlines are days looks at the
 * tables once in a while only. A clock moved back counts as a finished pause.
 */
export function atMostEvery(
  clock: Clock,
  everyMs: number | undefined,
  run: BackgroundTask["run"],
): BackgroundTask["run"] {
  if (everyMs === undefined) return run;
  let nextAtMs = 0;
  return async (signal) => {
    const now = clock.now().getTime();
    if (now < nextAtMs && nextAtMs - now <= everyMs) return false;
    const isBusy = await run(signal);
    nextAtMs = isBusy ? 0 : now + everyMs;
    return isBusy;
  };
}
