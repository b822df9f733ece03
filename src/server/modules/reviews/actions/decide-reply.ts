import { sql } from "kysely";
import { REASONS } from "#contract/definitions/reasons.ts";
import { REVIEW_STATE, REVIEW_TRANSITIONS } from "#contract/reviews/review-states.ts";
import { APPROVE_OR_REJECT, type DecisionKind } from "#server/decision.ts";
import { announceReview } from "../announce-review.ts";
import { transition } from "#server/data/transition.ts";
import { REVIEW_TABLES, type ReviewSubject } from "../queries.ts";

const KINDS = {
  account: {
    title: "ответ компании на отзыв",
    words: "Ответ на отзыв о компании ",
    name: sql`a.short_name`,
  },
  workman: {
    title: "ответ исполнителя на отзыв",
    words: "Ответ на отзыв об исполнителе ",
    name: sql`concat_ws(' ', w.last_name, w.first_name)`,
  },
} as const;

/** Without a notice: the author sees it beside the review. */
export function replyDecision(subject: ReviewSubject): DecisionKind<"approve" | "reject"> {
  const { title, words, name } = KINDS[subject];
  const table = sql.table(REVIEW_TABLES[subject]);
  return {
    kind: `${subject}-review-reply`,
    title,
    waiting: sql`
      SELECT r.id, r.replied_at AS since, ${name} AS who,
        ${words}::text || ${name} || ': ' || left(r.reply, 80) AS what
      FROM ${table} r
      JOIN accounts a ON a.id = r.account_id
      JOIN workmen w ON w.id = r.workman_id
      WHERE r.reply_state = 'MODERATION'`,
    state: (id) => sql`SELECT reply_state AS state FROM ${table} WHERE id = ${id}`,
    stateTitles: REVIEW_STATE.titles,
    verdicts: APPROVE_OR_REJECT,
    reasons: REASONS.reviewReject.definitions,
    async decide(trx, { id, verdict, reason, comment }) {
      const isPublished = verdict === "approve";
      const action = isPublished ? "publish" : "reject";
      const move = transition(REVIEW_TRANSITIONS, action, "moderator", { column: "reply_state" });
      const { rows } = await sql<{ account_id: number }>`
        UPDATE ${table}
        SET ${move.set},
          reply_reject_reason = ${isPublished ? null : (reason?.id ?? null)},
          reply_reject_comment = ${isPublished ? null : comment}
        WHERE id = ${id} AND ${move.from}
        RETURNING account_id`.execute(trx);
      if (!rows[0]) return [];
      await announceReview(trx, subject, id);
      return [
        {
          event: isPublished ? "review.reply_published" : "review.reply_rejected",
          accountId: rows[0].account_id,
          object: { type: `${subject}-review`, id },
          before: { state: REVIEW_TRANSITIONS[action].from[0] },
          after: { state: move.to },
        },
      ];
    },
  };
}
