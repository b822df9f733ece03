import { sql } from "kysely";
import { REGISTRY_KINDS } from "#contract/registries/registry-kinds.ts";
import { announce } from "#server/data/live.ts";
import type { LiveMessage } from "#server/data/live-message.ts";
import type { Trx } from "#server/data/transaction.ts";
import type { Platform } from "#server/platform.ts";
import { LeaseLost, holdsLease, type ValidationLease } from "./validation-lease.ts";

/** Least interval between live messages of a running validation. */
export const ANNOUNCE_MS = 250;

export function toScreens(lease: ValidationLease): LiveMessage {
  return {
    to: `account:${lease.account_id}`,
    resource: REGISTRY_KINDS[lease.kind].resource,
    ids: [lease.id],
  };
}

/**
 * All rows are validated: derives the state from the counters.
 * @param header - `null` when no file was read and its columns stay.
 * @throws LeaseLost.
 */
export async function finishValidation(
  platform: Platform,
  trx: Trx,
  lease: ValidationLease,
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
    WHERE ${holdsLease(lease)} RETURNING 1`.execute(trx);
  if (rows.length === 0) throw new LeaseLost();
  await platform.events.publish(trx, "registry.checked", {
    accountId: lease.account_id,
    registryId: lease.id,
    at: now,
  });
  await announce(trx, toScreens(lease));
}
