import { sql, type RawBuilder } from "kysely";
import { isUnlimitedRole, ROLES, type RoleId } from "#contract/access/roles.ts";
import { may } from "#contract/access/access.ts";
import {
  ACCOUNT_USER_STATE,
  type AccountUser,
  type AccountUserState,
} from "#contract/account-users/account-user.ts";
import { definitionFor } from "#contract/kernel/definition-of.ts";
import type { AccountActor } from "#server/http/actor.ts";
import { notFound } from "#server/http/app-error.ts";
import type { Trx } from "#server/data/transaction.ts";

export interface AccountUserRow {
  readonly id: number;
  /** `null` for an invitation. */
  readonly person_id: number | null;
  readonly state: AccountUserState;
  readonly name: string;
  readonly phone: string;
  readonly email: string | null;
  readonly role: RoleId;
  readonly project_ids: number[] | null;
  readonly last_seen_at: Date | null;
  readonly created_at: Date;
}

/** An invitation joins no person, even if the phone is registered. */
export const accountUsers = (source = sql`account_users`) =>
  sql`${source} u LEFT JOIN people p ON p.id = u.person_id`;

/** Of user `u`. */
export const LAST_SEEN_AT = sql`
  (SELECT s.last_seen_at
    FROM sessions s
    WHERE s.person_id = u.person_id
    ORDER BY s.last_seen_at DESC
    LIMIT 1)`;

/** Add WHERE and ORDER. */
export const selectAccountUsers = (source = sql`account_users`) => sql<AccountUserRow>`
  SELECT u.id, u.person_id, u.state, coalesce(p.name, u.invited_name) AS name,
    coalesce(p.phone, u.invited_phone) AS phone, coalesce(u.email, p.email) AS email, u.role,
    u.project_ids, u.created_at, ${LAST_SEEN_AT} AS last_seen_at
  FROM ${accountUsers(source)}`;

export function ofAccount(accountId: number): RawBuilder<unknown> {
  return sql`u.account_id = ${accountId} AND u.state <> 'DISABLED'`;
}

/** @throws AppError `not_found`. */
export async function loadAccountUser(
  trx: Trx,
  accountId: number,
  id: number,
): Promise<AccountUserRow> {
  const { rows } = await sql<AccountUserRow>`
      ${selectAccountUsers()} WHERE ${ofAccount(accountId)} AND u.id = ${id} FOR UPDATE OF u`.execute(
    trx,
  );
  if (!rows[0]) throw notFound("Пользователь не найден");
  return rows[0];
}

export function presentAccountUser(row: AccountUserRow, actor: AccountActor): AccountUser {
  const isMe = row.person_id === actor.personId;
  const manages = may(actor, "account-users.manage");
  const isOwner = row.role === "OWNER";
  return {
    id: row.id,
    name: row.name,
    phone: row.phone,
    email: row.email,
    roleID: row.role,
    role: { id: row.role, title: ROLES[row.role].title },
    state: definitionFor(ACCOUNT_USER_STATE, row.state),
    projectIDs: isUnlimitedRole(row.role) ? null : row.project_ids,
    lastSeenAt: row.last_seen_at?.toISOString() ?? null,
    createdAt: row.created_at.toISOString(),
    isMe,
    permissions: { update: manages && (!isOwner || isMe), delete: manages && !isOwner && !isMe },
  };
}
