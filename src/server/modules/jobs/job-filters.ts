import { sql, type RawBuilder } from "kysely";
import type { AccountActor, Actor } from "#server/http/actor.ts";
import { containing, olderThan } from "#server/http/paging.ts";
import { readJobIdent } from "./job-ident.ts";
import { isFavourite } from "./queries.ts";

/** Rubles, Unix seconds. */
export interface JobListQuery {
  readonly search?: string;
  readonly serviceGroup?: string;
  readonly service?: string;
  readonly serviceIDs?: readonly number[];
  readonly cityID?: number;
  readonly payType?: string;
  readonly budgetFrom?: number;
  readonly budgetTo?: number;
  readonly dateFrom?: number;
  readonly dateTo?: number;
  readonly states?: readonly string[];
  readonly projectIDs?: readonly number[];
  readonly jobTagsIDs?: readonly number[];
  readonly before?: string;
  readonly sortBy?: "publishedDate" | "createdDate" | "finishDate" | "budget";
  readonly sortDirection?: "asc" | "desc";
}

/** Visible without an invite, by an active company; no payroll jobs. */
export function openJobs(actor: Actor | null): RawBuilder<unknown> {
  const shown = actor?.workmanId
    ? sql`(j.visibility = 'ALL' OR (j.visibility = 'FAVOURITES' AND ${isFavourite(actor)}))`
    : sql`j.visibility = 'ALL'`;
  return sql`
    j.kind = 'OFFER'
      AND j.state = 'PUBLISHED'
      AND ${shown}
      AND EXISTS (SELECT FROM accounts a WHERE a.id = j.account_id AND a.state = 'ACTIVE')`;
}

/** Within reach. Source: `domain.md` §2.1, «Deny wins». */
export function ownJobs(
  actor: Pick<AccountActor, "accountId" | "projectIds">,
): RawBuilder<unknown> {
  const limit =
    actor.projectIds === null
      ? sql``
      : sql`AND j.project_id = ANY (${actor.projectIds}::integer[])`;
  return sql`j.kind = 'OFFER' AND j.account_id = ${actor.accountId} ${limit}`;
}

/** `public`: by `foundJobs`; `own`: any part of a title. */
export type SearchScope = "public" | "own";

/** @param accountId - the company acted for. */
export function filtersOf(
  query: JobListQuery,
  scope: SearchScope,
  accountId: number | null,
): RawBuilder<unknown>[] {
  const filters: RawBuilder<unknown>[] = [];
  if (scope === "own" && query.search?.trim()) filters.push(foundByPart(query.search));
  if (query.serviceGroup || query.service)
    filters.push(sql`j.service_id = ANY (ARRAY(${servicesOf(query.serviceGroup, query.service)}))`);
  if (query.serviceIDs?.length)
    filters.push(sql`j.service_id = ANY (${query.serviceIDs}::integer[])`);
  if (query.cityID !== undefined) filters.push(sql`j.city_id = ${query.cityID}`);
  if (query.payType !== undefined) filters.push(sql`j.pay_type = ${query.payType}`);
  if (query.budgetFrom !== undefined)
    filters.push(sql`j.budget_kopecks >= ${kopecks(query.budgetFrom)}`);
  if (query.budgetTo !== undefined)
    filters.push(sql`j.budget_kopecks <= ${kopecks(query.budgetTo)}`);
  // The periods overlap.
  if (query.dateFrom !== undefined)
    filters.push(sql`j.finish_at >= to_timestamp(${query.dateFrom})`);
  if (query.dateTo !== undefined)
    filters.push(
      sql`coalesce(j.start_at, j.published_at, j.created_at) <= to_timestamp(${query.dateTo})`,
    );
  if (query.states?.length) filters.push(sql`j.state = ANY (${query.states}::text[])`);
  // Must not reveal a foreign job's.
  if (query.projectIDs?.length || query.jobTagsIDs?.length)
    filters.push(sql`j.account_id = ${accountId}`);
  if (query.projectIDs?.length)
    filters.push(sql`j.project_id = ANY (${query.projectIDs}::integer[])`);
  if (query.jobTagsIDs?.length) {
    filters.push(
      sql`
        j.tags && ARRAY(SELECT t.title
          FROM job_tags t
          WHERE t.account_id = j.account_id AND t.id = ANY (${query.jobTagsIDs}::integer[]))`,
    );
  }
  filters.push(...olderThan(query, timeOf(query)));
  return filters;
}

export function orderOf({ sortBy, sortDirection }: JobListQuery): RawBuilder<unknown> {
  const direction =
    (sortDirection ?? (sortBy === "finishDate" ? "asc" : "desc")) === "asc" ? sql`ASC` : sql`DESC`;
  if (sortBy === "budget") return sql`j.budget_kopecks ${direction}`;
  return sql`${timeOf({ sortBy })} ${direction}`;
}

function timeOf({ sortBy }: Pick<JobListQuery, "sortBy">): RawBuilder<unknown> {
  if (sortBy === "finishDate") return sql`j.finish_at`;
  if (sortBy === "createdDate") return sql`j.created_at`;
  return sql`j.published_at`;
}

const MOST_WORDS = 10;

/** FROM item. */
export function foundJobs({ search }: JobListQuery, scope: SearchScope): RawBuilder<unknown> {
  return scope === "public" && search?.trim() ? foundByWords(search) : sql`jobs`;
}

/**
 * Each word begins a word of the job in some form, or matches service or number. OFFSET 0 collects
 * matches first, or every job would be parsed.
 */
function foundByWords(search: string): RawBuilder<unknown> {
  const words =
    search
      .replace(/ё/giu, "е")
      .match(/[\p{L}\p{N}]+/gu)
      ?.slice(0, MOST_WORDS) ?? [];
  const id = readJobIdent(search);
  const ways = [
    sql`
      f.service_id = ANY (ARRAY(SELECT s.id
        FROM services s
        WHERE s.title ILIKE ${containing(search)}))`,
  ];
  if (words.length > 0)
    ways.push(
      sql`
        job_words(f.title, f.description) @@ to_tsquery('russian',
          ${words.map((word) => `${word}:*`).join(" & ")})`,
    );
  if (id !== null) ways.push(sql`f.id = ${id}`);
  return sql`
    (SELECT f.*
      FROM jobs f
      WHERE f.kind = 'OFFER'
        AND f.state = 'PUBLISHED'
        AND (${sql.join(ways, sql` OR `)}) OFFSET 0)`;
}

function foundByPart(search: string): RawBuilder<unknown> {
  const id = readJobIdent(search);
  const services = sql`
    ARRAY(SELECT s.id FROM services s WHERE s.title ILIKE ${containing(search)})`;
  return sql`
    (j.title ILIKE ${containing(search)}
      OR j.service_id = ANY (${services}) ${id === null ? sql`` : sql`OR j.id = ${id}`})`;
}

function servicesOf(group: string | undefined, service: string | undefined): RawBuilder<unknown> {
  return sql`
    SELECT s.id FROM services s JOIN service_groups g ON g.id = s.group_id
    WHERE true ${group ? sql`AND g.slug = lower(${group})` : sql``} ${
      service
        ? sql`
      AND s.slug = lower(${service})`
        : sql``
    }`;
}

/** Inexact is enough for a filter. */
function kopecks(rubles: number): bigint {
  return BigInt(Math.round(rubles * 100));
}
