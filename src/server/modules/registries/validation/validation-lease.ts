import { sql, type Kysely, type RawBuilder } from "kysely";
import { REGISTRY_TRANSITIONS, type RegistryState } from "#contract/registries/registry-states.ts";
import type { LiveMessage } from "#server/data/live-message.ts";
import type { Schema } from "#server/data/generated/schema.ts";
import type { Trx } from "#server/data/transaction.ts";
import { transition, type Move } from "#server/data/transition.ts";
import type { Platform } from "#server/platform.ts";
import type { Claim } from "#server/work/item-task.ts";
import { nameOfRegistry } from "../registry-key.ts";
import type { TableHeader } from "../table-rows.ts";
import type { ValidatedBatch } from "./validate-rows.ts";

export interface FileLease {
  readonly account_id: number;
  readonly id: number;
  readonly storage_key: string | null;
  /** Every write compares it: a takeover sets another one. */
  leasedUntil: string;
}

/** The table of files has `state`, `claimed_until`, `file_id`, `checked_at` and `error_message`. */
export interface FileStore<Lease extends FileLease = FileLease> {
  readonly task: string;
  readonly table: "registries" | "mass_arbitrate_imports";
  /** On `r`, a row of the table, and its columns in a lease. */
  readonly only: RawBuilder<unknown>;
  readonly leased: RawBuilder<unknown>;
  readonly copy: string;
  /** Empties the counters; `deleteRows` follows in the transaction. */
  readonly emptied: RawBuilder<unknown>;
  deleteRows(trx: Trx, lease: Lease): Promise<void>;
  /** Assignments for one more batch. */
  counted(batch: ValidatedBatch): RawBuilder<unknown>;
  /** Such as counts of findings. */
  also?(lease: Lease, batch: ValidatedBatch): RawBuilder<unknown> | null;
  /** Assigns the state, and more, when all rows are validated. */
  finished(lease: Lease): Pick<Move<RegistryState>, "set" | "from">;
  headed(header: Pick<TableHeader, "columns" | "notes">): RawBuilder<unknown>;
  /** In the transaction of the result. */
  tell?(platform: Platform, trx: Trx, lease: Lease, at: Date): Promise<void>;
  screens(lease: Lease): LiveMessage;
}

/**
 * Longer than a validation is ever silent: a workbook unpacks its texts before the first row. By
 * the database's clock: the sandbox may move the product's.
 */
const UNTIL = sql`clock_timestamp() + interval '60 seconds'`;

const VALIDATE = transition(REGISTRY_TRANSITIONS, "validate", "system", { of: "r" });

/** The oldest that waits or whose lease has expired. */
export async function leaseFile<Lease extends FileLease>(
  db: Kysely<Schema>,
  store: FileStore<Lease>,
  { isFree }: Claim,
): Promise<Lease | undefined> {
  const table = sql.table(store.table);
  const { rows } = await sql<Lease>`
    UPDATE ${table} r SET ${VALIDATE.set}, claimed_until = ${UNTIL}
    FROM (
      SELECT r.account_id, r.id, f.storage_key
      FROM ${table} r
      LEFT JOIN files f ON f.id = r.file_id
      WHERE ${store.only}
        AND ${VALIDATE.from}
        AND (r.claimed_until IS NULL OR r.claimed_until < clock_timestamp())
        AND ${isFree(nameOfRegistry("r"))}
      ORDER BY r.id LIMIT 1 FOR NO KEY UPDATE OF r SKIP LOCKED
    ) next
    WHERE r.account_id = next.account_id AND r.id = next.id
    RETURNING r.account_id, r.id, next.storage_key, ${store.leased},
      r.claimed_until::text AS "leasedUntil"`.execute(db);
  return rows[0];
}

/** Cancelled or taken over: uncommitted work is dropped silently. */
export class LeaseLost extends Error {
  constructor() {
    super("the file is no longer ours to validate");
    this.name = "LeaseLost";
  }
}

/** Part of the WHERE of every write. */
export function holdsLease(lease: FileLease): RawBuilder<boolean> {
  return sql`
    account_id = ${lease.account_id}
      AND id = ${lease.id}
      AND state = 'VALIDATING'
      AND claimed_until = ${lease.leasedUntil}::timestamptz`;
}

/** @throws LeaseLost. */
export async function writeLeased<Lease extends FileLease>(
  db: Kysely<Schema> | Trx,
  store: Pick<FileStore<Lease>, "table">,
  lease: Lease,
  assignments: readonly RawBuilder<unknown>[],
  from: RawBuilder<boolean> = sql`true`,
): Promise<void> {
  const { rows } = await sql`
    UPDATE ${sql.table(store.table)} SET ${sql.join(assignments)}
    WHERE ${holdsLease(lease)} AND ${from} RETURNING 1`.execute(db);
  if (rows.length === 0) throw new LeaseLost();
}

export async function releaseLease<Lease extends FileLease>(
  db: Kysely<Schema>,
  store: Pick<FileStore<Lease>, "table">,
  lease: Lease,
): Promise<void> {
  await sql`
    UPDATE ${sql.table(store.table)} SET claimed_until = NULL
    WHERE ${holdsLease(lease)}`.execute(db);
}

/** Extends the lease and adds a batch's counters, with its rows. */
export function prolonging<Lease extends FileLease>(
  store: Pick<FileStore<Lease>, "table">,
  lease: Lease,
  counters: RawBuilder<unknown>,
): RawBuilder<Prolonged> {
  return sql`
    UPDATE ${sql.table(store.table)} SET claimed_until = ${UNTIL}, ${counters}
    WHERE ${holdsLease(lease)} RETURNING claimed_until::text`;
}

export interface Prolonged {
  readonly claimed_until: string;
}

/** @throws LeaseLost — `prolonging` met another lease. */
export function prolongedUntil([renewed]: readonly Prolonged[]): string {
  if (!renewed) throw new LeaseLost();
  return renewed.claimed_until;
}
