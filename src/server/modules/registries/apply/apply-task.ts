import { sql } from "kysely";
import { REGISTRY_ITEM_TRANSITIONS } from "#contract/registries/registry-item-states.ts";
import { REGISTRY_KINDS } from "#contract/registries/registry-kinds.ts";
import { tryLockUntilCommit } from "#server/data/advisory-locks.ts";
import type { BackgroundTask } from "#server/work/background-tasks.ts";
import { announce } from "#server/data/live.ts";
import { inTransaction, type Trx } from "#server/data/transaction.ts";
import type { AppliedRegistry, RegistryKind, RowOutcome } from "../registry-kind.ts";
import type { Platform } from "#server/platform.ts";
import { validateRowsAgain } from "./validate-rows-again.ts";

/**
 * Applies the rows of confirmed registries of one kind. Results, row outcomes, counters and the
 * resume position commit in one transaction per batch, so a crash at any point is safe. One process
 * works on a registry; several registries run side by side.
 */
export function applyRegistryTask(platform: Platform, kind: RegistryKind): BackgroundTask {
  return {
    name: `registries.apply-${kind.rows.name}`,
    idleMs: 1000,
    run: () => inTransaction(platform.db, (trx) => applyNext(platform, kind, trx)),
  };
}

async function applyNext(platform: Platform, kind: RegistryKind, trx: Trx): Promise<boolean> {
  const how = kind.applying?.how;
  const registry = await leaseExecuting(trx, kind);
  if (!how || !registry) return false;
  const at = platform.clock.now();
  const rows = await validateRowsAgain(
    platform,
    trx,
    kind,
    registry,
    registry.executed_row_no,
    how.batchRows,
  );
  const good = rows.filter(({ validated }) => validated.errorCount === 0);
  const applied = await how.apply(platform, trx, registry, good, at);
  const outcomes = new Map<number, RowOutcome>(
    good.map(({ rowNo }, index) => [rowNo, applied[index] as RowOutcome]),
  );
  for (const { rowNo, validated } of rows) {
    if (validated.errorCount > 0)
      outcomes.set(rowNo, {
        state: "APPLY_FAILED",
        result: validated.row.findings
          .filter(({ severity }) => severity === "error")
          .map(({ message }) => message)
          .join("; "),
      });
  }
  await storeOutcomes(
    trx,
    registry,
    rows.map(({ rowNo, validated }) => ({
      rowNo,
      workmanId: validated.workmanId,
      ...(outcomes.get(rowNo) as RowOutcome),
    })),
  );
  await countOutcomes(platform, trx, registry, [...outcomes.values()], {
    lastRow: rows.at(-1)?.rowNo ?? registry.executed_row_no,
    isEnd: rows.length < how.batchRows,
    at,
  });
  await announce(trx, {
    to: `account:${registry.account_id}`,
    resource: REGISTRY_KINDS[kind.rows.name].resource,
    ids: [registry.id],
  });
  return true;
}

/**
 * An advisory lock instead of a row lock: screens still read and counters still move during a
 * batch.
 */
async function leaseExecuting(trx: Trx, kind: RegistryKind): Promise<AppliedRegistry | undefined> {
  const candidates = await sql<{
    id: number;
  }>`
    SELECT id
    FROM registries
    WHERE kind = ${kind.rows.name} AND state = 'EXECUTING'
    ORDER BY executed_row_no, id
    LIMIT 20`.execute(trx);
  for (const { id } of candidates.rows) {
    if (!(await tryLockUntilCommit(trx, "registryApplying", id))) continue;
    // Read again under the lock: another process may have applied the batch meanwhile.
    const { rows } = await sql<AppliedRegistry>`
      SELECT account_id, id, created_on, created_by, project_id, executed_by, executed_row_no
      FROM registries
      WHERE id = ${id} AND state = 'EXECUTING'`.execute(trx);
    if (rows[0]) return rows[0];
  }
  return undefined;
}

/**
 * One statement makes both steps of the state table, `apply` and `complete`: no row is seen
 * APPLYING.
 */
async function storeOutcomes(
  trx: Trx,
  registry: AppliedRegistry,
  rows: readonly (RowOutcome & { readonly rowNo: number; readonly workmanId: number | null })[],
): Promise<void> {
  if (rows.length === 0) return;
  const { numAffectedRows } = await sql`
    UPDATE registry_items i
    SET state = v.state, result = v.result, workman_id = coalesce(v.workman_id, i.workman_id)
    FROM unnest(${rows.map((row) => row.rowNo)}::integer[], ${rows.map((row) => row.state)}::text[],
      ${rows.map((row) => row.result)}::text[],
      ${rows.map((row) => row.workmanId)}::integer[]) AS v (row_no, state, result, workman_id)
    WHERE i.account_id = ${registry.account_id}
      AND i.registry_id = ${registry.id}
      AND i.created_on = ${registry.created_on}::date
      AND i.row_no = v.row_no
      AND i.state = ANY (${[...REGISTRY_ITEM_TRANSITIONS.apply.from]}::text[])
        AND v.state = ANY (${[...REGISTRY_ITEM_TRANSITIONS.complete.to]}::text[])`.execute(trx);
  if (Number(numAffectedRows ?? 0n) !== rows.length)
    throw new Error(`rows of registry ${registry.id} were changed while they were applied`);
}

async function countOutcomes(
  platform: Platform,
  trx: Trx,
  registry: AppliedRegistry,
  outcomes: readonly RowOutcome[],
  { lastRow, isEnd, at }: { lastRow: number; isEnd: boolean; at: Date },
): Promise<void> {
  const failed = outcomes.filter(({ state }) => state === "APPLY_FAILED").length;
  await sql`
    UPDATE registries
    SET executed_row_no = ${lastRow}, paid_count = paid_count + ${outcomes.length - failed},
      failed_count = failed_count + ${failed}
    WHERE account_id = ${registry.account_id} AND id = ${registry.id}`.execute(trx);
  if (!isEnd) return;
  await sql`
    UPDATE registries
    SET state = CASE
      WHEN failed_count = 0
      AND error_count = 0 THEN 'EXECUTED'
      ELSE 'PARTIALLY_EXECUTED' END, finished_at = ${at}
    WHERE account_id = ${registry.account_id} AND id = ${registry.id}`.execute(trx);
  await platform.events.publish(trx, "registry.finished", {
    accountId: registry.account_id,
    registryId: registry.id,
    at,
  });
}
