import { sql, type RawBuilder } from "kysely";
import { TAX_PERMISSION } from "#contract/workman-taxes/tax-permissions.ts";
import type { Trx } from "#server/data/transaction.ts";
import { IS_BOUND_UNTOLD } from "../binding-rows.ts";

/** A status is believed this long. */
const FRESH_MS = 3_600_000;
/** After so long without an answer the payment waits no more: receipts ask again anyway. */
const PATIENCE_MS = 120_000;
/** A year's incomes take a request a month: once a day, and not for too many people. */
const INCOMES_FRESH_MS = 86_400_000;
const MOST_INCOMES = 3000;

export interface TaxCheck {
  readonly total: number;
  readonly done: number;
  /** Answers still come; otherwise the missing are given up for now. */
  readonly isWaiting: boolean;
  /** Asked by this very call. */
  readonly asked: number;
}

/**
 * Has the task ask, in batches outside this transaction, about these self-employed whose answer is
 * older than an hour. Called again, tells how far it is.
 *
 * @param workmanIds - a subquery in brackets.
 */
export async function checkBeforePaying(
  trx: Trx,
  workmanIds: RawBuilder<unknown>,
  at: Date,
): Promise<TaxCheck> {
  const oldest = new Date(at.getTime() - FRESH_MS);
  const { rows } = await sql<{ total: number; asked: number; stale: number; last_at: Date | null }>`
    WITH person AS MATERIALIZED (
      SELECT w.id, ${IS_BOUND_UNTOLD} AS is_bound, b.asked_at, b.checked_at,
        coalesce(b.checked_at <= ${oldest}, true) AS is_stale,
        coalesce(b.incomes_at <= ${new Date(at.getTime() - INCOMES_FRESH_MS)}, true)
          AND count(*) OVER () <= ${MOST_INCOMES} AS wants_incomes
      FROM workmen w LEFT JOIN tax_bindings b ON b.workman_id = w.id
      WHERE w.id = ANY (ARRAY${workmanIds})
        AND w.taxpayer_type IN ('SMZ', 'IP_SMZ')
        AND w.inn IS NOT NULL
    ), asked AS (
      INSERT INTO tax_bindings AS b (workman_id, status, permissions, check_due_at, asked_at,
        asks_incomes)
      SELECT id, CASE
        WHEN is_bound THEN 'COMPLETED'
        ELSE 'NONE' END, CASE
        WHEN is_bound THEN ${[...TAX_PERMISSION.ids]}::text[]
        ELSE '{}' END, ${at}, ${at}, wants_incomes
      FROM person
      WHERE is_stale AND asked_at IS NULL
      ORDER BY id
      ON CONFLICT (workman_id) DO UPDATE
      SET check_due_at = least(b.check_due_at, excluded.check_due_at), asked_at = excluded.asked_at,
        asks_incomes = excluded.asks_incomes
      RETURNING 1
    )
    SELECT count(*)::integer AS total, (SELECT count(*)::integer FROM asked) AS asked,
      (count(*) FILTER (WHERE is_stale))::integer AS stale,
      greatest(max(checked_at), min(asked_at) FILTER (WHERE is_stale)) AS last_at
    FROM person`.execute(trx);
  const { total = 0, asked = 0, stale = 0, last_at: lastAt = null } = rows[0] ?? {};
  return {
    total,
    done: total - stale,
    asked,
    isWaiting:
      stale > 0 && (asked > 0 || lastAt === null || at.getTime() - lastAt.getTime() < PATIENCE_MS),
  };
}
