import { sql, type Kysely } from "kysely";
import type { RoleId } from "#contract/access/roles.ts";
import { companyInn, ogrn } from "#contract/values/check-digits.ts";
import type { Schema } from "#server/data/generated/schema.ts";
import { topUpAccount } from "#server/sandbox/index.ts";
import { inTransaction } from "#server/data/transaction.ts";

let serial = 0;

/**
 * ACTIVE, valid numbers.
 *
 * @returns its id.
 */
export async function anAccount(
  db: Kysely<Schema>,
  over: {
    state?: string;
    commissionPpm?: number;
    payoutUndoSeconds?: number;
    kopecks?: bigint;
  } = {},
): Promise<number> {
  serial += 1;
  const number = String(serial).padStart(6, "0");
  const { rows } = await sql<{ id: number }>`
    INSERT INTO accounts (state, legal_form, inn, kpp, ogrn, short_name, full_name, trusted,
      contract_number, contract_date, commission_ppm, payout_undo_seconds, register_name)
    VALUES (${over.state ?? "ACTIVE"}, 'LEGAL_ENTITY', ${companyInn(`779${number}`)}, '770101001',
      ${ogrn(`125770${number}`)}, ${`ООО «Проба ${serial}»`},
      ${`Общество с ограниченной ответственностью «Проба ${serial}»`}, true, ${`Т-${serial}`},
        '2025-01-10', ${over.commissionPpm ?? 30_000}, ${over.payoutUndoSeconds ?? 0},
        ${`ООО «Проба ${serial}»`})
    RETURNING id`.execute(db);
  const id = rows[0]?.id as number;
  if (over.kopecks) await topUp(db, id, over.kopecks);
  return id;
}

/** Like a bank statement. */
export async function topUp(
  db: Kysely<Schema>,
  accountId: number,
  kopecks: bigint,
  at = new Date(),
): Promise<void> {
  await inTransaction(db, (trx) => topUpAccount(trx, { accountId, amountKopecks: kopecks, at }));
}

let people = 0;

export async function aPersonWithRole(
  db: Kysely<Schema>,
  accountId: number,
  role: RoleId,
  over: { phone?: string; projectIds?: number[] } = {},
): Promise<{ personId: number; phone: string }> {
  people += 1;
  const phone = over.phone ?? `7910${String(people).padStart(7, "0")}`;
  const { rows } = await sql<{ id: number }>`
    INSERT INTO people (phone, name)
    VALUES (${phone}, ${`Пробный Сотрудник ${people}`})
    ON CONFLICT (phone) DO UPDATE
    SET name = people.name
    RETURNING id`.execute(db);
  const personId = rows[0]?.id as number;
  await sql`
    INSERT INTO account_users (account_id, person_id, role, project_ids)
    VALUES (${accountId}, ${personId}, ${role}, ${over.projectIds ?? null}::integer[])`.execute(db);
  return { personId, phone };
}
