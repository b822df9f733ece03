import { sql, type Kysely, type RawBuilder } from "kysely";
import { may } from "#contract/access/access.ts";
import { definitionFor } from "#contract/kernel/definition-of.ts";
import { STANDING_JOB_DOCUMENT_STATES } from "#contract/job-documents/job-document-states.ts";
import { jobEndpoints as endpoints } from "#contract/jobs/job-endpoints.ts";
import { JOB_STATE, type JobState } from "#contract/jobs/job-states.ts";
import type { Schema } from "#server/data/generated/schema.ts";
import type { Actor } from "#server/http/actor.ts";
import { AppError } from "#server/http/app-error.ts";
import { pageOf } from "#server/http/paging.ts";
import type { Serve } from "#server/http/serve.ts";
import type { Platform } from "#server/platform.ts";
import {
  filtersOf,
  foundJobs,
  type JobListQuery,
  openJobs,
  orderOf,
  ownJobs,
  type SearchScope,
} from "../job-filters.ts";
import { jobIdentOf } from "../job-ident.ts";
import { presentJobCard } from "../presenter.ts";
import { ACCEPTED_OFFER_STATES, countJobs, invitesOf, loadJobs } from "../queries.ts";

type Paged = JobListQuery & { readonly page?: number; readonly perPage?: number };

export function serveJobLists(
  serve: Serve,
  { clock, askOf }: Pick<Platform, "clock" | "askOf">,
): void {
  const list = async (
    db: Kysely<Schema>,
    actor: Actor | null,
    query: Paged,
    which: RawBuilder<unknown>,
    scope: SearchScope,
  ) => {
    const now = clock.now();
    const page = pageOf(query);
    const jobs = {
      from: foundJobs(query, scope),
      where: sql.join([which, ...filtersOf(query, scope, actor?.accountId ?? null)], sql` AND `),
    };
    const ask = askOf(db);
    const [rows, total] = await Promise.all([
      loadJobs(db, actor, {
        ...jobs,
        now,
        order: orderOf(query),
        limit: page.limit,
        offset: page.offset,
        ask,
      }),
      countJobs(ask, jobs),
    ]);
    return { items: rows.map((row) => presentJobCard(row, actor, now)), meta: page.metaOf(total) };
  };

  serve(
    endpoints.list,
    ({ actor, query, trx }) => list(trx, actor, query, openJobs(actor), "public"),
    { readsReplica: true },
  );

  serve(
    endpoints.byAccountList,
    ({ actor, query, trx }) =>
      list(
        trx,
        actor,
        query,
        sql`${openJobs(actor)} AND j.account_id = ${query.accountID}`,
        "public",
      ),
    { readsReplica: true },
  );

  serve(
    endpoints.createdList,
    ({ actor, query, trx }) => {
      const which = [ownJobs(actor)];
      if (query.workmanID !== undefined) which.push(sql`j.workman_id = ${query.workmanID}`);
      if (query.registryID !== undefined) which.push(sql`j.registry_id = ${query.registryID}`);
      if (query.templateID !== undefined) which.push(underTemplate(query.templateID));
      if (query.withNewOffers === 1)
        which.push(
          sql`
            j.state = 'PUBLISHED'
              AND EXISTS (SELECT FROM job_offers o
                WHERE o.account_id = j.account_id AND o.job_id = j.id AND o.state = 'CREATED')`,
        );
      return list(
        trx,
        actor,
        { sortBy: "createdDate", ...query },
        sql.join(which, sql` AND `),
        "own",
      );
    },
    { readsReplica: true },
  );

  serve(
    endpoints.hasOfferList,
    ({ actor, query, trx }) => list(trx, actor, query, withOffer(actor, "new"), "own"),
    { readsReplica: true },
  );

  serve(
    endpoints.hasAcceptedOfferList,
    ({ actor, query, trx }) => list(trx, actor, query, withOffer(actor, "accepted"), "own"),
    { readsReplica: true },
  );

  serve(
    endpoints.getInviteList,
    ({ actor, query, trx }) =>
      list(
        trx,
        actor,
        query,
        sql`
          j.kind = 'OFFER'
            AND (j.account_id, j.id) IN (SELECT i.account_id, i.job_id
              FROM job_invites i
              WHERE ${invitesOf(actor)})`,
        "own",
      ),
    { readsReplica: true },
  );

  serve(
    endpoints.intersectionByWorkmanList,
    ({ actor, query, trx }) =>
      list(trx, actor, query, sql`${ownJobs(actor)} AND j.workman_id = ${query.workmanID}`, "own"),
    { readsReplica: true },
  );

  serve(
    endpoints.intersectionByAccountList,
    ({ actor, query, trx }) =>
      list(
        trx,
        actor,
        query,
        sql`
          j.kind = 'OFFER'
            AND j.workman_id = ${actor.workmanId}
            AND j.account_id = ${query.accountID}`,
        "own",
      ),
    { readsReplica: true },
  );

  serve(
    endpoints.accountJobList,
    async ({ actor, query, trx }) => {
      const page = pageOf(query);
      const where = sql.join(
        [ownJobs(actor), ...filtersOf({ sortBy: "createdDate", ...query }, "own", actor.accountId)],
        sql` AND `,
      );
      const { rows } = await sql<{ id: bigint; title: string; state: JobState }>`
      SELECT j.id, j.title, j.state
      FROM jobs j
      WHERE ${where}
      ORDER BY j.id DESC
      LIMIT ${page.limit} OFFSET ${page.offset}`.execute(trx);
      const items = rows.map((row) => ({
        id: Number(row.id),
        title: row.title,
        jobIdent: jobIdentOf(row.id),
        state: definitionFor(JOB_STATE, row.state),
      }));
      return { items, meta: page.metaOf(await countJobs(askOf(trx), { where })) };
    },
    { readsReplica: true },
  );
}

/** Their workman has a document of the template, not rejected, within the template's project. */
function underTemplate(templateId: number): RawBuilder<unknown> {
  return sql`EXISTS (
    SELECT FROM document_templates t
    JOIN templated_documents x ON x.account_id = t.account_id AND x.template_id = t.id
      JOIN job_documents d ON d.account_id = x.account_id AND d.id = x.document_id
    WHERE t.account_id = j.account_id
      AND t.id = ${templateId}
      AND coalesce(t.project_id = j.project_id, t.project_id IS NULL)
      AND d.workman_id = j.workman_id AND d.state = ANY (${STANDING_JOB_DOCUMENT_STATES}::text[]))`;
}

/** `new`: a workman's unaccepted offers, or a company's unanswered ones. */
function withOffer(actor: Actor, which: "new" | "accepted"): RawBuilder<unknown> {
  const accepted = sql`${ACCEPTED_OFFER_STATES}::text[]`;
  if (actor.accountId !== null && may(actor, "offers.view")) {
    const states = which === "new" ? sql`o.state = 'CREATED'` : sql`o.state = ANY (${accepted})`;
    return sql`
      ${ownJobs({ accountId: actor.accountId, projectIds: actor.projectIds })}
        AND (j.account_id, j.id) IN (SELECT o.account_id, o.job_id
          FROM job_offers o
          WHERE o.account_id = ${actor.accountId} AND ${states})`;
  }
  if (actor.workmanId === null) throw new AppError("forbidden");
  const states =
    which === "new"
      ? sql`o.state <> ALL (${accepted}) AND o.state <> 'ARCHIVED'`
      : sql`o.state = ANY (${accepted})`;
  return sql`
    j.kind = 'OFFER'
      AND (j.account_id, j.id) IN (SELECT o.account_id, o.job_id
        FROM job_offers o
        WHERE o.workman_id = ${actor.workmanId} AND ${states})`;
}
