import { sql } from "kysely";
import { SMZ_TRANSITIONS, type SmzState } from "#contract/workman-taxes/smz-states.ts";
import type { TaxError, TaxpayerStatus } from "#server/integrations/tax-service/port.ts";
import { announce } from "#server/data/live.ts";
import type { Trx } from "#server/data/transaction.ts";
import { transitionEach } from "#server/data/transition.ts";

/** `null` when the refusal says nothing about the worker. Source: `domain.md` §1.3. */
export const STATE_OF_ERROR: Readonly<Record<TaxError, SmzState | null>> = {
  TAXPAYER_UNREGISTERED: "NOTSE",
  TAXPAYER_UNBOUND: "NOACCESS",
  PERMISSION_NOT_GRANTED: "NOACCESS",
  REQUEST_VALIDATION_ERROR: "VALIDATION_ERROR",
  LIMIT_EXCEEDED: "LIMITED",
  PARTNER_DENY: null,
  INTERNAL_ERROR: null,
};

/** `null` when it is no real answer. Source: `domain.md` §1.3, «smzState map». */
export function smzStateOf(status: TaxpayerStatus): SmzState | null {
  if (status.error) return STATE_OF_ERROR[status.error];
  if (!status.registered) return "NOTSE";
  return status.bound && status.mayRegisterIncome ? "OK" : "NOACCESS";
}

/** If more change at once, the tax service is at fault: no message to each screen. */
const MOST_ANNOUNCED = 50;

const TOLD = transitionEach(SMZ_TRANSITIONS, [["reset"], ["check"], ["answer"]], "system", {
  of: "w",
  to: "changed.state",
  column: "smz_state",
});

/** Tells screens of the workers and of their companies. */
export async function setStates(trx: Trx, states: ReadonlyMap<number, SmzState>): Promise<void> {
  if (states.size === 0) return;
  // In order of id: batches over the same workers cannot deadlock.
  const { rows } = await sql<{ id: number; person_id: number }>`
    WITH changed AS (
      SELECT w.id, t.state
      FROM unnest(${[...states.keys()]}::integer[], ${[...states.values()]}::text[]) AS t(id, state)
      JOIN workmen w ON w.id = t.id AND w.smz_state <> t.state
      ORDER BY w.id FOR NO KEY UPDATE OF w
    )
    UPDATE workmen w
    SET ${TOLD.set}
    FROM changed
    WHERE w.id = changed.id AND ${TOLD.from}
    RETURNING w.id, w.person_id`.execute(trx);
  const announced = rows.slice(0, MOST_ANNOUNCED);
  for (const { person_id: personId } of announced)
    await announce(trx, { to: `person:${personId}`, resource: "workman" });
  const employments = await sql<{ account_id: number; ids: number[] }>`
    SELECT account_id, array_agg(id) AS ids
    FROM employments
    WHERE workman_id = ANY (${announced.map(({ id }) => id)}::integer[])
      AND state IN ('ACTIVE', 'PAUSED')
    GROUP BY account_id
    LIMIT ${MOST_ANNOUNCED}`.execute(trx);
  for (const { account_id: accountId, ids } of employments.rows)
    await announce(trx, { to: `account:${accountId}`, resource: "employees", ids });
}
