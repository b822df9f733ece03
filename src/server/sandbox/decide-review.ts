import { sql } from "kysely";
import { REASONS } from "#contract/definitions/reasons.ts";
import { writeAudit } from "#server/modules/audit-log/index.ts";
import { announceReview } from "#server/modules/reviews/index.ts";
import type { Trx } from "#server/data/transaction.ts";
import type { ProductEventBus } from "#server/product-events.ts";
import { type Decision, MODERATOR, reasonOf, refuse, notify } from "./decision.ts";

interface Decided {
  readonly account_id: number;
  readonly account_name: string;
  readonly workman_id: number;
  readonly workman_name: string;
  /** The author: a worker, or the company's user. */
  readonly author_id: number | null;
}

/** Publishes or rejects a review and notifies its author. */
export async function decideReview(
  trx: Trx,
  events: ProductEventBus,
  kind: "account-review" | "workman-review",
  { id, verdict, reasonId, comment, at }: Decision,
): Promise<void> {
  const isAboutAccount = kind === "account-review";
  const table = sql.table(isAboutAccount ? "account_reviews" : "workman_reviews");
  const state = verdict === "approve" ? "PUBLISHED" : "REJECTED";
  const reason = verdict === "reject" ? reasonOf(REASONS.reviewReject, reasonId) : null;
  const { rows } = await sql<Decided>`
    UPDATE ${table} r
    SET state = ${state}, reject_reason = ${reason?.id ?? null},
      reject_comment = ${verdict === "reject" ? comment : null}
    FROM accounts a, workmen w
    WHERE a.id = r.account_id AND w.id = r.workman_id AND r.id = ${id} AND r.state = 'MODERATION'
    RETURNING r.account_id, a.short_name AS account_name, r.workman_id,
      concat_ws(' ', w.last_name, w.first_name) AS workman_name,
      ${isAboutAccount ? sql`w.person_id` : sql`r.created_by`} AS author_id`.execute(trx);
  const review = rows[0];
  if (!review)
    return void (await refuse(trx, sql<{ id: number }>`SELECT id FROM ${table} WHERE id = ${id}`));
  const account = { id: review.account_id, companyDetailsName: review.account_name };
  const workman = { id: review.workman_id, name: review.workman_name };
  const refusal = { rejectReason: reason, rejectComment: comment };
  if (review.author_id !== null) {
    const to = {
      personId: review.author_id,
      accountId: isAboutAccount ? null : review.account_id,
      at,
    };
    if (isAboutAccount)
      await (verdict === "approve"
        ? notify(trx, events, "AccountReviewPublished", { account }, to)
        : notify(trx, events, "AccountReviewRejected", { account, ...refusal }, to));
    else
      await (verdict === "approve"
        ? notify(trx, events, "WorkmanReviewPublished", { workman }, to)
        : notify(trx, events, "WorkmanReviewRejected", { workman, ...refusal }, to));
  }
  await announceReview(trx, isAboutAccount ? "account" : "workman", id);
  const event = verdict === "approve" ? "review.published" : "review.rejected";
  await writeAudit(
    trx,
    MODERATOR,
    null,
    {
      event,
      accountId: review.account_id,
      object: { type: kind, id },
      after: { state },
      ...(comment ? { reason: comment } : {}),
    },
    at,
  );
}

export const WAITING_REPLIES = sql`
  SELECT 'account-review-reply', r.id,
    'Ответ на отзыв о компании ' || a.short_name || ': ' || left(r.reply, 80), r.replied_at
  FROM account_reviews r
  JOIN accounts a ON a.id = r.account_id
  WHERE r.reply_state = 'MODERATION'
  UNION ALL
  SELECT 'workman-review-reply', r.id,
    'Ответ на отзыв об исполнителе ' || concat_ws(' ', w.last_name,
      w.first_name) || ': ' || left(r.reply, 80),
    r.replied_at
  FROM workman_reviews r JOIN workmen w ON w.id = r.workman_id WHERE r.reply_state = 'MODERATION'`;

/**
 * Publishes or rejects a reply. The specification has no notice of it: its author sees it beside
 * the review.
 */
export async function decideReply(
  trx: Trx,
  kind: "account-review-reply" | "workman-review-reply",
  { id, verdict, reasonId, comment, at }: Decision,
): Promise<void> {
  const subject = kind === "account-review-reply" ? "account" : "workman";
  const table = sql.table(`${subject}_reviews`);
  const state = verdict === "approve" ? "PUBLISHED" : "REJECTED";
  const reason = verdict === "reject" ? reasonOf(REASONS.reviewReject, reasonId) : null;
  const { rows } = await sql<{ account_id: number }>`
    UPDATE ${table}
    SET reply_state = ${state}, reply_reject_reason = ${reason?.id ?? null},
      reply_reject_comment = ${verdict === "reject" ? comment : null}
    WHERE id = ${id} AND reply_state = 'MODERATION' RETURNING account_id`.execute(trx);
  const review = rows[0];
  if (!review)
    return void (await refuse(trx, sql<{ id: number }>`SELECT id FROM ${table} WHERE id = ${id}`));
  await announceReview(trx, subject, id);
  const event = verdict === "approve" ? "review.reply_published" : "review.reply_rejected";
  await writeAudit(
    trx,
    MODERATOR,
    null,
    {
      event,
      accountId: review.account_id,
      object: { type: `${subject}-review`, id },
      after: { state },
      ...(comment ? { reason: comment } : {}),
    },
    at,
  );
}
