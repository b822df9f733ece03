import { sql } from "kysely";
import type { PayrollRepeats } from "#contract/registries/paid-before.ts";
import {
  REGISTRY_STATE,
  REGISTRY_TRANSITIONS,
  type ExecutionMode,
  type RegistryState,
} from "#contract/registries/registry-states.ts";
import { moscowDate } from "#contract/values/calendar-date.ts";
import { formatMoney } from "#contract/values/money.ts";
import { refuseBlockedCompany } from "#server/modules/accounts/index.ts";
import { balanceOfAccount, LedgerShortage, openHold } from "#server/money/ledger/index.ts";
import { lockUntilCommit } from "#server/data/advisory-locks.ts";
import { confirmerOf, type AccountActor } from "#server/http/actor.ts";
import { AppError, conflict, invalid } from "#server/http/app-error.ts";
import { companyShortage } from "#server/money/company-shortage.ts";
import type { Trx } from "#server/data/transaction.ts";
import { transition } from "#server/data/transition.ts";
import { useCode } from "#server/modules/auth/index.ts";
import type { Platform } from "#server/platform.ts";
import { answerWith, moveRegistry, UNCONFIRMED } from "../move-registry.ts";
import { permissionsOf } from "../registry-presenter.ts";
import { loadRegistry, type RegistryRow } from "../registry-row.ts";
import { rulesOfRegistry } from "./approval-rules.ts";
import { refuseUnseenExcess } from "./file-total.ts";
import { refuseUnseenRepeats } from "./paid-before.ts";
import { validatePayrollAgain } from "./validate-again.ts";
import { requestApproval } from "./request-approval.ts";
import { refuseOtherVersion } from "../refuse-other-version.ts";
import { sendCode } from "./send-code.ts";
import { undoSeconds } from "./undo-seconds.ts";

const LOAD = { kind: "payroll", permission: "payroll-registries.execute" } as const;

/** A code's scope: this registry in this version and mode. */
function operationOf(registry: RegistryRow, mode: ExecutionMode): string {
  return `payroll-execute:${registry.account_id}:${registry.id}:${registry.version}:${mode}`;
}

export async function sendExecuteCode(
  platform: Platform,
  trx: Trx,
  actor: AccountActor,
  request: { id: number; version: number; mode: ExecutionMode; ip: string },
) {
  const registry = await loadRegistry(trx, actor, { ...LOAD, id: request.id });
  await refuseBlockedCompany(trx, actor.accountId, "executeRegistries");
  refuseUnlessExecutable(registry, actor, request.version, request.mode);
  // No code for what cannot be confirmed; with approvals the balance is checked at the last one.
  if ((await rulesOfRegistry(trx, registry)).length === 0) {
    const { available } = await balanceOfAccount(trx, registry.account_id);
    if (available < neededFor(registry)) throw companyShortage(neededFor(registry), available);
  }
  const purpose = `Выплата ${formatMoney(registry.amount_kopecks)}, исполнителей: ${registry.workmen_count}. Код`;
  return sendCode(platform, actor, {
    operation: operationOf(registry, request.mode),
    purpose,
    ip: request.ip,
  });
}

interface ExecuteRequest {
  readonly id: number;
  readonly version: number;
  readonly mode: ExecutionMode;
  readonly otp: string | undefined;
  readonly scheduledAt: string | undefined;
  readonly confirmedRepeats: PayrollRepeats | undefined;
  /** Rubles. */
  readonly confirmedExcess: number | undefined;
}

/**
 * Consumes the code, freezes the whole sum and schedules the start at the end of the undo window,
 * or asks for approval. One transaction; a second call finds another state.
 *
 * @returns `cancelUntil`: `null` while approval is pending.
 * @throws AppError `conflict` — «Реестр уже запущен», another version, a blocked company, rows no
 * longer good, repeats or an excess that were not confirmed; `insufficient_funds`.
 */
export async function executePayroll(
  platform: Platform,
  trx: Trx,
  actor: AccountActor,
  request: ExecuteRequest,
) {
  const registry = await loadRegistry(trx, actor, { ...LOAD, id: request.id, lock: true });
  await refuseBlockedCompany(trx, actor.accountId, "executeRegistries");
  refuseUnlessExecutable(registry, actor, request.version, request.mode);
  const today = moscowDate(platform.clock.now());
  await refuseUnseenRepeats(trx, registry, today, request.confirmedRepeats);
  refuseUnseenExcess(registry, request.confirmedExcess);
  if (!request.otp) throw new AppError("otp_required");
  await useCode(platform, trx, {
    by: actor,
    phone: actor.phone,
    operation: operationOf(registry, request.mode),
    code: request.otp,
    field: "otp",
  });
  const askedStart = readStart(request.scheduledAt, platform.clock.now());
  const rules = await rulesOfRegistry(trx, registry);
  let cancelUntil: Date | null = null;
  if (rules.length > 0) {
    await refuseSpoiled(platform, trx, registry, askedStart);
    await requestApproval(platform, trx, actor, registry, {
      mode: request.mode,
      rules,
      startAt: askedStart,
    });
  } else {
    cancelUntil = await schedulePayroll(platform, trx, registry, {
      mode: request.mode,
      confirmedBy: confirmerOf(actor),
      askedStart,
    });
  }
  return {
    cancelUntil,
    ...answerWith(registry, cancelUntil === null ? "APPROVAL" : "SCHEDULED"),
  };
}

/**
 * After a confirmation or the last approval.
 *
 * @returns end of the undo window.
 * @throws AppError `conflict` — rows no longer good; `insufficient_funds`.
 */
export async function schedulePayroll(
  platform: Platform,
  trx: Trx,
  registry: RegistryRow,
  request: { mode: ExecutionMode; confirmedBy: number; askedStart: Date | null },
): Promise<Date> {
  // One per customer at a time: two registries with one external id must see each other.
  await lockUntilCommit(trx, "payrollConfirmation", registry.account_id);
  const now = platform.clock.now();
  const soonest = new Date(now.getTime() + (await undoSeconds(trx, registry.account_id)) * 1000);
  const cancelUntil =
    request.askedStart !== null && request.askedStart > soonest ? request.askedStart : soonest;
  await refuseSpoiled(platform, trx, registry, cancelUntil);
  const holdId = await holdRegistry(trx, registry, now);
  const action = registry.state === "APPROVAL" ? "approve" : "execute";
  await moveRegistry(
    trx,
    registry,
    transition(REGISTRY_TRANSITIONS, action, "account", { to: "SCHEDULED" }),
    sql`
      mode = ${request.mode}, hold_id = ${holdId}, executed_by = ${request.confirmedBy},
        confirmed_at = ${now}, cancel_until = ${cancelUntil}, started_at = NULL,
        finished_at = NULL, executed_row_no = 0, payouts_opened = false, payout_count = 0,
        paid_count = 0, failed_count = 0, paid_kopecks = 0`,
  );
  return cancelUntil;
}

async function refuseSpoiled(
  platform: Pick<Platform, "clock">,
  trx: Trx,
  registry: RegistryRow,
  startAt: Date | null,
): Promise<void> {
  const now = platform.clock.now();
  const problems = await validatePayrollAgain(trx, registry, moscowDate(now), {
    // The limit of the year in which the money is paid.
    paidOn: moscowDate(startAt !== null && startAt > now ? startAt : now),
  });
  if (problems.length > 0) {
    throw conflict(
      `С момента проверки изменилось: ${problems.map((one) => `${one.message} (строк: ${one.count})`).join("; ")}. ${registry.state === "APPROVAL" ? "Отклоните реестр, чтобы автор исправил строки" : "Нажмите «Проверить без оплаты» и исправьте строки"}`,
    );
  }
}

async function holdRegistry(trx: Trx, registry: RegistryRow, now: Date): Promise<bigint> {
  const needed = neededFor(registry);
  const { rows } = await sql<{
    attempt: number;
  }>`
    SELECT count(*)::integer + 1 AS attempt
    FROM holds
    WHERE account_id = ${registry.account_id}
      AND purpose = 'registry'
      AND source_id = ${registry.id}`.execute(trx);
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
    throw companyShortage(needed, available);
  }
}

function neededFor(registry: RegistryRow): bigint {
  return registry.amount_kopecks + registry.commission_kopecks;
}

const LONGEST_DELAY_DAYS = 31;

/** `null`: as soon as possible. */
function readStart(scheduledAt: string | undefined, now: Date): Date | null {
  if (scheduledAt === undefined) return null;
  const asked = new Date(scheduledAt);
  if (asked.getTime() > now.getTime() + LONGEST_DELAY_DAYS * 86_400_000)
    throw invalid({ scheduledAt: [`Не позже чем через ${LONGEST_DELAY_DAYS} день`] });
  return asked;
}

function refuseUnlessExecutable(
  registry: RegistryRow,
  actor: AccountActor,
  version: number,
  mode: ExecutionMode,
): void {
  const permissions = permissionsOf(registry, actor);
  if (registry.state === "APPROVAL") throw conflict("Реестр уже отправлен на согласование");
  if (!permissions.canExecute)
    throw conflict(
      STARTED.has(registry.state) ? "Реестр уже запущен" : permissions.forbidden["canExecute"],
    );
  refuseOtherVersion(registry, version);
  if (mode === "ALL" && registry.error_count > 0)
    throw conflict(
      `Режим «Всё или ничего»: сначала исправьте ошибки (строк: ${registry.error_count})`,
    );
}

const STARTED: ReadonlySet<string> = new Set([
  "SCHEDULED",
  "EXECUTING",
  "EXECUTED",
  "PARTIALLY_EXECUTED",
]);

const EDIT = { kind: "payroll", permission: "payroll-registries.edit" } as const;

/**
 * For good, if never confirmed.
 *
 * @throws AppError `conflict` — the version or state has changed, or the state cannot be cancelled.
 */
export async function cancelPayroll(
  trx: Trx,
  actor: AccountActor,
  { id, version, state }: { id: number; version: number; state: RegistryState },
) {
  const registry = await loadRegistry(trx, actor, { ...EDIT, id, lock: true });
  const permissions = permissionsOf(registry, actor);
  if (!permissions.cancel) throw conflict(permissions.forbidden["cancel"]);
  if (registry.state !== state)
    throw conflict(
      `Состояние реестра изменилось: теперь он «${REGISTRY_STATE.titles[registry.state]}». Посмотрите его ещё раз`,
    );
  refuseOtherVersion(registry, version);
  const cancel = transition(REGISTRY_TRANSITIONS, "cancel", "account");
  await moveRegistry(trx, registry, cancel, UNCONFIRMED);
  return answerWith(registry, cancel.to);
}
