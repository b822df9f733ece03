import { sql } from "kysely";
import { isUnlimitedRole, type RoleId } from "#contract/access/roles.ts";
import { normalizePhone } from "#contract/values/phone.ts";
import type { AccountActor } from "#server/platform/actor.ts";
import { AppError, conflict, invalid } from "#server/platform/app-error.ts";
import type { Trx } from "#server/platform/transaction.ts";
import { loadAccountUser, type AccountUserRow } from "./account-user-rows.ts";

interface NewUser {
  readonly name: string;
  readonly phone: string;
  readonly email?: string;
  readonly roleID: RoleId;
  readonly projectIDs?: readonly number[] | null;
}

/**
 * Gives a person a role in the company. A phone nobody has signed in with yet becomes a person; a person who is known
 * keeps the name given by himself; a removed user comes back.
 *
 * @throws AppError `invalid` by field.
 */
export async function addAccountUser(trx: Trx, actor: AccountActor, user: NewUser, at: Date): Promise<AccountUserRow> {
  const phone = normalizePhone(user.phone);
  if (phone === null) throw invalid({ phone: ["Неверный номер телефона. Пример: +7 (916) 123-45-67"] });
  const name = user.name.trim().replace(/\s+/g, " ");
  if (name === "") throw invalid({ name: ["Обязательное поле"] });
  refuseOwnerRole(user.roleID);
  const email = emailOf(user.email);
  const projectIds = await projectsOf(trx, actor, user.roleID, user.projectIDs ?? null);
  await sql`INSERT INTO people (phone, name, created_at) VALUES (${phone}, ${name}, ${at}) ON CONFLICT (phone) DO NOTHING`.execute(trx);
  const { rows } = await sql<{ id: number }>`
    INSERT INTO account_users AS u (account_id, person_id, role, project_ids, email, created_at)
    SELECT ${actor.accountId}, id, ${user.roleID}, ${projectIds}::integer[], ${email}, ${at} FROM people WHERE phone = ${phone}
    ON CONFLICT (account_id, person_id) DO UPDATE SET state = 'ACTIVE', role = excluded.role, project_ids = excluded.project_ids, email = coalesce(excluded.email, u.email), created_at = excluded.created_at
      WHERE u.state = 'DISABLED'
    RETURNING u.id`.execute(trx);
  if (!rows[0]) throw invalid({ phone: ["Пользователь с этим телефоном уже есть в компании"] });
  return loadAccountUser(trx, actor.accountId, rows[0].id);
}

interface UserChange {
  readonly email?: string;
  readonly roleID?: RoleId;
  readonly projectIDs?: readonly number[] | null;
}

/**
 * @throws AppError `conflict` for one's own role, `forbidden` for an owner changed by somebody else, `invalid` by field.
 */
export async function changeAccountUser(trx: Trx, actor: AccountActor, before: AccountUserRow, change: UserChange): Promise<AccountUserRow> {
  const isMe = before.person_id === actor.personId;
  if (before.role === "OWNER" && !isMe) throw new AppError("forbidden", "Данные владельца меняет только он сам");
  const role = change.roleID ?? before.role;
  if (role !== before.role) {
    if (isMe) throw conflict("Нельзя изменить собственную роль");
    refuseOwnerRole(role);
  }
  // Limits of one's own are rights as well: nobody widens them for himself.
  if (isMe && change.projectIDs !== undefined && !isUnlimitedRole(role)) throw conflict("Нельзя изменить собственные проекты");
  const projectIds = change.projectIDs === undefined ? (isUnlimitedRole(role) ? null : before.project_ids) : await projectsOf(trx, actor, role, change.projectIDs);
  const email = change.email === undefined ? before.email : emailOf(change.email);
  await sql`
    UPDATE account_users SET role = ${role}, project_ids = ${projectIds}::integer[], email = ${email} WHERE account_id = ${actor.accountId} AND id = ${before.id}`.execute(trx);
  return loadAccountUser(trx, actor.accountId, before.id);
}

/**
 * Takes the role away; the records the person has made stay his. The next request of any of his sessions has no account.
 *
 * @throws AppError `conflict` for the owner and for oneself.
 */
export async function removeAccountUser(trx: Trx, actor: AccountActor, user: AccountUserRow): Promise<void> {
  if (user.role === "OWNER") throw conflict("Нельзя удалить единственного владельца");
  if (user.person_id === actor.personId) throw conflict("Нельзя удалить самого себя");
  await sql`UPDATE account_users SET state = 'DISABLED' WHERE account_id = ${actor.accountId} AND id = ${user.id}`.execute(trx);
}

function refuseOwnerRole(role: RoleId): void {
  if (role === "OWNER") throw invalid({ roleID: ["Владелец в компании один. Чтобы сменить его, передайте владение"] });
}

function emailOf(text: string | undefined): string | null {
  const email = text?.trim();
  if (!email) return null;
  if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email)) throw invalid({ email: ["Неверный e-mail"] });
  return email;
}

async function projectsOf(trx: Trx, actor: AccountActor, role: RoleId, ids: readonly number[] | null): Promise<readonly number[] | null> {
  if (ids === null || isUnlimitedRole(role)) return null;
  const distinct = [...new Set(ids)];
  const { rows } = await sql<{ id: number }>`SELECT id FROM projects WHERE account_id = ${actor.accountId} AND id = ANY (${distinct}::integer[])`.execute(trx);
  if (rows.length < distinct.length) throw invalid({ projectIDs: ["Выберите проекты из списка компании"] });
  return distinct;
}
