import { sql, type Kysely } from "kysely";
import type { RoleId } from "#contract/access/roles.ts";
import type { AccountState } from "#contract/accounts/account-states.ts";
import type { Schema } from "#server/data/generated/schema.ts";

export interface AccountRow {
  readonly id: number;
  readonly state: AccountState;
  readonly short_name: string;
  readonly full_name: string;
  readonly inn: string;
  readonly about: string;
  readonly city: { id: number; title: string } | null;
  readonly rating: number | null;
  readonly reviews_count: number;
  readonly published_jobs_count: number;
  readonly finished_jobs_count: number;
  readonly created_at: Date;
}

export interface MyAccountRow extends AccountRow {
  readonly role: RoleId;
  /** Set for a key's call. */
  readonly responsibleRole?: RoleId | undefined;
  readonly available_kopecks: bigint;
  readonly reserved_kopecks: bigint;
  readonly kpp: string | null;
  readonly ogrn: string | null;
  readonly legal_address: string;
  readonly post_address: string | null;
  readonly director_name: string | null;
  readonly director_position: string | null;
  readonly phone: string | null;
  readonly email: string | null;
  readonly bank_name: string | null;
  readonly bank_bik: string | null;
  readonly cor_account_number: string | null;
  readonly account_number: string | null;
  readonly contract_number: string | null;
  readonly contract_date: string | null;
  readonly reject_comment: string | null;
  readonly asked_name: string | null;
  readonly commission_ppm: number;
}

/** Of company `a`. */
export const PUBLISHED_JOBS_COUNT = sql`
  (SELECT count(*)::integer
    FROM jobs j
    WHERE j.account_id = a.id
      AND j.kind = 'OFFER'
      AND j.state = 'PUBLISHED'
      AND j.visibility = 'ALL')`;

export const PUBLIC_COLUMNS = sql`
  a.id, a.state, a.short_name, a.full_name, a.inn, a.about, a.created_at, a.rating, a.reviews_count,
  (SELECT jsonb_build_object('id', c.id, 'title', c.title)
    FROM cities c
    WHERE c.id = a.city_id) AS city,
  ${PUBLISHED_JOBS_COUNT} AS published_jobs_count,
  (SELECT count(*)::integer
    FROM jobs j
    WHERE j.account_id = a.id AND j.kind = 'OFFER' AND j.state = 'FINISHED') AS finished_jobs_count`;

export async function loadMyAccounts(
  db: Kysely<Schema>,
  personId: number,
  accountId?: number,
): Promise<MyAccountRow[]> {
  const { rows } = await sql<MyAccountRow>`
    SELECT ${PUBLIC_COLUMNS}, u.role, a.kpp, a.ogrn, a.legal_address, a.post_address,
      a.director_name, a.director_position, a.phone, a.email, a.bank_name, a.bank_bik,
      a.cor_account_number, a.account_number, a.contract_number, a.contract_date, a.reject_comment, a.asked_name,
        a.commission_ppm,
      coalesce((SELECT l.balance_kopecks
        FROM ledger_accounts l
        WHERE l.account_id = a.id AND l.workman_id = 0 AND l.code = 'CUST_AVAIL' AND l.period = ''),
        0) AS available_kopecks,
      coalesce((SELECT l.balance_kopecks
        FROM ledger_accounts l
        WHERE l.account_id = a.id AND l.workman_id = 0 AND l.code = 'CUST_RES' AND l.period = ''),
        0) AS reserved_kopecks
    FROM account_users u JOIN accounts a ON a.id = u.account_id
    WHERE u.person_id = ${personId}
      AND u.state = 'ACTIVE' ${accountId === undefined ? sql`` : sql`AND a.id = ${accountId}`}
    ORDER BY a.id`.execute(db);
  return rows;
}

export async function findPublicAccount(
  db: Kysely<Schema>,
  id: number,
): Promise<AccountRow | undefined> {
  const { rows } = await sql<AccountRow>`
      SELECT ${PUBLIC_COLUMNS} FROM accounts a WHERE a.id = ${id} AND a.state = 'ACTIVE'`.execute(
    db,
  );
  return rows[0];
}
