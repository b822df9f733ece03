import { sql, type RawBuilder } from "kysely";
import { REGISTRY_TRANSITIONS } from "#contract/registries/registry-states.ts";
import type { LiveMessage } from "#server/data/live-message.ts";
import { announce } from "#server/data/live.ts";
import { inTransaction, type Trx } from "#server/data/transaction.ts";
import { transition } from "#server/data/transition.ts";
import { SpreadsheetError } from "#server/files/spreadsheet/spreadsheet-error.ts";
import type { Platform } from "#server/platform.ts";
import type { BackgroundTask } from "#server/work/background-tasks.ts";
import { WorkerThreadError } from "#server/work/worker-thread.ts";
import { callTask } from "#server/work/outside-task.ts";
import { registryName } from "../registry-key.ts";
import type { TableHeader } from "../table-rows.ts";
import { storeValidatedBatch } from "./store-validated-batch.ts";
import type { ValidatedBatch } from "./validate-rows.ts";
import {
  leaseFile,
  LeaseLost,
  releaseLease,
  writeLeased,
  type FileLease,
  type FileStore,
} from "./validation-lease.ts";

/** Between live messages of a validation. */
const ANNOUNCE_MS = 250;

export interface FileValidation<Lease extends FileLease> {
  readonly store: FileStore<Lease>;
  validate(lease: Lease, signal: AbortSignal): Promise<void>;
  /** Instead of refusing a file that cannot become rows. */
  settle?(lease: Lease, error: SpreadsheetError): Promise<boolean>;
  after?(lease: Lease): Promise<void>;
}

/**
 * One file at a time per process. After a crash or a lost lease it starts over and first removes
 * what was stored: no row is stored twice.
 */
export function validateFilesTask<Lease extends FileLease>(
  platform: Platform,
  { store, validate, settle, after }: FileValidation<Lease>,
): BackgroundTask {
  return callTask<Lease, void>(platform, {
    name: store.task,
    idleMs: 1000,
    atOnce: 1,
    nameOf: registryName,
    async lease(claim) {
      const lease = await leaseFile(platform.db, store, claim);
      return lease ? [lease] : [];
    },
    async call(lease, _at, signal) {
      try {
        await validate(lease, signal);
      } catch (error) {
        if (error instanceof LeaseLost) return;
        const refusal = refusalOf(error);
        if (refusal === null || signal.aborted) {
          // Not the file's fault: retry later, here or elsewhere.
          await releaseLease(platform.db, store, lease);
          throw error;
        }
        try {
          if (!(await settle?.(lease, refusal))) await refuseFile(platform, store, lease, refusal);
        } catch (lost) {
          if (lost instanceof LeaseLost) return;
          throw lost;
        }
        // The person has a message; a crashed reader is also our bug and belongs in the log.
        if (error instanceof WorkerThreadError)
          platform.logger.error({ err: error, task: store.task, id: lease.id }, "reader crashed");
      }
      await after?.(lease);
    },
    // Written with each batch.
    settle: async () => undefined,
    async failed(trx, lease) {
      await announce(trx, store.screens(lease));
      return false;
    },
  });
}

/**
 * Of an earlier or interrupted reading.
 *
 * @throws LeaseLost.
 */
async function removeRows<Lease extends FileLease>(
  trx: Trx,
  store: FileStore<Lease>,
  lease: Lease,
): Promise<void> {
  await writeLeased(trx, store, lease, [store.emptied]);
  await store.deleteRows(trx, lease);
}

export async function storeValidation<Lease extends FileLease>(
  platform: Platform,
  store: FileStore<Lease>,
  lease: Lease,
  events: AsyncIterable<
    { readonly type: "expected"; readonly rows: number } | TableHeader | ValidatedBatch
  >,
): Promise<void> {
  await inTransaction(platform.db, (trx) => removeRows(trx, store, lease));
  const client = await platform.pool.connect();
  const showProgress = progressOf(platform, store.screens(lease));
  let isWhole = false;
  let header: Pick<TableHeader, "columns" | "notes"> = { columns: [], notes: [] };
  try {
    for await (const event of events) {
      if (event.type === "expected")
        await writeLeased(platform.db, store, lease, [sql`expected_rows = ${event.rows}`]);
      else if (event.type === "header") header = event;
      else {
        await storeValidatedBatch(platform, client, store, lease, event);
        await showProgress();
      }
    }
    isWhole = true;
  } finally {
    // It failed in the middle of a COPY.
    client.release(!isWhole);
  }
  await inTransaction(platform.db, (trx) =>
    finishValidation(platform, trx, store, lease, [store.headed(header)]),
  );
}

export function progressOf(platform: Platform, message: LiveMessage): () => Promise<void> {
  let announcedAt = 0;
  return async () => {
    if (performance.now() - announcedAt < ANNOUNCE_MS) return;
    announcedAt = performance.now();
    await announce(platform.db as Trx, message);
  };
}

/**
 * Derives the state from the counters.
 *
 * @throws LeaseLost.
 */
export async function finishValidation<Lease extends FileLease>(
  platform: Platform,
  trx: Trx,
  store: FileStore<Lease>,
  lease: Lease,
  more: readonly RawBuilder<unknown>[] = [],
): Promise<void> {
  const now = platform.clock.now();
  const { set, from } = store.finished(lease);
  const rest = sql`checked_at = ${now}, claimed_until = NULL`;
  await writeLeased(trx, store, lease, [rest, set, ...more], from);
  await store.tell?.(platform, trx, lease, now);
  await announce(trx, store.screens(lease));
}

const FAIL = transition(REGISTRY_TRANSITIONS, "failReading", "system");

async function refuseFile<Lease extends FileLease>(
  platform: Platform,
  store: FileStore<Lease>,
  lease: Lease,
  { message }: SpreadsheetError,
): Promise<void> {
  const now = platform.clock.now();
  await inTransaction(platform.db, async (trx) => {
    await removeRows(trx, store, lease);
    const rest = sql`error_message = ${message}, checked_at = ${now}, claimed_until = NULL`;
    await writeLeased(trx, store, lease, [FAIL.set, rest], FAIL.from);
    await store.tell?.(platform, trx, lease, now);
    await announce(trx, store.screens(lease));
  });
}

/** `null`: not about the file. A crashed reader met a file it cannot read. */
function refusalOf(error: unknown): SpreadsheetError | null {
  if (error instanceof SpreadsheetError) return error;
  return error instanceof WorkerThreadError ? new SpreadsheetError("damaged") : null;
}
