import { sql } from "kysely";
import { CITIZENSHIP } from "#contract/definitions/citizenships.ts";
import { requiredDocumentsOf, TAXPAYER_TYPE } from "#contract/definitions/taxpayer-types.ts";
import { NOTICE_TYPES } from "#contract/notices/notice-types.ts";
import { WORKMAN_TRANSITIONS } from "#contract/workmen/workman-states.ts";
import { writeAudit, type SystemActor } from "#server/modules/audit-log/index.ts";
import type { BackgroundTask } from "#server/work/background-tasks.ts";
import { announce } from "#server/data/live.ts";
import { inTransaction } from "#server/data/transaction.ts";
import type { Platform } from "#server/platform.ts";

const BATCH = 100;
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

/**
 * Activates profiles that need no moderator: known to the bank, with a confirmed tax status and
 * valid documents. Source: `domain.md` §2.7, «auto».
 */
export function activateTask({ db, clock, events }: Platform): BackgroundTask {
  return {
    name: "workman-registration.activate",
    idleMs: 3000,
    run: () =>
      inTransaction(db, async (trx) => {
        const at = clock.now();
        const { rows } = await sql<{ id: number; person_id: number; name: string }>`
          UPDATE workmen
          SET state = ${WORKMAN_TRANSITIONS.approve.to[0]}, error = NULL
          WHERE id = ANY (ARRAY(
            SELECT w.id FROM workmen w JOIN workman_questionnaires q ON q.workman_id = w.id
            WHERE w.state = ${WORKMAN_TRANSITIONS.approve.from[0]}
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
                      AND d.state IN ('VALID', 'EXPIRING')))
            ORDER BY w.id LIMIT ${BATCH} FOR NO KEY UPDATE OF w SKIP LOCKED))
          RETURNING id, person_id, concat_ws(' ', last_name, first_name) AS name`.execute(trx);
        for (const { id, person_id: personId, name } of rows) {
          await events.publish(trx, "notice.wanted", {
            personId,
            accountId: null,
            type: NOTICE_TYPES.WorkmanAccepted.id,
            resource: { workman: { id, name } },
            at,
          });
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
        }
        return rows.length > 0;
      }),
  };
}
