import { sql } from "kysely";
import { definitionFor } from "#contract/kernel/definition-of.ts";
import { BANK_DIFFERENCE, type BankDifference } from "#contract/transactions/reconciliation.ts";
import { kopecksToRubles } from "#contract/values/money.ts";
import type { OwnDifference } from "#contract/workman-wallet/wallet.ts";
import type { Trx } from "#server/data/transaction.ts";

/** The other orders of a worker are withdrawals. */
export const isTaxOrder = (orderId: string) => orderId.startsWith("tax-");

/** Of his withdrawals and taxes, newest first. */
export async function openDifferencesOf(trx: Trx, workmanId: number): Promise<OwnDifference[]> {
  const { rows } = await sql<{
    id: bigint;
    order_id: string;
    reason: BankDifference;
    bank_kopecks: bigint | null;
    books_kopecks: bigint | null;
    at: Date;
  }>`
    SELECT id, order_id, reason, bank_kopecks, books_kopecks, at
    FROM bank_differences
    WHERE workman_id = ${workmanId} AND gone_at IS NULL AND settled_at IS NULL
    ORDER BY at DESC, id DESC
    LIMIT 100`.execute(trx);
  return rows.map((row) => ({
    id: Number(row.id),
    isTax: isTaxOrder(row.order_id),
    reason: definitionFor(BANK_DIFFERENCE, row.reason),
    amount: row.books_kopecks === null ? null : kopecksToRubles(row.books_kopecks),
    bankAmount: row.bank_kopecks === null ? null : kopecksToRubles(row.bank_kopecks),
    orderedAt: row.at.toISOString(),
  }));
}
