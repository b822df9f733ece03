import { sql, type Kysely } from "kysely";
import type pg from "pg";
import type { ColumnChoices } from "#contract/registries/file-reading.ts";
import type { RegistryKindName } from "#contract/registries/registry-kinds.ts";
import type { Schema } from "#server/data/generated/schema.ts";
import type { Trx } from "#server/data/transaction.ts";

/** The lease of a registry this process validates. */
export interface ValidationLease {
  readonly account_id: number;
  readonly id: number;
  readonly kind: RegistryKindName;
  readonly created_on: string;
  readonly created_by: number;
  readonly project_id: number | null;
  readonly version: number;
  /** Rows stored when leased: of the former file or of an interrupted validation. */
  readonly row_count: number;
  readonly storage_key: string | null;
  readonly file_name: string | null;
  readonly file_choices: ColumnChoices | null;
  /** `null`: rows are still in the file; otherwise they are stored and validated from the table. */
  readonly checked_at: Date | null;
  /** End of the lease; every write compares it, because a takeover sets another one. */
  leasedUntil: string;
}

/**
 * Longer than the longest silence of a validation: a workbook unpacks its texts before the first
 * row.
 */
const LEASE = sql`interval '60 seconds'`;

/**
 * Leases the oldest registry of the kind that waits for validation or whose lease has expired. Uses
 * the database's clock: the sandbox may move the product's.
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
      r.row_count, next.storage_key, r.file_name, r.file_choices, r.checked_at,
      r.claimed_until::text AS "leasedUntil"`.execute(db);
  return rows[0];
}

/** The validation was cancelled or taken over: uncommitted work is dropped silently. */
export class LeaseLost extends Error {
  constructor() {
    super("the registry is no longer ours to check");
    this.name = "LeaseLost";
  }
}

/** Condition on `registries` while the lease holds; part of the WHERE of every write. */
export function holdsLease(lease: ValidationLease) {
  return sql`
    account_id = ${lease.account_id}
      AND id = ${lease.id}
      AND state = 'VALIDATING'
      AND claimed_until = ${lease.leasedUntil}::timestamptz`;
}

export async function releaseLease(
  db: Kysely<Schema> | Trx,
  lease: ValidationLease,
): Promise<void> {
  await sql`UPDATE registries SET claimed_until = NULL WHERE ${holdsLease(lease)}`.execute(db);
}

/**
 * Extends the lease and adds a batch's counters in the transaction that stores its rows.
 * @throws LeaseLost.
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
