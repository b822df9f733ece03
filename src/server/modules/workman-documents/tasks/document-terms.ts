import { sql } from "kysely";
import { moscowDate } from "#contract/values/calendar-date.ts";
import {
  EXPIRY_REMINDER_DAYS,
  WORKMAN_DOCUMENT_TRANSITIONS,
} from "#contract/workman-documents/workman-document-states.ts";
import type { BackgroundTask } from "#server/work/background-tasks.ts";
import type { Trx } from "#server/data/transaction.ts";
import { transition } from "#server/data/transition.ts";
import { itemTask } from "#server/work/item-task.ts";
import type { Platform } from "#server/platform.ts";

const EXPIRED = -1;
/** Ms; a date changes once a day. */
const LOOK_MS = 600_000;

interface Paper {
  readonly id: number;
  readonly stage: number;
  /** By a newer one: no notices. */
  readonly is_replaced: boolean;
}

/** After missed days only the nearest reminder is sent. Source: `domain.md` §1.5. */
export function documentTermsTask(
  platform: Pick<Platform, "db" | "clock" | "events">,
): BackgroundTask {
  const { db, events } = platform;
  return itemTask<Paper>(platform, {
    name: "workman-documents.terms",
    idleMs: LOOK_MS,
    everyMs: LOOK_MS,
    batch: 500,
    nameOf: ({ id }) => String(id),
    async lease({ at, limit, isFree }) {
      const today = moscowDate(at);
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
        ) d
        WHERE (d.reminded_days IS NULL OR d.reminded_days > d.stage)
          AND ${isFree(sql`d.id::text`)}
        ORDER BY d.workman_id, d.id
        LIMIT ${limit}`.execute(db);
      return rows;
    },
    settleTogether: (trx, papers, at) => remind(events, trx, papers, at),
  });
}

const AGE = transition(WORKMAN_DOCUMENT_TRANSITIONS, "age", "system", {
  of: "d",
  when: { EXPIRED: sql`r.stage = ${EXPIRED}` },
});

async function remind(
  events: Platform["events"],
  trx: Trx,
  papers: readonly Paper[],
  at: Date,
): Promise<void> {
  const { rows } = await sql<Paper>`
    UPDATE workman_documents d
    SET reminded_days = r.stage, ${AGE.set}
    FROM unnest(${papers.map(({ id }) => id)}::integer[],
      ${papers.map(({ stage }) => stage)}::integer[],
      ${papers.map((paper) => paper.is_replaced)}::boolean[]) AS r(id, stage, is_replaced)
    WHERE d.id = r.id
      AND ${AGE.from}
      AND (d.reminded_days IS NULL OR d.reminded_days > r.stage)
    RETURNING d.id, r.stage, r.is_replaced`.execute(trx);
  const notified = rows.filter(({ is_replaced: isReplaced }) => !isReplaced);
  const expiring = notified.filter(({ stage }) => stage !== EXPIRED).map(({ id }) => id);
  const expired = notified.filter(({ stage }) => stage === EXPIRED).map(({ id }) => id);
  if (expiring.length > 0)
    await events.publish(trx, "documents.expiring", { documentIds: expiring, at });
  if (expired.length > 0)
    await events.publish(trx, "documents.expired", { documentIds: expired, at });
}
