import { sql } from "kysely";
import { REASONS } from "#contract/definitions/reasons.ts";
import { moscowDate } from "#contract/values/calendar-date.ts";
import {
  WORKMAN_DOCUMENT_STATE,
  WORKMAN_DOCUMENT_TRANSITIONS,
  WORKMAN_DOCUMENT_TYPE,
  type WorkmanDocumentState,
  type WorkmanDocumentType,
} from "#contract/workman-documents/workman-document-states.ts";
import { APPROVE_OR_REJECT, type DecisionKind } from "#server/decision.ts";
import { notify } from "#server/modules/moderation/index.ts";
import { announce } from "#server/data/live.ts";
import type { Trx } from "#server/data/transaction.ts";
import { transition } from "#server/data/transition.ts";
import type { Platform } from "#server/platform.ts";

const accept = (action: "approve" | "approveWithProfile", at: Date) =>
  transition(WORKMAN_DOCUMENT_TRANSITIONS, action, "moderator", {
    of: "d",
    when: { EXPIRED: sql`d.expire_date < ${moscowDate(at)}::date` },
  });
const REJECT = transition(WORKMAN_DOCUMENT_TRANSITIONS, "reject", "moderator", { of: "d" });

export function documentDecision({
  events,
}: Pick<Platform, "events">): DecisionKind<"approve" | "reject"> {
  return {
    kind: "workman-document",
    title: "документ исполнителя",
    waiting: sql`
      SELECT d.id, d.created_at AS since, concat_ws(' ', w.last_name, w.first_name) AS who,
        CASE d.type ${sql.join(
          WORKMAN_DOCUMENT_TYPE.definitions.map(
            ({ id, title }) => sql`WHEN ${sql.lit(id)} THEN ${sql.lit(title)}`,
          ),
          sql` `,
        )} END || ', ' || concat_ws(' ', w.last_name, w.first_name) AS what
      FROM workman_documents d
      JOIN workmen w ON w.id = d.workman_id
      WHERE d.state = 'CHECKING'`,
    state: (id) => sql`SELECT state FROM workman_documents WHERE id = ${id}`,
    stateTitles: WORKMAN_DOCUMENT_STATE.titles,
    verdicts: APPROVE_OR_REJECT,
    reasons: REASONS.workmanReject.definitions,
    async decide(trx, { id, verdict, reason, comment, at }) {
      const isApproved = verdict === "approve";
      const move = isApproved ? accept("approve", at) : REJECT;
      const { rows } = await sql<{
        type: WorkmanDocumentType;
        state: WorkmanDocumentState;
        person_id: number;
      }>`
        UPDATE workman_documents d
        SET ${move.set},
          reject_reason = ${isApproved ? null : (reason?.id ?? null)},
          reject_comment = ${isApproved ? null : comment}
        FROM workmen w
        WHERE w.id = d.workman_id
          AND d.id = ${id}
          AND ${move.from}
        RETURNING d.type, d.state, w.person_id`.execute(trx);
      const paper = rows[0];
      if (!paper) return [];
      const { type, state, person_id: personId } = paper;
      const name = WORKMAN_DOCUMENT_TYPE.titles[type];
      await announce(trx, { to: `person:${personId}`, resource: "workman-documents", ids: [id] });
      const document = { name, type };
      const recipient = { personId, accountId: null, at };
      // It may have waited past its last day.
      if (state === "EXPIRED")
        await events.publish(trx, "documents.expired", { documentIds: [id], at });
      else if (isApproved) await notify(trx, events, "DocumentAccepted", { document }, recipient);
      else
        await notify(
          trx,
          events,
          "DocumentRejected",
          { document, rejectReason: reason, rejectComment: comment },
          recipient,
        );
      return [
        {
          event: isApproved ? "workman.document_approved" : "workman.document_rejected",
          object: { type: "workman-document", id, title: name },
        },
      ];
    },
  };
}

/** Together with the worker's profile. */
export async function acceptPapersOf(trx: Trx, workmanId: number, at: Date): Promise<void> {
  const move = accept("approveWithProfile", at);
  await sql`
    UPDATE workman_documents d
    SET ${move.set}
    WHERE d.workman_id = ${workmanId} AND ${move.from}`.execute(trx);
}
