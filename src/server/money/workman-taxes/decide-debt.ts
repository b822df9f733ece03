import { sql } from "kysely";
import { WORKMAN_STATE } from "#contract/workmen/workman-states.ts";
import { moscowDate } from "#contract/values/calendar-date.ts";
import { kopecksToRubles } from "#contract/values/money.ts";
import type { DecisionKind } from "#server/decision.ts";
import { announce } from "#server/data/live.ts";
import { post } from "#server/money/ledger/index.ts";

/** Taken from pay and what comes to the wallet; people see what stays, and write off what never will. */
export function workmanDebtDecision(): DecisionKind<"approve"> {
  const last = sql`
    (SELECT p.entry_id, p.at
      FROM postings p
      WHERE p.ledger_account_id = a.id
      ORDER BY p.at DESC, p.entry_id DESC
      LIMIT 1)`;
  return {
    kind: "workman-debt",
    title: "долг исполнителя",
    waiting: sql`
      SELECT w.id, l.at AS since, p.name || ', +' || p.phone AS who,
        'Долг ' || trim_scale(a.balance_kopecks / 100.0)
          || ' ₽: налог ушёл, а выплата вернулась заказчику. Удерживается из выплат и кошелька' AS what
      FROM ledger_accounts a
      JOIN workmen w ON w.id = a.workman_id
      JOIN people p ON p.id = w.person_id
      JOIN LATERAL ${last} l ON true
      WHERE a.code = 'WORK_DEBT' AND a.balance_kopecks > 0`,
    state: (id) => sql`SELECT state FROM workmen WHERE id = ${id}`,
    stateTitles: WORKMAN_STATE.titles,
    verdicts: { approve: { done: "долг списан" } },
    reasons: [],
    async decide(trx, { id, at }) {
      const { rows } = await sql<{
        debt: bigint;
        entry_id: bigint;
        person_id: number;
        name: string;
      }>`
        SELECT a.balance_kopecks AS debt, l.entry_id, w.person_id, p.name
        FROM ledger_accounts a
        JOIN workmen w ON w.id = a.workman_id
        JOIN people p ON p.id = w.person_id
        JOIN LATERAL ${last} l ON true
        WHERE a.code = 'WORK_DEBT' AND a.workman_id = ${id} AND a.balance_kopecks > 0
        FOR NO KEY UPDATE OF a`.execute(trx);
      const owed = rows[0];
      if (!owed) return [];
      await post(trx, {
        event: "DEBT_WRITTEN_OFF",
        source: { type: "ledger-entry", id: owed.entry_id },
        accountId: null,
        at,
        businessDate: moscowDate(at),
        lines: [
          { code: "EXP_LOSS", amountKopecks: owed.debt },
          { code: "WORK_DEBT", workmanId: id, amountKopecks: -owed.debt },
        ],
      });
      await announce(trx, { to: `person:${owed.person_id}`, resource: "workman-wallet" });
      return [
        {
          event: "workman-debt.written_off",
          accountId: 0,
          object: { type: "workman", id, title: owed.name },
          before: { debt: kopecksToRubles(owed.debt) },
        },
      ];
    },
  };
}
