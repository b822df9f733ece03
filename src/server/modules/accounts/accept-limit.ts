import { sql, type Kysely } from "kysely";
import type { Rights } from "#contract/access/access.ts";
import { overLimit } from "#contract/approvals/accept-limit.ts";
import type { Schema } from "#server/data/generated/schema.ts";
import type { Trx } from "#server/data/transaction.ts";
import { conflict } from "#server/http/app-error.ts";

type Bound = Rights & { readonly accountId: number };

/**
 * Kopecks a person may agree to alone; `null`: any sum. For every command that says what a company
 * will pay. Nobody may agree to nothing. Source: `domain.md` §2.1, «X(p) up to limit».
 */
export async function acceptLimit(
  db: Kysely<Schema>,
  { accountId, role, responsibleRole }: Bound,
): Promise<bigint | null> {
  if (role === null) return 0n;
  if (role !== "PROJECT_MANAGER" && responsibleRole !== "PROJECT_MANAGER") return null;
  const { rows } = await sql<{
    limit_kopecks: bigint | null;
  }>`
    SELECT project_manager_accept_limit_kopecks AS limit_kopecks
    FROM accounts
    WHERE id = ${accountId}`.execute(db);
  return rows[0]?.limit_kopecks ?? null;
}

/** Of a person, for later steps of an earlier command. */
export async function presentRights(
  db: Kysely<Schema>,
  accountId: number,
  personId: number,
): Promise<Bound> {
  const { rows } = await sql<Pick<Rights, "role">>`
    SELECT role
    FROM account_users
    WHERE account_id = ${accountId} AND person_id = ${personId} AND state = 'ACTIVE'`.execute(db);
  return { accountId, role: rows[0]?.role ?? null };
}

/** @throws AppError `conflict`. */
export async function refuseOverLimit(
  trx: Trx,
  actor: Bound,
  amountKopecks: bigint,
): Promise<void> {
  const refusal = overLimit(await acceptLimit(trx, actor), amountKopecks);
  if (refusal !== undefined) throw conflict(refusal);
}
