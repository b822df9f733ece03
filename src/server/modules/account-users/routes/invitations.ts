import { sql } from "kysely";
import { ROLES, type RoleId } from "#contract/access/roles.ts";
import { ACCOUNT_USER_TRANSITIONS } from "#contract/account-users/account-user.ts";
import { accountUserEndpoints as endpoints } from "#contract/account-users/account-user-endpoints.ts";
import { maskPhone } from "#contract/values/phone.ts";
import { codeSent, useCode } from "#server/modules/auth/index.ts";
import type { Actor } from "#server/http/actor.ts";
import { conflict, notFound } from "#server/http/app-error.ts";
import type { Platform } from "#server/platform.ts";
import { announce } from "#server/data/live.ts";
import type { Serve } from "#server/http/serve.ts";
import { transition } from "#server/data/transition.ts";
import type { Trx } from "#server/data/transaction.ts";

interface InvitationRow {
  readonly id: number;
  readonly account_id: number;
  readonly company: string;
  readonly role: RoleId;
  readonly created_at: Date;
}

const SELECT_INVITATION = sql`
  SELECT u.id, u.account_id, a.short_name AS company, u.role, u.created_at
  FROM account_users u
  JOIN accounts a ON a.id = u.account_id AND a.state NOT IN ('REJECTED', 'DISABLED')`;

export function serveAccountInvitations(serve: Serve, platform: Platform): void {
  serve(endpoints.invitations, async ({ actor, trx }) => {
    const { rows } = await sql<InvitationRow>`
        ${SELECT_INVITATION}
        WHERE u.invited_phone = ${actor.phone} AND u.state = 'INVITED'
        ORDER BY u.created_at DESC, u.id DESC
        LIMIT 100`.execute(trx);
    return {
      items: rows.map((row) => ({
        id: row.id,
        account: { id: row.account_id, companyDetailsName: row.company },
        roleID: row.role,
        role: { id: row.role, title: ROLES[row.role].title },
        createdAt: row.created_at.toISOString(),
      })),
    };
  });

  serve(endpoints.sendInvitationCode, async ({ actor, params, request, trx }) => {
    await loadInvitation(trx, actor, params.id);
    return codeSent(platform, {
      by: actor,
      phone: actor.phone,
      operation: operationOf(params.id),
      purpose: "Вступление в компанию. Код",
      ip: request.ip,
      deliver: true,
    });
  });

  serve(endpoints.acceptInvitation, async ({ actor, params, body, trx, audit }) => {
    const invitation = await loadInvitation(trx, actor, params.id);
    if (invitation.role !== body.roleID)
      throw conflict(
        `Роль в приглашении изменилась: теперь это «${ROLES[invitation.role].title}». Посмотрите его ещё раз`,
      );
    await useCode(platform, trx, {
      by: actor,
      phone: actor.phone,
      operation: operationOf(params.id),
      code: body.otp,
      field: "otp",
    });
    await join(trx, actor, invitation, platform.clock.now());
    audit({
      event: "user.joined",
      accountId: invitation.account_id,
      object: { type: "user", id: invitation.id, title: actor.name || maskPhone(actor.phone) },
      after: { role: invitation.role },
    });
    await announce(trx, {
      to: `account:${invitation.account_id}`,
      resource: "account-users",
      ids: [invitation.id],
    });
    await announce(trx, { to: `person:${actor.personId}`, resource: "session" });
    return { accountID: invitation.account_id };
  });

  serve(endpoints.declineInvitation, async ({ actor, params, trx, audit }) => {
    const { id, account_id: accountId, role } = await loadInvitation(trx, actor, params.id);
    await sql`
      DELETE FROM account_users WHERE account_id = ${accountId} AND id = ${id} AND state = 'INVITED'`.execute(
      trx,
    );
    audit({
      event: "user.declined",
      accountId,
      object: { type: "user", id, title: maskPhone(actor.phone) },
      before: { role },
    });
    await announce(trx, { to: `account:${accountId}`, resource: "account-users", ids: [id] });
    return { ok: true as const };
  });
}

const operationOf = (id: number) => `account-invitation:${id}`;

/** @throws AppError `not_found` — another phone's, withdrawn or accepted. */
async function loadInvitation(trx: Trx, actor: Actor, id: number): Promise<InvitationRow> {
  const { rows } = await sql<InvitationRow>`
      ${SELECT_INVITATION}
      WHERE u.id = ${id} AND u.invited_phone = ${actor.phone} AND u.state = 'INVITED'
      FOR UPDATE OF u`.execute(trx);
  if (!rows[0]) throw notFound("Приглашение не найдено: компания могла его отозвать");
  return rows[0];
}

/**
 * Replaces a removed membership. A person without an active account switches to the company; others
 * keep theirs.
 */
async function join(
  trx: Trx,
  actor: Actor,
  { id, account_id: accountId }: InvitationRow,
  at: Date,
): Promise<void> {
  await sql`
    DELETE FROM account_users
    WHERE account_id = ${accountId} AND person_id = ${actor.personId} AND state = 'DISABLED'`.execute(
    trx,
  );
  const accept = transition(ACCOUNT_USER_TRANSITIONS, "accept", "account");
  const { rows } = await sql`
    UPDATE account_users SET ${accept.set}, person_id = ${actor.personId}, created_at = ${at}
    WHERE account_id = ${accountId}
      AND id = ${id}
      AND ${accept.from}
      AND NOT EXISTS (SELECT FROM account_users
        WHERE account_id = ${accountId} AND person_id = ${actor.personId})
    RETURNING 1`.execute(trx);
  if (rows.length === 0) throw conflict("Вы уже сотрудник этой компании");
  await sql`
    UPDATE people
    SET chosen_account_id = coalesce(chosen_account_id, ${actor.accountId ?? accountId})
    WHERE id = ${actor.personId}`.execute(trx);
  if (actor.accountId === null)
    await sql`
      UPDATE sessions SET account_id = ${accountId} WHERE id = ${actor.sessionId}::uuid`.execute(
      trx,
    );
}
