import { findingTitle } from "#contract/registries/registry-findings.ts";
import type { ExecutionMode } from "#contract/registries/registry-states.ts";
import type { RegistryDryRun } from "#contract/registries/registry.ts";
import type { AccountActor } from "#server/http/actor.ts";
import { AppError, conflict } from "#server/http/app-error.ts";
import type { Trx } from "#server/data/transaction.ts";
import type { Platform } from "#server/platform.ts";
import type { RegistryKind } from "../registry-kind.ts";
import { permissionsOf } from "../registry-presenter.ts";
import { loadRegistry } from "../registry-row.ts";
import { validateRowsAgain } from "./validate-rows-again.ts";

const PAGE_ROWS = 500;

/** What executing would do now. Read-only. */
export async function planRegistry(
  platform: Platform,
  kind: RegistryKind,
  trx: Trx,
  actor: AccountActor,
  id: number,
  mode: ExecutionMode,
): Promise<RegistryDryRun> {
  const registry = await loadRegistry(trx, actor, {
    kind: kind.rows.name,
    permission: kind.permissions.edit,
    id,
  });
  const permissions = permissionsOf(registry, actor);
  if (!permissions.dryRun) throw conflict(permissions.forbidden["dryRun"]);
  const how = kind.applying?.how;
  if (!how) throw new Error(`${kind.rows.name} is not applied this way`);

  const sums: Record<string, number> = {};
  const spoiled = new Map<string, number>();
  for (let after = 0; ;) {
    const rows = await validateRowsAgain(platform, trx, kind, registry, after, PAGE_ROWS);
    const last = rows.at(-1);
    if (!last) break;
    after = last.rowNo;
    for (const { validated } of rows) {
      if (validated.errorCount === 0)
        for (const [name, count] of Object.entries(how.plan(validated)))
          sums[name] = (sums[name] ?? 0) + count;
      for (const code of new Set(
        validated.row.findings
          .filter(({ severity }) => severity === "error")
          .map((finding) => finding.code),
      ))
        spoiled.set(code, (spoiled.get(code) ?? 0) + 1);
    }
  }
  const problems = [...spoiled].map(([cause, count]) => ({
    cause,
    message: findingTitle(cause) ?? cause,
    count,
  }));
  const { effects, notes } = await how.describe(trx, registry, sums, platform.clock.now());
  const obstacles = [
    ...(permissions.canExecute ? [] : [permissions.forbidden["canExecute"] ?? ""]),
    ...(mode === "ALL" && registry.error_count > 0
      ? [`Режим «Всё или ничего»: сначала исправьте ошибки (строк: ${registry.error_count})`]
      : []),
    ...(mode === "ALL"
      ? problems.map(
          ({ message, count }) =>
            `С момента проверки изменилось: ${message} (строк: ${count}). Исправьте или удалите эти строки`,
        )
      : []),
    ...(await refusalOf(() => how.refuse(platform, trx, actor))),
  ];
  return {
    version: registry.version,
    rowsCount: registry.row_count,
    readyCount: registry.ready_count,
    errorsCount: registry.error_count,
    warningsCount: registry.warning_count,
    workmenCount: registry.workmen_count,
    canExecute: obstacles.length === 0,
    obstacles,
    notes: [
      ...notes,
      ...(mode === "ALL"
        ? []
        : problems.map(
            ({ message, count }) => `Строки не будут применены: ${message} (строк: ${count})`,
          )),
    ],
    problems,
    effects,
  };
}

/** The AppError's message; other errors are rethrown. */
async function refusalOf(validateCells: () => Promise<void>): Promise<string[]> {
  try {
    await validateCells();
    return [];
  } catch (error) {
    if (error instanceof AppError) return [error.message];
    throw error;
  }
}
