import type pg from "pg";
import { copyRows } from "#server/data/transaction.ts";
import type { Platform } from "#server/platform.ts";
import {
  prolongedUntil,
  prolonging,
  type FileLease,
  type FileStore,
  type Prolonged,
} from "./validation-lease.ts";
import type { ValidatedBatch } from "./validate-rows.ts";

/**
 * With counters, causes and progress, all or nothing.
 *
 * @throws LeaseLost — cancelled or taken over.
 */
export async function storeValidatedBatch<Lease extends FileLease>(
  { db }: Pick<Platform, "db">,
  client: pg.ClientBase,
  store: FileStore<Lease>,
  lease: Lease,
  batch: ValidatedBatch,
): Promise<void> {
  const until = lease.leasedUntil;
  await client.query("BEGIN");
  try {
    await copyRows(client, store.copy, buffers(batch.lines));
    const also = store.also?.(lease, batch)?.compile(db);
    if (also) await client.query(also.sql, [...also.parameters]);
    const prolong = prolonging(store, lease, store.counted(batch)).compile(db);
    const { rows } = await client.query<Prolonged>(prolong.sql, [...prolong.parameters]);
    lease.leasedUntil = prolongedUntil(rows);
    await client.query("COMMIT");
  } catch (error) {
    lease.leasedUntil = until;
    await client.query("ROLLBACK").catch(() => undefined);
    throw error;
  }
}

async function* buffers(pieces: readonly Uint8Array[]): AsyncGenerator<Buffer> {
  for (const { buffer, byteOffset, byteLength } of pieces)
    yield Buffer.from(buffer, byteOffset, byteLength);
}
