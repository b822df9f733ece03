import { sql } from "kysely";
import { REGISTRY_TRANSITIONS, type ExecutionMode } from "#contract/registries/registry-states.ts";
import { moscowDate } from "#contract/values/calendar-date.ts";
import { releaseHold } from "#server/money/ledger/index.ts";
import type { Trx } from "#server/data/transaction.ts";
import { transition } from "#server/data/transition.ts";
import type { Platform } from "#server/platform.ts";
import type { BackgroundTask } from "#server/work/background-tasks.ts";
import { itemTask } from "#server/work/item-task.ts";
import { moveRegistry, tellScreens, UNCONFIRMED } from "../move-registry.ts";
import { START_PAYROLL, nameOfRegistry, registryName, type RegistryKey } from "../registry-key.ts";
import { putBack } from "./scheduled-payroll.ts";
import {
  checkPeople,
  refuseUnpayable,
  type PayrollKey,
  type RefusedRows,
} from "./validate-again.ts";

interface DueRegistry extends PayrollKey {
  readonly kind: "payroll";
  readonly hold_id: bigint;
  readonly mode: ExecutionMode;
  readonly ready_count: number;
}

/**
 * After its undo window, without rows that may not be paid by now. The tax service is asked again
 * first; meanwhile others start. If the mode is all-or-nothing, or no row is left, the registry
 * returns to its author like a failed validation.
 */
export function startPayrollTask(platform: Platform): BackgroundTask {
  return itemTask<RegistryKey>(platform, {
    name: START_PAYROLL,
    idleMs: 1000,
    // They may wait for the tax service at once without keeping others back.
    batch: 20,
    nameOf: registryName,
    async lease({ at, limit, isFree }) {
      const { rows } = await sql<RegistryKey>`
        SELECT r.account_id, r.id
        FROM registries r
        WHERE r.kind = 'payroll' AND r.state = 'SCHEDULED' AND r.cancel_until <= ${at}
          AND ${isFree(nameOfRegistry("r"))}
        ORDER BY r.id
        LIMIT ${limit}`.execute(platform.db);
      return rows;
    },
    step: (trx, key, at) => startDue(platform, trx, key, at),
    async failed(trx, key) {
      await tellScreens(trx, { ...key, kind: "payroll" });
      return false;
    },
  });
}

async function startDue(
  platform: Platform,
  trx: Trx,
  key: RegistryKey,
  now: Date,
): Promise<boolean> {
  const { rows } = await sql<DueRegistry>`
    SELECT account_id, id, kind, created_on, hold_id, mode, ready_count
    FROM registries
    WHERE account_id = ${key.account_id} AND id = ${key.id}
      AND state = 'SCHEDULED' AND cancel_until <= ${now}
    FOR UPDATE SKIP LOCKED`.execute(trx);
  const registry = rows[0];
  if (!registry) return false;
  const check = await checkPeople(trx, registry, now);
  if (check.isWaiting) return check.asked > 0;
  const refused = await refuseUnpayable(trx, registry, now);
  if (refused.count > 0 && (registry.mode === "ALL" || refused.count === registry.ready_count))
    await returnDueToReady(platform, trx, registry, now);
  else await start(trx, registry, refused, now);
  return true;
}

async function start(
  trx: Trx,
  registry: DueRegistry,
  { amountKopecks, commissionKopecks, count }: RefusedRows,
  now: Date,
): Promise<void> {
  const move = transition(REGISTRY_TRANSITIONS, "start", "system");
  await moveRegistry(trx, registry, move, sql`started_at = ${now}`);
  if (count > 0) await release(trx, registry, amountKopecks + commissionKopecks, now);
}

async function returnDueToReady(
  platform: Platform,
  trx: Trx,
  registry: DueRegistry,
  now: Date,
): Promise<void> {
  await putBack(trx, registry);
  const { rows } = await sql<{
    left_kopecks: bigint;
  }>`
    SELECT left_kopecks
    FROM holds
    WHERE account_id = ${registry.account_id} AND id = ${registry.hold_id}`.execute(trx);
  await release(trx, registry, rows[0]?.left_kopecks ?? 0n, now);
  const refuse = transition(REGISTRY_TRANSITIONS, "refuseStart", "system", {
    when: { INVALID: sql`ready_count = 0` },
  });
  await moveRegistry(trx, registry, refuse, sql`${UNCONFIRMED}, checked_at = ${now}`);
  await platform.events.publish(trx, "registry.checked", {
    accountId: registry.account_id,
    registryId: registry.id,
    at: now,
  });
}

async function release(
  trx: Trx,
  { account_id: accountId, id, hold_id: holdId }: DueRegistry,
  amountKopecks: bigint,
  at: Date,
): Promise<void> {
  await releaseHold(trx, {
    accountId,
    holdId,
    source: { type: "registry", id, attempt: Number(holdId) },
    amountKopecks,
    at,
    businessDate: moscowDate(at),
  });
}
