import { sql } from "kysely";
import { reviewEndpoints as endpoints } from "#contract/reviews/review-endpoints.ts";
import type { Review } from "#contract/reviews/review.ts";
import { REPLY_TRANSITIONS } from "#contract/reviews/review-states.ts";
import type { Actor } from "#server/http/actor.ts";
import { conflict, invalid } from "#server/http/app-error.ts";
import type { Platform } from "#server/platform.ts";
import type { AuditRecord } from "#server/http/request-context.ts";
import type { Serve } from "#server/http/serve.ts";
import type { Trx } from "#server/data/transaction.ts";
import { transition } from "#server/data/transition.ts";
import { announceReview } from "../announce-review.ts";
import { answer, lockReview, objectOf } from "../lock-review.ts";
import { isReviewed, REVIEW_TABLES, type ReviewSubject } from "../queries.ts";

const TEXT_MIN = 2;

interface Reply {
  readonly id: number;
  /** `null` removes. */
  readonly text: string | null;
  readonly actor: Actor;
}

/** Each change is moderated. */
export function serveReviewReplies(serve: Serve, { clock }: Platform): void {
  serve(endpoints.accountReply, ({ actor, params, body, trx, audit }) =>
    reply(trx, "account", { id: params.id, text: body.text, actor }, clock.now(), audit),
  );
  serve(endpoints.workmanReply, ({ actor, params, body, trx, audit }) =>
    reply(trx, "workman", { id: params.id, text: body.text, actor }, clock.now(), audit),
  );
}

async function reply(
  trx: Trx,
  subject: ReviewSubject,
  { id, text, actor }: Reply,
  now: Date,
  audit: (record: AuditRecord) => void,
): Promise<Review> {
  const read = text === null ? null : text.trim();
  if (read !== null && read.length < TEXT_MIN) throw invalid({ text: ["Напишите ответ"] });
  // Only its author sees an unpublished review.
  const review = await lockReview(
    trx,
    subject,
    id,
    (row) => isReviewed(subject, row, actor) && (row.state === "PUBLISHED" || row.reply !== null),
  );
  if (review.state !== "PUBLISHED")
    throw conflict("Отзыв снят с публикации: отвечать сейчас не на что");
  const action = read === null ? "remove" : review.reply === null ? "create" : "update";
  const move = transition(REPLY_TRANSITIONS, action, "account", { column: "reply_state" });
  await sql`
    UPDATE ${sql.table(REVIEW_TABLES[subject])}
    SET reply = ${read}, ${move.set},
      replied_at = ${read === null ? null : now},
      reply_reject_reason = NULL, reply_reject_comment = NULL
      WHERE account_id = ${review.account_id} AND id = ${review.id} AND ${move.from}`.execute(trx);
  await announceReview(trx, subject, review.id);
  audit({
    event: read === null ? "review.reply_removed" : "review.replied",
    accountId: review.account_id,
    object: objectOf(subject, review),
  });
  return answer(trx, subject, review.id, actor);
}
