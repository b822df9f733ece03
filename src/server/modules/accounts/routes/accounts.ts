import { sql, type RawBuilder } from "kysely";
import { accountEndpoints as endpoints } from "#contract/accounts/account-endpoints.ts";
import { REQUISITES } from "#contract/accounts/account.ts";
import type { BodyOf } from "#contract/kernel/define-endpoints.ts";
import { maskAccount } from "#contract/values/bank-details.ts";
import { tellChange } from "#server/money/destinations/index.ts";
import { AppError, notFound } from "#server/http/app-error.ts";
import type { AccountActor } from "#server/http/actor.ts";
import { useCode, verificationOperation } from "#server/modules/auth/index.ts";
import type { Platform } from "#server/platform.ts";
import { announce } from "#server/data/live.ts";
import { containing } from "#server/http/paging.ts";
import type { Serve } from "#server/http/serve.ts";
import type { Trx } from "#server/data/transaction.ts";
import { presentAccount, presentMyAccount } from "../presenter.ts";
import { readMyAccount } from "../read-my-account.ts";
import { loadSummary } from "../account-summary.ts";
import {
  findPublicAccount,
  loadMyAccounts,
  PUBLIC_COLUMNS,
  PUBLISHED_JOBS_COUNT,
  type AccountRow,
  type MyAccountRow,
} from "../queries.ts";
import { REQUISITE_COLUMNS, updateAccount } from "../actions/update-account.ts";

const ABSENT = "Компания не найдена";

export function serveAccounts(serve: Serve, platform: Platform): void {
  serve(endpoints.info, async ({ query, trx }) => {
    const row = await findPublicAccount(trx, query.accountID);
    if (!row) throw notFound(ABSENT);
    return presentAccount(row);
  });

  serve(endpoints.companyName, async ({ params, trx }) => {
    const row = await findPublicAccount(trx, params.id);
    if (!row) throw notFound(ABSENT);
    return { shortCompanyName: row.short_name };
  });

  serve.list(endpoints.list, ({ query }) => {
    const where = [sql`a.state = 'ACTIVE'`];
    if (query.search)
      where.push(
        sql`
          (a.short_name ILIKE ${containing(query.search)}
            OR a.full_name ILIKE ${containing(query.search)}
            OR a.inn = ${query.search.replace(/\s/g, "")})`,
      );
    if (query.cityID !== undefined) where.push(sql`a.city_id = ${query.cityID}`);
    if (query.serviceID !== undefined)
      where.push(
        sql`
          EXISTS (SELECT FROM jobs j
            WHERE j.account_id = a.id
              AND j.kind = 'OFFER'
              AND j.state = 'PUBLISHED'
              AND j.visibility = 'ALL'
              AND j.service_id = ${query.serviceID})`,
      );
    return {
      of: "a",
      from: sql`accounts a`,
      where,
      order: sql`${orderOf(query.sortBy, query.sortDirection)}, a.id`,
      select: (page) => sql<AccountRow>`SELECT ${PUBLIC_COLUMNS} FROM ${page} a`,
      present: (rows) => rows.map(presentAccount),
    };
  });

  serve(endpoints.myInfo, async ({ actor, trx }) =>
    presentMyAccount({
      ...(await readMyAccount(trx, actor.personId, actor.accountId)),
      role: actor.role,
      responsibleRole: actor.responsibleRole,
    }),
  );

  serve(endpoints.summary, async ({ actor, trx }) => loadSummary(trx, actor, platform.clock.now()));

  serve(endpoints.myList, async ({ actor, trx }) => ({
    items: (await loadMyAccounts(trx, actor.personId)).map(presentMyAccount),
  }));

  serve(endpoints.update, async ({ actor, body, trx, audit }) => {
    const { otp, ...update } = body;
    const before = await readMyAccount(trx, actor.personId, actor.accountId);
    const changes = await updateAccount(trx, before, update, () =>
      confirmRequisites(platform, trx, actor, update, otp),
    );
    const isRequisites = REQUISITE_COLUMNS.some((column) => column in changes);
    audit({
      event: isRequisites ? "account.requisites_changed" : "account.updated",
      object: { type: "account", id: before.id, title: before.short_name },
      before: Object.fromEntries(
        Object.keys(changes).map((column) => [
          column,
          before[column as keyof MyAccountRow] ?? null,
        ]),
      ),
      after: changes,
    });
    await announce(trx, { to: `account:${before.id}`, resource: "accounts", ids: [before.id] });
    const after = await readMyAccount(trx, actor.personId, actor.accountId);
    if ("account_number" in changes || "bank_bik" in changes)
      await tellChange(platform, trx, {
        kind: "ACCOUNT",
        personId: actor.personId,
        accountId: actor.accountId,
        shown: after.account_number === null ? "не указан" : maskAccount(after.account_number),
        at: platform.clock.now(),
      });
    return presentMyAccount(after);
  });
}

/**
 * Changing them takes a code for this company.
 *
 * @throws AppError `otp_required`.
 */
async function confirmRequisites(
  platform: Platform,
  trx: Trx,
  actor: AccountActor,
  update: Omit<BodyOf<typeof endpoints.update>, "otp">,
  otp: string | undefined,
): Promise<void> {
  if (!otp) throw new AppError("otp_required");
  await useCode(platform, trx, {
    by: actor,
    phone: actor.phone,
    operation: verificationOperation("ACCOUNT_REQUISITES", {
      objectId: actor.accountId,
      destination: Object.fromEntries(REQUISITES.map((name) => [name, update[name]])),
    }),
    code: otp,
    field: "otp",
  });
}

function orderOf(
  sortBy: "rating" | "publishedJobsCount" | "companyDetailsName" | "registeredAt" | undefined,
  sortDirection: "asc" | "desc" | undefined,
): RawBuilder<unknown> {
  const direction =
    (sortDirection ?? (sortBy === "companyDetailsName" ? "asc" : "desc")) === "asc"
      ? sql`ASC`
      : sql`DESC`;
  if (sortBy === "companyDetailsName") return sql`lower(a.short_name) ${direction}`;
  if (sortBy === "registeredAt") return sql`a.created_at ${direction}`;
  if (sortBy === "publishedJobsCount") return sql`${PUBLISHED_JOBS_COUNT} ${direction}`;
  return sql`a.rating ${direction} NULLS LAST, a.reviews_count DESC`;
}
