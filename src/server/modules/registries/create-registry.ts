import { sql } from "kysely";
import { moscowDate } from "#contract/values/calendar-date.ts";
import type { Permission } from "#contract/access/permissions.ts";
import type { ColumnChoices } from "#contract/registries/file-reading.ts";
import type { RegistryKindName } from "#contract/registries/registry-kinds.ts";
import { refuseBlockedCompany } from "#server/modules/accounts/index.ts";
import type { AccountActor } from "#server/http/actor.ts";
import { invalid } from "#server/http/app-error.ts";
import { announce } from "#server/data/live.ts";
import type { Trx } from "#server/data/transaction.ts";
import type { Platform } from "#server/platform.ts";
import { nextNumber } from "./registry-numbers.ts";
import { projectScope } from "./registry-row.ts";
import {
  lockNumbering,
  refuseSameFile,
  nameStoredFile,
  type StoredRegistryFile,
} from "./store-registry-file.ts";

interface NewRegistry {
  readonly kind: RegistryKindName;
  readonly file: StoredRegistryFile;
  /** The server writes the file of pasted rows. */
  readonly isPasted: boolean;
  readonly title: string | undefined;
  readonly projectId: number | undefined;
  readonly choices?: ColumnChoices;
  readonly permission: Permission;
  readonly resource: string;
}

/**
 * The event wakes the validation.
 *
 * @throws AppError `conflict` — uploaded before, or a blocked company; `invalid` — the project is
 * absent or out of reach.
 */
export async function createRegistry(
  platform: Platform,
  trx: Trx,
  actor: AccountActor,
  request: NewRegistry,
): Promise<{ id: number; number: number }> {
  await refuseBlockedCompany(trx, actor.accountId, "uploadRegistries");
  const projectId = await chooseProject(trx, actor, request);
  await lockNumbering(trx, actor.accountId);
  const sheet = request.choices?.sheet ?? null;
  await refuseSameFile(trx, actor, request.kind, request.file.sha256, null, sheet);
  const now = platform.clock.now();
  const fileId = await nameStoredFile(platform, trx, actor, request.file);
  const { rows } = await sql<{ id: number; number: number }>`
    INSERT INTO registries (account_id, kind, state, number, title, file_name, file_id,
      file_sha256, file_choices, project_id, created_by, created_at, created_on)
    VALUES (${actor.accountId}, ${request.kind}, 'UPLOADED',
      ${nextNumber(actor.accountId, request.kind)}, ${request.title?.trim() || null}, ${request.isPasted ? null : request.file.fileName},
        ${fileId}, ${request.file.sha256},
        ${request.choices ? JSON.stringify(request.choices) : null}::jsonb, ${projectId}, ${actor.personId}, ${now},
        ${moscowDate(now)}::date)
    RETURNING id, number`.execute(trx);
  const created = rows[0];
  if (!created) throw new Error("the registry was not inserted");
  await announce(trx, {
    to: `account:${actor.accountId}`,
    resource: request.resource,
    ids: [created.id],
  });
  return created;
}

/** A person limited to projects must choose one: otherwise the registry would be out of reach. */
async function chooseProject(
  trx: Trx,
  actor: AccountActor,
  { projectId, permission }: NewRegistry,
): Promise<number | null> {
  const scope = projectScope(actor, permission);
  if (projectId === undefined) {
    if (scope === null) return null;
    if (scope.length === 1) return scope[0] ?? null;
    throw invalid({ projectID: ["Выберите проект"] });
  }
  const { rows } = await sql`
      SELECT 1 FROM projects WHERE account_id = ${actor.accountId} AND id = ${projectId}`.execute(
    trx,
  );
  if (rows.length === 0 || (scope !== null && !scope.includes(projectId)))
    throw invalid({ projectID: ["Проект не найден"] });
  return projectId;
}
