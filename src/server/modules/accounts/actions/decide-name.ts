import { sql } from "kysely";
import { ACCOUNT_STATE } from "#contract/accounts/account-states.ts";
import { APPROVE_OR_REJECT, type DecisionKind } from "#server/decision.ts";
import { announce } from "#server/data/live.ts";

/** Messages carry the old name until the new one is approved. */
export function accountNameDecision(): DecisionKind<"approve" | "reject"> {
  return {
    kind: "account-name",
    title: "название компании",
    waiting: sql`
      SELECT a.id, a.created_at AS since, a.short_name || ', ИНН ' || a.inn AS who,
        'Новое название: ' || a.asked_name AS what
      FROM accounts a
      WHERE a.asked_name IS NOT NULL AND a.state <> 'DELETED'`,
    state: (id) => sql`SELECT state FROM accounts WHERE id = ${id}`,
    stateTitles: ACCOUNT_STATE.titles,
    verdicts: APPROVE_OR_REJECT,
    reasons: [],
    async decide(trx, { id, verdict }) {
      const { rows } = await sql<{ before: string; after: string }>`
        WITH before AS (SELECT id, short_name, asked_name
          FROM accounts
          WHERE id = ${id} AND asked_name IS NOT NULL AND state <> 'DELETED'
          FOR NO KEY UPDATE)
        UPDATE accounts a
        SET asked_name = NULL,
          short_name = CASE
            WHEN ${verdict === "approve"} THEN before.asked_name
            ELSE a.short_name END
        FROM before
        WHERE a.id = before.id
        RETURNING before.short_name AS before, a.short_name AS after`.execute(trx);
      const names = rows[0];
      if (!names) return [];
      await announce(trx, { to: `account:${id}`, resource: "accounts", ids: [id] });
      return [
        {
          event: "account.updated",
          accountId: id,
          object: { type: "account", id, title: names.after },
          before: { name: names.before },
          after: { name: names.after },
        },
      ];
    },
  };
}
