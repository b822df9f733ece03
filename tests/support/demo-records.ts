import { sql, type Kysely } from "kysely";
import { moscowDate } from "#contract/values/calendar-date.ts";
import { REGISTRY_KINDS, type RegistryKindName } from "#contract/registries/registry-kinds.ts";
import type { Schema } from "#server/data/generated/schema.ts";
import type { TestApp } from "#tests/support/build-app.ts";
import { PayrollDesk } from "#tests/support/payroll-desk.ts";

const OWNERS = ["79000000001", "79000000011"] as const;

/**
 * Adds, to both accounts, a ready registry and a paid one with jobs, payouts, acts, receipts and
 * postings.
 *
 * @returns the ready registries.
 */
export async function addDemoRecords(
  product: TestApp,
): Promise<{ readonly ready: readonly [number, number] }> {
  const db = product.database.kysely;
  const at = product.clock.now();
  const ready = [
    await addPayrollRegistry(db, OWNERS[0], at, 9001, MARKED_TITLES[0]),
    await addPayrollRegistry(db, OWNERS[1], at, 9001, MARKED_TITLES[1]),
  ] as const;
  await sql`
    INSERT INTO mass_arbitrate_exports (account_id, state, title, filters, format, created_by, role,
      created_at, due_at, error_message)
    SELECT u.account_id, 'FAILED', 'Отклики', '{}', 'xlsx', u.person_id, u.role, ${at}, ${at},
      'Нет откликов'
    FROM account_users u
    WHERE u.account_id IN (1, 2) AND u.role = 'OWNER'`.execute(db);
  await sql`
    INSERT INTO mass_arbitrate_imports (account_id, number, state, file_name, file_sha256,
      created_by, created_at)
    SELECT u.account_id, 9001, 'INVALID', 'Выплаты.xlsx', '\\x00', u.person_id, ${at}
    FROM account_users u
    WHERE u.account_id IN (1, 2) AND u.role = 'OWNER'`.execute(db);
  await sql`
    WITH file AS (
      INSERT INTO files (account_id, person_id, name, content_type, size_bytes, sha256, storage_key,
        created_at)
      SELECT u.account_id, u.person_id, 'Договор.docx', 'application/octet-stream', 1, '\\x00',
        'template-of-' || u.account_id, ${at}
      FROM account_users u
      WHERE u.account_id IN (1, 2) AND u.role = 'OWNER'
      RETURNING *
    )
    INSERT INTO document_templates (account_id, type, title, version, state, file_id, blocks,
      fields, created_by, created_at)
    SELECT account_id, 'CONTRACT', 'Договор', 1, 'ACTIVE', id, '[]', '{}', person_id, ${at}
    FROM file`.execute(db);
  await sql`
    WITH offers AS (SELECT DISTINCT ON (o.account_id, o.workman_id) o.account_id, o.id,
      o.workman_id, gen_random_uuid()::text AS key, w.person_id
      FROM job_offers o
      JOIN workmen w ON w.id = o.workman_id
      WHERE o.account_id IN (1, 2)),
      kept AS (INSERT INTO files (account_id, person_id, name, content_type, size_bytes, sha256,
        storage_key, created_at) SELECT account_id,
        person_id, 'итог.png', 'image/png', 8, '\\x00', key, ${at}
        FROM offers
        RETURNING id, storage_key)
    INSERT INTO job_offer_files (account_id, offer_id, workman_id, file_id)
    SELECT offers.account_id, offers.id, offers.workman_id, kept.id
    FROM offers
    JOIN kept ON kept.storage_key = offers.key`.execute(db);
  await sql`
    INSERT INTO workman_documents (workman_id, type, state, created_at)
    SELECT w.id, 'passport', 'VALID', ${at}
    FROM workmen w
    JOIN people p ON p.id = w.person_id
    WHERE p.phone = '79000000101'`.execute(db);
  await sql`
    INSERT INTO withdrawals (workman_id, card_id, state, amount_kopecks, fee_kopecks, due_at,
      created_at, failure_reason, returned_at)
    SELECT DISTINCT ON (workman_id) workman_id, id, 'FAILED', 100, 0, ${at}::timestamptz,
      ${at}::timestamptz, 'CARD_BLOCKED', ${at}::timestamptz
    FROM workman_cards
    ORDER BY workman_id, id`.execute(db);
  for (const kind of ["job", "workman", "workman-registration"] as const)
    await addRegistries(db, kind, at);
  for (const [index, phone] of OWNERS.entries())
    await new PayrollDesk(product, phone).execute(
      await addPayrollRegistry(db, phone, at, 9002, MARKED_TITLES[index] as string),
    );
  product.clock.advance(600_000);
  await product.runTasksUntilIdle();
  const { rows } = await sql<{
    paid: number;
  }>`
    SELECT count(*)::integer AS paid FROM registries WHERE number = 9002 AND state = 'EXECUTED'`.execute(
    db,
  );
  if (rows[0]?.paid !== OWNERS.length)
    throw new Error("the registries of the suites were not paid");
  // Tests count their own codes.
  await sql`DELETE FROM sandbox.sms`.execute(db);
  await sql`DELETE FROM one_time_codes`.execute(db);
  return { ready };
}

/** Validated, one ready row, in both accounts. */
async function addRegistries(
  db: Kysely<Schema>,
  kind: Exclude<RegistryKindName, "payroll">,
  at: Date,
): Promise<void> {
  const { rows } = await sql<{ account_id: number; id: number; created_on: string }>`
    INSERT INTO registries (account_id, kind, state, number, title, created_by, created_at,
      created_on, checked_at, row_count, checked_count, ready_count)
    SELECT u.account_id, ${kind}, 'READY', 9001, 'Реестр', u.person_id, ${at},
      ${moscowDate(at)}::date, ${at}, 1, 1, 1
    FROM account_users u
    WHERE u.account_id IN (1, 2) AND u.role = 'OWNER'
    RETURNING account_id, id, created_on`.execute(db);
  const cells = REGISTRY_KINDS[kind].columns.map(() => "");
  for (const { account_id: accountId, id, created_on: createdOn } of rows) {
    await sql`
      INSERT INTO registry_items (account_id, registry_id, row_no, created_on, cells, state, phone)
      VALUES (${accountId}, ${id}, 1, ${createdOn}::date, ${cells}::text[], 'READY_TO_APPLY',
        '79990000000')`.execute(db);
  }
}

/** Titles that the other account must never read. */
export const MARKED_TITLES = ["Выплаты-Север-особые", "Выплаты-Волга-особые"] as const;

/** Each number pays for another period. */
async function addPayrollRegistry(
  db: Kysely<Schema>,
  ownerPhone: string,
  at: Date,
  number: number,
  title: string,
): Promise<number> {
  const owner = await sql<{ account_id: number; person_id: number }>`
    SELECT u.account_id, u.person_id
    FROM account_users u
    JOIN people p ON p.id = u.person_id
    WHERE p.phone = ${ownerPhone} AND u.role = 'OWNER'`.execute(db);
  const { account_id: accountId, person_id: personId } = owner.rows[0] ?? {
    account_id: 0,
    person_id: 0,
  };
  const { rows } = await sql<{ id: number; created_on: string }>`
    INSERT INTO registries (account_id, kind, state, number, title, created_by, created_at,
      created_on, row_count, checked_count, ready_count, workmen_count, amount_kopecks,
      commission_kopecks)
    VALUES (${accountId}, 'payroll', 'READY', ${number}, ${title}, ${personId}, ${at},
      ${moscowDate(at)}::date, 3, 3, 3, 3, 300000, 9000)
    RETURNING id, created_on`.execute(db);
  const registry = rows[0] as { id: number; created_on: string };
  await sql`
    INSERT INTO registry_items (account_id, registry_id, row_no, created_on, cells, state, inn,
      workman_id, service_id, receipt_text, work_start, work_end, act_date, amount_kopecks,
      commission_kopecks, payout_kind)
    SELECT ${accountId}, ${registry.id}, row_number() OVER (ORDER BY w.id),
      ${registry.created_on}::date,
      ARRAY['', w.inn, '', '0101', ${title}, '01.10.2026', '31.10.2026', '', '1000', '', '', '',
        '']::text[],
      'READY_TO_APPLY', w.inn, w.id, (SELECT min(id) FROM services), ${title},
        ${moscowDate(at)}::date - ${number - 8971}::integer, ${moscowDate(at)}::date - 1,
        ${moscowDate(at)}::date, 100000, 3000, 'CARD'
    FROM (SELECT w.*
      FROM employments e
      JOIN workmen w ON w.id = e.workman_id
      WHERE e.account_id = ${accountId}
        AND e.state = 'ACTIVE'
        AND w.state = 'ACTIVE'
        AND w.smz_state = 'OK'
        AND w.taxpayer_type = 'SMZ'
        AND w.payout_kind = 'CARD'
      ORDER BY w.id
      LIMIT 3) w`.execute(db);
  return registry.id;
}
