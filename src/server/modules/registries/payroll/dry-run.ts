import { moscowDate } from "#contract/values/calendar-date.ts";
import { may } from "#contract/access/access.ts";
import type { PayrollDryRun } from "#contract/registries/payroll-registry.ts";
import type { ExecutionMode } from "#contract/registries/registry-states.ts";
import { countOf, ROWS } from "#contract/values/plural.ts";
import { shortageSentence } from "#server/money/company-shortage.ts";
import type { TaxCheck } from "#server/money/workman-taxes/index.ts";
import { balanceOfAccount } from "#server/money/ledger/index.ts";
import { confirmerOf, type AccountActor } from "#server/http/actor.ts";
import { conflict } from "#server/http/app-error.ts";
import type { Trx } from "#server/data/transaction.ts";
import type { Platform } from "#server/platform.ts";
import { permissionsOf } from "../registry-presenter.ts";
import { loadRegistry } from "../registry-row.ts";
import { rulesOfRegistry, unmeetableRule } from "./approval-rules.ts";
import { fileTotalOf } from "./file-total.ts";
import { presentMoney } from "./payroll-info.ts";
import { countUnnamed } from "./unnamed-rows.ts";
import { countRepeats } from "./paid-before.ts";
import { undoSeconds } from "./undo-seconds.ts";
import { checkPeople, validatePayrollAgain, type PayrollFinding } from "./validate-again.ts";

/**
 * «Проверить без оплаты». Validates rows and balance again, and asks the tax service about people
 * whose answer is older than an hour; called again, it tells how far that is. Writes nothing else.
 *
 * @throws AppError `conflict` — not ready to start.
 */
export async function dryRunPayroll(
  platform: Platform,
  trx: Trx,
  actor: AccountActor,
  id: number,
  mode: ExecutionMode,
): Promise<PayrollDryRun> {
  const registry = await loadRegistry(trx, actor, {
    kind: "payroll",
    permission: "payroll-registries.edit",
    id,
  });
  const permissions = permissionsOf(registry, actor);
  if (!permissions.dryRun) throw conflict(permissions.forbidden["dryRun"]);
  const now = platform.clock.now();
  const check = await checkPeople(trx, registry, now);
  const problems = await validatePayrollAgain(trx, registry, moscowDate(now));
  const repeats = await countRepeats(trx, registry, moscowDate(now));
  const { available } = await balanceOfAccount(trx, actor.accountId);
  const maySeeMoney = may(actor, "money.view");
  const needed = registry.amount_kopecks + registry.commission_kopecks;
  const rules = await rulesOfRegistry(trx, registry);
  const nobody =
    permissions.canExecute && rules.length > 0
      ? await unmeetableRule(trx, registry, { byId: confirmerOf(actor), at: now }, rules)
      : null;
  const short = needed > available ? [shortage(needed, available, maySeeMoney)] : [];
  const obstacles = [
    ...(permissions.canExecute ? [] : [permissions.forbidden["canExecute"] ?? ""]),
    ...(mode === "ALL" && registry.error_count > 0
      ? [`Режим «Всё или ничего»: сначала исправьте ошибки (строк: ${registry.error_count})`]
      : []),
    ...problems.map(dryRunSentence),
    ...(nobody === null ? [] : [nobody]),
    // With approvals the payment comes later: the balance may be topped up (`domain.md` §3.1).
    ...(rules.length > 0 ? [] : short),
  ];
  return {
    version: registry.version,
    rowsCount: registry.row_count,
    readyCount: registry.ready_count,
    errorsCount: registry.error_count,
    warningsCount: registry.warning_count,
    workmenCount: registry.workmen_count,
    ...presentMoney(registry, actor, maySeeMoney ? available : null),
    repeats,
    fileTotal: fileTotalOf(registry),
    needsApproval: rules.length > 0,
    undoSeconds: await undoSeconds(trx, actor.accountId),
    canExecute: obstacles.length === 0 && !check.isWaiting,
    obstacles,
    notes: [
      ...(rules.length > 0 ? short.map((text) => `${text}. Это нужно сделать до утверждения`) : []),
      ...unansweredNote(check),
      ...unnamedNote(await countUnnamed(trx, registry)),
    ],
    taxCheck: { total: check.total, done: check.done, isWaiting: check.isWaiting },
    problems: problems.map(({ cause, message, count }) => ({ cause, message, count })),
  };
}

/** The payment may go on: each receipt asks again. */
function unansweredNote({ total, done, isWaiting }: TaxCheck): string[] {
  return isWaiting || done === total
    ? []
    : [
        `Налоговая служба пока не ответила об исполнителях: ${total - done}. Перед выплатой спросим ещё раз`,
      ];
}

function unnamedNote(count: number): string[] {
  return count === 0 ? [] : [`Без ФИО, чей это ИНН, не проверено: ${countOf(count, ROWS)}`];
}

function dryRunSentence({ message, count }: PayrollFinding): string {
  return `С момента проверки изменилось: ${message} (строк: ${count}). Исправьте или удалите эти строки`;
}

function shortage(needed: bigint, available: bigint, maySeeMoney: boolean): string {
  if (!maySeeMoney) return "Недостаточно средств на балансе. Обратитесь к финансовому менеджеру";
  return shortageSentence(needed, available);
}
