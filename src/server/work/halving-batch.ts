import type { Kysely } from "kysely";
import type { Schema } from "#server/data/generated/schema.ts";
import type { Clock } from "#server/data/clock.ts";
import { forgetFailures, noteFailure } from "./set-aside.ts";

/** A task whose statements work at many items at once. */
interface BatchWork {
  readonly task: string;
  /** Items of a batch when nothing is wrong. */
  readonly most: number;
  /**
   * Leases up to `limit` items and does them in one transaction.
   *
   * @param leased - to be told the names of what is leased before anything is written.
   */
  readonly work: (limit: number, leased: (names: readonly string[]) => void) => Promise<boolean>;
  /** Lets the item wait until it is due again. */
  readonly postpone: (name: string, dueAt: Date) => Promise<unknown>;
}

/**
 * A batch one item of which the database refuses is done again by halves until that item stands
 * alone; it is set aside with its reason and the others go on. Any other error, of an outside
 * service or of the connection, is the task's own: it is no fault of an item.
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
      if (only === undefined || !isRefusal(error)) throw error;
      if (names.length > 1) {
        limit = Math.ceil(names.length / 2);
        return true;
      }
      // What the database says may quote the row.
      const { dueAt } = await noteFailure(
        db,
        { task, item: only, problem: `База данных не приняла запись (${error.code})` },
        clock.now(),
      );
      await postpone(only, dueAt);
      return true;
    }
  };
}

/** Data the database does not take: class 22, 23, 44 or raised by a trigger. */
function isRefusal(error: unknown): error is Error & { readonly code: string } {
  return (
    error instanceof Error &&
    "code" in error &&
    typeof error.code === "string" &&
    /^(22|23|44)[\dA-Z]{3}$|^P0001$/.test(error.code)
  );
}
