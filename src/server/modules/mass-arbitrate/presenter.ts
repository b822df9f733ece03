import type { MassArbitrateImport } from "#contract/mass-arbitrate/mass-arbitrate.ts";
import { registryPermissions } from "#contract/registries/registry-permissions.ts";
import type { RegistryPermissions, RegistryProgress } from "#contract/registries/registry.ts";
import { kopecksToRubles } from "#contract/values/money.ts";
import { shownMessage, shownState } from "#server/modules/registries/index.ts";
import type { AccountActor } from "#server/http/actor.ts";
import type { ImportRow } from "./import-rows.ts";

const RIGHTS = {
  edit: "mass-arbitrate.manage",
  execute: "mass-arbitrate.manage",
  approve: "mass-arbitrate.manage",
} as const;

/** Projects are validated by the caller. Files are not corrected in place. */
export function importPermissions(row: ImportRow, actor: AccountActor): RegistryPermissions {
  const facts = {
    state: row.state,
    accountId: row.account_id,
    projectId: null,
    readyCount: row.ready_count,
    errorsCount: row.error_count,
    authorId: null,
  };
  const flags = registryPermissions(RIGHTS, { ...actor, projectIds: null }, actor.personId, facts);
  const never = { dryRun: false, approve: false, undo: false, correct: false, repeat: false };
  return { ...flags, update: false, ...never };
}

/** @param available - kopecks; `null` without the right. */
export function presentImport(
  row: ImportRow,
  actor: AccountActor,
  available: bigint | null,
): MassArbitrateImport {
  const answered = (...states: string[]) =>
    states.reduce((sum, state) => sum + (row.answers?.[state] ?? 0), 0);
  return {
    id: row.id,
    number: row.number,
    title: null,
    fileName: row.file_name,
    state: shownState(row),
    version: row.version,
    rowsCount: row.row_count,
    readyCount: row.ready_count,
    errorsCount: row.error_count,
    warningsCount: row.warning_count,
    doneCount: row.applied_count,
    failedCount: row.failed_count,
    amount: kopecksToRubles(row.after_kopecks),
    author: { id: row.created_by, name: row.author_name },
    project: null,
    createdAt: row.created_at.toISOString(),
    executedAt: row.confirmed_at?.toISOString() ?? null,
    completedAt: row.finished_at?.toISOString() ?? null,
    errorMessage: shownMessage(row),
    permissions: importPermissions(row, actor),
    changedCount: row.ready_count,
    skippedCount: row.skipped_count,
    amountBefore: kopecksToRubles(row.before_kopecks),
    amountAfter: kopecksToRubles(row.after_kopecks),
    amountDelta: kopecksToRubles(row.after_kopecks - row.before_kopecks),
    moneyNeeded: kopecksToRubles(row.needed_kopecks),
    moneyReleased: kopecksToRubles(row.released_kopecks),
    balanceAfter: available === null ? null : kopecksToRubles(available - row.needed_kopecks),
    available: available === null ? null : kopecksToRubles(available),
    answers: {
      waiting: answered("OPEN", "MODERATION"),
      accepted: answered("ACCEPTED"),
      declined: answered("DECLINED"),
      expired: answered("EXPIRED", "CANCELED"),
    },
    warnings: row.file_warnings,
  };
}

/** An unread file's rows are unknown. */
export function presentProgress(row: ImportRow): RegistryProgress {
  const isApplying = row.state === "EXECUTING";
  const isChecking = row.state === "UPLOADED" || row.state === "VALIDATING";
  const settled = row.applied_count + row.failed_count;
  const hasBegun = isApplying || settled > 0;
  return {
    id: row.id,
    state: shownState(row),
    stage: isApplying
      ? "executing"
      : row.state === "UPLOADED"
        ? "reading"
        : isChecking
          ? "validating"
          : "idle",
    percent: isApplying
      ? Math.min(99, Math.floor((settled * 100) / Math.max(1, row.ready_count)))
      : isChecking
        ? 0
        : 100,
    processedCount: hasBegun ? settled : row.row_count,
    totalCount: isChecking ? null : hasBegun ? row.ready_count : row.row_count,
    succeededCount: hasBegun ? row.applied_count : row.ready_count,
    failedCount: hasBegun ? row.failed_count : row.error_count,
    startedAt:
      (isApplying ? row.confirmed_at : isChecking ? row.created_at : null)?.toISOString() ?? null,
    secondsLeft: null,
    version: row.version,
  };
}
