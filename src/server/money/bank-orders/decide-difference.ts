import { sql } from "kysely";
import { BANK_DIFFERENCE } from "#contract/transactions/reconciliation.ts";
import type { DecisionKind } from "#server/decision.ts";

export function differenceDecision(): DecisionKind<"approve"> {
  const reason = sql`${JSON.stringify(BANK_DIFFERENCE.titles)}::jsonb ->> d.reason`;
  const rubles = (column: string) => sql`
    coalesce(trim_scale(${sql.ref(column)} / 100.0) || ' ₽', 'нет')`;
  return {
    kind: "bank-difference",
    title: "расхождение с банком",
    waiting: sql`
      SELECT d.id, d.found_at AS since, coalesce(a.short_name, 'Платформа') AS who,
        'Поручение ' || d.order_id || ': ' || (${reason}) || '. По банку '
          || ${rubles("d.bank_kopecks")} || ', по операциям ' || ${rubles("d.books_kopecks")} AS what
      FROM bank_differences d
      LEFT JOIN accounts a ON a.id = d.account_id
      WHERE d.gone_at IS NULL AND d.settled_at IS NULL`,
    state: (id) => sql`
      SELECT CASE WHEN gone_at IS NULL THEN reason ELSE 'GONE' END AS state
      FROM bank_differences
      WHERE id = ${id}`,
    stateTitles: { ...BANK_DIFFERENCE.titles, GONE: "Расхождения больше нет" },
    verdicts: { approve: { done: "разобрано" } },
    reasons: [],
    async decide(trx, { id, at }) {
      const { rows } = await sql<{ order_id: string; account_id: number | null }>`
        UPDATE bank_differences
        SET settled_at = ${at}
        WHERE id = ${id} AND gone_at IS NULL AND settled_at IS NULL
        RETURNING order_id, account_id`.execute(trx);
      const row = rows[0];
      return row
        ? [
            {
              event: "bank-difference.settled",
              accountId: row.account_id ?? 0,
              object: { type: "bank-difference", id, title: row.order_id },
            },
          ]
        : [];
    },
  };
}
