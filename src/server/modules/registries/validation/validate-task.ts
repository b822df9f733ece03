import { sql } from "kysely";
import type { BackgroundTask } from "#server/work/background-tasks.ts";
import { announce } from "#server/data/live.ts";
import { SpreadsheetError } from "#server/files/spreadsheet/spreadsheet-error.ts";
import { inTransaction, type Trx } from "#server/data/transaction.ts";
import { WorkerThreadError } from "#server/work/worker-thread.ts";
import type { Platform } from "#server/platform.ts";
import {
  leaseValidation,
  LeaseLost,
  holdsLease,
  releaseLease,
  type ValidationLease,
} from "./validation-lease.ts";
import { ANNOUNCE_MS, finishValidation, toScreens } from "./finish-validation.ts";
import type { RegistryKind } from "../registry-kind.ts";
import { validateFile } from "./validate-file.ts";
import { validateStoredRows } from "./validate-stored-rows.ts";
import { dropFile } from "./drop-file.ts";
import { mergeCorrectedFile } from "./merge-corrected-file.ts";
import { storeValidatedBatch } from "./store-validated-batch.ts";

/**
 * Reads and validates uploaded registries of one kind, one at a time per process. After a crash or
 * a lost lease it starts over and first removes what was stored, so no row is stored twice.
 */
export function validateRegistryTask(platform: Platform, kind: RegistryKind): BackgroundTask {
  return {
    name: `registries.check-${kind.rows.name}`,
    idleMs: 1000,
    async run(signal) {
      const lease = await leaseValidation(platform.db, kind.rows.name);
      if (!lease) return false;
      try {
        await validateLeased(platform, kind, lease, signal);
      } catch (error) {
        if (error instanceof LeaseLost) return true;
        const reason = sentenceOf(error);
        if (reason === null || signal.aborted) {
          // Not the file's fault: retry later, here or in another process.
          await releaseLease(platform.db, lease);
          throw error;
        }
        if (error instanceof SpreadsheetError && error.code === "rows_changed")
          await keepRows(platform, lease, reason);
        else await refuseFile(platform, lease, reason);
        // The person has a message; a crashed reader is also our bug and belongs in the log.
        if (error instanceof WorkerThreadError) throw error;
      }
      if (kind.dropsFile) await dropFile(platform, lease.account_id, lease.id);
      return true;
    },
  };
}

async function validateLeased(
  platform: Platform,
  kind: RegistryKind,
  lease: ValidationLease,
  signal: AbortSignal,
): Promise<void> {
  if (lease.checked_at !== null) return validateStoredRows(platform, kind, lease, signal);
  if (lease.storage_key === null) throw new Error(`registry ${lease.id} has no file`);
  const file = await platform.files.localPath(lease.storage_key);
  try {
    if (
      lease.version > 1 &&
      lease.row_count > 0 &&
      (await mergeCorrectedFile(platform, kind, lease, file.path, signal))
    )
      return await validateStoredRows(platform, kind, lease, signal);
    await inTransaction(platform.db, (trx) => removeRows(trx, lease));
    await validateRows(platform, kind, lease, file.path, signal);
  } finally {
    await file.release();
  }
}

async function validateRows(
  platform: Platform,
  kind: RegistryKind,
  lease: ValidationLease,
  path: string,
  signal: AbortSignal,
): Promise<void> {
  const scope = await kind.loadScope(platform, platform.db, lease, platform.clock.now());
  const client = await platform.pool.connect();
  let announcedAt = 0;
  let isWhole = false;
  let header: { columns: string[]; warnings: string[] } = { columns: [], warnings: [] };
  try {
    for await (const event of validateFile(
      {
        kind: lease.kind,
        path,
        scope,
        isPasted: lease.file_name === null,
        choices: lease.file_choices,
      },
      (question) => kind.loadFacts(platform.db, scope, question),
      signal,
    )) {
      if (event.type === "expected")
        await sql`
          UPDATE registries SET expected_rows = ${event.rows} WHERE ${holdsLease(lease)}`.execute(
          platform.db,
        );
      else if (event.type === "header") header = event;
      else {
        await storeValidatedBatch(client, kind.rows.copy.statement, lease, event);
        if (performance.now() - announcedAt < ANNOUNCE_MS) continue;
        announcedAt = performance.now();
        await announce(platform.db as Trx, toScreens(lease));
      }
    }
    isWhole = true;
  } finally {
    // Drop a connection that failed in the middle of a COPY.
    client.release(!isWhole);
  }
  await inTransaction(platform.db, (trx) => finishValidation(platform, trx, lease, header));
}

/** Removes rows, causes and counters of an earlier or interrupted reading. @throws LeaseLost. */
async function removeRows(trx: Trx, lease: ValidationLease): Promise<void> {
  const { rows } = await sql`
    UPDATE registries
    SET row_count = 0, checked_count = 0, ready_count = 0, error_count = 0, warning_count = 0,
      healed_count = 0, workmen_count = 0,
      amount_kopecks = 0, commission_kopecks = 0, removed_rows = '{}', file_columns = NULL,
        file_warnings = '{}', error_message = NULL, expected_rows = NULL
    WHERE ${holdsLease(lease)} RETURNING 1`.execute(trx);
  if (rows.length === 0) throw new LeaseLost();
  await sql`
    DELETE FROM registry_items
    WHERE account_id = ${lease.account_id}
      AND registry_id = ${lease.id}
      AND created_on = ${lease.created_on}::date`.execute(trx);
  await sql`
    DELETE FROM registry_causes WHERE account_id = ${lease.account_id} AND registry_id = ${lease.id}`.execute(
    trx,
  );
}

async function refuseFile(
  platform: Platform,
  lease: ValidationLease,
  reason: string,
): Promise<void> {
  await inTransaction(platform.db, async (trx) => {
    await removeRows(trx, lease);
    await sql`
      UPDATE registries
      SET state = 'ERROR', error_message = ${reason}, checked_at = ${platform.clock.now()},
        claimed_until = NULL
      WHERE ${holdsLease(lease)}`.execute(trx);
    await platform.events.publish(trx, "registry.checked", {
      accountId: lease.account_id,
      registryId: lease.id,
      at: platform.clock.now(),
    });
    await announce(trx, toScreens(lease));
  }).catch((error: unknown) => {
    if (!(error instanceof LeaseLost)) throw error;
  });
}

/** A correction that matches no row leaves the registry unchanged and stores the reason. */
async function keepRows(platform: Platform, lease: ValidationLease, reason: string): Promise<void> {
  await inTransaction(platform.db, async (trx) => {
    await sql`
      UPDATE registries SET error_message = ${reason} WHERE ${holdsLease(lease)}`.execute(trx);
    await finishValidation(platform, trx, lease, null);
  });
}

/**
 * Message for the person, `null` when the error is not about the file. A crashed reader met a file
 * it cannot read.
 */
function sentenceOf(error: unknown): string | null {
  if (error instanceof SpreadsheetError) return error.message;
  return error instanceof WorkerThreadError ? new SpreadsheetError("damaged").message : null;
}
