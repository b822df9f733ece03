import { sql, type RawBuilder } from "kysely";
import { reaches } from "#contract/access/actor.ts";
import { may } from "#contract/access/access.ts";
import { jobInviteEndpoints as endpoints } from "#contract/job-invites/job-invite-endpoints.ts";
import type { Trx } from "#server/data/transaction.ts";
import { findJob, invitesOf, invitesSentTo } from "#server/modules/jobs/index.ts";
import type { Actor } from "#server/http/actor.ts";
import { AppError, notFound } from "#server/http/app-error.ts";
import { containing, olderThan } from "#server/http/paging.ts";
import type { Serve } from "#server/http/serve.ts";
import type { Platform } from "#server/platform.ts";
import { presentInvites, selectInvites, type InviteRow } from "../queries.ts";

export function serveInviteLists(serve: Serve, { clock }: Platform): void {
  const invites = (
    actor: Actor,
    query: { readonly before?: string },
    which: readonly RawBuilder<unknown>[],
    order: RawBuilder<unknown>,
  ) => ({
    of: "i",
    from: sql`job_invites i JOIN jobs j ON j.account_id = i.account_id AND j.id = i.job_id`,
    where: [...which, ...olderThan(query, sql`i.created_at`)],
    order: sql`${order}, i.id DESC`,
    select: selectInvites,
    present: (rows: readonly InviteRow[], db: Trx) => presentInvites(db, rows, actor, clock.now()),
  });

  serve.list(endpoints.listOfJob, async ({ actor, params, query, trx }) => {
    const job = await findJob(trx, actor, params.id, clock.now());
    if (!reaches(actor, "offers.view", job)) throw notFound("Задание не найдено");
    const which = [
      sql`i.account_id = ${job.accountId} AND i.job_id = ${job.id}`,
      ...inStates(query.states),
    ];
    return invites(actor, query, which, sql`i.created_at DESC`);
  });

  serve.list(endpoints.list, ({ actor, query }) => {
    const isCompany = actor.accountId !== null && may(actor, "offers.view");
    if (!isCompany && actor.workmanId === null) throw new AppError("forbidden");
    // Withdrawn invites leave the workman's lists; a filter, as on the page of an old notice,
    // finds them.
    const received = query["filters[states]"]?.includes("CANCELED")
      ? invitesSentTo(actor)
      : invitesOf(actor);
    const which = [isCompany ? ofCompany(actor) : received, ...inStates(query["filters[states]"])];
    if (query["filters[jobID]"] !== undefined)
      which.push(sql`i.job_id = ${query["filters[jobID]"]}`);
    if (query["filters[workmanID]"] !== undefined)
      which.push(sql`i.workman_id = ${query["filters[workmanID]"]}`);
    if (query["filters[accountID]"] !== undefined)
      which.push(sql`i.account_id = ${query["filters[accountID]"]}`);
    if (query.search?.trim()) which.push(foundBy(query.search, isCompany));
    const column = query.sortBy === "expiresAt" ? sql`i.expires_at` : sql`i.created_at`;
    const direction = query.sortDirection === "asc" ? sql`ASC` : sql`DESC`;
    return invites(actor, query, which, sql`${column} ${direction}`);
  });
}

function ofCompany({ accountId, projectIds }: Actor): RawBuilder<unknown> {
  return sql`
    i.account_id = ${accountId} ${
      projectIds === null
        ? sql``
        : sql`
      AND j.project_id = ANY (${projectIds}::integer[])`
    }`;
}

function inStates(states: readonly string[] | undefined): RawBuilder<unknown>[] {
  return states?.length ? [sql`i.state = ANY (${states}::text[])`] : [];
}

function foundBy(search: string, isCompany: boolean): RawBuilder<unknown> {
  const text = containing(search);
  if (!isCompany) return sql`j.title ILIKE ${text}`;
  return sql`
    (j.title ILIKE ${text}
      OR i.first_name ILIKE ${text}
      OR EXISTS (SELECT FROM workmen w
        WHERE w.id = i.workman_id AND concat_ws(' ', w.last_name, w.first_name) ILIKE ${text}))`;
}
