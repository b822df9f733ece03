import { sql, type RawBuilder } from "kysely";
import { REGISTRY_TRANSITIONS } from "#contract/registries/registry-states.ts";
import type { Trx } from "#server/data/transaction.ts";
import { transition } from "#server/data/transition.ts";
import { validatedStates } from "../move-registry.ts";
import type { RegistryRow } from "../registry-row.ts";
import type { FindingCount, RowTally } from "../validation/tally.ts";

interface CounterChange {
  readonly delta: RowTally;
  /** Change in the number of workmen among the ready rows. */
  readonly workmen: number;
  /** Stored numbers. */
  readonly removed: readonly number[];
  readonly now: Date;
}

export async function addToCounters(
  trx: Trx,
  registry: RegistryRow,
  { delta, workmen, removed, now }: CounterChange,
): Promise<void> {
  const edit = transition(REGISTRY_TRANSITIONS, "editAtOnce", "account", {
    of: "r",
    ...validatedStates(sql`next.ready`, sql`next.errors`),
  });
  await sql`
    UPDATE registries r
    SET ${edit.set}, row_count = next.rows, checked_count = next.rows, ready_count = next.ready,
      error_count = next.errors,
      warning_count = warning_count + ${delta.warnings},
        healed_count = healed_count + ${delta.healed}, workmen_count = workmen_count + ${workmen},
      amount_kopecks = amount_kopecks + ${delta.amount},
        commission_kopecks = commission_kopecks + ${delta.commission},
      removed_rows = removed_rows || ${[...removed]}::integer[], version = version + 1,
        checked_at = ${now}, error_message = NULL
    FROM (
      SELECT row_count + ${delta.rows}::integer AS rows,
        ready_count + ${delta.ready}::integer AS ready,
        error_count + ${delta.errors}::integer AS errors
      FROM registries WHERE account_id = ${registry.account_id} AND id = ${registry.id}
    ) next
    WHERE r.account_id = ${registry.account_id} AND r.id = ${registry.id} AND ${edit.from}`.execute(
    trx,
  );
  await addToFindingCounts(trx, registry.account_id, registry.id, delta.findings);
}

/** Two statements: a negative count cannot be offered for insertion. */
export async function addToFindingCounts(
  trx: Trx,
  accountId: number,
  registryId: number,
  findings: readonly FindingCount[],
): Promise<void> {
  const more = findings.filter(({ rows }) => rows > 0);
  const fewer = findings.filter(({ rows }) => rows < 0);
  if (more.length > 0) await addedFindings(accountId, registryId, more).execute(trx);
  if (fewer.length > 0) {
    await sql`
      UPDATE registry_causes c
      SET row_count = c.row_count + v.rows
      FROM ${unnested(fewer)} AS v (code, column_key, severity, rows)
      WHERE c.account_id = ${accountId}
        AND c.registry_id = ${registryId}
        AND c.code = v.code
        AND c.column_key = v.column_key`.execute(trx);
    await sql`
      DELETE FROM registry_causes
      WHERE account_id = ${accountId} AND registry_id = ${registryId} AND row_count = 0`.execute(
      trx,
    );
  }
}

export function addedFindings(
  accountId: number,
  registryId: number,
  findings: readonly FindingCount[],
): RawBuilder<unknown> {
  return sql`
    INSERT INTO registry_causes (account_id, registry_id, code, column_key, severity, row_count)
    SELECT ${accountId}, ${registryId}, * FROM ${unnested(findings)}
    ON CONFLICT (account_id, registry_id, code, column_key) DO UPDATE
    SET row_count = registry_causes.row_count + excluded.row_count`;
}

function unnested(findings: readonly FindingCount[]) {
  return sql`
    unnest(${findings.map(({ code }) => code)}::text[], ${findings.map(({ column }) => column)}::text[],
      ${findings.map(({ severity }) => severity)}::text[],
      ${findings.map(({ rows }) => rows)}::integer[])`;
}
