import type { Kysely, RawBuilder } from "kysely";
import type { Clock } from "#server/data/clock.ts";
import type { Schema } from "#server/data/generated/schema.ts";
import { inTransaction, type Trx } from "#server/data/transaction.ts";
import type { BackgroundTask } from "./background-tasks.ts";
import { isOutage } from "./out-of-reach.ts";
import {
  forgetFailures,
  noteFailure,
  notSetAside,
  problemOf,
  type NotedFailure,
} from "./set-aside.ts";

/** Then whoever leased counts as killed. */
const LEASE_MS = 120_000;

export interface TaskDeps {
  readonly db: Kysely<Schema>;
  readonly clock: Clock;
}

export interface Claim {
  readonly at: Date;
  /** The due time of leased items is put off to it. */
  readonly until: Date;
  readonly limit: number;
  /**
   * Leaves out items that wait after a failure.
   *
   * @param item - SQL of its name.
   */
  isFree(item: RawBuilder<unknown>): RawBuilder<boolean>;
}

/** For every background task. */
export interface LeasedWork<Item> {
  readonly name: string;
  /** After an empty run; a message between processes ends it. */
  readonly idleMs: number;
  /** Between two looks, whatever wakes the task: where deadlines are hours or days. */
  readonly everyMs?: number;
  readonly batch: number;
  /** After failures; a day unless told. */
  readonly longestPauseMs?: number;
  /** Due items, in one short statement. Holds no lock when it returns. */
  lease(claim: Claim): Promise<readonly Item[]>;
  /** Among those set aside. */
  nameOf(item: Item): string;
  /**
   * For the record of an item that could not be done, in the transaction that sets it aside.
   *
   * @returns `true`: never tried again, so not set aside.
   */
  failed?(trx: Trx, item: Item, failure: Failure): Promise<boolean>;
}

interface Failure extends NotedFailure {
  readonly error: unknown;
}

export type ItemWork<Item> = LeasedWork<Item> &
  (
    | {
        /** Locks the item, checks that it is still due. Asks nobody outside. */
        settle(trx: Trx, item: Item, at: Date): Promise<unknown>;
      }
    | {
        /** Where one statement for all is much cheaper. */
        settleTogether(trx: Trx, items: readonly Item[], at: Date): Promise<unknown>;
      }
    | {
        /**
         * A part of an item's work. `lease` gives candidates, most urgent first; after each step
         * they are chosen anew.
         *
         * @returns `false`: nothing was done, another process has it.
         */
        step(trx: Trx, item: Item, at: Date): Promise<boolean>;
      }
  );

/**
 * Asks nobody outside. Each item has its own transaction, or all have one, retried in halves when
 * it fails; an item that cannot be done is set aside with its reason.
 */
export function itemTask<Item>(deps: TaskDeps, work: ItemWork<Item>): BackgroundTask {
  return {
    name: work.name,
    idleMs: work.idleMs,
    run: atMostEvery(deps.clock, work.everyMs, async (signal) => {
      const at = deps.clock.now();
      const items = await work.lease(claimOf(work.name, at, work.batch));
      if ("step" in work) return doStep(deps, work, items, at);
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

async function doStep<Item>(
  deps: TaskDeps,
  work: Extract<ItemWork<Item>, { step: unknown }>,
  items: readonly Item[],
  at: Date,
): Promise<boolean> {
  for (const item of items)
    try {
      const isDone = await inTransaction(deps.db, async (trx) => {
        if (!(await work.step(trx, item, at))) return false;
        await forgetFailures(trx, work.name, [work.nameOf(item)]);
        return true;
      });
      if (isDone) return true;
    } catch (error) {
      await setAside(deps, work, item, error);
    }
  return false;
}

/** In one transaction, in halves when it fails; what fails alone is set aside. */
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

/** @throws the error of an outage: no item is at fault. */
export async function setAside<Item>(
  { db, clock }: TaskDeps,
  work: LeasedWork<Item>,
  item: Item,
  error: unknown,
): Promise<void> {
  if (isOutage(error)) throw error;
  const task = work.name;
  const name = work.nameOf(item);
  const note = (trx: Kysely<Schema> | Trx, problem: string) =>
    noteFailure(
      trx,
      { task, item: name, problem, longestPauseMs: work.longestPauseMs },
      clock.now(),
    );
  try {
    await inTransaction(db, async (trx) => {
      const failure = await note(trx, problemOf(error));
      if (await work.failed?.(trx, item, { ...failure, error }))
        await forgetFailures(trx, task, [name]);
    });
  } catch (unwritten) {
    // Its own record cannot be written.
    await note(db, problemOf(unwritten));
  }
}

/**
 * Every message wakes every task: one with deadlines of days looks once in a while. A clock moved
 * back ends the pause.
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
