import { sql, type Kysely } from "kysely";
import type { LedgerAccountCode } from "#contract/ledger/ledger-accounts.ts";
import type { Schema } from "#server/data/generated/schema.ts";

/** Kopecks. The header shows `available`: balance − reserved (specification §6). */
export interface AccountBalance {
  readonly available: bigint;
  readonly reserved: bigint;
}

export async function balanceOfAccount(
  db: Kysely<Schema>,
  accountId: number,
): Promise<AccountBalance> {
  const balances = await readBalances(db, accountId, 0, ["CUST_AVAIL", "CUST_RES"]);
  return { available: balances.get("CUST_AVAIL") ?? 0n, reserved: balances.get("CUST_RES") ?? 0n };
}

/** Kopecks: given to the workmen, and not confirmed by the bank. */
export async function unconfirmedOfAccount(db: Kysely<Schema>, accountId: number): Promise<bigint> {
  const balances = await readBalances(db, accountId, 0, ["WORK_ACCRUED", "BANK_OUT"]);
  // What is sent is a debt of the bank's account, which counts what it has.
  return (balances.get("WORK_ACCRUED") ?? 0n) - (balances.get("BANK_OUT") ?? 0n);
}

/** Kopecks. Source: specification §3, `Balance.current`. */
export async function walletOfWorkman(db: Kysely<Schema>, workmanId: number): Promise<bigint> {
  return (await readBalances(db, 0, workmanId, ["WORK_AVAIL"])).get("WORK_AVAIL") ?? 0n;
}

/** Kopecks. Taken first from whatever comes to the wallet. */
export async function debtOfWorkman(db: Kysely<Schema>, workmanId: number): Promise<bigint> {
  return (await readBalances(db, 0, workmanId, ["WORK_DEBT"])).get("WORK_DEBT") ?? 0n;
}

async function readBalances(
  db: Kysely<Schema>,
  accountId: number,
  workmanId: number,
  codes: LedgerAccountCode[],
): Promise<Map<string, bigint>> {
  const { rows } = await sql<{ code: string; balance_kopecks: bigint }>`
    SELECT code, balance_kopecks FROM ledger_accounts
    WHERE account_id = ${accountId}
      AND workman_id = ${workmanId}
      AND code = ANY (${codes}::text[])
      AND period = ''`.execute(db);
  return new Map(rows.map((row) => [row.code, row.balance_kopecks]));
}
