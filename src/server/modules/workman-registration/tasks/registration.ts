import { sql } from "kysely";
import {
  REGISTRATION_IN_PROCESS,
  type RegistrationStatus,
} from "#contract/workman-registration/registration-states.ts";
import type { BackgroundTask } from "#server/work/background-tasks.ts";
import { itemTask } from "#server/work/item-task.ts";
import { callTask } from "#server/work/outside-task.ts";
import { askBank } from "../bank-stage.ts";
import type { Platform } from "#server/platform.ts";
import { failForNow, lockWaiting, type Waiting, type WriteAnswer } from "../outside-answers.ts";
import { askTaxService } from "../tax-stage.ts";

/** Source: `domain.md` §2.7, «Time-out 30 min in process → *_ERROR». */
const TIME_OUT_MS = 30 * 60_000;

const COLUMNS = sql`
  w.id, w.person_id AS "personId", w.registration_status AS status, w.state, q.attempt,
    q.status_since AS "statusSince", q.bank_faults AS "bankFailures",
    q.tax_request_id AS "taxRequestId"`;

const nameOf = ({ id }: Waiting) => String(id);

const isBankTurn = (status: RegistrationStatus) =>
  status === "CLIENT_IN_PROCESS" || status === "CLIENT_ERROR";

export function registrationTask(platform: Platform): BackgroundTask {
  return callTask<Waiting, WriteAnswer>(platform, {
    name: "workman-registration.outside",
    idleMs: 1000,
    atOnce: 10,
    nameOf,
    async lease({ at, until, limit, isFree }) {
      const { rows } = await sql<Waiting>`
        UPDATE workman_questionnaires q SET due_at = ${until} FROM workmen w
        WHERE q.workman_id = ANY (ARRAY(SELECT workman_id
          FROM workman_questionnaires
          WHERE due_at <= ${at} AND ${isFree(sql`workman_id::text`)}
          ORDER BY due_at
          LIMIT ${limit}
          FOR UPDATE SKIP LOCKED))
          AND w.id = q.workman_id
        RETURNING ${COLUMNS}`.execute(platform.db);
      return rows;
    },
    call: (row, at) =>
      isBankTurn(row.status) ? askBank(platform, row, at) : askTaxService(platform, row, at),
    settle: (trx, _row, writeAnswer) => writeAnswer(trx),
  });
}

/** Half an hour at most without a message. */
export function overdueRegistrationsTask(platform: Platform): BackgroundTask {
  const { db, events } = platform;
  return itemTask<Waiting>(platform, {
    name: "workman-registration.overdue",
    idleMs: 1000,
    batch: 50,
    nameOf,
    async lease({ at, limit, isFree }) {
      const { rows } = await sql<Waiting>`
        SELECT ${COLUMNS} FROM workman_questionnaires q JOIN workmen w ON w.id = q.workman_id
        WHERE q.due_at IS NOT NULL
          AND w.registration_status = ANY (${[...REGISTRATION_IN_PROCESS]}::text[])
          AND q.status_since <= ${new Date(at.getTime() - TIME_OUT_MS)}
          AND ${isFree(sql`q.workman_id::text`)}
        ORDER BY q.workman_id
        LIMIT ${limit}`.execute(db);
      return rows;
    },
    async settle(trx, row, at) {
      const locked = await lockWaiting(trx, row);
      if (locked)
        await failForNow(
          trx,
          events,
          locked,
          isBankTurn(row.status) ? "Банк не ответил за полчаса" : "ФНС не ответила за полчаса",
          at,
        );
    },
  });
}
