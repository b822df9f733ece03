import { sql } from "kysely";
import { moscowDate } from "#contract/values/calendar-date.ts";
import {
  EXPIRY_REMINDER_DAYS,
  WORKMAN_DOCUMENT_TRANSITIONS,
} from "#contract/workman-documents/workman-document-states.ts";
import type { BackgroundTask } from "#server/work/background-tasks.ts";
import { inTransaction } from "#server/data/transaction.ts";
import type { Platform } from "#server/platform.ts";

const BATCH = 500;
const EXPIRED = -1;

interface Paper {
  readonly id: number;
  readonly stage: number;
  /** A newer document of the type exists, so this one expires without notices. */
  readonly is_replaced: boolean;
}

/**
 * Reminds 30, 14, 3 and 0 days before a document expires, then marks it expired. After missed days
 * only the nearest reminder is sent. Source: `domain.md` §1.5.
 */
export function documentTermsTask({
  db,
  clock,
  events,
}: Pick<Platform, "db" | "clock" | "events">): BackgroundTask {
  // A date changes once a day; every message between processes wakes the task.
  let finished = "";
  return {
    name: "workman-documents.terms",
    idleMs: 600_000,
    async run() {
      const at = clock.now();
      const today = moscowDate(at);
      if (today === finished) return false;
      return inTransaction(db, async (trx) => {
        const { rows } = await sql<Paper>`
          SELECT d.id, d.stage,
            EXISTS (SELECT FROM workman_documents n
              WHERE n.workman_id = d.workman_id
                AND n.type = d.type
                AND n.id > d.id
                AND n.state IN ('UPLOADED', 'CHECKING', 'VALID')) AS is_replaced
          FROM (
            SELECT p.id, p.workman_id, p.type, p.reminded_days, CASE
              WHEN p.expire_date < ${today}::date THEN ${EXPIRED}
              ELSE (SELECT min(r)
                FROM unnest(${[...EXPIRY_REMINDER_DAYS]}::integer[]) r
                WHERE r >= p.expire_date - ${today}::date) END AS stage
            FROM workman_documents p
            WHERE p.state IN ('VALID', 'EXPIRING')
              AND p.expire_date <= ${today}::date + ${Math.max(...EXPIRY_REMINDER_DAYS)}::integer
            FOR UPDATE SKIP LOCKED
          ) d
          WHERE d.reminded_days IS NULL OR d.reminded_days > d.stage
          ORDER BY d.workman_id, d.id
          LIMIT ${BATCH}`.execute(trx);
        if (rows.length === 0) {
          finished = today;
          return false;
        }
        await sql`
          UPDATE workman_documents d
          SET reminded_days = r.stage, state = CASE
            WHEN r.stage = ${EXPIRED} THEN ${WORKMAN_DOCUMENT_TRANSITIONS.expire.to[0]}
            ELSE ${WORKMAN_DOCUMENT_TRANSITIONS.warn.to[0]} END
          FROM unnest(${rows.map(({ id }) => id)}::integer[],
            ${rows.map(({ stage }) => stage)}::integer[]) AS r(id, stage)
          WHERE d.id = r.id`.execute(trx);
        const notified = rows.filter(({ is_replaced: isReplaced }) => !isReplaced);
        const expiring = notified.filter(({ stage }) => stage !== EXPIRED).map(({ id }) => id);
        const expired = notified.filter(({ stage }) => stage === EXPIRED).map(({ id }) => id);
        if (expiring.length > 0)
          await events.publish(trx, "documents.expiring", { documentIds: expiring, at });
        if (expired.length > 0)
          await events.publish(trx, "documents.expired", { documentIds: expired, at });
        return true;
      });
    },
  };
}
