import { sql } from "kysely";
import { WORKMAN_STATE } from "#contract/workmen/workman-states.ts";
import type { DecisionKind } from "#server/decision.ts";
import { announce } from "#server/data/live.ts";
import { liftStop } from "./payouts-stop.ts";

/** Support lifts a stop the worker cannot lift, after checking who he is. */
export function payoutsStopDecision(): DecisionKind<"approve"> {
  return {
    kind: "payouts-stop",
    title: "остановленные выплаты",
    waiting: sql`
      SELECT w.id, d.disowned_at AS since, p.name || ', +' || p.phone AS who,
        'Сообщено «Это не я»: ' || d.shown AS what
      FROM workmen w
      JOIN people p ON p.id = w.person_id
      JOIN destination_changes d ON d.id = w.payouts_stopped_by`,
    state: (id) => sql`SELECT state FROM workmen WHERE id = ${id}`,
    stateTitles: WORKMAN_STATE.titles,
    verdicts: { approve: { done: "выплаты возобновлены" } },
    reasons: [],
    async decide(trx, { id, at }) {
      const { rows } = await sql<{ person_id: number; name: string }>`
        SELECT w.person_id, p.name
        FROM workmen w
        JOIN people p ON p.id = w.person_id
        WHERE w.id = ${id} AND w.payouts_stopped_by IS NOT NULL
        FOR UPDATE OF w`.execute(trx);
      const workman = rows[0];
      if (!workman) return [];
      await liftStop(trx, id, at);
      await announce(trx, { to: `person:${workman.person_id}`, resource: "workman-wallet" });
      return [
        {
          event: "payouts.resumed",
          accountId: 0,
          object: { type: "workman", id, title: workman.name },
        },
      ];
    },
  };
}
