import { sql } from "kysely";
import { REASONS } from "#contract/definitions/reasons.ts";
import { writeAudit } from "#server/modules/audit-log/index.ts";
import type { Trx } from "#server/platform/transaction.ts";
import type { ProductEventBus } from "#server/product-events.ts";
import { type Decision, MODERATOR, reasonOf, refuse, notify } from "./decision.ts";

interface Decided {
  readonly account_id: number;
  readonly account_name: string;
  readonly workman_id: number;
  readonly workman_name: string;
  /** The author: a worker, or the user who wrote for the company. */
  readonly author_id: number | null;
}

/** Publishes or refuses a review and tells its author. */
export async function decideReview(trx: Trx, events: ProductEventBus, kind: "account-review" | "workman-review", { id, verdict, reasonId, comment, at }: Decision): Promise<void> {
  const isAboutAccount = kind === "account-review";
  const table = sql.table(isAboutAccount ? "account_reviews" : "workman_reviews");
  const state = verdict === "approve" ? "PUBLISHED" : "REJECTED";
  const reason = verdict === "reject" ? reasonOf(REASONS.reviewReject, reasonId) : null;
  const { rows } = await sql<Decided>`
    UPDATE ${table} r SET state = ${state}, reject_reason = ${reason?.id ?? null}, reject_comment = ${verdict === "reject" ? comment : null}
    FROM accounts a, workmen w WHERE a.id = r.account_id AND w.id = r.workman_id AND r.id = ${id} AND r.state = 'MODERATION'
    RETURNING r.account_id, a.short_name AS account_name, r.workman_id, concat_ws(' ', w.last_name, w.first_name) AS workman_name, ${isAboutAccount ? sql`w.person_id` : sql`r.created_by`} AS author_id`.execute(trx);
  const review = rows[0];
  if (!review) return void (await refuse(trx, sql<{ id: number }>`SELECT id FROM ${table} WHERE id = ${id}`));
  const account = { id: review.account_id, companyDetailsName: review.account_name };
  const workman = { id: review.workman_id, name: review.workman_name };
  const refusal = { rejectReason: reason, rejectComment: comment };
  if (review.author_id !== null) {
    const to = { personId: review.author_id, accountId: isAboutAccount ? null : review.account_id, at };
    if (isAboutAccount) await (verdict === "approve" ? notify(trx, events, "AccountReviewPublished", { account }, to) : notify(trx, events, "AccountReviewRejected", { account, ...refusal }, to));
    else await (verdict === "approve" ? notify(trx, events, "WorkmanReviewPublished", { workman }, to) : notify(trx, events, "WorkmanReviewRejected", { workman, ...refusal }, to));
  }
  const event = verdict === "approve" ? "review.published" : "review.rejected";
  await writeAudit(trx, MODERATOR, null, { event, accountId: review.account_id, object: { type: kind, id }, after: { state }, ...(comment ? { reason: comment } : {}) }, at);
}
