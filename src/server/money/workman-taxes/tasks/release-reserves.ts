import type { BackgroundTask } from "#server/work/background-tasks.ts";
import { itemTask } from "#server/work/item-task.ts";
import type { Platform } from "#server/platform.ts";
import type { PayoutKey } from "#server/product-events.ts";
import { releaseReserveOfAnnulled, reservesToRelease } from "../tax-reserves.ts";

/** Money of days ago: nobody waits for the minute. */
const LOOK_MS = 600_000;

/**
 * Reserves of annulled receipts → wallets, when the pay cannot come back any more. Earlier the
 * reserve would be paid twice: to the worker, and with the whole sum to the company that gives up.
 */
export function releaseReservesTask(platform: Platform): BackgroundTask {
  return itemTask<PayoutKey>(platform, {
    name: "workman-taxes.release-reserves",
    idleMs: LOOK_MS,
    everyMs: LOOK_MS,
    batch: 200,
    nameOf: ({ accountId, id }) => `${accountId}-${id}`,
    lease: (claim) => reservesToRelease(platform.db, claim),
    settle: (trx, key, at) => releaseReserveOfAnnulled(trx, key, at),
  });
}
