import { sql } from "kysely";
import type { BackgroundTask } from "#server/work/background-tasks.ts";
import { announce } from "#server/data/live.ts";
import { SpreadsheetError } from "#server/files/spreadsheet/spreadsheet-error.ts";
import { inTransaction, type Trx } from "#server/data/transaction.ts";
import { WorkerThreadError } from "#server/work/worker-thread.ts";
import type { Platform } from "#server/platform.ts";
import { claimCheck, LeaseLost, holdsClaim, releaseClaim, type CheckClaim } from "./check-claim.ts";
import { ANNOUNCE_MS, finishCheck, toScreens } from "./finish-check.ts";
import type { RegistryKind } from "../registry-kind.ts";
import { checkFile } from "./check-file.ts";
import { checkStoredRows } from "./check-stored-rows.ts";
import { dropFile } from "./drop-file.ts";
import { mergeCorrectedFile } from "./merge-corrected-file.ts";
import { storeCheckedBatch } from "./store-checked-batch.ts";

/**
 * Reads and checks uploaded registries of one kind, one at a time in a process. A check that
 * stopped half way, with its process or by its lease, begins anew: what it left is removed first,
 * so nothing is stored twice.
 */
export function checkRegistryTask(platform: Platform, kind: RegistryKind): BackgroundTask {
  return {
    name: `registries.check-${kind.rows.name}`,
    idleMs: 1000,
    async run(signal) {
      const claim = await claimCheck(platform.db, kind.rows.name);
      if (!claim) return false;
      try {
        await checkClaimed(platform, kind, claim, signal);
      } catch (error) {
        if (error instanceof LeaseLost) return true;
        const reason = sentenceOf(error);
        if (reason === null || signal.aborted) {
          // Not the file's fault: the next attempt may be luckier, here or in another process.
          await releaseClaim(platform.db, claim);
          throw error;
        }
        if (error instanceof SpreadsheetError && error.code === "rows_changed")
          await keepRows(platform, claim, reason);
        else await refuseFile(platform, claim, reason);
        // The person has a sentence; a reader that broke down is also a fault of ours, and belongs
        // in the log.
        if (error instanceof WorkerThreadError) throw error;
      }
      if (kind.dropsFile) await dropFile(platform, claim.account_id, claim.id);
      return true;
    },
  };
}

async function checkClaimed(
  platform: Platform,
  kind: RegistryKind,
  claim: CheckClaim,
  signal: AbortSignal,
): Promise<void> {
  if (claim.checked_at !== null) return checkStoredRows(platform, kind, claim, signal);
  if (claim.storage_key === null) throw new Error(`registry ${claim.id} has no file`);
  const file = await platform.files.localPath(claim.storage_key);
  try {
    if (
      claim.version > 1 &&
      claim.row_count > 0 &&
      (await mergeCorrectedFile(platform, kind, claim, file.path, signal))
    )
      return await checkStoredRows(platform, kind, claim, signal);
    await inTransaction(platform.db, (trx) => removeRows(trx, claim));
    await checkRows(platform, kind, claim, file.path, signal);
  } finally {
    await file.release();
  }
}

async function checkRows(
  platform: Platform,
  kind: RegistryKind,
  claim: CheckClaim,
  path: string,
  signal: AbortSignal,
): Promise<void> {
  const scope = await kind.loadScope(platform, platform.db, claim, platform.clock.now());
  const client = await platform.pool.connect();
  let announcedAt = 0;
  let isWhole = false;
  let header: { columns: string[]; warnings: string[] } = { columns: [], warnings: [] };
  try {
    for await (const event of checkFile(
      { kind: claim.kind, path, scope, isPasted: claim.file_name === null },
      (question) => kind.loadFacts(platform.db, scope, question),
      signal,
    )) {
      if (event.type === "expected")
        await sql`
          UPDATE registries SET expected_rows = ${event.rows} WHERE ${holdsClaim(claim)}`.execute(
          platform.db,
        );
      else if (event.type === "header") header = event;
      else {
        await storeCheckedBatch(client, kind.rows.copy.statement, claim, event);
        if (performance.now() - announcedAt < ANNOUNCE_MS) continue;
        announcedAt = performance.now();
        await announce(platform.db as Trx, toScreens(claim));
      }
    }
    isWhole = true;
  } finally {
    // A connection that failed in the middle of a COPY is not worth keeping.
    client.release(!isWhole);
  }
  await inTransaction(platform.db, (trx) => finishCheck(platform, trx, claim, header));
}

/** Rows, causes and counters of an earlier or unfinished reading. @throws LeaseLost. */
async function removeRows(trx: Trx, claim: CheckClaim): Promise<void> {
  const { rows } = await sql`
    UPDATE registries
    SET row_count = 0, checked_count = 0, ready_count = 0, error_count = 0, warning_count = 0,
      healed_count = 0, workmen_count = 0,
      amount_kopecks = 0, commission_kopecks = 0, removed_rows = '{}', file_columns = NULL,
        file_warnings = '{}', error_message = NULL, expected_rows = NULL
    WHERE ${holdsClaim(claim)} RETURNING 1`.execute(trx);
  if (rows.length === 0) throw new LeaseLost();
  await sql`
    DELETE FROM registry_items
    WHERE account_id = ${claim.account_id}
      AND registry_id = ${claim.id}
      AND created_on = ${claim.created_on}::date`.execute(trx);
  await sql`
    DELETE FROM registry_causes WHERE account_id = ${claim.account_id} AND registry_id = ${claim.id}`.execute(
    trx,
  );
}

async function refuseFile(platform: Platform, claim: CheckClaim, reason: string): Promise<void> {
  await inTransaction(platform.db, async (trx) => {
    await removeRows(trx, claim);
    await sql`
      UPDATE registries
      SET state = 'ERROR', error_message = ${reason}, checked_at = ${platform.clock.now()},
        claimed_until = NULL
      WHERE ${holdsClaim(claim)}`.execute(trx);
    await platform.events.publish(trx, "registry.checked", {
      accountId: claim.account_id,
      registryId: claim.id,
      at: platform.clock.now(),
    });
    await announce(trx, toScreens(claim));
  }).catch((error: unknown) => {
    if (!(error instanceof LeaseLost)) throw error;
  });
}

/** A correction that fits no row changes nothing: the registry is what it was, and says why. */
async function keepRows(platform: Platform, claim: CheckClaim, reason: string): Promise<void> {
  await inTransaction(platform.db, async (trx) => {
    await sql`
      UPDATE registries SET error_message = ${reason} WHERE ${holdsClaim(claim)}`.execute(trx);
    await finishCheck(platform, trx, claim, null);
  });
}

/**
 * What the person should read; `null` when it is not about the file. A reader that broke down has
 * met a file it cannot read.
 */
function sentenceOf(error: unknown): string | null {
  if (error instanceof SpreadsheetError) return error.message;
  return error instanceof WorkerThreadError ? new SpreadsheetError("damaged").message : null;
}
