import { sql, type Kysely, type RawBuilder } from "kysely";
import { reaches } from "#contract/access/actor.ts";
import { may } from "#contract/access/access.ts";
import { jobInviteEndpoints as endpoints } from "#contract/job-invites/job-invite-endpoints.ts";
import type { Schema } from "#server/data/generated/schema.ts";
import { findJob, invitesOf, invitesSentTo } from "#server/modules/jobs/index.ts";
import type { Actor } from "#server/http/actor.ts";
import { AppError, notFound } from "#server/http/app-error.ts";
import { containing, olderThan, pageOf } from "#server/http/paging.ts";
import type { Serve } from "#server/http/serve.ts";
import type { Platform } from "#server/platform.ts";
import { countInvites, loadInvites, presentInvites } from "../queries.ts";

export function serveInviteLists(serve: Serve, { clock }: Platform): void {
  const list = async (
    db: Kysely<Schema>,
    actor: Actor,
    query: { page?: number; perPage?: number; before?: string },
    which: RawBuilder<unknown>,
    order?: RawBuilder<unknown>,
  ) => {
    const page = pageOf(query);
    const where = sql.join([which, ...olderThan(query, sql`i.created_at`)], sql` AND `);
    const rows = await loadInvites(db, {
      where,
      limit: page.limit,
      offset: page.offset,
      ...(order ? { order } : {}),
    });
    return {
      items: await presentInvites(db, rows, actor, clock.now()),
      meta: page.metaOf(await countInvites(db, where)),
    };
  };

  serve(
    endpoints.listOfJob,
    async ({ actor, params, query, trx }) => {
      const job = await findJob(trx, actor, params.id, clock.now());
      if (!reaches(actor, "offers.view", job)) throw notFound("Задание не найдено");
      return list(
        trx,
        actor,
        query,
        sql`i.account_id = ${job.accountId} AND i.job_id = ${job.id} ${inStates(query.states)}`,
      );
    },
    { readsReplica: true },
  );

  serve(
    endpoints.list,
    ({ actor, query, trx }) => {
      const isCompany = actor.accountId !== null && may(actor, "offers.view");
      if (!isCompany && actor.workmanId === null) throw new AppError("forbidden");
      // Withdrawn invites appear only by filter, as for old notices.
      const received = query["filters[states]"]?.includes("CANCELED")
        ? invitesSentTo(actor)
        : invitesOf(actor);
      const where = [
        isCompany ? ofCompany(actor) : received,
        sql`true ${inStates(query["filters[states]"])}`,
      ];
      if (query["filters[jobID]"] !== undefined)
        where.push(sql`i.job_id = ${query["filters[jobID]"]}`);
      if (query["filters[workmanID]"] !== undefined)
        where.push(sql`i.workman_id = ${query["filters[workmanID]"]}`);
      if (query["filters[accountID]"] !== undefined)
        where.push(sql`i.account_id = ${query["filters[accountID]"]}`);
      if (query.search?.trim()) where.push(foundBy(query.search, isCompany));
      const column = query.sortBy === "expiresAt" ? sql`i.expires_at` : sql`i.created_at`;
      return list(
        trx,
        actor,
        query,
        sql.join(where, sql` AND `),
        sql`${column} ${query.sortDirection === "asc" ? sql`ASC` : sql`DESC`}`,
      );
    },
    { readsReplica: true },
  );
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

function inStates(states: readonly string[] | undefined): RawBuilder<unknown> {
  return states?.length ? sql`AND i.state = ANY (${states}::text[])` : sql``;
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
