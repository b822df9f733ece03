import { sql } from "kysely";
import type { Review } from "#contract/reviews/review.ts";
import type { Actor } from "#server/http/actor.ts";
import { notFound } from "#server/http/app-error.ts";
import type { Trx } from "#server/data/transaction.ts";
import {
  loadReview,
  presentReview,
  REVIEW_TABLES,
  type ReviewRow,
  type ReviewSubject,
} from "./queries.ts";

/** @throws AppError `not_found` — absent, deleted or foreign. */
export async function lockReview(
  trx: Trx,
  subject: ReviewSubject,
  id: number,
  isAllowed: (row: ReviewRow) => boolean,
): Promise<ReviewRow> {
  await sql`
    SELECT 1 FROM ${sql.table(REVIEW_TABLES[subject])} WHERE id = ${id} FOR UPDATE`.execute(trx);
  const row = await loadReview(trx, subject, sql`r.id = ${id} AND r.state <> 'DELETED'`);
  if (!row || !isAllowed(row)) throw notFound("Отзыв не найден");
  return row;
}

export async function answer(
  trx: Trx,
  subject: ReviewSubject,
  id: number,
  actor: Actor,
): Promise<Review> {
  const row = await loadReview(trx, subject, sql`r.id = ${id}`);
  if (!row) throw notFound("Отзыв не найден");
  return presentReview(subject, row, actor);
}

export function objectOf(subject: ReviewSubject, row: ReviewRow) {
  return { type: `${subject}-review`, id: row.id, ...(row.job ? { title: row.job.title } : {}) };
}
