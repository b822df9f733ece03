import { sql, type Kysely } from "kysely";
import type { Schema } from "#server/database/schema.ts";

/**
 * What the demonstration does not hold yet but the suites that walk the contract need: a record of each kind in both accounts.
 * A kind leaves this file when the demonstration itself has it.
 */
export async function addDemoRecords(db: Kysely<Schema>, at: Date): Promise<void> {
  for (const [index, ownerPhone] of ["79000000001", "79000000011"].entries()) {
    const { rows } = await sql<{ account_id: number; person_id: number }>`
      SELECT u.account_id, u.person_id FROM account_users u JOIN people p ON p.id = u.person_id WHERE p.phone = ${ownerPhone} AND u.role = 'OWNER'`.execute(db);
    const owner = rows[0];
    if (!owner) throw new Error(`the demonstration has no owner ${ownerPhone}`);
    await addPayrollRegistry(db, owner.account_id, owner.person_id, at, MARKED_TITLES[index] as string);
    await addFinishedJob(db, owner.account_id, at, MARKED_TITLES[index] as string);
  }
}

/** Titles of the records made here, one an account: words that the other account must never read. */
export const MARKED_TITLES = ["Выплаты-Север-особые", "Выплаты-Волга-особые"] as const;

async function addPayrollRegistry(db: Kysely<Schema>, accountId: number, personId: number, at: Date, title: string): Promise<void> {
  const { rows } = await sql<{ id: number; created_on: string }>`
    INSERT INTO registries (account_id, kind, state, number, title, created_by, created_at, created_on, row_count, checked_count, ready_count, workmen_count, amount_kopecks, commission_kopecks)
    VALUES (${accountId}, 'payroll', 'READY', 9001, ${title}, ${personId}, ${at}, ${at}::date, 3, 3, 3, 3, 300000, 9000) RETURNING id, created_on`.execute(db);
  const registry = rows[0];
  await sql`
    INSERT INTO registry_items (account_id, registry_id, row_no, created_on, cells, state, inn, workman_id, service_id, receipt_text, work_start, work_end, act_date, amount_kopecks, commission_kopecks, payout_kind)
    SELECT ${accountId}, ${registry?.id}, row_number() OVER (ORDER BY w.id), ${registry?.created_on}::date, ARRAY['', w.inn, '', '0101', ${title}, '01.10.2026', '31.10.2026', '', '1000', '', '', '', '']::text[],
      'READY_TO_APPLY', w.inn, w.id, (SELECT min(id) FROM services), ${title}, ${at}::date - 30, ${at}::date - 1, ${at}::date, 100000, 3000, 'CARD'
    FROM (SELECT w.* FROM employments e JOIN workmen w ON w.id = e.workman_id WHERE e.account_id = ${accountId} AND e.state = 'ACTIVE' AND w.state = 'ACTIVE' AND w.smz_state = 'OK' AND w.taxpayer_type = 'SMZ' AND w.payout_kind = 'CARD' ORDER BY w.id LIMIT 3) w`.execute(db);
}

/** A job done and its act, signed. */
async function addFinishedJob(db: Kysely<Schema>, accountId: number, at: Date, title: string): Promise<void> {
  await sql`
    WITH job AS (
      INSERT INTO jobs (account_id, kind, state, title, description, service_id, budget_kopecks, workman_id, work_start, work_end, created_at)
      SELECT ${accountId}, 'PAYROLL', 'FINISHED', ${title}, ${title}, (SELECT min(id) FROM services), 100000, w.id, ${at}::date - 30, ${at}::date - 1, ${at}
      FROM employments e JOIN workmen w ON w.id = e.workman_id WHERE e.account_id = ${accountId} AND e.state = 'ACTIVE' AND w.inn IS NOT NULL ORDER BY w.id LIMIT 1 RETURNING *
    )
    INSERT INTO job_documents (account_id, type, state, number, document_date, job_id, workman_id, created_at, signed_at)
    SELECT account_id, 'ACT', 'AUTO_SIGNED', id::text, ${at}::date, id, workman_id, ${at}, ${at} FROM job`.execute(db);
}
