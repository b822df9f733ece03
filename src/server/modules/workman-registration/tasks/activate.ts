import { sql } from "kysely";
import { CITIZENSHIP } from "#contract/definitions/citizenships.ts";
import { requiredDocumentsOf, TAXPAYER_TYPE } from "#contract/definitions/taxpayer-types.ts";
import { NOTICE_TYPES } from "#contract/notices/notice-types.ts";
import { WORKMAN_TRANSITIONS } from "#contract/workmen/workman-states.ts";
import { writeAudit, type SystemActor } from "#server/modules/audit-log/index.ts";
import { completeProfile } from "#server/modules/employees/index.ts";
import type { BackgroundTask } from "#server/work/background-tasks.ts";
import { announce } from "#server/data/live.ts";
import { itemTask } from "#server/work/item-task.ts";
import { transition } from "#server/data/transition.ts";
import type { Platform } from "#server/platform.ts";

const SYSTEM: SystemActor = { type: "system", name: "Проверка профиля" };

const REQUIRED = JSON.stringify(
  TAXPAYER_TYPE.ids.flatMap((taxpayer) =>
    CITIZENSHIP.ids.flatMap((citizenship) =>
      requiredDocumentsOf(taxpayer, citizenship).map((document) => ({
        taxpayer,
        citizenship,
        document,
      })),
    ),
  ),
);

const APPROVE = transition(WORKMAN_TRANSITIONS, "approve", "system", { of: "w" });

/** Of a workman `w` with a questionnaire `q`. */
const NEEDS_NO_MODERATOR = sql`
  ${APPROVE.from}
    AND w.registration_status = 'COMPLETE'
    AND q.is_identified
    AND q.attempt > 0
    AND (w.smz_state = 'OK' OR w.taxpayer_type NOT IN ('SMZ', 'IP_SMZ'))
    AND NOT EXISTS (SELECT FROM jsonb_to_recordset(${REQUIRED}::jsonb) AS r (taxpayer text,
      citizenship text, document text)
      WHERE r.taxpayer = w.taxpayer_type AND r.citizenship = w.citizenship
        AND NOT EXISTS (SELECT FROM workman_documents d
          WHERE d.workman_id = w.id
            AND d.type = r.document
            AND d.state IN ('VALID', 'EXPIRING')))`;

/** Known to the bank, tax status confirmed, documents valid. Source: `domain.md` §2.7, «auto». */
export function activateTask(platform: Platform): BackgroundTask {
  const { db, events } = platform;
  return itemTask<number>(platform, {
    name: "workman-registration.activate",
    idleMs: 3000,
    batch: 100,
    nameOf: String,
    async lease({ limit, isFree }) {
      const { rows } = await sql<{ id: number }>`
        SELECT w.id FROM workmen w JOIN workman_questionnaires q ON q.workman_id = w.id
        WHERE ${NEEDS_NO_MODERATOR} AND ${isFree(sql`w.id::text`)}
        ORDER BY w.id
        LIMIT ${limit}`.execute(db);
      return rows.map(({ id }) => id);
    },
    async settle(trx, id, at) {
      const { rows } = await sql<{ person_id: number; name: string }>`
        UPDATE workmen w
        SET ${APPROVE.set}, error = NULL
        FROM workman_questionnaires q
        WHERE w.id = ${id} AND q.workman_id = w.id AND ${NEEDS_NO_MODERATOR}
        RETURNING w.person_id, concat_ws(' ', w.last_name, w.first_name) AS name`.execute(trx);
      const workman = rows[0];
      if (!workman) return;
      const personId = workman.person_id;
      await events.publish(trx, "notice.wanted", {
        personId,
        accountId: null,
        type: NOTICE_TYPES.WorkmanAccepted.id,
        resource: { workman: { id, name: workman.name } },
        at,
      });
      await completeProfile(trx, events, id, at);
      await announce(trx, { to: `person:${personId}`, resource: "workman" });
      await writeAudit(
        trx,
        SYSTEM,
        null,
        {
          event: "workman.state_changed",
          object: { type: "workman", id },
          before: { state: "MODERATION" },
          after: { state: "ACTIVE" },
        },
        at,
      );
    },
  });
}
