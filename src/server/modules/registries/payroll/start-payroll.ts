import { sql } from "kysely";
import { definitionFor } from "#contract/definitions/definition-of.ts";
import { REGISTRY_STATE, type ExecutionMode } from "#contract/registries/registry-states.ts";
import { moscowDate } from "#contract/values/calendar-date.ts";
import { formatMoney, kopecksToRubles } from "#contract/values/money.ts";
import { maskPhone } from "#contract/values/phone.ts";
import { balanceOfAccount, LedgerShortage, openHold, releaseHold } from "#server/modules/ledger/index.ts";
import type { AccountActor } from "#server/platform/actor.ts";
import { AppError, conflict, invalid } from "#server/platform/app-error.ts";
import { announce } from "#server/platform/live.ts";
import type { Trx } from "#server/platform/transaction.ts";
import type { RegistryDependencies } from "../index.ts";
import { permissionsOf } from "../registry-presenter.ts";
import { loadRegistry, type RegistryRow } from "../registry-row.ts";
import { recheckPayroll } from "./recheck-payroll.ts";

/** First key of the advisory locks of confirmations; the second is the account. */
const CONFIRM_LOCKS = 7_002;
const LOAD = { kind: "payroll", permission: "payroll-registries.execute" } as const;

/** What a code of execution opens: this registry in this version and mode, nothing else. */
function operationOf(registry: RegistryRow, mode: ExecutionMode): string {
  return `payroll-execute:${registry.account_id}:${registry.id}:${registry.version}:${mode}`;
}

/** Sends the code that starts exactly this version in this mode. */
export async function sendExecuteCode(deps: RegistryDependencies, trx: Trx, actor: AccountActor, request: { id: number; version: number; mode: ExecutionMode; ip: string }) {
  const registry = await loadRegistry(trx, actor, { ...LOAD, id: request.id });
  refuseUnlessExecutable(registry, actor, request.version, request.mode);
  const now = deps.clock.now();
  const sent = await deps.codes.issue({
    phone: actor.phone,
    operation: operationOf(registry, request.mode),
    purpose: `Выплата ${formatMoney(registry.amount_kopecks)}, исполнителей: ${registry.workmen_count}. Код`,
    ip: request.ip,
    deliver: true,
  });
  return {
    expiresInSeconds: Math.round((sent.expiresAt.getTime() - now.getTime()) / 1000),
    retryAfterSeconds: Math.round((sent.resendAt.getTime() - now.getTime()) / 1000),
    phoneMasked: maskPhone(actor.phone),
  };
}

interface ExecuteRequest {
  readonly id: number;
  readonly version: number;
  readonly mode: ExecutionMode;
  readonly otp: string | undefined;
  readonly scheduledAt: string | undefined;
}

/**
 * Confirms a registry: uses the code up, freezes the whole sum and schedules the start for the end of the undo window.
 * One transaction: either all of it happened or none; the second caller meets a state that is no longer ready.
 *
 * @throws AppError `conflict` «Реестр уже запущен», another version, rows that are no longer good; `insufficient_funds`.
 */
export async function executePayroll(deps: RegistryDependencies, trx: Trx, actor: AccountActor, request: ExecuteRequest) {
  const registry = await loadRegistry(trx, actor, { ...LOAD, id: request.id, lock: true });
  refuseUnlessExecutable(registry, actor, request.version, request.mode);
  if (!request.otp) throw new AppError("otp_required");
  await deps.codes.use(trx, { phone: actor.phone, operation: operationOf(registry, request.mode), code: request.otp, field: "otp" });

  // One confirmation of a customer at a time: two registries with the same external id must see each other.
  await sql`SELECT pg_advisory_xact_lock(${CONFIRM_LOCKS}, ${registry.account_id})`.execute(trx);
  const problems = await recheckPayroll(trx, registry);
  if (problems.length > 0) {
    throw conflict(`С момента проверки изменилось: ${problems.map((one) => `${one.message} (строк: ${one.count})`).join("; ")}. Нажмите «Проверить без оплаты» и исправьте строки`);
  }
  const now = deps.clock.now();
  const cancelUntil = startOf(request.scheduledAt, now, await undoSeconds(trx, registry.account_id));
  const holdId = await holdRegistry(trx, registry, now);
  await sql`
    UPDATE registries SET state = 'SCHEDULED', mode = ${request.mode}, hold_id = ${holdId}, executed_by = ${actor.personId}, confirmed_at = ${now},
      cancel_until = ${cancelUntil}, started_at = NULL, finished_at = NULL, executed_row_no = 0, payouts_opened = false, payout_count = 0, paid_count = 0, failed_count = 0, paid_kopecks = 0
    WHERE account_id = ${registry.account_id} AND id = ${registry.id}`.execute(trx);
  await announce(trx, { to: `account:${registry.account_id}`, resource: "payroll-registries", ids: [registry.id] });
  return { registry, cancelUntil, answer: { id: registry.id, state: definitionFor(REGISTRY_STATE, "SCHEDULED"), version: registry.version } };
}

async function holdRegistry(trx: Trx, registry: RegistryRow, now: Date): Promise<bigint> {
  const needed = registry.amount_kopecks + registry.commission_kopecks;
  const { rows } = await sql<{ attempt: number }>`SELECT count(*)::integer + 1 AS attempt FROM holds WHERE account_id = ${registry.account_id} AND purpose = 'registry' AND source_id = ${registry.id}`.execute(trx);
  try {
    return await openHold(trx, {
      accountId: registry.account_id,
      purpose: "registry",
      sourceId: registry.id,
      attempt: rows[0]?.attempt ?? 1,
      amountKopecks: needed,
      at: now,
      businessDate: moscowDate(now),
    });
  } catch (error) {
    if (!(error instanceof LedgerShortage)) throw error;
    const { available } = await balanceOfAccount(trx, registry.account_id);
    throw new AppError("insufficient_funds", `Недостаточно средств: нужно ${formatMoney(needed)}, доступно ${formatMoney(available)}. Пополните баланс на ${formatMoney(needed - available)}`, {
      details: { needed: kopecksToRubles(needed), available: kopecksToRubles(available) },
    });
  }
}

async function undoSeconds(trx: Trx, accountId: number): Promise<number> {
  const { rows } = await sql<{ payout_undo_seconds: number }>`SELECT payout_undo_seconds FROM accounts WHERE id = ${accountId}`.execute(trx);
  return rows[0]?.payout_undo_seconds ?? 0;
}

const LONGEST_DELAY_DAYS = 31;

/** When the orders start to leave: after the undo window, or at the moment asked for when that is later. */
function startOf(scheduledAt: string | undefined, now: Date, undo: number): Date {
  const soonest = new Date(now.getTime() + undo * 1000);
  if (scheduledAt === undefined) return soonest;
  const asked = new Date(scheduledAt);
  if (asked.getTime() > now.getTime() + LONGEST_DELAY_DAYS * 86_400_000) throw invalid({ scheduledAt: [`Не позже чем через ${LONGEST_DELAY_DAYS} день`] });
  return asked > soonest ? asked : soonest;
}

function refuseUnlessExecutable(registry: RegistryRow, actor: AccountActor, version: number, mode: ExecutionMode): void {
  const permissions = permissionsOf(registry, actor);
  if (!permissions.canExecute) throw conflict(STARTED.has(registry.state) ? "Реестр уже запущен" : permissions.forbidden["canExecute"]);
  if (registry.version !== version) throw conflict("Реестр изменился, пока вы его смотрели. Обновите страницу и проверьте суммы");
  if (mode === "ALL" && registry.error_count > 0) throw conflict(`Режим «Всё или ничего»: сначала исправьте ошибки (строк: ${registry.error_count})`);
}

const STARTED: ReadonlySet<string> = new Set(["SCHEDULED", "EXECUTING", "EXECUTED", "PARTIALLY_EXECUTED"]);

/**
 * Takes a registry back. Before its start the frozen money is released and it is ready again; a registry that was never
 * confirmed is cancelled for good.
 */
export async function cancelPayroll(deps: RegistryDependencies, trx: Trx, actor: AccountActor, id: number) {
  const registry = await loadRegistry(trx, actor, { kind: "payroll", permission: "payroll-registries.edit", id, lock: true });
  const permissions = permissionsOf(registry, actor);
  if (!permissions.cancel) throw registry.state === "SCHEDULED" ? new AppError("forbidden") : conflict(permissions.forbidden["cancel"]);
  const now = deps.clock.now();
  const scheduled = registry.state === "SCHEDULED";
  if (scheduled && registry.cancel_until && registry.cancel_until <= now) throw conflict("Отменить уже нельзя: выплата началась");
  const next = !scheduled ? "CANCELED" : registry.error_count > 0 ? "PARTIALLY_READY" : "READY";
  if (scheduled && registry.hold_id !== null) {
    await releaseHold(trx, {
      accountId: registry.account_id,
      holdId: registry.hold_id,
      source: { type: "registry", id: registry.id, attempt: Number(registry.hold_id) },
      amountKopecks: registry.amount_kopecks + registry.commission_kopecks,
      at: now,
      businessDate: moscowDate(now),
    });
  }
  await sql`
    UPDATE registries SET state = ${next}, hold_id = NULL, cancel_until = NULL, confirmed_at = NULL, executed_by = NULL, mode = NULL
    WHERE account_id = ${registry.account_id} AND id = ${registry.id}`.execute(trx);
  await announce(trx, { to: `account:${registry.account_id}`, resource: "payroll-registries", ids: [registry.id] });
  return { registry, answer: { id: registry.id, state: definitionFor(REGISTRY_STATE, next), version: registry.version } };
}
