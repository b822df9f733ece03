import { sql } from "kysely";
import type { Trx } from "#server/data/transaction.ts";

/** Companies that wait for a new name, as rows of a moderator's list. */
export const WAITING_NAMES = sql`
  SELECT 'account-name', a.id, 'Новое название: ' || a.asked_name || ' (было ' || a.short_name || ')',
    a.created_at
  FROM accounts a
  WHERE a.asked_name IS NOT NULL AND a.state <> 'DELETED'`;

/** @returns the names before and asked for; `null` when none is asked for. */
export async function decideName(
  trx: Trx,
  accountId: number,
  verdict: "approve" | "reject",
): Promise<{ before: string; asked: string } | null> {
  const { rows } = await sql<{ before: string; asked: string }>`
    WITH before AS (SELECT id, short_name, asked_name
      FROM accounts
      WHERE id = ${accountId} AND asked_name IS NOT NULL
      FOR NO KEY UPDATE)
    UPDATE accounts a
    SET asked_name = NULL,
      short_name = CASE WHEN ${verdict === "approve"} THEN before.asked_name ELSE a.short_name END
    FROM before
    WHERE a.id = before.id
    RETURNING before.short_name AS before, before.asked_name AS asked`.execute(trx);
  return rows[0] ?? null;
}
