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
  const spoiled = new Map<string, { lines: number[]; messages: Set<string> }>();
  const started = { ...registry, executed_by: actor.personId };
  for (let after = 0; ;) {
    const rows = await validateRowsAgain(platform, trx, kind, started, after, PAGE_ROWS);
    const last = rows.at(-1);
    if (!last) break;
    after = last.rowNo;
    for (const { validated } of rows) {
      if (validated.errorCount === 0)
        for (const [name, count] of Object.entries(how.plan(validated)))
          sums[name] = (sums[name] ?? 0) + count;
      const errors = new Map(
        validated.row.findings
          .filter(({ severity }) => severity === "error")
          .map(({ code, message }) => [code, message]),
      );
      for (const [code, message] of errors) {
        const cause = spoiled.get(code) ?? { lines: [], messages: new Set<string>() };
        cause.lines.push(validated.row.line);
        spoiled.set(code, { ...cause, messages: cause.messages.add(message) });
      }
    }
  }
  const causes = [...spoiled].map(
    ([
      cause,
      {
        lines,
        messages: [first, ...others],
      },
    ]) => ({
      cause,
      message: (others.length === 0 ? first : findingTitle(cause)) ?? cause,
      lines,
    }),
  );
  const { effects, notes } = await how.describe(trx, registry, sums, platform.clock.now());
  const obstacles = [
    ...(permissions.canExecute ? [] : [permissions.forbidden["canExecute"] ?? ""]),
    ...(mode === "ALL" && registry.error_count > 0
      ? [`Режим «Всё или ничего»: сначала исправьте ошибки (строк: ${registry.error_count})`]
      : []),
    ...(mode === "ALL"
      ? causes.map(
          ({ message, lines }) =>
            `Строки сейчас не применить: ${message} (${namesOf(lines)}). Исправьте или удалите эти строки`,
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
        : causes.map(
            ({ message, lines }) => `Строки не будут применены: ${message} (${namesOf(lines)})`,
          )),
    ],
    problems: causes.map(({ cause, message, lines }) => ({ cause, message, count: lines.length })),
    effects,
  };
}

const NAMED_LINES = 5;

/** «строк: 7, № 2, 3, 5, 8, 9…», as in the file. */
function namesOf(lines: readonly number[]): string {
  const named = lines.slice(0, NAMED_LINES).join(", ");
  return `строк: ${lines.length}, № ${named}${lines.length > NAMED_LINES ? "…" : ""}`;
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
