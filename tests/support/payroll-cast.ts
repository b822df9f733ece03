import { sql, type Kysely } from "kysely";
import type { RoleId } from "#contract/access/roles.ts";
import { moscowDate } from "#contract/values/calendar-date.ts";
import type { Schema } from "#server/data/generated/schema.ts";
import { post } from "#server/money/ledger/index.ts";
import type { PayrollWorker } from "#tests/support/payroll-file.ts";

export interface Customer {
  readonly accountId: number;
  readonly ownerId: number;
  readonly ownerPhone: string;
}

/** For everybody; forbidden to the self-employed; closed. */
export async function seedServices(db: Kysely<Schema>): Promise<void> {
  await sql`
    INSERT INTO service_groups (id, code, slug, title, panel_index)
    VALUES (3, '03', 'delivery', 'Доставка и транспорт', 3)
    ON CONFLICT DO NOTHING`.execute(db);
  await sql`
    INSERT INTO services (id, group_id, code, slug, title, unit, default_receipt_text, risk_level,
      allowed_taxpayer_types, active, filter_index)
    VALUES
      (301, 3, '0301', 'walk', 'Пешая курьерская доставка', 'услуга',
        'Услуги пешей курьерской доставки', 'LOW', '{SMZ,IP_SMZ,IP,INDIVIDUAL}', true, 1),
      (302, 3, '0302', 'goods', 'Продажа товаров', 'услуга', 'Услуги по продаже товаров', 'HIGH',
        '{IP}', true, 2),
      (303, 3, '0303', 'closed', 'Закрытая услуга', 'услуга', 'Закрытая услуга', 'LOW', '{SMZ}',
        false, 3)
      ON CONFLICT DO NOTHING`.execute(db);
}

/** With owner and money. */
export async function aCustomer(
  db: Kysely<Schema>,
  options: { seed?: number; funds?: bigint } = {},
): Promise<Customer> {
  const { seed = 1, funds = 0n } = options;
  const ownerPhone = `7900${String(seed).padStart(7, "0")}`;
  return db.transaction().execute(async (trx) => {
    const account = await sql<{ id: number }>`
      INSERT INTO accounts (state, legal_form, inn, kpp, short_name, full_name)
      VALUES ('ACTIVE', 'LEGAL_ENTITY', ${String(7_700_000_000 + seed)}, '770101001',
        ${`ООО «Заказчик ${seed}»`}, ${`ООО «Заказчик ${seed}»`})
      RETURNING id`.execute(trx);
    const accountId = account.rows[0]?.id ?? 0;
    const ownerId = await addUser(trx, accountId, { phone: ownerPhone, role: "OWNER" });
    if (funds > 0n) {
      await post(trx, {
        event: "INVOICE_PAID",
        source: { type: "invoice", id: accountId },
        accountId,
        at: new Date(),
        businessDate: moscowDate(new Date()),
        lines: [
          { code: "BANK", amountKopecks: funds },
          { code: "CUST_AVAIL", accountId, amountKopecks: -funds },
        ],
      });
    }
    return { accountId, ownerId, ownerPhone };
  });
}

/** @returns the person's id. */
export async function addUser(
  db: Kysely<Schema>,
  accountId: number,
  user: { phone: string; role: RoleId; projectIds?: number[]; name?: string },
): Promise<number> {
  const { rows } = await sql<{
    id: number;
  }>`
    INSERT INTO people (phone, name)
    VALUES (${user.phone}, ${user.name ?? `Пользователь ${user.phone}`})
    RETURNING id`.execute(db);
  const id = rows[0]?.id ?? 0;
  await sql`
    INSERT INTO account_users (account_id, person_id, role, project_ids)
    VALUES (${accountId}, ${id}, ${user.role}, ${user.projectIds ?? null})`.execute(db);
  return id;
}

export async function aProject(
  db: Kysely<Schema>,
  accountId: number,
  title: string,
): Promise<number> {
  const { rows } = await sql<{
    id: number;
  }>`
    INSERT INTO projects (account_id, title) VALUES (${accountId}, ${title}) RETURNING id`.execute(
    db,
  );
  return rows[0]?.id ?? 0;
}

export interface WorkmanFields {
  readonly state?: string;
  readonly smzState?: string;
  readonly taxpayerType?: string;
  readonly payoutKind?: string | null;
  readonly boundAt?: Date;
  /** `false`: no bound card. */
  readonly card?: boolean;
}

/** In the given order, by two statements. */
export async function addWorkmen(
  db: Kysely<Schema>,
  workers: readonly PayrollWorker[],
  fields: WorkmanFields = {},
): Promise<void> {
  const {
    state = "ACTIVE",
    smzState = "OK",
    taxpayerType = "SMZ",
    payoutKind = "CARD",
    boundAt = new Date("2020-01-01T00:00:00Z"),
    card = true,
  } = fields;
  const names = workers.map(({ fullName }) => fullName.split(" "));
  await sql`
    WITH given AS (
      SELECT * FROM unnest(${workers.map(({ inn }) => inn)}::text[],
        ${names.map(([last]) => last ?? "")}::text[],
        ${names.map(([, first]) => first ?? "")}::text[],
        ${names.map(([, , middle]) => middle ?? null)}::text[]) AS t (inn, last_name, first_name,
        middle_name)
    ), person AS (
      INSERT INTO people (phone, name)
      SELECT '79' || substr(inn, 3, 9), last_name || ' ' || first_name
      FROM given
      RETURNING id, phone
    ), workman AS (
      INSERT INTO workmen (person_id, state, registration_status, smz_state, taxpayer_type, inn,
        last_name, first_name, middle_name, bound_at, payout_kind)
      SELECT person.id, ${state}, 'COMPLETE', ${smzState}, ${taxpayerType}, inn, last_name,
        first_name, middle_name, ${boundAt}, ${payoutKind}
      FROM given
      JOIN person ON person.phone = '79' || substr(inn, 3, 9)
      RETURNING id, inn
    ), taxpayer AS (
      INSERT INTO sandbox.taxpayers (inn) SELECT inn FROM workman ON CONFLICT DO NOTHING
    )
    INSERT INTO workman_cards (workman_id, token, pan_mask, chosen_at)
    SELECT id, 'card-' || inn, '2200 **** **** 0004', now()
    FROM workman
    WHERE ${card}`.execute(db);
}
