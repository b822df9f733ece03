import {
  registryPermissions,
  REGISTRY_RIGHTS,
  seesPayrollSums,
} from "#contract/registries/registry-permissions.ts";
import type { Registry, RegistryProgress } from "#contract/registries/registry.ts";
import { hasStarted } from "#contract/registries/registry-states.ts";
import { kopecksToRubles } from "#contract/values/money.ts";
import type { AccountActor } from "#server/http/actor.ts";
import type { RegistryRow } from "./registry-row.ts";
import { shownMessage, shownState } from "./shown-state.ts";

/**
 * For lists and headers.
 *
 * @param available - free balance in kopecks; `null` without the right to see money.
 */
export function presentRegistry(
  row: RegistryRow,
  actor: AccountActor,
  available: bigint | null,
): Registry {
  return {
    id: row.id,
    number: row.number,
    title: row.title,
    fileName: row.file_name,
    state: shownState(row),
    version: row.version,
    rowsCount: row.row_count,
    readyCount: row.ready_count,
    errorsCount: row.error_count,
    warningsCount: row.warning_count,
    doneCount: row.paid_count,
    failedCount: row.failed_count,
    amount:
      row.kind === "payroll" && row.state !== "CANCELED" && seesPayrollSums(actor)
        ? kopecksToRubles(hasStarted(row.state) ? row.paid_kopecks : row.amount_kopecks)
        : null,
    balanceAfter: row.kind === "payroll" ? balanceAfter(row, available) : null,
    author: { id: row.created_by, name: row.author_name },
    project:
      row.project_id === null ? null : { id: row.project_id, title: row.project_title ?? "" },
    createdAt: row.created_at.toISOString(),
    executedAt: row.confirmed_at?.toISOString() ?? null,
    completedAt: row.finished_at?.toISOString() ?? null,
    errorMessage: shownMessage(row),
    permissions: permissionsOf(row, actor),
  };
}

/**
 * Frozen money has already left the available balance; a cancelled registry takes nothing of it.
 *
 * @returns rubles; `null` without the right to see money.
 */
export function balanceAfter(row: RegistryRow, available: bigint | null): number | null {
  if (available === null || row.state === "CANCELED") return null;
  const planned = row.hold_id === null ? row.amount_kopecks + row.commission_kopecks : 0n;
  return kopecksToRubles(available - planned);
}

export function permissionsOf(row: RegistryRow, actor: AccountActor) {
  const permissions = registryPermissions(REGISTRY_RIGHTS[row.kind], actor, actor.personId, {
    state: row.state,
    accountId: row.account_id,
    projectId: row.project_id,
    readyCount: row.ready_count,
    errorsCount: row.error_count,
    authorId: row.created_by,
    approval:
      row.state === "APPROVAL"
        ? {
            requestedById: row.executed_by,
            tiedIds: row.approval_tied ?? [],
            rules: row.approval_rules ?? [],
            votes: row.approval_votes ?? [],
          }
        : null,
  });
  if (row.kind === "payroll") return permissions;
  // These kinds pay nobody twice: the error file is uploaded as a new registry.
  return {
    ...permissions,
    correct: false,
    repeat: false,
    forbidden: {
      ...permissions.forbidden,
      repeat: "Повторить можно только реестр выплат",
      correct: "Скачайте строки с ошибками, исправьте их и загрузите файл новым реестром",
    },
  };
}

/** The percentage never exceeds the real share and never falls within a stage. */
export function presentProgress(row: RegistryRow, now: Date): RegistryProgress {
  const stage = stageOf(row);
  const executing = stage === "executing";
  const settled = row.paid_count + row.failed_count;
  const processed =
    executing || (stage === "idle" && row.payout_count > 0) ? settled : row.checked_count;
  // While a file is read, `row_count` grows with it; the total is guessed by line ends.
  const total = executing
    ? Math.max(row.payout_count, row.ready_count)
    : stage === "idle"
      ? row.row_count
      : expectedRows(row);
  const startedAt = executing ? row.started_at : stage === "idle" ? null : row.created_at;
  return {
    id: row.id,
    state: shownState(row),
    stage,
    percent:
      stage === "idle" ? 100 : total ? Math.min(99, Math.floor((processed / total) * 100)) : 0,
    processedCount: processed,
    totalCount: total,
    succeededCount: executing || row.payout_count > 0 ? row.paid_count : row.ready_count,
    failedCount: executing || row.payout_count > 0 ? row.failed_count : row.error_count,
    startedAt: startedAt?.toISOString() ?? null,
    secondsLeft: secondsLeft(startedAt, now, processed, total),
    version: row.version,
  };
}

/** At least the validated rows: the guess may be too small. */
function expectedRows(row: RegistryRow): number | null {
  return row.expected_rows === null ? null : Math.max(row.expected_rows, row.checked_count);
}

function stageOf(row: RegistryRow): RegistryProgress["stage"] {
  if (row.state === "EXECUTING") return "executing";
  if (row.state === "UPLOADED") return "reading";
  return row.state === "VALIDATING" ? "validating" : "idle";
}

function secondsLeft(
  startedAt: Date | null,
  now: Date,
  processed: number,
  total: number | null,
): number | null {
  if (!startedAt || !total || processed === 0) return null;
  const elapsed = (now.getTime() - startedAt.getTime()) / 1000;
  return Math.max(0, Math.round((elapsed / processed) * (total - processed)));
}
