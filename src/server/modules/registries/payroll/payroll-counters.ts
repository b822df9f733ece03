import { sql } from "kysely";
import { REGISTRY_TRANSITIONS } from "#contract/registries/registry-states.ts";
import { announce } from "#server/data/live.ts";
import type { Trx } from "#server/data/transaction.ts";
import { transition } from "#server/data/transition.ts";
import type { RegistryMovement } from "#server/product-events.ts";
import type { Platform } from "#server/platform.ts";

export async function countMovements(
  platform: Platform,
  trx: Trx,
  movements: readonly RegistryMovement[],
): Promise<void> {
  for (const movement of movements) {
    await sql`
      UPDATE registries
      SET paid_count = paid_count + ${movement.paid},
        paid_kopecks = paid_kopecks + ${movement.paidKopecks},
        failed_count = failed_count + ${movement.failed}
      WHERE account_id = ${movement.accountId} AND id = ${movement.registryId}`.execute(trx);
    await settleState(platform, trx, movement.accountId, movement.registryId);
    await platform.events.publish(trx, "registry.recounted", movement);
    await announce(trx, {
      to: `account:${movement.accountId}`,
      resource: "payroll-registries",
      ids: [movement.registryId],
    });
  }
}

const RECOUNT = transition(REGISTRY_TRANSITIONS, "recount", "system", {
  of: "r",
  when: {
    EXECUTING: sql`NOT payouts_opened OR paid_count + failed_count < payout_count`,
    EXECUTED: sql`failed_count = 0 AND error_count = 0`,
  },
});

/**
 * From the counters: running, all paid, or partly; rows with errors were never paid. A retry
 * reopens a finished registry. A late return turns «executed» into «partially executed»; payers are
 * told of the first return only, the page lists all.
 */
export async function settleState(
  platform: Platform,
  trx: Trx,
  accountId: number,
  registryId: number,
): Promise<void> {
  const now = platform.clock.now();
  const { rows } = await sql<{ finished: boolean }>`
    UPDATE registries r
    SET ${RECOUNT.set}, finished_at = CASE
      WHEN ${RECOUNT.value} = 'EXECUTING' THEN NULL
      ELSE coalesce(r.finished_at, ${now}::timestamptz) END
    WHERE r.account_id = ${accountId}
      AND r.id = ${registryId}
      AND ${RECOUNT.from}
      AND r.state <> ${RECOUNT.value}
    RETURNING r.state <> 'EXECUTING' AS finished`.execute(trx);
  if (rows[0]?.finished)
    await platform.events.publish(trx, "registry.finished", { accountId, registryId, at: now });
}
