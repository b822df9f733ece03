import type { Kysely } from "kysely";
import type { Schema } from "#server/data/generated/schema.ts";
import type { Clock } from "#server/data/clock.ts";
import { isDataRefusal } from "./data-refusal.ts";
import { forgetFailures, noteFailure, problemOf } from "./set-aside.ts";

interface BatchWork {
  readonly task: string;
  /** Batch size when nothing fails. */
  readonly most: number;
  /**
   * Leases up to `limit` items and does them in one transaction.
   *
   * @param leased - called with the names of the leased items before anything is written.
   */
  readonly work: (limit: number, leased: (names: readonly string[]) => void) => Promise<boolean>;
  readonly postpone: (name: string, dueAt: Date) => Promise<unknown>;
}

/**
 * Retries a batch in halves when the database rejects its data, until the failing item stands
 * alone. That item is set aside with its reason, the others go on. Any other error (outside
 * service, connection) is thrown: it is not the fault of an item.
 */
export function makeHalvingBatch(
  { db, clock }: { readonly db: Kysely<Schema>; readonly clock: Clock },
  { task, most, work, postpone }: BatchWork,
): () => Promise<boolean> {
  let limit = most;
  return async () => {
    let names: readonly string[] = [];
    try {
      const isBusy = await work(limit, (leased) => (names = leased));
      await forgetFailures(db, task, names);
      limit = Math.min(most, limit * 2);
      return isBusy;
    } catch (error) {
      const [only] = names;
      if (only === undefined || !isDataRefusal(error)) throw error;
      if (names.length > 1) {
        limit = Math.ceil(names.length / 2);
        return true;
      }
      const { dueAt } = await noteFailure(
        db,
        { task, item: only, problem: problemOf(error) },
        clock.now(),
      );
      await postpone(only, dueAt);
      return true;
    }
  };
}
