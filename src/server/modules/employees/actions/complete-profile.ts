import { sql } from "kysely";
import { EMPLOYMENT_TRANSITIONS } from "#contract/employees/employment-states.ts";
import { announce } from "#server/data/live.ts";
import type { Trx } from "#server/data/transaction.ts";
import { transition } from "#server/data/transition.ts";
import type { ProductEventBus } from "#server/product-events.ts";

/** Companies that have invited him before he could work wait for his word now, and he is asked for it. */
export async function completeProfile(
  trx: Trx,
  events: ProductEventBus,
  workmanId: number,
  at: Date,
): Promise<void> {
  const complete = transition(EMPLOYMENT_TRANSITIONS, "completeProfile", "system");
  const { rows } = await sql<{ account_id: number; id: number }>`
    UPDATE employments
    SET ${complete.set}
    WHERE workman_id = ${workmanId} AND ${complete.from}
    RETURNING account_id, id`.execute(trx);
  for (const { account_id: accountId, id } of rows) {
    await events.publish(trx, "employment.invited", { accountId, employmentId: id, at });
    await announce(trx, { to: `account:${accountId}`, resource: "employees", ids: [id] });
  }
}
