import { sql, type Kysely } from "kysely";
import { moscowDate } from "#contract/values/calendar-date.ts";
import type { Schema } from "#server/data/generated/schema.ts";
import { post } from "#server/money/ledger/index.ts";

export interface PayrollScene {
  readonly accountId: number;
  readonly ownerId: number;
  registryId: number;
  readonly createdOn: string;
  readonly totalKopecks: bigint;
}

export interface SceneOptions {
  readonly rows: number;
  /** Kopecks. */
  readonly amount?: bigint;
  /** By default enough. */
  readonly funds?: bigint;
  /** Distinguishes scenes. */
  readonly seed?: number;
  readonly undoSeconds?: number;
}

/**
 * `rows` payable workers and a validated registry, by SQL: 100 000 rows take seconds. INNs have no
 * checksum.
 */
export async function makePayrollScene(
  db: Kysely<Schema>,
  options: SceneOptions,
): Promise<PayrollScene> {
  const { rows, amount = 1_000_000n, seed = 1, undoSeconds = 0 } = options;
  const commission = (amount * 30_000n + 500_000n) / 1_000_000n;
  const total = (amount + commission) * BigInt(rows);
  const at = new Date();
  return db.transaction().execute(async (trx) => {
    await sql`
      INSERT INTO service_groups (id, code, slug, title, panel_index)
      VALUES (1, '01', 'trade', 'Торговля', 1)
      ON CONFLICT DO NOTHING`.execute(trx);
    await sql`
      INSERT INTO services (id, group_id, code, slug, title, unit, default_receipt_text, risk_level,
        allowed_taxpayer_types, filter_index)
      VALUES (1, 1, '0101', 'layout', 'Выкладка товара', 'услуга', 'Услуги по выкладке товара',
        'LOW', '{SMZ,IP_SMZ}', 1)
      ON CONFLICT DO NOTHING`.execute(trx);
    const owner = await one<{ id: number }>(
      sql`
        INSERT INTO people (phone, name)
        VALUES (${`790${String(seed).padStart(8, "0")}`}, 'Владелец')
        RETURNING id`.execute(trx),
    );
    const account = await one<{ id: number }>(
      sql`
        INSERT INTO accounts (state, legal_form, inn, kpp, short_name, full_name,
          payout_undo_seconds)
        VALUES ('ACTIVE', 'LEGAL_ENTITY', ${String(7_700_000_000 + seed)}, '770101001',
          'ООО «Ромашка»', 'ООО «Ромашка»', ${undoSeconds})
        RETURNING id`.execute(trx),
    );
    await sql`
      INSERT INTO account_users (account_id, person_id, role)
      VALUES (${account.id}, ${owner.id}, 'OWNER')`.execute(trx);
    await sql`
      WITH person AS (
        INSERT INTO people (phone, name)
        SELECT '79' || ${String(seed % 10)}::text || lpad(i::text, 8, '0'), 'Исполнитель ' || i
        FROM generate_series(1, ${rows}::integer) i
        RETURNING id, phone
      ), workman AS (
        INSERT INTO workmen (person_id, state, registration_status, smz_state, taxpayer_type, inn,
          last_name, first_name, bound_at, payout_kind)
        SELECT id, 'ACTIVE', 'COMPLETE', 'OK', 'SMZ', '5' || substr(phone, 1, 11), 'Иванов', 'Иван',
          now() - interval '1 year', 'CARD'
        FROM person
        RETURNING id, inn
      ), card AS (
        INSERT INTO workman_cards (workman_id, token, pan_mask, chosen_at, check_at)
        SELECT id, 'card-' || inn, '2200 **** **** 0004', now(), now() + interval '1 day'
        FROM workman
      ), known AS (
        -- The dry run has just asked the tax service about everybody.
        INSERT INTO tax_bindings (workman_id, status, checked_at)
        SELECT id, 'COMPLETED', now()
        FROM workman
      )
      INSERT INTO sandbox.taxpayers (inn) SELECT inn FROM workman`.execute(trx);
    await post(trx, {
      event: "INVOICE_PAID",
      source: { type: "invoice", id: account.id },
      accountId: account.id,
      at,
      businessDate: moscowDate(at),
      lines: [
        { code: "BANK", amountKopecks: options.funds ?? total },
        { code: "CUST_AVAIL", accountId: account.id, amountKopecks: -(options.funds ?? total) },
      ],
    });
    const registry = await one<{ id: number; created_on: string }>(
      sql`
        INSERT INTO registries (account_id, kind, state, number, created_by, created_at, created_on,
          row_count, checked_count, ready_count, workmen_count, amount_kopecks, commission_kopecks)
        VALUES (${account.id}, 'payroll', 'READY', 1, ${owner.id}, ${at}, ${moscowDate(at)}::date,
          ${rows}, ${rows}, ${rows}, ${rows}, ${amount * BigInt(rows)},
          ${commission * BigInt(rows)})
        RETURNING id, created_on`.execute(trx),
    );
    await sql`
      INSERT INTO registry_items (account_id, registry_id, row_no, created_on, cells, state, inn,
        workman_id, service_id, receipt_text, work_start, work_end, act_date, amount_kopecks,
        commission_kopecks, payout_kind)
      SELECT ${account.id}, ${registry.id}, row_number() OVER (ORDER BY w.id),
        ${registry.created_on}::date,
        ARRAY['', w.inn, '', '0101', 'Услуги по выкладке товара', '01.10.2026', '31.10.2026', '',
          ${String(amount / 100n)}, '', '', '', '']::text[],
        'READY_TO_APPLY', w.inn, w.id, 1, 'Услуги по выкладке товара', ${moscowDate(at)}::date - 30,
          ${moscowDate(at)}::date - 1, ${moscowDate(at)}::date, ${amount}, ${commission}, 'CARD'
      FROM workmen w
      JOIN people p ON p.id = w.person_id
      WHERE p.phone LIKE ${`79${seed % 10}%`} AND w.state = 'ACTIVE'`.execute(trx);
    return {
      accountId: account.id,
      ownerId: owner.id,
      registryId: registry.id,
      createdOn: registry.created_on,
      totalKopecks: total,
    };
  });
}

async function one<Row>(result: Promise<{ rows: unknown[] }>): Promise<Row> {
  return (await result).rows[0] as Row;
}
