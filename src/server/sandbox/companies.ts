import { sql, type Kysely } from "kysely";
import { ACCOUNT_STATE, type AccountState } from "#contract/accounts/account-states.ts";
import { definitionFor } from "#contract/kernel/definition-of.ts";
import type { Schema } from "#server/data/generated/schema.ts";

const SHOWN = 200;

export async function readCompanies(db: Kysely<Schema>) {
  const { rows } = await sql<{
    id: number;
    short_name: string;
    state: AccountState;
    reject_comment: string | null;
  }>`
    SELECT id, short_name, state, reject_comment
    FROM accounts
    WHERE state IN ('ACTIVE', 'DISABLED')
    ORDER BY state = 'ACTIVE', id
    LIMIT ${SHOWN}`.execute(db);
  return rows.map((row) => ({
    id: row.id,
    title: row.short_name,
    state: definitionFor(ACCOUNT_STATE, row.state),
    reason: row.state === "DISABLED" ? row.reject_comment : null,
  }));
}
