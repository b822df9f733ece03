import type pg from "pg";
import { copyRows } from "#server/data/transaction.ts";
import { prolongLease, type ValidationLease } from "./validation-lease.ts";
import type { ValidatedBatch } from "./validate-file.ts";

/**
 * Stores a batch of validated rows with counters, causes and progress, all or nothing.
 * @throws LeaseLost — cancelled or taken over meanwhile.
 */
export async function storeValidatedBatch(
  client: pg.ClientBase,
  copyStatement: string,
  lease: ValidationLease,
  batch: ValidatedBatch,
): Promise<void> {
  const { tally } = batch;
  const until = lease.leasedUntil;
  await client.query("BEGIN");
  try {
    await copyRows(client, copyStatement, buffers(batch.lines));
    if (tally.findings.length > 0) {
      await client.query(
        `
          INSERT INTO registry_causes (account_id, registry_id, code, column_key, severity,
            row_count)
         SELECT $1, $2, * FROM unnest($3::text[], $4::text[], $5::text[], $6::integer[])
         ON CONFLICT (account_id, registry_id, code, column_key) DO UPDATE
         SET row_count = registry_causes.row_count + excluded.row_count`,
        [
          lease.account_id,
          lease.id,
          tally.findings.map((one) => one.code),
          tally.findings.map((one) => one.column),
          tally.findings.map((one) => one.severity),
          tally.findings.map((one) => one.rows),
        ],
      );
    }
    await prolongLease(
      client,
      lease,
      `row_count = row_count + $4, checked_count = checked_count + $4, ready_count = ready_count + $5, error_count = error_count + $6, warning_count = warning_count + $7,
       healed_count = healed_count + $8, amount_kopecks = amount_kopecks + $9, commission_kopecks = commission_kopecks + $10, workmen_count = $11`,
      [
        tally.rows,
        tally.ready,
        tally.errors,
        tally.warnings,
        tally.healed,
        tally.amount,
        tally.commission,
        batch.workmenCount,
      ],
    );
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
