import { sql } from "kysely";
import { COMPLAINT_STATE, COMPLAINT_TRANSITIONS } from "#contract/complaints/complaint-states.ts";
import type { ComplaintSubject } from "#contract/complaints/complaint-subjects.ts";
import { REASONS } from "#contract/definitions/reasons.ts";
import { APPROVE_OR_REJECT, type DecisionKind } from "#server/decision.ts";
import { moveReview } from "#server/modules/reviews/index.ts";
import { transition } from "#server/data/transition.ts";
import { announce } from "#server/data/live.ts";
import type { Platform } from "#server/platform.ts";

const REVIEWS: Partial<Record<ComplaintSubject, "account" | "workman">> = {
  "account-review": "account",
  "workman-review": "workman",
};

/** Accepting takes a review down; other subjects are settled outside the product. */
export function complaintDecision(
  platform: Pick<Platform, "events">,
): DecisionKind<"approve" | "reject"> {
  return {
    kind: "complaint",
    title: "жалоба",
    waiting: sql`
      SELECT c.id, c.created_at AS since, p.name AS who,
        'Жалоба (' || c.reason || '): ' || coalesce(
          (SELECT a.short_name
            FROM accounts a
            WHERE c.subject_type = 'account' AND a.id = c.subject_id),
          (SELECT concat_ws(' ', w.last_name, w.first_name)
            FROM workmen w
            WHERE c.subject_type = 'workman' AND w.id = c.subject_id),
          (SELECT left(r.text, 80)
            FROM account_reviews r
            WHERE c.subject_type = 'account-review' AND r.id = c.subject_id),
          (SELECT left(r.text, 80)
            FROM workman_reviews r
            WHERE c.subject_type = 'workman-review' AND r.id = c.subject_id),
          'удалено') || coalesce('. ' || c.comment, '') AS what
      FROM complaints c
      JOIN people p ON p.id = c.person_id
      WHERE c.state = 'WAITING'`,
    state: (id) => sql`SELECT state FROM complaints WHERE id = ${id}`,
    stateTitles: COMPLAINT_STATE.titles,
    verdicts: APPROVE_OR_REJECT,
    reasons: [],
    async decide(trx, { id, verdict, comment, at }) {
      const isAccepted = verdict === "approve";
      const move = transition(
        COMPLAINT_TRANSITIONS,
        isAccepted ? "accept" : "dismiss",
        "moderator",
      );
      const { rows } = await sql<{
        person_id: number;
        subject_type: ComplaintSubject;
        subject_id: number;
        reason: string;
      }>`
        UPDATE complaints
        SET ${move.set}, decided_at = ${at}, decision_comment = ${comment}
        WHERE id = ${id} AND ${move.from}
        RETURNING person_id, subject_type, subject_id, reason`.execute(trx);
      const complaint = rows[0];
      if (!complaint) return [];
      const { subject_type: subject, subject_id: subjectId } = complaint;
      const review = REVIEWS[subject];
      const taken =
        isAccepted && review
          ? // The author may have changed or deleted it.
            await moveReview(platform, trx, review, {
              id: subjectId,
              action: "takeDown",
              reason: reasonFor(complaint.reason),
              comment: comment ?? "Снят с публикации по жалобе",
              at,
            })
          : null;
      await announce(trx, { to: `person:${complaint.person_id}`, resource: "complaints" });
      return [
        ...(taken ? [taken] : []),
        {
          event: isAccepted ? "complaint.accepted" : "complaint.dismissed",
          object: { type: subject, id: subjectId },
          after: { state: move.to },
        },
      ];
    },
  };
}

/** The nearest reason of reviews. */
function reasonFor(complaint: string) {
  const { definitions, titles } = REASONS.reviewReject;
  return (
    definitions.find(({ id }) => id === complaint) ?? { id: "OTHER" as const, title: titles.OTHER }
  );
}
