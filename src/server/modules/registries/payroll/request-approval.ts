import { sql } from "kysely";
import type { ApprovalRule } from "#contract/approvals/approval-rule.ts";
import type { ExecutionMode } from "#contract/registries/registry-states.ts";
import { confirmerOf, type AccountActor } from "#server/http/actor.ts";
import { conflict } from "#server/http/app-error.ts";
import type { Trx } from "#server/data/transaction.ts";
import type { Platform } from "#server/platform.ts";
import type { RegistryRow } from "../registry-row.ts";
import { unmeetableRule } from "./approval-rules.ts";

/**
 * No money is frozen yet: the balance may be topped up (`domain.md` §3.1) and is checked at the
 * last approval.
 *
 * @throws AppError `conflict` — nobody could approve it.
 */
export async function requestApproval(
  platform: Platform,
  trx: Trx,
  actor: AccountActor,
  registry: RegistryRow,
  request: {
    readonly mode: ExecutionMode;
    readonly rules: readonly ApprovalRule[];
    readonly startAt: Date | null;
  },
): Promise<void> {
  const nobody = await unmeetableRule(trx, registry, confirmerOf(actor), request.rules);
  if (nobody) throw conflict(nobody);
  const now = platform.clock.now();
  await sql`
    UPDATE registries
    SET state = 'APPROVAL', mode = ${request.mode}, executed_by = ${confirmerOf(actor)},
      approval_round = approval_round + 1,
      approval_requested_at = ${now}, approval_rules = ${JSON.stringify(request.rules)}::jsonb,
        asked_start_at = ${request.startAt}
    WHERE account_id = ${registry.account_id} AND id = ${registry.id}`.execute(trx);
  await platform.events.publish(trx, "registry.approval-requested", {
    accountId: registry.account_id,
    registryId: registry.id,
    at: now,
  });
}
