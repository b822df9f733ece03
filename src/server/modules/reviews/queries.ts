import { sql, type Kysely, type RawBuilder } from "kysely";
import { reaches } from "#contract/access/actor.ts";
import { definitionFor } from "#contract/kernel/definition-of.ts";
import { REASONS } from "#contract/definitions/reasons.ts";
import { REVIEW_STATE, type ReviewState } from "#contract/reviews/review-states.ts";
import type { Review } from "#contract/reviews/review.ts";
import type { Schema } from "#server/data/generated/schema.ts";
import {
  presentWorkmanCard,
  WORKMAN_CARD,
  type WorkmanCardRow,
} from "#server/modules/workmen/index.ts";
import type { Actor } from "#server/http/actor.ts";

/** The author is the other side. */
export type ReviewSubject = "account" | "workman";

export const REVIEW_TABLES = {
  account: "account_reviews",
  workman: "workman_reviews",
} as const satisfies Record<ReviewSubject, string>;

export interface ReviewRow {
  readonly id: number;
  readonly account_id: number;
  readonly account_name: string;
  readonly workman_id: number;
  readonly workman: WorkmanCardRow;
  readonly job: { id: number; title: string; projectId: number | null } | null;
  readonly score: number;
  readonly text: string;
  readonly state: ReviewState;
  readonly reject_reason: string | null;
  readonly reject_comment: string | null;
  readonly created_at: Date;
  readonly reply: string | null;
  readonly reply_state: ReviewState | null;
  readonly reply_reject_reason: string | null;
  readonly reply_reject_comment: string | null;
  readonly replied_at: Date | null;
}

/** Add WHERE and ORDER. */
export const selectReviews = (
  subject: ReviewSubject,
  source: RawBuilder<unknown> = sql.table(REVIEW_TABLES[subject]),
) => sql<ReviewRow>`
  SELECT r.*, a.short_name AS account_name, ${WORKMAN_CARD} AS workman,
    (SELECT jsonb_build_object('id', j.id, 'title', j.title, 'projectId', j.project_id)
      FROM jobs j
      WHERE j.account_id = r.account_id AND j.id = r.job_id) AS job
  FROM ${source} r
  JOIN accounts a ON a.id = r.account_id
  JOIN workmen w ON w.id = r.workman_id`;

export async function loadReview(
  db: Kysely<Schema>,
  subject: ReviewSubject,
  where: RawBuilder<unknown>,
): Promise<ReviewRow | undefined> {
  const { rows } = await sql<ReviewRow>`${selectReviews(subject)} WHERE ${where}`.execute(db);
  return rows[0];
}

export function isAuthor(subject: ReviewSubject, row: ReviewRow, actor: Actor | null): boolean {
  if (actor === null) return false;
  if (subject === "account") return actor.workmanId === row.workman_id;
  return reaches(actor, "reviews.manage", {
    accountId: row.account_id,
    projectId: row.job?.projectId ?? null,
  });
}

export function isReviewed(subject: ReviewSubject, row: ReviewRow, actor: Actor | null): boolean {
  return isAuthor(subject === "account" ? "workman" : "account", row, actor);
}

/** Only the two sides see the job. */
export function presentReview(subject: ReviewSubject, row: ReviewRow, actor: Actor | null): Review {
  const isMine = isAuthor(subject, row, actor);
  const isAboutMe = isReviewed(subject, row, actor);
  const isPublished = row.state === "PUBLISHED";
  const isParty =
    isMine ||
    (actor !== null &&
      (actor.workmanId === row.workman_id ||
        reaches(actor, "jobs.view", {
          accountId: row.account_id,
          projectId: row.job?.projectId ?? null,
        })));
  return {
    id: row.id,
    account: { id: row.account_id, companyDetailsName: row.account_name, logoPicture: null },
    workman: presentWorkmanCard(row.workman, actor),
    job: isParty && row.job ? { id: row.job.id, title: row.job.title } : null,
    score: row.score,
    text: row.text,
    state: definitionFor(REVIEW_STATE, row.state),
    rejectReason: isMine ? refusalOf(row.reject_reason) : null,
    rejectComment: isMine ? row.reject_comment : null,
    createdAt: row.created_at.toISOString(),
    reply: presentReply(row, isAboutMe),
    permissions: {
      update: isMine,
      delete: isMine,
      reply: isAboutMe && isPublished,
      complain: actor !== null && !isMine && isPublished,
    },
  };
}

function presentReply(row: ReviewRow, isMine: boolean): Review["reply"] {
  if (
    row.reply === null ||
    row.reply_state === null ||
    row.replied_at === null ||
    !(isMine || row.reply_state === "PUBLISHED")
  )
    return null;
  return {
    text: row.reply,
    state: definitionFor(REVIEW_STATE, row.reply_state),
    rejectReason: isMine ? refusalOf(row.reply_reject_reason) : null,
    rejectComment: isMine ? row.reply_reject_comment : null,
    createdAt: row.replied_at.toISOString(),
  };
}

function refusalOf(id: string | null): Review["rejectReason"] {
  return REASONS.reviewReject.definitions.find((one) => one.id === id) ?? null;
}
