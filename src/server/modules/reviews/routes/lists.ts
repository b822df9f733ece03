import { sql, type RawBuilder } from "kysely";
import { may } from "#contract/access/access.ts";
import { reviewEndpoints as endpoints } from "#contract/reviews/review-endpoints.ts";
import type { Actor } from "#server/http/actor.ts";
import { olderThan } from "#server/http/paging.ts";
import type { List } from "#server/http/serve-list.ts";
import type { Serve } from "#server/http/serve.ts";
import {
  presentReview,
  REVIEW_TABLES,
  selectReviews,
  type ReviewRow,
  type ReviewSubject,
} from "../queries.ts";

interface ListQuery {
  readonly jobID?: number;
  readonly before?: string;
  readonly sortBy?: "createdAt" | "score";
  readonly sortDirection?: "asc" | "desc";
}

/** Own ones in every state. */
export function serveReviewLists(serve: Serve): void {
  serve.list(endpoints.accountList, ({ actor, query }) =>
    list(
      "account",
      actor,
      query,
      sql`
          r.account_id = ${query.accountID}
            AND (r.state = 'PUBLISHED' ${orOwnReviews(actor?.workmanId ?? null, "workman_id")})`,
    ),
  );

  serve.list(endpoints.workmanList, ({ actor, query }) => {
    // Only published ones without the right to write, or with limited projects.
    const isAuthor =
      actor !== null &&
      actor.role !== null &&
      actor.projectIds === null &&
      may(actor, "reviews.manage");
    return list(
      "workman",
      actor,
      query,
      sql`
          r.workman_id = ${query.workmanID}
            AND (r.state = 'PUBLISHED' ${orOwnReviews(isAuthor ? actor.accountId : null, "account_id")})`,
    );
  });
}

function orOwnReviews(id: number | null, column: "workman_id" | "account_id"): RawBuilder<unknown> {
  return id === null ? sql`` : sql`OR (${sql.ref(`r.${column}`)} = ${id} AND r.state <> 'DELETED')`;
}

function list(
  subject: ReviewSubject,
  actor: Actor | null,
  query: ListQuery,
  about: RawBuilder<unknown>,
): List<typeof endpoints.accountList | typeof endpoints.workmanList, ReviewRow> {
  const direction = query.sortDirection === "asc" ? sql`ASC` : sql`DESC`;
  return {
    of: "r",
    from: sql`${sql.table(REVIEW_TABLES[subject])} r`,
    where: [
      about,
      ...(query.jobID === undefined ? [] : [sql`r.job_id = ${query.jobID}`]),
      ...olderThan(query, sql`r.created_at`),
    ],
    order:
      query.sortBy === "score"
        ? sql`r.score ${direction}, r.created_at DESC, r.id DESC`
        : sql`r.created_at ${direction}, r.id DESC`,
    select: (page) => selectReviews(subject, page),
    present: (rows) => rows.map((row) => presentReview(subject, row, actor)),
  };
}
