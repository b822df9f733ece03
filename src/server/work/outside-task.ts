import { setTimeout as pause } from "node:timers/promises";
import type { Trx } from "#server/data/transaction.ts";
import type { BackgroundTask } from "./background-tasks.ts";
import {
  atMostEvery,
  claimOf,
  doItems,
  setAside,
  type Claim,
  type LeasedWork,
  type TaskDeps,
} from "./item-task.ts";
import { isOutage } from "./out-of-reach.ts";

/** More failures than that, with fewer successes: the service itself is down. */
const MOST_BROKEN = 3;
/** New work is noticed while calls are under way. */
const LOOK_AGAIN_MS = 500;

interface Asking<Item, Answer> extends LeasedWork<Item> {
  /**
   * One request, outside any transaction.
   *
   * @returns answers by `nameOf`; some may be missing. An Error is of that item alone.
   */
  ask(items: readonly Item[], claim: Claim): Promise<ReadonlyMap<string, Answer | Error>>;
  /** The task rests after it, though it was done. */
  isLast?(answer: Answer): boolean;
}

export type OutsideWork<Item, Answer> = Asking<Item, Answer> &
  (
    | {
        /** Locks the item, checks that it is still the one asked about. */
        settle(trx: Trx, item: Item, answer: Answer | undefined, at: Date): Promise<unknown>;
      }
    | {
        /** Where one statement for all is much cheaper. */
        settleTogether(
          trx: Trx,
          items: readonly Item[],
          answers: ReadonlyMap<string, Answer>,
          at: Date,
        ): Promise<unknown>;
      }
  );

/**
 * Leases a batch, asks in one request outside any transaction, settles each item in its own short
 * one, or all in one, retried in halves.
 *
 * A failed request is retried in halves too; an item that fails alone is set aside with its reason.
 * When the service is out of reach, or fails most of its items, none is at fault: what was answered is
 * settled, and the task pauses with the error.
 */
export function outsideTask<Item, Answer>(
  deps: TaskDeps,
  work: OutsideWork<Item, Answer>,
): BackgroundTask {
  /** Failed since others last succeeded, also in runs before: new items come one by one. */
  const failing = new Set<string>();
  return {
    name: work.name,
    idleMs: work.idleMs,
    run: atMostEvery(deps.clock, work.everyMs, async (signal) => {
      const at = deps.clock.now();
      const claim = claimOf(work.name, at, work.batch);
      const items = await work.lease(claim);
      if (items.length === 0) return false;
      const { answers, broken } = await askInHalves(items, work.nameOf, (some) =>
        work.ask(some, claim),
      );
      if (answers.size > broken.size) failing.clear();
      for (const item of broken.keys()) failing.add(work.nameOf(item));
      const isOut = failing.size > MOST_BROKEN;
      if (!isOut) for (const [item, error] of broken) await setAside(deps, work, item, error);
      const heard = items.filter((item) => !broken.has(item));
      if ("settleTogether" in work)
        await doItems(deps, work, heard, (trx, some) =>
          work.settleTogether(trx, some, answers, at),
        );
      else
        for (const item of heard) {
          if (signal.aborted) return false;
          await doItems(deps, work, [item], (trx) =>
            work.settle(trx, item, answers.get(work.nameOf(item)), at),
          );
        }
      if (isOut && broken.size > 0) throw [...broken.values()][0];
      return ![...answers.values()].some((answer) => work.isLast?.(answer));
    }),
  };
}

interface Heard<Item, Answer> {
  readonly answers: ReadonlyMap<string, Answer>;
  /** By item. */
  readonly broken: ReadonlyMap<Item, unknown>;
}

/**
 * @throws the error of an outage; the service's own - after some failures without a success.
 */
async function askInHalves<Item, Answer>(
  items: readonly Item[],
  nameOf: (item: Item) => string,
  ask: (some: readonly Item[]) => Promise<ReadonlyMap<string, Answer | Error>>,
): Promise<Heard<Item, Answer>> {
  const answers = new Map<string, Answer>();
  const broken = new Map<Item, unknown>();
  const askSome = async (some: readonly Item[]): Promise<void> => {
    const [only] = some;
    if (only === undefined) return;
    if (answers.size === 0 && broken.size > MOST_BROKEN) throw [...broken.values()][0];
    try {
      const heard = await ask(some);
      for (const item of some) {
        const answer = heard.get(nameOf(item));
        if (answer instanceof Error) broken.set(item, answer);
        else if (answer !== undefined) answers.set(nameOf(item), answer);
      }
    } catch (error) {
      if (isOutage(error)) throw error;
      if (some.length === 1) {
        broken.set(only, error);
        return;
      }
      // At random: several bad ones at the head would look like a service that is down, and hide
      // the sound ones for ever.
      const shuffled = some
        .map((item) => ({ item, place: Math.random() }))
        .sort((one, other) => one.place - other.place)
        .map(({ item }) => item);
      const half = Math.ceil(some.length / 2);
      await askSome(shuffled.slice(0, half));
      await askSome(shuffled.slice(half));
    }
  };
  await askSome(items);
  return { answers, broken };
}

export interface CallWork<Item, Answer> extends Omit<LeasedWork<Item>, "batch" | "lease"> {
  readonly atOnce: number;
  /** @param busy - whose calls are under way. */
  lease(claim: Claim, busy: readonly Item[]): Promise<readonly Item[]>;
  /** Outside any transaction. */
  call(item: Item, at: Date, signal: AbortSignal): Promise<Answer>;
  settle(trx: Trx, item: Item, answer: Answer, at: Date): Promise<unknown>;
}

/**
 * A call for each item: a message, a file. Each answer makes room for the next item: nobody waits
 * for the slowest.
 */
export function callTask<Item, Answer>(
  deps: TaskDeps,
  work: CallWork<Item, Answer>,
): BackgroundTask {
  const one = { ...work, batch: 1, lease: () => Promise.resolve([]) };
  const serve = async (item: Item, signal: AbortSignal): Promise<void> => {
    const at = deps.clock.now();
    let answer: Answer;
    try {
      answer = await work.call(item, at, signal);
    } catch (error) {
      // Stopping is no failure: the lease ends, the next process calls again.
      if (!signal.aborted) await setAside(deps, one, item, error);
      return;
    }
    await doItems(deps, one, [item], (trx) => work.settle(trx, item, answer, at));
  };
  return {
    name: work.name,
    idleMs: work.idleMs,
    run: atMostEvery(deps.clock, work.everyMs, async (signal) => {
      const flying = new Map<Promise<void>, Item>();
      const faults: unknown[] = [];
      try {
        for (let isFirst = true; ; isFirst = false) {
          const busy = [...flying.values()];
          const claim = claimOf(work.name, deps.clock.now(), work.atOnce - busy.length);
          const mayLease = !signal.aborted && faults.length === 0 && claim.limit > 0;
          const leased = mayLease ? await work.lease(claim, busy) : [];
          for (const item of leased) {
            const serving = serve(item, signal)
              .catch((error: unknown) => void faults.push(error))
              .finally(() => flying.delete(serving));
            flying.set(serving, item);
          }
          if (flying.size > 0) await oneOrAWhile([...flying.keys()]);
          else if (faults.length > 0) throw faults[0];
          else if (busy.length + leased.length === 0) return !isFirst && !signal.aborted;
        }
      } finally {
        await Promise.allSettled(flying.keys());
      }
    }),
  };
}

async function oneOrAWhile(flying: readonly Promise<void>[]): Promise<void> {
  const rest = new AbortController();
  const rested = pause(LOOK_AGAIN_MS, undefined, { signal: rest.signal }).catch(() => undefined);
  try {
    await Promise.race([...flying, rested]);
  } finally {
    rest.abort();
  }
}
