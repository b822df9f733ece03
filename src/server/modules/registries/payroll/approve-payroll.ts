import { sql } from "kysely";
import { isApproved, type ApprovalVote } from "#contract/registries/registry-approvals.ts";
import { REGISTRY_TRANSITIONS } from "#contract/registries/registry-states.ts";
import { formatMoney } from "#contract/values/money.ts";
import { refuseBlockedCompany } from "#server/modules/accounts/index.ts";
import type { AccountActor } from "#server/http/actor.ts";
import { refuseApiKey } from "#server/http/refuse-api-key.ts";
import { AppError, conflict } from "#server/http/app-error.ts";
import type { Trx } from "#server/data/transaction.ts";
import { transition } from "#server/data/transition.ts";
import { useCode } from "#server/modules/auth/index.ts";
import type { Platform } from "#server/platform.ts";
import { answerWith, moveRegistry, tellScreens, UNCONFIRMED } from "../move-registry.ts";
import { permissionsOf } from "../registry-presenter.ts";
import { loadRegistry, type RegistryRow } from "../registry-row.ts";
import { refuseOtherVersion } from "../refuse-other-version.ts";
import { sendCode } from "./send-code.ts";
import { schedulePayroll } from "./start-payroll.ts";

const LOAD = { kind: "payroll", permission: "payroll-registries.approve" } as const;

/** A code's scope: this request for this version. */
function operationOf(registry: RegistryRow): string {
  return `payroll-approve:${registry.account_id}:${registry.id}:${registry.version}:${registry.approval_round}`;
}

export async function sendApproveCode(
  platform: Platform,
  trx: Trx,
  actor: AccountActor,
  request: { id: number; version: number; ip: string },
) {
  const registry = await loadRegistry(trx, actor, { ...LOAD, id: request.id });
  await refuseBlockedCompany(trx, actor.accountId, "executeRegistries");
  refuseUnlessApprovable(registry, actor, request.version);
  const purpose = `Согласование выплаты ${formatMoney(registry.amount_kopecks)}, исполнителей: ${registry.workmen_count}. Код`;
  return sendCode(platform, actor, { operation: operationOf(registry), purpose, ip: request.ip });
}

/**
 * By one-time code. The approval that meets the last rule freezes the money and schedules the start
 * in the same transaction: a short balance leaves the registry waiting and the code unused.
 *
 * @throws AppError `conflict` — another state or version, the author or requester, rows no longer
 * good; `insufficient_funds`.
 */
export async function approvePayroll(
  platform: Platform,
  trx: Trx,
  actor: AccountActor,
  request: { id: number; version: number; otp: string | undefined },
) {
  const registry = await loadLocked(trx, actor, request.id);
  await refuseBlockedCompany(trx, actor.accountId, "executeRegistries");
  refuseUnlessApprovable(registry, actor, request.version);
  if (!request.otp) throw new AppError("otp_required");
  await useCode(platform, trx, {
    by: actor,
    phone: actor.phone,
    operation: operationOf(registry),
    code: request.otp,
    field: "otp",
  });

  await writeDecision(platform, trx, actor, registry, {
    decision: "approved",
    reason: null,
    comment: null,
  });
  const votes: ApprovalVote[] = [
    ...(registry.approval_votes ?? []),
    { userId: actor.personId, roleId: actor.role },
  ];
  const isLast = isApproved({ rules: registry.approval_rules ?? [], votes });
  if (isLast) {
    const cancelUntil = await schedulePayroll(platform, trx, registry, {
      mode: registry.mode ?? "VALID_ONLY",
      confirmedBy: registry.executed_by ?? actor.personId,
      askedStart: registry.asked_start_at,
    });
    await platform.events.publish(trx, "registry.approved", {
      accountId: registry.account_id,
      registryId: registry.id,
      startsAt: cancelUntil,
      to: peopleOf(registry),
      at: platform.clock.now(),
    });
  } else await tellScreens(trx, registry);
  return answerWith(registry, isLast ? "SCHEDULED" : "APPROVAL");
}

interface Rejection {
  readonly id: number;
  readonly reasonId: string;
  readonly comment: string | undefined;
}

export async function rejectPayroll(
  platform: Platform,
  trx: Trx,
  actor: AccountActor,
  request: Rejection,
) {
  const registry = await loadLocked(trx, actor, request.id);
  refuseUnlessApprovable(registry, actor, registry.version);
  const comment = request.comment?.trim() || null;
  await writeDecision(platform, trx, actor, registry, {
    decision: "rejected",
    reason: request.reasonId,
    comment,
  });
  const to = registry.error_count > 0 ? "PARTIALLY_READY" : "READY";
  const reject = transition(REGISTRY_TRANSITIONS, "rejectApproval", "account", { to });
  await moveRegistry(trx, registry, reject, UNCONFIRMED);
  await platform.events.publish(trx, "registry.approval-rejected", {
    accountId: registry.account_id,
    registryId: registry.id,
    reasonId: request.reasonId,
    comment,
    to: peopleOf(registry),
    at: platform.clock.now(),
  });
  return answerWith(registry, to);
}

/** Again after the lock: joined decisions may be older than the row. */
async function loadLocked(trx: Trx, actor: AccountActor, id: number): Promise<RegistryRow> {
  await loadRegistry(trx, actor, { ...LOAD, id, lock: true });
  return loadRegistry(trx, actor, { ...LOAD, id });
}

function refuseUnlessApprovable(registry: RegistryRow, actor: AccountActor, version: number): void {
  refuseApiKey(actor);
  const permissions = permissionsOf(registry, actor);
  if (!permissions.approve)
    throw conflict(
      registry.state === "SCHEDULED" || registry.state === "EXECUTING"
        ? "Реестр уже согласован"
        : permissions.forbidden["approve"],
    );
  refuseOtherVersion(registry, version);
}

async function writeDecision(
  platform: Platform,
  trx: Trx,
  actor: AccountActor,
  registry: RegistryRow,
  made: { decision: "approved" | "rejected"; reason: string | null; comment: string | null },
): Promise<void> {
  await sql`
    INSERT INTO registry_approvals (account_id, registry_id, round, person_id, role, decision,
      reason, comment, at)
    VALUES (${registry.account_id}, ${registry.id}, ${registry.approval_round}, ${actor.personId},
      ${actor.role}, ${made.decision}, ${made.reason}, ${made.comment}, ${platform.clock.now()})`.execute(
    trx,
  );
}

/** The author and the requester hear of a decision. */
function peopleOf(registry: RegistryRow): number[] {
  return [
    ...new Set([
      registry.created_by,
      ...(registry.executed_by === null ? [] : [registry.executed_by]),
    ]),
  ];
}
