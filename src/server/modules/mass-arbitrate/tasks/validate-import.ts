import { moscowDate } from "#contract/values/calendar-date.ts";
import type { Trx } from "#server/data/transaction.ts";
import {
  readTableFile,
  storeValidation,
  validateFilesTask,
  validateRows,
} from "#server/modules/registries/index.ts";
import type { Platform } from "#server/platform.ts";
import { partyOfAccount } from "#server/http/actor.ts";
import type { BackgroundTask } from "#server/work/background-tasks.ts";
import { loadOfferFacts, MASS_CHANGE_RULES, type MassChangeScope } from "../mass-change-rules.ts";
import { importLine, IMPORT_STORE } from "../mass-change-store.ts";

export function validateImportTask(platform: Platform): BackgroundTask {
  return validateFilesTask(platform, {
    store: IMPORT_STORE,
    async validate(lease, signal) {
      const scope: MassChangeScope = {
        accountId: lease.account_id,
        importId: lease.id,
        authorId: lease.created_by,
        projectIds: lease.project_ids,
        today: moscowDate(platform.clock.now()),
      };
      const file = await platform.files.localPath(lease.storage_key);
      try {
        const sender = partyOfAccount(lease.account_id);
        const events = readTableFile(
          { path: file.path, sender },
          MASS_CHANGE_RULES.columns,
          signal,
        );
        await storeValidation(
          platform,
          IMPORT_STORE,
          lease,
          validateRows(MASS_CHANGE_RULES, events, {
            scope,
            isPasted: false,
            load: (ids) => loadOfferFacts(platform.db as Trx, scope, ids),
            line: importLine,
          }),
        );
      } finally {
        await file.release();
      }
    },
  });
}
