import { sql } from "kysely";
import { REASONS } from "#contract/definitions/reasons.ts";
import { WORKMAN_STATE, WORKMAN_TRANSITIONS } from "#contract/workmen/workman-states.ts";
import { APPROVE_OR_REJECT, whyOf, type DecisionKind } from "#server/decision.ts";
import { completeProfile } from "#server/modules/employees/index.ts";
import { notify } from "#server/modules/moderation/index.ts";
import { acceptPapersOf } from "#server/modules/workman-documents/index.ts";
import { announce } from "#server/data/live.ts";
import { transition } from "#server/data/transition.ts";
import type { Platform } from "#server/platform.ts";

type WorkmanVerdict = "approve" | "reject" | "disable" | "enable";

const EVENTS = {
  approve: "approve",
  reject: "reject",
  disable: "block",
  enable: "unblock",
} as const;
const NOTICES = {
  approve: "WorkmanAccepted",
  reject: "WorkmanRejected",
  disable: "WorkmanBlocked",
  enable: "WorkmanUnblocked",
} as const;

export function workmanDecision({
  events,
}: Pick<Platform, "events">): DecisionKind<WorkmanVerdict> {
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
    verdicts: {
      ...APPROVE_OR_REJECT,
      disable: { done: "заблокировано", needsReason: true },
      enable: { done: "разблокировано" },
    },
    reasons: REASONS.workmanReject.definitions,
    async decide(trx, order) {
      const { id, verdict, reason, comment, at } = order;
      const event = EVENTS[verdict];
      const isRefusal = verdict === "reject" || verdict === "disable";
      const move = transition(WORKMAN_TRANSITIONS, event, "moderator");
      const { rows } = await sql<{ person_id: number; name: string }>`
        UPDATE workmen
        SET ${move.set}, error = ${isRefusal ? whyOf(order) : null}
        WHERE id = ${id} AND ${move.from}
        RETURNING person_id, concat_ws(' ', last_name, first_name) AS name`.execute(trx);
      const workman = rows[0];
      if (!workman) return [];
      const person = { personId: workman.person_id, accountId: null, at };
      if (verdict === "approve") {
        await acceptPapersOf(trx, id, at);
        await completeProfile(trx, events, id, at);
      }
      const notice = NOTICES[verdict];
      if (notice === "WorkmanAccepted" || notice === "WorkmanUnblocked")
        await notify(trx, events, notice, { workman: { id, name: workman.name } }, person);
      else
        await notify(trx, events, notice, { rejectReason: reason, rejectComment: comment }, person);
      for (const resource of ["workman", "workman-documents"])
        await announce(trx, { to: `person:${workman.person_id}`, resource });
      return [
        {
          event: "workman.state_changed",
          object: { type: "workman", id },
          before: { state: WORKMAN_TRANSITIONS[event].from[0] },
          after: { state: move.to },
        },
      ];
    },
  };
}
