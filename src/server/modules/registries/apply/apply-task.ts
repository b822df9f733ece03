import { sql } from "kysely";
import { REGISTRY_ITEM_TRANSITIONS } from "#contract/registries/registry-item-states.ts";
import { REGISTRY_KINDS } from "#contract/registries/registry-kinds.ts";
import { tryLockUntilCommit } from "#server/data/advisory-locks.ts";
import type { Trx } from "#server/data/transaction.ts";
import { transitionEach } from "#server/data/transition.ts";
import type { Platform } from "#server/platform.ts";
import type { BackgroundTask } from "#server/work/background-tasks.ts";
import { nameOfRegistry, type RegistryKey } from "../registry-key.ts";
import type { AppliedRegistry, Applying, RegistryKind, RowOutcome } from "../registry-kind.ts";
import { applyRowsTask, COMPLETE } from "./apply-rows-task.ts";
import { validateRowsAgain, type RevalidatedRow } from "./validate-rows-again.ts";

/** Of a kind that moves no money. */
export function applyRegistryTask(
  platform: Platform,
  kind: RegistryKind,
  how: Applying,
): BackgroundTask {
  return applyRowsTask<AppliedRegistry, RevalidatedRow, RowOutcome>(platform, {
    task: `registries.apply-${kind.rows.name}`,
    batchRows: how.batchRows,
    async next({ limit, isFree }) {
      const { rows } = await sql<RegistryKey>`
        SELECT r.account_id, r.id
        FROM registries r
        WHERE r.kind = ${kind.rows.name} AND r.state = 'EXECUTING' AND ${isFree(nameOfRegistry("r"))}
        ORDER BY r.executed_row_no, r.id
        LIMIT ${limit}`.execute(platform.db);
      return rows;
    },
    lock: lockExecuting,
    rows: (trx, registry) =>
      validateRowsAgain(platform, trx, kind, registry, registry.executed_row_no, how.batchRows),
    async apply(trx, registry, rows, at) {
      const good = rows.filter(({ validated }) => validated.errorCount === 0);
      const applied = await how.apply(platform, trx, registry, good, at);
      return rows.map((row) => applied[good.indexOf(row)] ?? failureOf(row));
    },
    async store(trx, registry, rows, outcomes) {
      await storeOutcomes(trx, registry, rows, outcomes);
      const failed = outcomes.filter(({ state }) => state === "APPLY_FAILED").length;
      await sql`
        UPDATE registries
        SET executed_row_no = ${rows.at(-1)?.rowNo ?? registry.executed_row_no},
          paid_count = paid_count + ${outcomes.length - failed},
          failed_count = failed_count + ${failed}
        WHERE account_id = ${registry.account_id} AND id = ${registry.id}`.execute(trx);
    },
    async finish(trx, registry, at) {
      await sql`
        UPDATE registries
        SET ${COMPLETE.set}, finished_at = ${at}
        WHERE account_id = ${registry.account_id} AND id = ${registry.id} AND ${COMPLETE.from}`.execute(
        trx,
      );
      await platform.events.publish(trx, "registry.finished", {
        accountId: registry.account_id,
        registryId: registry.id,
        at,
      });
    },
    screens: (registry) => ({
      to: `account:${registry.account_id}`,
      resource: REGISTRY_KINDS[kind.rows.name].resource,
      ids: [registry.id],
    }),
  });
}

function failureOf({ validated: { row } }: RevalidatedRow): RowOutcome {
  return {
    state: "APPLY_FAILED",
    result: row.findings
      .filter(({ severity }) => severity === "error")
      .map(({ message }) => message)
      .join("; "),
  };
}

/** An advisory lock, not a row lock: during a batch screens still read and counters move. */
async function lockExecuting(
  trx: Trx,
  { account_id: accountId, id }: RegistryKey,
): Promise<AppliedRegistry | undefined> {
  if (!(await tryLockUntilCommit(trx, "registryApplying", id))) return undefined;
  // Under the lock: another process may have applied the batch.
  const { rows } = await sql<AppliedRegistry>`
    SELECT account_id, id, created_on, created_by, project_id, executed_by, executed_row_no
    FROM registries
    WHERE account_id = ${accountId} AND id = ${id} AND state = 'EXECUTING'`.execute(trx);
  return rows[0];
}

/** One statement for both steps: no row is seen APPLYING. */
const APPLIED = transitionEach(REGISTRY_ITEM_TRANSITIONS, [["apply", "complete"]], "system", {
  of: "i",
  to: "v.state",
});

async function storeOutcomes(
  trx: Trx,
  registry: AppliedRegistry,
  rows: readonly RevalidatedRow[],
  outcomes: readonly RowOutcome[],
): Promise<void> {
  const { numAffectedRows } = await sql`
    UPDATE registry_items i
    SET ${APPLIED.set}, result = v.result, workman_id = coalesce(v.workman_id, i.workman_id)
    FROM unnest(${rows.map((row) => row.rowNo)}::integer[],
      ${outcomes.map(({ state }) => state)}::text[], ${outcomes.map(({ result }) => result)}::text[],
      ${rows.map(({ validated }) => validated.workmanId)}::integer[])
      AS v (row_no, state, result, workman_id)
    WHERE i.account_id = ${registry.account_id}
      AND i.registry_id = ${registry.id}
      AND i.created_on = ${registry.created_on}::date
      AND i.row_no = v.row_no
      AND ${APPLIED.from}`.execute(trx);
  if (Number(numAffectedRows ?? 0n) !== rows.length)
    throw new Error(`rows of registry ${registry.id} were changed while they were applied`);
}
