import { sql } from "kysely";
import type { SmzState } from "#contract/workman-taxes/smz-states.ts";
import type { TaxError } from "#server/integrations/tax-service/port.ts";
import { announce } from "#server/platform/live.ts";
import type { Trx } from "#server/platform/transaction.ts";
import type { ProductEventBus } from "#server/product-events.ts";

/** What a refusal of the tax service says of the person; `null`: nothing, the fault is elsewhere. Source: `domain.md` §1.3. */
const STATE_OF_ERROR: Readonly<Record<TaxError, SmzState | null>> = {
  TAXPAYER_UNREGISTERED: "NOTSE",
  TAXPAYER_UNBOUND: "NOACCESS",
  PERMISSION_NOT_GRANTED: "NOACCESS",
  REQUEST_VALIDATION_ERROR: "VALIDATION_ERROR",
  LIMIT_EXCEEDED: "LIMITED",
  PARTNER_DENY: null,
  INTERNAL_ERROR: null,
};

/** Keeps the tax status of workers in step with what the tax service refuses, so that the next payment is stopped before it starts. */
export function listenForTaxRefusals(events: ProductEventBus): void {
  events.on("tax-service.refused", async (trx, { refusals }) => {
    const states = new Map<number, SmzState>();
    for (const { workmanId, error } of refusals) {
      const state = STATE_OF_ERROR[error];
      if (state !== null) states.set(workmanId, state);
    }
    if (states.size > 0) await setStates(trx, states);
  });
}

async function setStates(trx: Trx, states: ReadonlyMap<number, SmzState>): Promise<void> {
  // Locked in the order of ids: two batches over the same workers never wait for each other in a circle.
  const { rows } = await sql<{ person_id: number }>`
    WITH told AS (
      SELECT w.id, t.state FROM unnest(${[...states.keys()]}::integer[], ${[...states.values()]}::text[]) AS t(id, state) JOIN workmen w ON w.id = t.id AND w.smz_state <> t.state
      ORDER BY w.id FOR NO KEY UPDATE OF w
    )
    UPDATE workmen w SET smz_state = told.state FROM told WHERE w.id = told.id RETURNING w.person_id`.execute(trx);
  for (const { person_id: personId } of rows.slice(0, MOST_ANNOUNCED)) await announce(trx, { to: `person:${personId}`, resource: "workman" });
}

/** A whole batch refused at once is a fault of the tax service, not news for each worker's open screen. */
const MOST_ANNOUNCED = 50;
