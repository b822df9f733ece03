import { may } from "#contract/access/access.ts";
import type { PayrollInfo } from "#contract/registries/payroll-registry.ts";
import { seesPayrollSums } from "#contract/registries/registry-permissions.ts";
import { hasStarted } from "#contract/registries/registry-states.ts";
import { findingMessage } from "#contract/registries/registry-findings.ts";
import { formatAmount, kopecksToRubles } from "#contract/values/money.ts";
import type { Kysely } from "kysely";
import type { Schema } from "#server/data/generated/schema.ts";
import { balanceOfAccount } from "#server/money/ledger/index.ts";
import type { AccountActor } from "#server/http/actor.ts";
import { balanceAfter, presentRegistry } from "../registry-presenter.ts";
import { keptUntil } from "../remove-abandoned.ts";
import type { RegistryRow } from "../registry-row.ts";
import { presentApproval } from "./approval-info.ts";
import { fileTotalOf } from "./file-total.ts";
import { countPayroll } from "./payroll-items.ts";

/** Kopecks; `null` without the right `money.view`. */
export async function availableFor(
  db: Kysely<Schema>,
  actor: AccountActor,
): Promise<bigint | null> {
  return may(actor, "money.view") ? (await balanceOfAccount(db, actor.accountId)).available : null;
}

/** «Недостаточно средств», for roles that see money, before the freezing. */
export async function shortageFinding(
  db: Kysely<Schema>,
  registry: RegistryRow,
  actor: AccountActor,
): Promise<{ cause: string; message: string }[]> {
  const available = await availableFor(db, actor);
  const needed = registry.amount_kopecks + registry.commission_kopecks;
  if (
    registry.state === "CANCELED" ||
    available === null ||
    registry.hold_id !== null ||
    needed <= available
  )
    return [];
  return [
    {
      cause: "insufficient_funds",
      message: findingMessage("insufficient_funds", {
        a: formatAmount(needed),
        b: formatAmount(available),
      }),
    },
  ];
}

export function presentMoney(registry: RegistryRow, actor: AccountActor, available: bigint | null) {
  const hasSums = seesPayrollSums(actor) && registry.state !== "CANCELED";
  return {
    toPay: hasSums ? kopecksToRubles(registry.amount_kopecks) : null,
    commission: hasSums ? kopecksToRubles(registry.commission_kopecks) : null,
    available: available === null ? null : kopecksToRubles(available),
    balanceAfter: balanceAfter(registry, available),
  };
}

export async function presentPayrollInfo(
  db: Kysely<Schema>,
  registry: RegistryRow,
  actor: AccountActor,
): Promise<PayrollInfo> {
  const isStarted = registry.payout_count > 0;
  const [available, { states: statesCount, chargedKopecks }, approval, kept] = await Promise.all([
    availableFor(db, actor),
    countPayroll(db, registry, isStarted),
    presentApproval(db, registry),
    keptUntil(db, registry),
  ]);
  // Rows left out keep their own state when the rest have payouts.
  if (isStarted && registry.error_count > 0)
    statesCount["VALIDATION_FAILED"] = registry.error_count;
  const takenOut = registry.row_count - registry.ready_count - registry.error_count;
  if (isStarted && takenOut > 0)
    statesCount["CANCELED"] = (statesCount["CANCELED"] ?? 0) + takenOut;
  const waits =
    registry.state === "SCHEDULED" ? (registry.cancel_until?.toISOString() ?? null) : null;
  return {
    ...presentRegistry(registry, actor, available),
    ...presentMoney(registry, actor, available),
    // What happened, no longer what was planned.
    ...(hasStarted(registry.state) && seesPayrollSums(actor)
      ? { commission: kopecksToRubles(chargedKopecks) }
      : {}),
    workmenCount: registry.workmen_count,
    paidCount: registry.paid_count,
    paidAmount: seesPayrollSums(actor) ? kopecksToRubles(registry.paid_kopecks) : null,
    statesCount: registry.state === "CANCELED" ? { CANCELED: registry.row_count } : statesCount,
    values: {},
    keptUntil: kept,
    lastCancelAt: waits,
    fileTotal:
      registry.state !== "CANCELED" && !hasStarted(registry.state) && seesPayrollSums(actor)
        ? fileTotalOf(registry)
        : null,
    scheduledAt: waits,
    ...approval,
  };
}
