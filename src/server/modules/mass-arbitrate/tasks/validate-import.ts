import { sql, type Kysely } from "kysely";
import { MASS_ARBITRATE_COLUMNS } from "#contract/mass-arbitrate/mass-arbitrate-rows.ts";
import type { Schema } from "#server/data/generated/schema.ts";
import { readTableFile } from "#server/modules/registries/index.ts";
import type { BackgroundTask } from "#server/work/background-tasks.ts";
import { announce } from "#server/data/live.ts";
import { SpreadsheetError } from "#server/files/spreadsheet/spreadsheet-error.ts";
import { inTransaction, type Trx } from "#server/data/transaction.ts";
import type { Platform } from "#server/platform.ts";
import { type ValidatedRow, RowValidator } from "../validate-rows.ts";
import { IMPORTS } from "../reach.ts";

interface ValidationLease {
  readonly account_id: number;
  readonly id: number;
  readonly project_ids: number[] | null;
  readonly storage_key: string;
  /**
   * The lease: whoever took the import over has put another moment here, and every write of ours
   * compares it.
   */
  leasedUntil: string;
}

/** The import was cancelled, or another process has taken it over: nothing more is written. */
class LeaseLost extends Error {}

/**
 * Reads and checks uploaded files, one at a time in a process. A check that stopped half way begins
 * anew: what it left is removed first. The lease runs by the database's clock: the product's own
 * may be moved by the sandbox.
 */
export function validateImportTask(platform: Platform): BackgroundTask {
  return {
    name: "mass-arbitrate.check",
    idleMs: 1000,
    async run(signal) {
      const lease = await leaseValidation(platform.db);
      if (!lease) return false;
      try {
        await validateImport(platform, lease, signal);
      } catch (error) {
        if (error instanceof LeaseLost) return true;
        if (error instanceof SpreadsheetError && !signal.aborted)
          await refuseFile(platform, lease, error.message);
        else {
          // Not the file's fault: the next attempt may be luckier, here or in another process.
          await sql`
            UPDATE mass_arbitrate_imports SET claimed_until = NULL WHERE ${holds(lease)}`.execute(
            platform.db,
          );
          throw error;
        }
      }
      return true;
    },
  };
}

async function leaseValidation(db: Kysely<Schema>): Promise<ValidationLease | undefined> {
  const { rows } = await sql<ValidationLease>`
    UPDATE mass_arbitrate_imports x
    SET state = 'VALIDATING', claimed_until = clock_timestamp() + interval '60 seconds'
    FROM (
      SELECT n.account_id, n.id, f.storage_key
      FROM mass_arbitrate_imports n
      JOIN files f ON f.id = n.file_id
      WHERE n.state IN ('UPLOADED', 'VALIDATING')
        AND (n.claimed_until IS NULL OR n.claimed_until < clock_timestamp())
      ORDER BY n.id
      LIMIT 1
      FOR NO KEY UPDATE OF n SKIP LOCKED
    ) next
    WHERE x.account_id = next.account_id AND x.id = next.id
    RETURNING x.account_id, x.id, x.project_ids, next.storage_key,
      x.claimed_until::text AS "leasedUntil"`.execute(db);
  return rows[0];
}

function holds(lease: ValidationLease) {
  return sql`
    account_id = ${lease.account_id}
      AND id = ${lease.id}
      AND state = 'VALIDATING'
      AND claimed_until = ${lease.leasedUntil}::timestamptz`;
}

async function validateImport(
  platform: Platform,
  lease: ValidationLease,
  signal: AbortSignal,
): Promise<void> {
  const judge = new RowValidator({ accountId: lease.account_id, projectIds: lease.project_ids });
  const file = await platform.files.localPath(lease.storage_key);
  let warnings: string[] = [];
  try {
    await inTransaction(platform.db, (trx) =>
      prolongLease(
        trx,
        lease,
        async () =>
          void (await sql`
            DELETE FROM mass_arbitrate_items
            WHERE account_id = ${lease.account_id} AND import_id = ${lease.id}`.execute(trx)),
        sql`row_count = 0`,
      ),
    );
    for await (const event of readTableFile(file.path, MASS_ARBITRATE_COLUMNS, signal)) {
      if (event.type === "header") warnings = event.warnings;
      else {
        const judged = await judge.validate(platform.db as Trx, event.rows);
        await inTransaction(platform.db, (trx) =>
          prolongLease(
            trx,
            lease,
            () => insertRows(trx, lease, judged),
            sql`row_count = row_count + ${judged.length}`,
          ),
        );
      }
    }
  } finally {
    await file.release();
  }
  await inTransaction(platform.db, (trx) =>
    finishValidation(trx, lease, warnings, platform.clock.now()),
  );
}

/** Prolongs the lease with the work of one batch. @throws LeaseLost. */
async function prolongLease(
  trx: Trx,
  lease: ValidationLease,
  work: () => Promise<void>,
  counters: ReturnType<typeof sql>,
): Promise<void> {
  const { rows } = await sql<{ claimed_until: string }>`
    UPDATE mass_arbitrate_imports
    SET claimed_until = clock_timestamp() + interval '60 seconds', ${counters}
    WHERE ${holds(lease)}
    RETURNING claimed_until::text`.execute(trx);
  if (!rows[0]) throw new LeaseLost();
  await work();
  await announce(trx, { to: `account:${lease.account_id}`, resource: IMPORTS, ids: [lease.id] });
  lease.leasedUntil = rows[0].claimed_until;
}

async function insertRows(
  trx: Trx,
  lease: ValidationLease,
  rows: readonly ValidatedRow[],
): Promise<void> {
  await sql`
    INSERT INTO mass_arbitrate_items (account_id, import_id, row_no, file_line, cells, state,
      issues, error_count, warning_count, offer_id, amount_kopecks, new_amount_kopecks,
      change_kopecks, reason, comment, seen_version, result)
    SELECT ${lease.account_id}, ${lease.id}, r.*
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS r(row_no integer, file_line integer,
      cells jsonb, state text, issues jsonb, error_count smallint, warning_count smallint,
      offer_id bigint, amount_kopecks bigint, new_amount_kopecks bigint, change_kopecks bigint,
        reason text, comment text, seen_version text, result text)`.execute(trx);
}

async function finishValidation(
  trx: Trx,
  lease: ValidationLease,
  warnings: readonly string[],
  at: Date,
): Promise<void> {
  const { rows } = await sql`
    UPDATE mass_arbitrate_imports x
    SET claimed_until = NULL, checked_at = ${at}, file_warnings = ${[...warnings]}::text[],
      error_message = NULL,
      state = CASE
        WHEN c.errors = 0 THEN 'READY'
        WHEN c.ready = 0 THEN 'INVALID'
        ELSE 'PARTIALLY_READY' END,
      row_count = c.rows, ready_count = c.ready, error_count = c.errors, warning_count = c.warnings,
        skipped_count = c.skipped,
      before_kopecks = c.before, after_kopecks = c.after, needed_kopecks = c.needed,
        released_kopecks = c.released
    FROM (
      SELECT count(*) AS rows, count(*) FILTER (WHERE state = 'READY_TO_APPLY') AS ready,
        count(*) FILTER (WHERE error_count > 0) AS errors,
        count(*) FILTER (WHERE warning_count > 0) AS warnings,
        count(*) FILTER (WHERE state = 'SKIPPED') AS skipped,
          coalesce(sum(amount_kopecks) FILTER (WHERE state = 'READY_TO_APPLY'), 0) AS before,
          coalesce(sum(new_amount_kopecks) FILTER (WHERE state = 'READY_TO_APPLY'), 0) AS after,
        coalesce(sum(change_kopecks) FILTER (WHERE change_kopecks > 0), 0) AS needed,
          coalesce(-sum(change_kopecks) FILTER (WHERE change_kopecks < 0), 0) AS released
      FROM mass_arbitrate_items WHERE account_id = ${lease.account_id} AND import_id = ${lease.id}
    ) c
    WHERE x.account_id = ${lease.account_id}
      AND x.id = ${lease.id}
      AND x.state = 'VALIDATING'
      AND x.claimed_until = ${lease.leasedUntil}::timestamptz
    RETURNING 1`.execute(trx);
  if (rows.length === 0) throw new LeaseLost();
  await announce(trx, { to: `account:${lease.account_id}`, resource: IMPORTS, ids: [lease.id] });
}

async function refuseFile(
  platform: Platform,
  lease: ValidationLease,
  reason: string,
): Promise<void> {
  await inTransaction(platform.db, async (trx) => {
    const { rows } = await sql`
        UPDATE mass_arbitrate_imports
        SET state = 'ERROR', error_message = ${reason}, row_count = 0,
          checked_at = ${platform.clock.now()}, claimed_until = NULL
        WHERE ${holds(lease)}
        RETURNING 1`.execute(trx);
    if (rows.length === 0) return;
    await sql`
      DELETE FROM mass_arbitrate_items
      WHERE account_id = ${lease.account_id} AND import_id = ${lease.id}`.execute(trx);
    await announce(trx, { to: `account:${lease.account_id}`, resource: IMPORTS, ids: [lease.id] });
  });
}
