import { sql } from "kysely";
import { REASONS } from "#contract/definitions/reasons.ts";
import { WORKMAN_STATE, WORKMAN_TRANSITIONS } from "#contract/workmen/workman-states.ts";
import { APPROVE_OR_REJECT, whyOf, type DecisionKind } from "#server/decision.ts";
import { notify } from "#server/modules/moderation/index.ts";
import { acceptPapersOf } from "#server/modules/workman-documents/index.ts";
import { announce } from "#server/data/live.ts";
import { transition } from "#server/data/transition.ts";
import type { Platform } from "#server/platform.ts";

export function workmanDecision({
  events,
}: Pick<Platform, "events">): DecisionKind<"approve" | "reject"> {
  return {
    kind: "workman",
    title: "исполнитель",
    waiting: sql`
      SELECT w.id, w.created_at AS since, concat_ws(' ', w.last_name, w.first_name) AS who,
        concat_ws(' ', w.last_name, w.first_name, w.middle_name) AS what
      FROM workmen w
      WHERE w.state = 'MODERATION'`,
    state: (id) => sql`SELECT state FROM workmen WHERE id = ${id}`,
    stateTitles: WORKMAN_STATE.titles,
    verdicts: APPROVE_OR_REJECT,
    reasons: REASONS.workmanReject.definitions,
    async decide(trx, order) {
      const { id, verdict, reason, comment, at } = order;
      const isApproved = verdict === "approve";
      const move = transition(WORKMAN_TRANSITIONS, verdict, "moderator");
      const { rows } = await sql<{ person_id: number; name: string }>`
        UPDATE workmen
        SET ${move.set}, error = ${isApproved ? null : whyOf(order)}
        WHERE id = ${id} AND ${move.from}
        RETURNING person_id, concat_ws(' ', last_name, first_name) AS name`.execute(trx);
      const workman = rows[0];
      if (!workman) return [];
      const person = { personId: workman.person_id, accountId: null, at };
      if (isApproved) {
        await acceptPapersOf(trx, id, at);
        await notify(
          trx,
          events,
          "WorkmanAccepted",
          { workman: { id, name: workman.name } },
          person,
        );
      } else
        await notify(
          trx,
          events,
          "WorkmanRejected",
          { rejectReason: reason, rejectComment: comment },
          person,
        );
      for (const resource of ["workman", "workman-documents"])
        await announce(trx, { to: `person:${workman.person_id}`, resource });
      return [
        {
          event: "workman.state_changed",
          object: { type: "workman", id },
          before: { state: WORKMAN_TRANSITIONS[verdict].from[0] },
          after: { state: move.to },
        },
      ];
    },
  };
}
