import { sql, type RawBuilder } from "kysely";
import { accountUserEndpoints as endpoints } from "#contract/account-users/account-user-endpoints.ts";
import { ROLES } from "#contract/access/roles.ts";
import { loosensPayers } from "#contract/approvals/loosening.ts";
import { maskPhone } from "#contract/values/phone.ts";
import { announce } from "#server/data/live.ts";
import { containing } from "#server/http/paging.ts";
import type { Serve } from "#server/http/serve.ts";
import { confirmWidening } from "#server/modules/accounts/index.ts";
import type { Platform } from "#server/platform.ts";
import {
  accountUsers,
  LAST_SEEN_AT,
  loadAccountUser,
  ofAccount,
  presentAccountUser,
  selectAccountUsers,
  type AccountUserRow,
} from "../queries.ts";
import {
  changeAccountUser,
  inviteAccountUser,
  removeAccountUser,
} from "../actions/change-account-users.ts";

export function serveAccountUsers(serve: Serve, platform: Platform): void {
  serve.list(endpoints.list, ({ actor, query }) => {
    const where = [ofAccount(actor.accountId)];
    if (query.search)
      where.push(
        sql`
          (coalesce(p.name, u.invited_name) ILIKE ${containing(query.search)}
            OR coalesce(u.email,
              p.email) ILIKE ${containing(query.search)} ${phonePart(query.search)})`,
      );
    if (query.roleIDs?.length) where.push(sql`u.role = ANY (${query.roleIDs}::text[])`);
    return {
      of: "u",
      from: accountUsers(),
      where,
      order: sql`${orderOf(query)}, u.id`,
      select: (page) => selectAccountUsers(page),
      present: (rows) => rows.map((row) => presentAccountUser(row, actor)),
    };
  });

  serve(endpoints.create, async ({ actor, body, trx, audit }) => {
    const user = await inviteAccountUser(trx, actor, body, platform.clock.now());
    const reason = loosensPayers(null, reachOf(user))
      ? await confirmWidening(platform, trx, actor, {
          loosening: {
            payer: { phone: user.phone, roleID: user.role, projectIDs: user.project_ids },
          },
          otp: body.otp,
          what: `приглашён ${withRole(user)}`,
        })
      : undefined;
    audit({
      event: "user.invited",
      object: objectOf(user),
      after: { role: user.role, phone: maskPhone(user.phone), projectIds: user.project_ids },
      ...(reason === undefined ? {} : { reason }),
    });
    await announce(trx, {
      to: `account:${actor.accountId}`,
      resource: "account-users",
      ids: [user.id],
    });
    return presentAccountUser(user, actor);
  });

  serve(endpoints.update, async ({ actor, params, body, trx, audit }) => {
    const before = await loadAccountUser(trx, actor.accountId, params.id);
    const after = await changeAccountUser(trx, actor, before, body);
    const reason = loosensPayers(reachOf(before), reachOf(after))
      ? await confirmWidening(platform, trx, actor, {
          loosening: {
            payer: { id: after.id, roleID: after.role, projectIDs: after.project_ids },
          },
          otp: body.otp,
          what: `${before.role === after.role ? "больше проектов" : "новая роль"}: ${withRole(after)}`,
        })
      : undefined;
    audit({
      event: before.role === after.role ? "user.updated" : "user.role_changed",
      object: objectOf(after),
      before: { role: before.role, projectIds: before.project_ids },
      after: { role: after.role, projectIds: after.project_ids },
      ...(reason === undefined ? {} : { reason }),
    });
    await announce(trx, {
      to: `account:${actor.accountId}`,
      resource: "account-users",
      ids: [after.id],
    });
    // The person's menus depend on the role.
    if (after.person_id !== null)
      await announce(trx, { to: `person:${after.person_id}`, resource: "session" });
    return presentAccountUser(after, actor);
  });

  serve(endpoints.delete, async ({ actor, params, trx, audit }) => {
    const user = await loadAccountUser(trx, actor.accountId, params.id);
    await removeAccountUser(trx, actor, user);
    audit({ event: "user.removed", object: objectOf(user), before: { role: user.role } });
    await announce(trx, {
      to: `account:${actor.accountId}`,
      resource: "account-users",
      ids: [user.id],
    });
    return { ok: true as const };
  });
}

function reachOf({ role, project_ids: projectIds }: AccountUserRow) {
  return { role, projectIds };
}

function withRole({ name, role }: AccountUserRow): string {
  return `${name}, «${ROLES[role].title}»`;
}

function objectOf(user: AccountUserRow) {
  return { type: "user", id: user.id, title: user.name };
}

function phonePart(search: string): RawBuilder<unknown> {
  const digits = search.replace(/\D/g, "").replace(/^8(?=\d{10}$)/, "7");
  return digits.length >= 4
    ? sql`OR coalesce(p.phone, u.invited_phone) LIKE ${`%${digits}%`}`
    : sql``;
}

function orderOf({
  sortBy,
  sortDirection,
}: {
  sortBy?: "name" | "createdAt" | "lastSeenAt";
  sortDirection?: "asc" | "desc";
}): RawBuilder<unknown> {
  const direction =
    (sortDirection ?? (sortBy === undefined || sortBy === "name" ? "asc" : "desc")) === "asc"
      ? sql`ASC`
      : sql`DESC`;
  if (sortBy === "createdAt") return sql`u.created_at ${direction}`;
  if (sortBy === "lastSeenAt") return sql`${LAST_SEEN_AT} ${direction} NULLS LAST`;
  return sql`lower(coalesce(p.name, u.invited_name)) ${direction}`;
}
