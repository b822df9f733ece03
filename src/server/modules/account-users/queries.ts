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

/** An invitation joins no person. */
export const ACCOUNT_USERS = sql`account_users u LEFT JOIN people p ON p.id = u.person_id`;

/** Add WHERE and ORDER. */
export const SELECT_ACCOUNT_USER = sql`
  SELECT u.id, u.person_id, u.state, coalesce(p.name, u.invited_name) AS name,
    coalesce(p.phone, u.invited_phone) AS phone, coalesce(u.email, p.email) AS email, u.role,
    u.project_ids, u.created_at,
    (SELECT s.last_seen_at
      FROM sessions s
      WHERE s.person_id = p.id
      ORDER BY s.last_seen_at DESC
      LIMIT 1) AS last_seen_at
  FROM ${ACCOUNT_USERS}`;

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
      ${SELECT_ACCOUNT_USER} WHERE ${ofAccount(accountId)} AND u.id = ${id} FOR UPDATE OF u`.execute(
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
