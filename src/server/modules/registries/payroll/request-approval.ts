import { sql } from "kysely";
import type { ApprovalRule } from "#contract/approvals/approval-rule.ts";
import { REGISTRY_TRANSITIONS, type ExecutionMode } from "#contract/registries/registry-states.ts";
import { confirmerOf, type AccountActor } from "#server/http/actor.ts";
import { conflict } from "#server/http/app-error.ts";
import type { Trx } from "#server/data/transaction.ts";
import { transition } from "#server/data/transition.ts";
import type { Platform } from "#server/platform.ts";
import { moveRegistry } from "../move-registry.ts";
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
  const now = platform.clock.now();
  const asked = { byId: confirmerOf(actor), at: now };
  const nobody = await unmeetableRule(trx, registry, asked, request.rules);
  if (nobody) throw conflict(nobody);
  await moveRegistry(
    trx,
    registry,
    transition(REGISTRY_TRANSITIONS, "execute", "account", { to: "APPROVAL" }),
    sql`
      mode = ${request.mode}, executed_by = ${confirmerOf(actor)},
        approval_round = approval_round + 1, approval_requested_at = ${now},
        approval_rules = ${JSON.stringify(request.rules)}::jsonb,
        asked_start_at = ${request.startAt}`,
  );
  await platform.events.publish(trx, "registry.approval-requested", {
    accountId: registry.account_id,
    registryId: registry.id,
    at: now,
  });
}
