import { sql } from "kysely";
import type { ComplaintSubject } from "#contract/complaints/complaint-subjects.ts";
import { REASONS } from "#contract/definitions/reasons.ts";
import { writeAudit } from "#server/modules/audit-log/index.ts";
import { announce } from "#server/data/live.ts";
import type { Trx } from "#server/data/transaction.ts";
import type { ProductEventBus } from "#server/product-events.ts";
import { type Decision, MODERATOR, refuse } from "./decision.ts";
import { decideReview } from "./decide-review.ts";

export const WAITING_COMPLAINTS = sql`
  SELECT 'complaint', c.id, 'Жалоба (' || c.reason || '): ' || coalesce(
    (SELECT a.short_name FROM accounts a WHERE c.subject_type = 'account' AND a.id = c.subject_id),
    (SELECT concat_ws(' ', w.last_name, w.first_name)
      FROM workmen w
      WHERE c.subject_type = 'workman' AND w.id = c.subject_id),
    (SELECT left(r.text, 80)
      FROM account_reviews r
      WHERE c.subject_type = 'account-review' AND r.id = c.subject_id),
    (SELECT left(r.text, 80)
      FROM workman_reviews r
      WHERE c.subject_type = 'workman-review'
        AND r.id = c.subject_id)) || coalesce('. ' || c.comment,
      ''), c.created_at
  FROM complaints c WHERE c.state = 'WAITING'`;

interface Decided {
  readonly person_id: number;
  readonly subject_type: ComplaintSubject;
  readonly subject_id: number;
  readonly reason: string;
}

/**
 * Accepting a complaint about a review unpublishes the review; complaints about companies and
 * workers are settled outside the product.
 */
export async function decideComplaint(
  trx: Trx,
  events: ProductEventBus,
  { id, verdict, comment, at }: Decision,
): Promise<void> {
  const state = verdict === "approve" ? "ACCEPTED" : "DISMISSED";
  const { rows } = await sql<Decided>`
      UPDATE complaints
      SET state = ${state}, decided_at = ${at}, decision_comment = ${comment}
      WHERE id = ${id} AND state = 'WAITING'
      RETURNING person_id, subject_type, subject_id, reason`.execute(trx);
  const complaint = rows[0];
  if (!complaint)
    return void (await refuse(
      trx,
      sql<{ id: number }>`SELECT id FROM complaints WHERE id = ${id}`,
    ));
  const { subject_type: subject, subject_id: subjectId } = complaint;
  if (verdict === "approve" && (subject === "account-review" || subject === "workman-review"))
    await takeOff(trx, events, { subject, subjectId, reason: complaint.reason, comment, at });
  await announce(trx, { to: `person:${complaint.person_id}`, resource: "complaints" });
  await writeAudit(
    trx,
    MODERATOR,
    null,
    {
      event: verdict === "approve" ? "complaint.accepted" : "complaint.dismissed",
      object: { type: subject, id: subjectId },
      after: { state },
      ...(comment ? { reason: comment } : {}),
    },
    at,
  );
}

async function takeOff(
  trx: Trx,
  events: ProductEventBus,
  {
    subject,
    subjectId,
    reason,
    comment,
    at,
  }: {
    subject: "account-review" | "workman-review";
    subjectId: number;
    reason: string;
    comment: string | null;
    at: Date;
  },
): Promise<void> {
  const table = sql.table(subject === "account-review" ? "account_reviews" : "workman_reviews");
  // Its author may have changed or deleted it meanwhile.
  const { rows } = await sql`
      UPDATE ${table}
      SET state = 'MODERATION'
      WHERE id = ${subjectId} AND state = 'PUBLISHED'
      RETURNING id`.execute(trx);
  if (rows.length === 0) return;
  const reasonId = REASONS.reviewReject.definitions.some((one) => one.id === reason)
    ? reason
    : "OTHER";
  await decideReview(trx, events, subject, {
    id: subjectId,
    verdict: "reject",
    reasonId,
    comment: comment ?? "Снят с публикации по жалобе",
    at,
  });
}
