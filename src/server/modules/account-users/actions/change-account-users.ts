import { sql } from "kysely";
import { isUnlimitedRole, type RoleId } from "#contract/access/roles.ts";
import { ACCOUNT_USER_TRANSITIONS } from "#contract/account-users/account-user.ts";
import type { AccountActor } from "#server/http/actor.ts";
import { AppError, conflict, invalid } from "#server/http/app-error.ts";
import { readPhone } from "#server/http/read-phone.ts";
import type { Trx } from "#server/data/transaction.ts";
import { transition } from "#server/data/transition.ts";
import { loadAccountUser, type AccountUserRow } from "../queries.ts";

interface NewUser {
  readonly name: string;
  readonly phone: string;
  readonly email?: string;
  readonly roleID: RoleId;
  readonly projectIDs?: readonly number[] | null;
}

/**
 * The phone's owner stays unknown: the row holds the typed data until accepted.
 *
 * @throws AppError `invalid` by field.
 */
export async function inviteAccountUser(
  trx: Trx,
  actor: AccountActor,
  user: NewUser,
  at: Date,
): Promise<AccountUserRow> {
  const phone = readPhone(user.phone, "phone");
  const name = user.name.trim().replace(/\s+/g, " ");
  if (name === "") throw invalid({ name: ["Обязательное поле"] });
  refuseOwnerRole(user.roleID);
  const email = emailOf(user.email);
  const projectIds = await projectsOf(trx, actor, user.roleID, user.projectIDs ?? null);
  const { rows } = await sql<{ id: number }>`
    INSERT INTO account_users (account_id, state, role, project_ids, email, invited_phone,
      invited_name, invited_by, created_at)
    SELECT ${actor.accountId}, 'INVITED', ${user.roleID}, ${projectIds}::integer[], ${email},
      ${phone}, ${name}, ${actor.personId}, ${at}
    WHERE NOT EXISTS (SELECT FROM account_users u
      JOIN people p ON p.id = u.person_id
      WHERE u.account_id = ${actor.accountId} AND u.state = 'ACTIVE' AND p.phone = ${phone})
    ON CONFLICT (account_id, invited_phone) WHERE state = 'INVITED' DO NOTHING
    RETURNING id`.execute(trx);
  if (!rows[0])
    throw invalid({ phone: ["Пользователь с этим телефоном уже есть в компании или приглашён"] });
  return loadAccountUser(trx, actor.accountId, rows[0].id);
}

interface UserChange {
  readonly email?: string;
  readonly roleID?: RoleId;
  readonly projectIDs?: readonly number[] | null;
}

/**
 * @throws AppError `conflict` — one's own role; `forbidden` — only the owner changes the owner;
 * `invalid` by field.
 */
export async function changeAccountUser(
  trx: Trx,
  actor: AccountActor,
  before: AccountUserRow,
  change: UserChange,
): Promise<AccountUserRow> {
  const isMe = before.person_id === actor.personId;
  if (before.role === "OWNER" && !isMe)
    throw new AppError("forbidden", "Данные владельца меняет только он сам");
  const role = change.roleID ?? before.role;
  if (role !== before.role) {
    if (isMe) throw conflict("Нельзя изменить собственную роль");
    refuseOwnerRole(role);
  }
  // Projects limit rights: nobody changes their own.
  if (isMe && change.projectIDs !== undefined && !isUnlimitedRole(role))
    throw conflict("Нельзя изменить собственные проекты");
  const projectIds =
    change.projectIDs === undefined
      ? isUnlimitedRole(role)
        ? null
        : before.project_ids
      : await projectsOf(trx, actor, role, change.projectIDs);
  const email = change.email === undefined ? before.email : emailOf(change.email);
  await sql`
    UPDATE account_users
    SET role = ${role}, project_ids = ${projectIds}::integer[], email = ${email}
    WHERE account_id = ${actor.accountId} AND id = ${before.id}`.execute(trx);
  return loadAccountUser(trx, actor.accountId, before.id);
}

/**
 * Or withdraws an invitation. Sessions lose the account at the next request.
 *
 * @throws AppError `conflict` — the owner, or oneself.
 */
export async function removeAccountUser(
  trx: Trx,
  actor: AccountActor,
  user: AccountUserRow,
): Promise<void> {
  if (user.role === "OWNER") throw conflict("Нельзя удалить единственного владельца");
  if (user.person_id === actor.personId) throw conflict("Нельзя удалить самого себя");
  if (user.state === "INVITED") {
    await sql`
      DELETE FROM account_users
      WHERE account_id = ${actor.accountId} AND id = ${user.id} AND state = 'INVITED'`.execute(trx);
    return;
  }
  const remove = transition(ACCOUNT_USER_TRANSITIONS, "remove", "account");
  await sql`
    UPDATE account_users
    SET ${remove.set}
    WHERE account_id = ${actor.accountId} AND id = ${user.id} AND ${remove.from}`.execute(trx);
}

function refuseOwnerRole(role: RoleId): void {
  if (role === "OWNER")
    throw invalid({ roleID: ["Владелец в компании один. Чтобы сменить его, передайте владение"] });
}

function emailOf(text: string | undefined): string | null {
  const email = text?.trim();
  if (!email) return null;
  if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email)) throw invalid({ email: ["Неверный e-mail"] });
  return email;
}

async function projectsOf(
  trx: Trx,
  actor: AccountActor,
  role: RoleId,
  ids: readonly number[] | null,
): Promise<readonly number[] | null> {
  if (ids === null || isUnlimitedRole(role)) return null;
  const distinct = [...new Set(ids)];
  const { rows } = await sql<{
    id: number;
  }>`
    SELECT id
    FROM projects
    WHERE account_id = ${actor.accountId} AND id = ANY (${distinct}::integer[])`.execute(trx);
  if (rows.length < distinct.length)
    throw invalid({ projectIDs: ["Выберите проекты из списка компании"] });
  return distinct;
}
