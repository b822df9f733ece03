import { sql } from "kysely";
import { REGISTRY_KINDS } from "#contract/registries/registry-kinds.ts";
import { announce } from "#server/data/live.ts";
import type { LiveMessage } from "#server/data/live-message.ts";
import type { Trx } from "#server/data/transaction.ts";
import type { Platform } from "#server/platform.ts";
import { LeaseLost, holdsClaim, type CheckClaim } from "./check-claim.ts";

/** Screens hear of a running check at most so often. */
export const ANNOUNCE_MS = 250;

export function toScreens(claim: CheckClaim): LiveMessage {
  return {
    to: `account:${claim.account_id}`,
    resource: REGISTRY_KINDS[claim.kind].resource,
    ids: [claim.id],
  };
}

/**
 * Every row is judged: the state follows from the counters.
 *
 * @param header - `null` when the rows were not read from a file and its columns stay as they are.
 *   @throws LeaseLost.
 */
export async function finishCheck(
  platform: Platform,
  trx: Trx,
  claim: CheckClaim,
  header: { columns: string[]; warnings: string[] } | null,
): Promise<void> {
  const now = platform.clock.now();
  const { rows } = await sql`
    UPDATE registries
    SET checked_at = ${now}, claimed_until = NULL, expected_rows = NULL, checked_count = row_count,
      state = CASE
        WHEN ready_count = 0 THEN 'INVALID'
        WHEN error_count = 0 THEN 'READY'
        ELSE 'PARTIALLY_READY' END
      ${
        header
          ? sql`
        , file_columns = ${header.columns}, file_warnings = ${header.warnings}`
          : sql``
      }
    WHERE ${holdsClaim(claim)} RETURNING 1`.execute(trx);
  if (rows.length === 0) throw new LeaseLost();
  await platform.events.publish(trx, "registry.checked", {
    accountId: claim.account_id,
    registryId: claim.id,
    at: now,
  });
  await announce(trx, toScreens(claim));
}
