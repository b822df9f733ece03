import { sql, type Kysely } from "kysely";
import type pg from "pg";
import type { RegistryKindName } from "#contract/registries/registry-kinds.ts";
import type { Schema } from "#server/data/generated/schema.ts";
import type { Trx } from "#server/data/transaction.ts";

/** A registry this process checks now. */
export interface ValidationLease {
  readonly account_id: number;
  readonly id: number;
  readonly kind: RegistryKindName;
  readonly created_on: string;
  readonly created_by: number;
  readonly project_id: number | null;
  readonly version: number;
  /**
   * Rows that were stored when it was leased: of the former file, or of a check that stopped half
   * way.
   */
  readonly row_count: number;
  readonly storage_key: string | null;
  readonly file_name: string | null;
  /**
   * `null`: the rows are still in the file; otherwise they are in the table and are validated again
   * from there.
   */
  readonly checked_at: Date | null;
  /**
   * The lease: whoever took the registry over has put another moment here, and every write of ours
   * compares it.
   */
  leasedUntil: string;
}

/**
 * Longer than the longest silence of a check: a workbook unpacks its texts before the first row
 * comes.
 */
const LEASE = sql`interval '60 seconds'`;

/**
 * Takes the oldest registry of the kind that waits for its check, or whose checker has fallen
 * silent. The lease runs by the database's clock: the product's own may be moved by the sandbox.
 */
export async function leaseValidation(
  db: Kysely<Schema>,
  kind: RegistryKindName,
): Promise<ValidationLease | undefined> {
  const { rows } = await sql<ValidationLease>`
    UPDATE registries r SET state = 'VALIDATING', claimed_until = clock_timestamp() + ${LEASE}
    FROM (
      SELECT r.account_id, r.id, f.storage_key
      FROM registries r
      LEFT JOIN files f ON f.id = r.file_id
      WHERE r.kind = ${kind}
        AND r.state IN ('UPLOADED', 'VALIDATING')
        AND (r.claimed_until IS NULL OR r.claimed_until < clock_timestamp())
      ORDER BY r.id LIMIT 1 FOR NO KEY UPDATE OF r SKIP LOCKED
    ) next
    WHERE r.account_id = next.account_id AND r.id = next.id
    RETURNING r.account_id, r.id, r.kind, r.created_on, r.created_by, r.project_id, r.version,
      r.row_count, next.storage_key, r.file_name, r.checked_at,
      r.claimed_until::text AS "leasedUntil"`.execute(db);
  return rows[0];
}

/**
 * The check was cancelled, or another process has taken it over: everything not committed is
 * dropped without a word.
 */
export class LeaseLost extends Error {
  constructor() {
    super("the registry is no longer ours to check");
    this.name = "LeaseLost";
  }
}

/** True for the row of `registries` while the lease holds; goes into the WHERE of every write. */
export function holdsLease(lease: ValidationLease) {
  return sql`
    account_id = ${lease.account_id}
      AND id = ${lease.id}
      AND state = 'VALIDATING'
      AND claimed_until = ${lease.leasedUntil}::timestamptz`;
}

/** Gives an unfinished check back, so that the next process takes it at once. */
export async function releaseLease(
  db: Kysely<Schema> | Trx,
  lease: ValidationLease,
): Promise<void> {
  await sql`UPDATE registries SET claimed_until = NULL WHERE ${holdsLease(lease)}`.execute(db);
}

/**
 * Prolongs the lease with the counters of a batch, on the connection whose transaction stores its
 * rows. @throws LeaseLost.
 */
export async function prolongLease(
  client: pg.ClientBase,
  lease: ValidationLease,
  counters: string,
  values: unknown[],
): Promise<void> {
  const { rows } = await client.query<{ claimed_until: string }>(
    `UPDATE registries SET claimed_until = clock_timestamp() + interval '60 seconds', ${counters}
     WHERE account_id = $1 AND id = $2 AND state = 'VALIDATING' AND claimed_until = $3::timestamptz
     RETURNING claimed_until::text`,
    [lease.account_id, lease.id, lease.leasedUntil, ...values],
  );
  const renewed = rows[0];
  if (!renewed) throw new LeaseLost();
  lease.leasedUntil = renewed.claimed_until;
}
