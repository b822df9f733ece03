import { sql } from "kysely";
import { formatDate, moscowDate } from "#contract/values/calendar-date.ts";
import { refuseBlockedCompany } from "#server/modules/accounts/index.ts";
import {
  lockNumbering,
  nameStoredFile,
  type StoredRegistryFile,
} from "#server/modules/registries/index.ts";
import type { AccountActor } from "#server/http/actor.ts";
import { conflict } from "#server/http/app-error.ts";
import { announce } from "#server/data/live.ts";
import type { Trx } from "#server/data/transaction.ts";
import type { Platform } from "#server/platform.ts";
import { IMPORTS } from "../reach.ts";

/** @throws AppError `conflict` — uploaded before, or a blocked company. */
export async function uploadImport(
  platform: Platform,
  trx: Trx,
  actor: AccountActor,
  upload: StoredRegistryFile,
): Promise<{ id: number; number: number }> {
  await refuseBlockedCompany(trx, actor.accountId, "uploadRegistries");
  await lockNumbering(trx, actor.accountId);
  const same = await sql<{ id: number; number: number; created_at: Date }>`
    SELECT id, number, created_at
    FROM mass_arbitrate_imports
    WHERE account_id = ${actor.accountId}
      AND file_sha256 = ${upload.sha256}
      AND state NOT IN ('CANCELED', 'ERROR')`.execute(trx);
  const before = same.rows[0];
  if (before)
    throw conflict(
      `Этот файл уже загружался ${formatDate(moscowDate(before.created_at))}: загрузка №\u00A0${before.number}`,
      { registryID: before.id },
    );
  const fileId = await nameStoredFile(platform, trx, actor, upload);
  const { rows } = await sql<{ id: number; number: number }>`
    INSERT INTO mass_arbitrate_imports (account_id, number, state, file_name, file_id,
      file_sha256, project_ids, created_by, created_at)
    VALUES (${actor.accountId},
      (SELECT coalesce(max(number), 0) + 1
        FROM mass_arbitrate_imports
        WHERE account_id = ${actor.accountId}),
      'UPLOADED', ${upload.fileName}, ${fileId}, ${upload.sha256},
      ${actor.projectIds}::integer[], ${actor.personId}, ${platform.clock.now()}) RETURNING id, number`.execute(
    trx,
  );
  const created = rows[0] as { id: number; number: number };
  await announce(trx, { to: `account:${actor.accountId}`, resource: IMPORTS, ids: [created.id] });
  return created;
}
