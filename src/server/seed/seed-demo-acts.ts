import { sql } from "kysely";
import { moscowDate } from "#contract/values/calendar-date.ts";
import type { Trx } from "#server/data/transaction.ts";

const HOUR_MS = 3_600_000;
/** Gets acts of his own work; his list starts empty. */
const MAIN_WORKMAN = "79000000101";

/** Of the last finished job: signed by the company, not yet by its worker. */
export async function seedAct(trx: Trx, accountId: number, now: Date): Promise<void> {
  await sql`
    WITH offer AS (
      SELECT o.account_id, o.id, o.job_id, o.workman_id
      FROM job_offers o
      JOIN workmen w ON w.id = o.workman_id
      JOIN people p ON p.id = w.person_id
      WHERE o.account_id = ${accountId}
        AND o.state = 'FINISHED'
        AND o.act_id IS NULL
        AND p.phone <> ${MAIN_WORKMAN}
      ORDER BY o.result_accepted_at DESC, o.id
      LIMIT 1
    ), act AS (
      INSERT INTO job_documents (account_id, type, state, number, document_date, job_id, workman_id,
        created_at)
      SELECT account_id, 'ACT', 'SIGNED_BY_SENDER', job_id::text, ${moscowDate(now)}::date, job_id,
        workman_id, ${new Date(now.getTime() - 2 * HOUR_MS)}
      FROM offer
      RETURNING id, account_id, job_id
    )
    UPDATE job_offers o
    SET act_id = act.id
    FROM act, offer
    WHERE o.account_id = offer.account_id AND o.id = offer.id`.execute(trx);
}
