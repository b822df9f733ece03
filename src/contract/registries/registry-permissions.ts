import { may, type Rights } from "#contract/access/access.ts";
import { type Actor, reaches } from "#contract/access/actor.ts";
import type { Permission } from "#contract/access/permissions.ts";
import type { RegistryPermissions } from "./registry.ts";
import { approvalRefusal, type ApprovalFacts } from "./registry-approvals.ts";
import { REGISTRY_TRANSITIONS, STARTED_REGISTRIES, type RegistryState } from "./registry-states.ts";

/** Kinds without money use one right for all. */
export interface RegistryRights {
  readonly edit: Permission;
  readonly execute: Permission;
  readonly approve: Permission;
}

/** Source: `domain.md` §2.1, the four registries. */
export const REGISTRY_RIGHTS = {
  payroll: {
    edit: "payroll-registries.edit",
    execute: "payroll-registries.execute",
    approve: "payroll-registries.approve",
  },
  job: {
    edit: "job-registries.manage",
    execute: "job-registries.manage",
    approve: "job-registries.manage",
  },
  workman: {
    edit: "workman-registries.manage",
    execute: "workman-registries.manage",
    approve: "workman-registries.manage",
  },
  "workman-registration": {
    edit: "workman-registries.manage",
    execute: "workman-registries.manage",
    approve: "workman-registries.manage",
  },
} as const satisfies Record<string, RegistryRights>;

export interface RegistryFacts {
  readonly state: RegistryState;
  readonly accountId: number;
  readonly projectId: number | null;
  readonly readyCount: number;
  readonly errorsCount: number;
  readonly authorId: number | null;
  readonly approval?: ApprovalFacts | null;
}

/**
 * Roles that prepare or pay. Decision: VIEWER sees no sums: a sum beside a name is the workman's
 * income.
 */
export function seesPayrollSums(rights: Rights): boolean {
  return may(rights, "payroll-registries.edit");
}

/** Their rows have been validated. */
const REPEATED_STATES: readonly RegistryState[] = [
  "READY",
  "PARTIALLY_READY",
  "APPROVAL",
  "SCHEDULED",
  ...STARTED_REGISTRIES,
];
const UNFINISHED = "Строки можно исправить в новом реестре, когда этот выполнен";
const NO_RIGHT = "Недостаточно прав для выполнения этой операции";

/**
 * Each false flag has a Russian reason.
 *
 * @param userId - the uploader and the requester may not approve. Source: `domain.md` §2.1, §2.8.
 */
export function registryPermissions(
  rights: RegistryRights,
  actor: Actor,
  userId: number,
  registry: RegistryFacts,
): RegistryPermissions {
  const forbidden: Record<string, string> = {};
  const flag = (
    name: string,
    permission: Permission,
    from: readonly RegistryState[],
    more?: string | false,
  ) => {
    const reason = !reaches(actor, permission, registry)
      ? NO_RIGHT
      : !from.includes(registry.state)
        ? name === "correct"
          ? UNFINISHED
          : REFUSED[registry.state]
        : more || null;
    if (reason) forbidden[name] = reason;
    return reason === null;
  };
  return {
    update: flag("update", rights.edit, REGISTRY_TRANSITIONS.edit.from),
    dryRun: flag("dryRun", rights.edit, ["READY", "PARTIALLY_READY"]),
    canExecute: flag(
      "canExecute",
      rights.execute,
      REGISTRY_TRANSITIONS.execute.from,
      registry.readyCount === 0 && "Нет готовых строк. Исправьте ошибки",
    ),
    approve: flag(
      "approve",
      rights.approve,
      REGISTRY_TRANSITIONS.approve.from,
      registry.authorId === userId
        ? "Реестр согласует другой пользователь"
        : registry.approval
          ? (approvalRefusal(registry.approval, userId, actor.role) ?? false)
          : false,
    ),
    cancel: flag("cancel", rights.edit, REGISTRY_TRANSITIONS.cancel.from),
    undo: flag("undo", rights.execute, REGISTRY_TRANSITIONS.unschedule.from),
    downloadErrors: registry.errorsCount > 0,
    correct: flag(
      "correct",
      rights.edit,
      ["EXECUTED", "PARTIALLY_EXECUTED"],
      registry.errorsCount === 0 && "Строк с ошибками в реестре не было",
    ),
    repeat: flag(
      "repeat",
      rights.edit,
      REPEATED_STATES,
      registry.readyCount === 0 && "Повторять нечего: готовых строк в реестре нет",
    ),
    forbidden,
  };
}

const REFUSED: Readonly<Record<RegistryState, string>> = {
  UPLOADED: "Файл ещё читается. Дождитесь окончания проверки",
  VALIDATING: "Строки ещё проверяются. Дождитесь окончания проверки",
  INVALID: "Все строки с ошибками. Исправьте их или загрузите файл заново",
  READY: "Реестр готов к запуску: согласование не требуется",
  PARTIALLY_READY: "Реестр готов частично: согласование не требуется",
  APPROVAL: "Реестр на согласовании",
  SCHEDULED: "Реестр запланирован. Отмените отправку, чтобы изменить его",
  EXECUTING: "Реестр уже запущен",
  EXECUTED: "Реестр уже выполнен",
  PARTIALLY_EXECUTED: "Реестр уже выполнен",
  CANCELED: "Реестр отменён",
  ERROR: "Файл не удалось прочитать. Загрузите его заново",
};
