import { sql } from "kysely";
import { inTransaction } from "#server/data/transaction.ts";
import type { Platform } from "#server/platform.ts";
import type { BackgroundTask } from "#server/work/background-tasks.ts";
import type { RegistryKind } from "../registry-kind.ts";
import { dropFile } from "./drop-file.ts";
import { mergeCorrectedFile } from "./merge-corrected-file.ts";
import { registryStore, type RegistryLease, type RegistryStore } from "./registry-store.ts";
import { validateFile } from "./validate-file.ts";
import { validateStoredRows } from "./validate-stored-rows.ts";
import { finishValidation, storeValidation, validateFilesTask } from "./validate-task.ts";
import { writeLeased } from "./validation-lease.ts";

export function validateRegistryTask(platform: Platform, kind: RegistryKind): BackgroundTask {
  const store = registryStore(kind);
  return validateFilesTask(platform, {
    store,
    validate: (lease, signal) => validateLeased(platform, kind, store, lease, signal),
    /** A correction that matches no row changes nothing and stores the reason. */
    async settle(lease, { code, message }) {
      if (code !== "rows_changed") return false;
      await inTransaction(platform.db, async (trx) => {
        await writeLeased(trx, store, lease, [sql`error_message = ${message}`]);
        await finishValidation(platform, trx, store, lease);
      });
      return true;
    },
    async after(lease) {
      if (kind.dropsFile) await dropFile(platform, lease.account_id, lease.id);
    },
  });
}

async function validateLeased(
  platform: Platform,
  kind: RegistryKind,
  store: RegistryStore,
  lease: RegistryLease,
  signal: AbortSignal,
): Promise<void> {
  if (lease.checked_at !== null) return validateStoredRows(platform, kind, store, lease, signal);
  if (lease.storage_key === null) throw new Error(`registry ${lease.id} has no file`);
  const file = await platform.files.localPath(lease.storage_key);
  try {
    if (
      lease.version > 1 &&
      lease.row_count > 0 &&
      (await mergeCorrectedFile(platform, kind, lease, file.path, signal))
    )
      return await validateStoredRows(platform, kind, store, lease, signal);
    const scope = await kind.loadScope(platform, platform.db, lease, platform.clock.now());
    await storeValidation(
      platform,
      store,
      lease,
      validateFile(
        lease.account_id,
        {
          kind: store.kind,
          path: file.path,
          scope,
          isPasted: lease.file_name === null,
          choices: lease.file_choices,
        },
        (question) => kind.loadFacts(platform.db, scope, question),
        signal,
      ),
    );
  } finally {
    await file.release();
  }
}
