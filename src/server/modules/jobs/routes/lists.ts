import { sql, type RawBuilder } from "kysely";
import { definitionFor } from "#contract/kernel/definition-of.ts";
import { STANDING_JOB_DOCUMENT_STATES } from "#contract/job-documents/job-document-states.ts";
import { jobEndpoints as endpoints } from "#contract/jobs/job-endpoints.ts";
import { JOB_STATE, type JobState } from "#contract/jobs/job-states.ts";
import { HAS_NEW_OFFERS } from "#server/data/new-offers.ts";
import type { Actor } from "#server/http/actor.ts";
import type { List } from "#server/http/serve-list.ts";
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
import { invitedTo, withOffer } from "../jobs-of-offers.ts";
import { selectJobs, type JobRow } from "../queries.ts";

export function serveJobLists(serve: Serve, { clock }: Pick<Platform, "clock">): void {
  const list = (
    actor: Actor | null,
    query: JobListQuery,
    which: readonly RawBuilder<unknown>[],
    scope: SearchScope,
  ): List<typeof endpoints.list, JobRow> => {
    const now = clock.now();
    return {
      of: "j",
      from: sql`${foundJobs(query, scope)} j`,
      where: [...which, ...filtersOf(query, scope, actor?.accountId ?? null)],
      order: sql`${orderOf(query)}, j.id DESC`,
      select: (page) => selectJobs(actor, now, page),
      present: (rows) => rows.map((row) => presentJobCard(row, actor, now)),
    };
  };

  serve.list(endpoints.list, ({ actor, query }) => list(actor, query, [openJobs(actor)], "public"));

  serve.list(endpoints.byAccountList, ({ actor, query }) =>
    list(actor, query, [openJobs(actor), sql`j.account_id = ${query.accountID}`], "public"),
  );

  serve.list(endpoints.createdList, ({ actor, query }) => {
    const which = [ownJobs(actor)];
    if (query.workmanID !== undefined) which.push(sql`j.workman_id = ${query.workmanID}`);
    if (query.registryID !== undefined) which.push(sql`j.registry_id = ${query.registryID}`);
    if (query.templateID !== undefined) which.push(underTemplate(query.templateID));
    if (query.withNewOffers === 1) which.push(HAS_NEW_OFFERS);
    return list(actor, { sortBy: "createdDate", ...query }, which, "own");
  });

  serve.list(endpoints.hasOfferList, ({ actor, query }) =>
    list(actor, query, [withOffer(actor, "new")], "own"),
  );

  serve.list(endpoints.hasAcceptedOfferList, ({ actor, query }) =>
    list(actor, query, [withOffer(actor, "accepted")], "own"),
  );

  serve.list(endpoints.getInviteList, ({ actor, query }) =>
    list(actor, query, [invitedTo(actor)], "own"),
  );

  serve.list(endpoints.intersectionByWorkmanList, ({ actor, query }) =>
    list(actor, query, [ownJobs(actor), sql`j.workman_id = ${query.workmanID}`], "own"),
  );

  serve.list(endpoints.intersectionByAccountList, ({ actor, query }) =>
    list(
      actor,
      query,
      [
        sql`
          j.kind = 'OFFER'
            AND j.workman_id = ${actor.workmanId}
            AND j.account_id = ${query.accountID}`,
      ],
      "own",
    ),
  );

  serve.list(endpoints.accountJobList, ({ actor, query }) => ({
    of: "j",
    from: sql`jobs j`,
    where: [
      ownJobs(actor),
      ...filtersOf({ sortBy: "createdDate", ...query }, "own", actor.accountId),
    ],
    order: sql`j.id DESC`,
    select: (page) => sql<{ id: bigint; title: string; state: JobState }>`
      SELECT j.id, j.title, j.state FROM ${page} j`,
    present: (rows) =>
      rows.map((row) => ({
        id: Number(row.id),
        title: row.title,
        jobIdent: jobIdentOf(row.id),
        state: definitionFor(JOB_STATE, row.state),
      })),
  }));
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
