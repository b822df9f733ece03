import { sql } from "kysely";
import { ACCOUNT_USER_TRANSITIONS } from "#contract/account-users/account-user.ts";
import { accountEndpoints as endpoints } from "#contract/accounts/account-endpoints.ts";
import {
  ACCOUNT_TRANSITIONS,
  ACCOUNT_STATE,
  type AccountState,
} from "#contract/accounts/account-states.ts";
import { canTransit } from "#contract/kernel/define-transitions.ts";
import { useCode, verificationOperation } from "#server/modules/auth/index.ts";
import type { Platform } from "#server/platform.ts";
import { refusalOfAccount } from "#server/money/open-ends/index.ts";
import type { AccountActor } from "#server/http/actor.ts";
import { conflict, notFound } from "#server/http/app-error.ts";
import { announce } from "#server/data/live.ts";
import type { Serve } from "#server/http/serve.ts";
import { transition } from "#server/data/transition.ts";
import type { Trx } from "#server/data/transaction.ts";

export function serveCompanyOwnership(serve: Serve, platform: Platform): void {
  serve(endpoints.transferOwnership, async ({ actor, body, trx, audit }) => {
    const heir = await lockHeir(trx, actor, body.accountUserID);
    await useCode(platform, trx, {
      by: actor,
      phone: actor.phone,
      operation: verificationOperation("OWNERSHIP_TRANSFER", { objectId: body.accountUserID }),
      code: body.otp,
      field: "otp",
    });
    // One owner per company: demote first.
    await sql`
      UPDATE account_users
      SET role = 'ADMIN', project_ids = NULL
      WHERE account_id = ${actor.accountId} AND person_id = ${actor.personId} AND role = 'OWNER'`.execute(
      trx,
    );
    await sql`
      UPDATE account_users
      SET role = 'OWNER', project_ids = NULL
      WHERE account_id = ${actor.accountId} AND id = ${heir.id}`.execute(trx);
    audit({
      event: "account.ownership_transferred",
      object: { type: "account", id: actor.accountId },
      before: { owner: actor.name },
      after: { owner: heir.name },
    });
    await announce(trx, { to: `account:${actor.accountId}`, resource: "account-users" });
    await announce(trx, {
      to: `account:${actor.accountId}`,
      resource: "accounts",
      ids: [actor.accountId],
    });
    for (const personId of [actor.personId, heir.person_id])
      await announce(trx, { to: `person:${personId}`, resource: "session" });
    return { ok: true as const };
  });

  serve(endpoints.delete, async ({ actor, body, trx, audit }) => {
    const { state, short_name: title } = await lockCompany(trx, actor.accountId);
    await useCode(platform, trx, {
      by: actor,
      phone: actor.phone,
      operation: verificationOperation("ACCOUNT_DELETE", { objectId: actor.accountId }),
      code: body.otp,
      field: "otp",
    });
    const move = transition(ACCOUNT_TRANSITIONS, "delete", "account");
    if (!canTransit(ACCOUNT_TRANSITIONS, "delete", state, "account"))
      throw conflict(
        `Компания в состоянии «${ACCOUNT_STATE.titles[state]}»: удалить её нельзя. Напишите в поддержку`,
      );
    const refusal = await refusalOfAccount(trx, actor.accountId, platform.clock.now());
    if (refusal !== null) throw conflict(refusal);
    const remove = transition(ACCOUNT_USER_TRANSITIONS, "remove", "account");
    const { rows: people } = await sql<{ person_id: number }>`
      UPDATE account_users
      SET ${remove.set}
      WHERE account_id = ${actor.accountId} AND ${remove.from}
      RETURNING person_id`.execute(trx);
    await sql`
      DELETE FROM account_users WHERE account_id = ${actor.accountId} AND state = 'INVITED'`.execute(
      trx,
    );
    await sql`
      UPDATE people SET chosen_account_id = NULL WHERE chosen_account_id = ${actor.accountId}`.execute(
      trx,
    );
    await sql`
      UPDATE sessions SET account_id = NULL WHERE account_id = ${actor.accountId}`.execute(trx);
    await sql`
      UPDATE accounts SET ${move.set}, reject_comment = NULL
      WHERE id = ${actor.accountId} AND ${move.from}`.execute(trx);
    audit({
      event: "account.deleted",
      object: { type: "account", id: actor.accountId, title },
      before: { state },
      after: { state: move.to },
    });
    for (const { person_id: personId } of people)
      await announce(trx, { to: `person:${personId}`, resource: "session" });
    return { ok: true as const };
  });
}

interface Heir {
  readonly id: number;
  readonly person_id: number;
  readonly name: string;
}

/** @throws AppError `not_found`; `conflict` — not joined yet, or oneself. */
async function lockHeir(trx: Trx, actor: AccountActor, id: number): Promise<Heir> {
  const { rows } = await sql<{ id: number; person_id: number | null; name: string | null }>`
    SELECT u.id, u.person_id, p.name FROM account_users u LEFT JOIN people p ON p.id = u.person_id
    WHERE u.account_id = ${actor.accountId} AND u.id = ${id} AND u.state <> 'DISABLED'
    FOR UPDATE OF u`.execute(trx);
  const [row] = rows;
  if (!row) throw notFound("Пользователь не найден");
  if (row.person_id === null)
    throw conflict(
      "Этот человек ещё не принял приглашение. Передать владение можно, когда он войдёт в компанию",
    );
  if (row.person_id === actor.personId) throw conflict("Вы уже владелец компании");
  return { id: row.id, person_id: row.person_id, name: row.name ?? "" };
}

async function lockCompany(
  trx: Trx,
  accountId: number,
): Promise<{ state: AccountState; short_name: string }> {
  const { rows } = await sql<{
    state: AccountState;
    short_name: string;
  }>`SELECT state, short_name FROM accounts WHERE id = ${accountId} FOR UPDATE`.execute(trx);
  if (!rows[0]) throw notFound("Компания не найдена");
  return rows[0];
}
