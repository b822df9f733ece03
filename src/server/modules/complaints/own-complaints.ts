import { sql } from "kysely";
import { COMPLAINT_STATE, type ComplaintState } from "#contract/complaints/complaint-states.ts";
import {
  COMPLAINT_SUBJECT,
  type ComplaintSubject,
} from "#contract/complaints/complaint-subjects.ts";
import type { Complaint } from "#contract/complaints/complaint.ts";
import { definitionFor } from "#contract/kernel/definition-of.ts";
import { REASONS } from "#contract/definitions/reasons.ts";
import type { Trx } from "#server/data/transaction.ts";

const MOST_SHOWN = 50;

interface ComplaintRow {
  readonly id: number;
  readonly subject_type: ComplaintSubject;
  readonly subject: string | null;
  readonly reason: (typeof REASONS.complaint.ids)[number];
  readonly comment: string | null;
  readonly state: ComplaintState;
  readonly decision_comment: string | null;
  readonly created_at: Date;
  readonly decided_at: Date | null;
}

export async function listOwnComplaints(trx: Trx, personId: number): Promise<Complaint[]> {
  const { rows } = await sql<ComplaintRow>`
    SELECT c.id, c.subject_type, c.reason, c.comment, c.state, c.decision_comment, c.created_at,
      c.decided_at, CASE c.subject_type
      WHEN 'account' THEN (SELECT a.short_name FROM accounts a WHERE a.id = c.subject_id)
      WHEN 'workman' THEN (SELECT concat_ws(' ', w.last_name, w.first_name)
        FROM workmen w
        WHERE w.id = c.subject_id)
      WHEN 'account-review' THEN (SELECT left(r.text, 120)
        FROM account_reviews r
        WHERE r.id = c.subject_id)
      ELSE (SELECT left(r.text, 120)
        FROM workman_reviews r
        WHERE r.id = c.subject_id) END AS subject
    FROM complaints c WHERE c.person_id = ${personId} ORDER BY c.id DESC LIMIT ${MOST_SHOWN}`.execute(
    trx,
  );
  return rows.map((row) => ({
    id: row.id,
    subjectType: definitionFor(COMPLAINT_SUBJECT, row.subject_type),
    // Maybe deleted by its author.
    subject: row.subject ?? "удалён",
    reason: definitionFor(REASONS.complaint, row.reason),
    comment: row.comment,
    state: definitionFor(COMPLAINT_STATE, row.state),
    decisionComment: row.decision_comment,
    createdAt: row.created_at.toISOString(),
    decidedAt: row.decided_at?.toISOString() ?? null,
  }));
}
