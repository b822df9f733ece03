import { sql } from "kysely";
import {
  REGISTRATION_IN_PROCESS,
  type RegistrationStatus,
} from "#contract/workman-registration/registration-states.ts";
import type { BackgroundTask } from "#server/work/background-tasks.ts";
import { forEachSettingAside, notSetAside } from "#server/work/set-aside.ts";
import { inTransaction } from "#server/data/transaction.ts";
import { askBank } from "../bank-stage.ts";
import type { Platform } from "#server/platform.ts";
import { failForNow, type Waiting } from "../outside-answers.ts";
import { askTaxService } from "../tax-stage.ts";

const TASK = "workman-registration.outside";
const BATCH = 50;
/** Lease during a call; after a crash the next process takes over. */
const LEASE_MS = 120_000;
/** Source: `domain.md` §2.7, «Time-out 30 min in process → *_ERROR». */
const TIME_OUT_MS = 30 * 60_000;

/**
 * Leads registrations through the bank and the tax service, by stable ids; each answer is stored in
 * one transaction.
 */
export function registrationTask(platform: Platform): BackgroundTask {
  return {
    name: TASK,
    idleMs: 1000,
    async run() {
      const at = platform.clock.now();
      const ended = await endOverdue(platform, at);
      const rows = await leaseRegistrations(platform, at);
      await forEachSettingAside(platform, {
        task: TASK,
        items: rows,
        nameOf: ({ id }) => String(id),
        work: (row) =>
          isBankTurn(row.status) ? askBank(platform, row, at) : askTaxService(platform, row, at),
      });
      return ended || rows.length > 0;
    },
  };
}

const isBankTurn = (status: RegistrationStatus) =>
  status === "CLIENT_IN_PROCESS" || status === "CLIENT_ERROR";
const COLUMNS = sql`
  w.id, w.person_id AS "personId", w.registration_status AS status, w.state, q.attempt,
    q.status_since AS "statusSince", q.bank_faults AS "bankFailures",
    q.tax_request_id AS "taxRequestId"`;

async function leaseRegistrations({ db }: Platform, at: Date): Promise<Waiting[]> {
  const { rows } = await sql<Waiting>`
    UPDATE workman_questionnaires q SET due_at = ${new Date(at.getTime() + LEASE_MS)} FROM workmen w
    WHERE q.workman_id = ANY (ARRAY(SELECT workman_id
      FROM workman_questionnaires
      WHERE due_at <= ${at} AND ${notSetAside(TASK, sql`workman_id::text`, at)}
      ORDER BY due_at
      LIMIT ${BATCH}
      FOR UPDATE SKIP LOCKED))
      AND w.id = q.workman_id
    RETURNING ${COLUMNS}`.execute(db);
  return rows;
}

/** Nobody waits longer than half an hour without a message, whether the service answers or not. */
async function endOverdue({ db, events }: Platform, at: Date): Promise<boolean> {
  return inTransaction(db, async (trx) => {
    const { rows } = await sql<Waiting>`
      SELECT ${COLUMNS} FROM workman_questionnaires q JOIN workmen w ON w.id = q.workman_id
      WHERE q.due_at IS NOT NULL
        AND w.registration_status = ANY (${[...REGISTRATION_IN_PROCESS]}::text[])
        AND q.status_since <= ${new Date(at.getTime() - TIME_OUT_MS)}
      ORDER BY q.workman_id
      LIMIT ${BATCH}
      FOR NO KEY UPDATE OF w SKIP LOCKED`.execute(trx);
    for (const row of rows)
      await failForNow(
        trx,
        events,
        row,
        isBankTurn(row.status) ? "Банк не ответил за полчаса" : "ФНС не ответила за полчаса",
        at,
      );
    return rows.length > 0;
  });
}
