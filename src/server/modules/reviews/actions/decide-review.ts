import { sql } from "kysely";
import type { Definition } from "#contract/kernel/define-enumeration.ts";
import { REASONS } from "#contract/definitions/reasons.ts";
import { REVIEW_STATE, REVIEW_TRANSITIONS } from "#contract/reviews/review-states.ts";
import { APPROVE_OR_REJECT, type DecisionKind } from "#server/decision.ts";
import { notify } from "#server/modules/moderation/index.ts";
import type { AuditRecord } from "#server/http/request-context.ts";
import type { Trx } from "#server/data/transaction.ts";
import type { Platform } from "#server/platform.ts";
import { announceReview } from "../announce-review.ts";
import { transition } from "#server/data/transition.ts";
import { REVIEW_TABLES, type ReviewSubject } from "../queries.ts";

const KINDS = {
  account: { title: "отзыв о компании", words: "Отзыв о компании ", name: sql`a.short_name` },
  workman: {
    title: "отзыв об исполнителе",
    words: "Отзыв об исполнителе ",
    name: sql`concat_ws(' ', w.last_name, w.first_name)`,
  },
} as const;

export function reviewDecision(
  platform: Pick<Platform, "events">,
  subject: ReviewSubject,
): DecisionKind<"approve" | "reject"> {
  const { title, words, name } = KINDS[subject];
  const table = sql.table(REVIEW_TABLES[subject]);
  const author = KINDS[subject === "account" ? "workman" : "account"].name;
  return {
    kind: `${subject}-review`,
    title,
    waiting: sql`
      SELECT r.id, r.created_at AS since, ${author} AS who,
        ${words}::text || ${name} || ': ' || left(r.text, 80) AS what
      FROM ${table} r
      JOIN accounts a ON a.id = r.account_id
      JOIN workmen w ON w.id = r.workman_id
      WHERE r.state = 'MODERATION'`,
    state: (id) => sql`SELECT state FROM ${table} WHERE id = ${id}`,
    stateTitles: REVIEW_STATE.titles,
    verdicts: APPROVE_OR_REJECT,
    reasons: REASONS.reviewReject.definitions,
    async decide(trx, { verdict, ...order }) {
      const action = verdict === "approve" ? "publish" : "reject";
      const moved = await moveReview(platform, trx, subject, { ...order, action });
      return moved ? [moved] : [];
    },
  };
}

interface ReviewMove {
  readonly id: number;
  readonly action: "publish" | "reject" | "takeDown";
  readonly reason: Definition | null;
  readonly comment: string | null;
  readonly at: Date;
}

interface MovedReview {
  readonly account_id: number;
  readonly account_name: string;
  readonly workman_id: number;
  readonly workman_name: string;
  /** A worker, or the company's user. */
  readonly author_id: number | null;
}

/** @returns the journal line; `null`: another state, or deleted. */
export async function moveReview(
  { events }: Pick<Platform, "events">,
  trx: Trx,
  subject: ReviewSubject,
  { id, action, reason, comment, at }: ReviewMove,
): Promise<AuditRecord | null> {
  const isAboutAccount = subject === "account";
  const isPublished = action === "publish";
  const move = transition(REVIEW_TRANSITIONS, action, "moderator", { of: "r" });
  const { rows } = await sql<MovedReview>`
    UPDATE ${sql.table(REVIEW_TABLES[subject])} r
    SET ${move.set}, reject_reason = ${isPublished ? null : (reason?.id ?? null)},
      reject_comment = ${isPublished ? null : comment}
    FROM accounts a, workmen w
    WHERE a.id = r.account_id
      AND w.id = r.workman_id
      AND r.id = ${id}
      AND ${move.from}
    RETURNING r.account_id, ${KINDS.account.name} AS account_name, r.workman_id,
      ${KINDS.workman.name} AS workman_name,
      ${isAboutAccount ? sql`w.person_id` : sql`r.created_by`} AS author_id`.execute(trx);
  const review = rows[0];
  if (!review) return null;
  const account = { id: review.account_id, companyDetailsName: review.account_name };
  const workman = { id: review.workman_id, name: review.workman_name };
  const refusal = { rejectReason: reason, rejectComment: comment };
  if (review.author_id !== null) {
    const accountId = isAboutAccount ? null : review.account_id;
    const author = { personId: review.author_id, accountId, at };
    if (isAboutAccount)
      await (isPublished
        ? notify(trx, events, "AccountReviewPublished", { account }, author)
        : notify(trx, events, "AccountReviewRejected", { account, ...refusal }, author));
    else
      await (isPublished
        ? notify(trx, events, "WorkmanReviewPublished", { workman }, author)
        : notify(trx, events, "WorkmanReviewRejected", { workman, ...refusal }, author));
  }
  await announceReview(trx, subject, id);
  return {
    event: isPublished ? "review.published" : "review.rejected",
    accountId: review.account_id,
    object: { type: `${subject}-review`, id },
    before: { state: REVIEW_TRANSITIONS[action].from[0] },
    after: { state: move.to },
  };
}
