import { sql, type Kysely, type RawBuilder } from "kysely";
import { may } from "#contract/access/access.ts";
import { reviewEndpoints as endpoints } from "#contract/reviews/review-endpoints.ts";
import type { Schema } from "#server/data/generated/schema.ts";
import type { Actor } from "#server/http/actor.ts";
import { olderThan, pageOf } from "#server/http/paging.ts";
import type { Serve } from "#server/http/serve.ts";
import { loadReviews, presentReview, REVIEW_TABLES, type ReviewSubject } from "../queries.ts";

interface ListQuery {
  readonly jobID?: number;
  readonly page?: number;
  readonly perPage?: number;
  readonly before?: string;
  readonly sortBy?: "createdAt" | "score";
  readonly sortDirection?: "asc" | "desc";
}

/** Own ones in every state. */
export function serveReviewLists(serve: Serve): void {
  serve(
    endpoints.accountList,
    ({ actor, query, trx }) =>
      list(
        trx,
        "account",
        actor,
        query,
        sql`
          r.account_id = ${query.accountID}
            AND (r.state = 'PUBLISHED' ${orOwnReviews(actor?.workmanId ?? null, "workman_id")})`,
      ),
    { readsReplica: true },
  );

  serve(
    endpoints.workmanList,
    ({ actor, query, trx }) => {
      // Published ones without the right to write.
      const isAuthor =
        actor !== null &&
        actor.role !== null &&
        actor.projectIds === null &&
        may(actor, "reviews.manage");
      return list(
        trx,
        "workman",
        actor,
        query,
        sql`
          r.workman_id = ${query.workmanID}
            AND (r.state = 'PUBLISHED' ${orOwnReviews(isAuthor ? actor.accountId : null, "account_id")})`,
      );
    },
    { readsReplica: true },
  );
}

function orOwnReviews(id: number | null, column: "workman_id" | "account_id"): RawBuilder<unknown> {
  return id === null ? sql`` : sql`OR (${sql.ref(`r.${column}`)} = ${id} AND r.state <> 'DELETED')`;
}

async function list(
  db: Kysely<Schema>,
  subject: ReviewSubject,
  actor: Actor | null,
  query: ListQuery,
  about: RawBuilder<unknown>,
) {
  const where = sql.join(
    [
      about,
      ...(query.jobID === undefined ? [] : [sql`r.job_id = ${query.jobID}`]),
      ...olderThan(query, sql`r.created_at`),
    ],
    sql` AND `,
  );
  const page = pageOf(query);
  const direction = query.sortDirection === "asc" ? sql`ASC` : sql`DESC`;
  const order =
    query.sortBy === "score"
      ? sql`r.score ${direction}, r.created_at DESC`
      : sql`r.created_at ${direction}`;
  const rows = await loadReviews(db, subject, {
    where,
    order,
    limit: page.limit,
    offset: page.offset,
  });
  const count = await sql<{
    total: bigint;
  }>`
    SELECT count(*) AS total FROM ${sql.table(REVIEW_TABLES[subject])} r WHERE ${where}`.execute(
    db,
  );
  return {
    items: rows.map((row) => presentReview(subject, row, actor)),
    meta: page.metaOf(count.rows[0]?.total ?? 0n),
  };
}
