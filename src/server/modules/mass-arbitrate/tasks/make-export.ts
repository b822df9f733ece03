import { randomBytes } from "node:crypto";
import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "kysely";
import { may } from "#contract/access/access.ts";
import { EXPORT_LIFE_DAYS } from "#contract/exports/export-states.ts";
import { CSV, XLSX } from "#contract/kernel/uploads.ts";
import { MAX_REGISTRY_ROWS } from "#contract/registries/registry-columns.ts";
import { rightsHeld } from "#server/modules/api-keys/index.ts";
import { byTurns, countRows, sheetOf, writeToFile } from "#server/modules/exports/index.ts";
import type { BackgroundTask } from "#server/work/background-tasks.ts";
import { announce } from "#server/data/live.ts";
import { writeCsv } from "#server/files/spreadsheet/write-csv.ts";
import { writeXlsx } from "#server/files/spreadsheet/write-xlsx.ts";
import { inTransaction, type Trx } from "#server/data/transaction.ts";
import type { ExportRow } from "../export-rows.ts";
import { offersTable, REASONS_SHEET } from "../export-table.ts";
import type { Platform } from "#server/platform.ts";
import { EXPORTS } from "../reach.ts";

/** Lease; 100 000 rows are written in seconds. */
const LEASE_MS = 300_000;
const TRIES = 3;
const PAUSE_MS = 2000;
const DAY_MS = 86_400_000;

/** A permanent failure; the message is for people. */
class Refusal extends Error {}

/** Writes one file at a time; processes share the queue. */
export function makeExportTask(platform: Platform): BackgroundTask {
  return {
    name: "mass-arbitrate.export",
    idleMs: 2000,
    async run(signal) {
      const row = await leaseExport(platform);
      if (!row) return false;
      const storageKey = `mass-arbitrate-${randomBytes(16).toString("hex")}`;
      const path = join(platform.exportsDirectory, storageKey);
      try {
        await mkdir(platform.exportsDirectory, { recursive: true });
        const written = await writeFile(platform, row, path);
        await platform.files.store(storageKey, path);
        if (!(await finish(platform, row, { ...written, storageKey })))
          await platform.files.remove(storageKey);
      } catch (error) {
        // A stopping process leaves the export; the next one starts over.
        if (signal.aborted) return false;
        const refusal = error instanceof Refusal ? error.message : null;
        if (refusal === null)
          platform.logger.error(
            { err: error, exportId: row.id, attempt: row.attempt },
            "JobMassArbitrateExport create error",
          );
        await giveUp(platform, row, refusal);
      } finally {
        await rm(path, { force: true });
      }
      return true;
    },
  };
}

async function leaseExport({ db, clock }: Platform): Promise<ExportRow | null> {
  const at = clock.now();
  const { rows } = await sql<ExportRow>`
    UPDATE mass_arbitrate_exports
    SET state = 'PROCESSING', attempt = attempt + 1,
      claimed_until = ${new Date(at.getTime() + LEASE_MS)}
    WHERE (account_id, id) = (
      SELECT x.account_id, x.id
      FROM mass_arbitrate_exports x
      WHERE (x.state = 'NEW' AND x.due_at <= ${at})
        OR (x.state = 'PROCESSING' AND x.claimed_until <= ${at})
      ORDER BY ${byTurns("mass_arbitrate_exports")} LIMIT 1 FOR UPDATE OF x SKIP LOCKED
    ) RETURNING *, NULL AS author_name`.execute(db);
  return rows[0] ?? null;
}

interface Written {
  readonly name: string;
  readonly contentType: string;
  readonly sizeBytes: number;
  readonly sha256: Buffer;
  readonly rowsCount: number;
}

/** Reads all rows by a cursor in one snapshot while writing. */
async function writeFile({ db }: Platform, row: ExportRow, path: string): Promise<Written> {
  return db
    .transaction()
    .setIsolationLevel("repeatable read")
    .setAccessMode("read only")
    .execute(async (trx) => {
      await requireRights(trx, row);
      const table = offersTable(row);
      const rowsCount = await countRows(trx, table);
      if (rowsCount === 0)
        throw new Refusal(
          "По этим условиям нет откликов, по которым можно изменить выплату. Измените условия",
        );
      if (rowsCount > MAX_REGISTRY_ROWS)
        throw new Refusal("Откликов больше 100\u00A0000. Сократите период или выберите проект");
      const sheet = sheetOf(trx, table, "NONE", async () => {});
      const isCsv = row.format === "csv";
      const { sizeBytes, sha256 } = await writeToFile(
        isCsv ? writeCsv(sheet) : writeXlsx([sheet, REASONS_SHEET]),
        path,
      );
      return {
        name: `Изменение выплат № ${row.id}.${row.format}`,
        contentType: isCsv ? `${CSV}; charset=windows-1251` : XLSX,
        sizeBytes,
        sha256,
        rowsCount,
      };
    });
}

async function requireRights(trx: Trx, row: ExportRow): Promise<void> {
  const rights = await rightsHeld(trx, row);
  if (!rights || !may(rights, "mass-arbitrate.manage"))
    throw new Refusal("Ваши права изменились. Закажите выгрузку заново");
}

/** @returns `false`, without writing, when another process has taken the export over. */
async function finish(
  { db, clock }: Platform,
  row: ExportRow,
  file: Written & { readonly storageKey: string },
): Promise<boolean> {
  return inTransaction(db, async (trx) => {
    const at = clock.now();
    if (!(await lockOwn(trx, row))) return false;
    const { rows } = await sql<{ id: bigint }>`
      INSERT INTO files (account_id, person_id, name, content_type, size_bytes, sha256, storage_key,
        created_at)
      VALUES (${row.account_id}, ${row.created_by}, ${file.name}, ${file.contentType},
        ${file.sizeBytes}, ${file.sha256}, ${file.storageKey}, ${at})
      RETURNING id`.execute(trx);
    await sql`
      UPDATE mass_arbitrate_exports
      SET state = 'READY', file_id = ${rows[0]?.id}, file_name = ${file.name},
        rows_count = ${file.rowsCount}, error_message = NULL, claimed_until = NULL,
        ready_at = ${at}, expires_at = ${new Date(at.getTime() + EXPORT_LIFE_DAYS * DAY_MS)}
        WHERE account_id = ${row.account_id} AND id = ${row.id}`.execute(trx);
    await announce(trx, { to: `account:${row.account_id}`, resource: EXPORTS, ids: [row.id] });
    return true;
  });
}

/** @param refusal - `null` for a failure that is retried. */
async function giveUp(
  { db, clock }: Platform,
  row: ExportRow,
  refusal: string | null,
): Promise<void> {
  await inTransaction(db, async (trx) => {
    if (!(await lockOwn(trx, row))) return;
    if (refusal === null && row.attempt < TRIES) {
      await sql`
        UPDATE mass_arbitrate_exports
        SET state = 'NEW', claimed_until = NULL,
          due_at = ${new Date(clock.now().getTime() + PAUSE_MS * row.attempt)}
        WHERE account_id = ${row.account_id} AND id = ${row.id}`.execute(trx);
      return;
    }
    const message =
      refusal ??
      "Не удалось сформировать файл. Закажите выгрузку ещё раз, а если не поможет, напишите в поддержку";
    await sql`
      UPDATE mass_arbitrate_exports
      SET state = 'FAILED', claimed_until = NULL, error_message = ${message}
      WHERE account_id = ${row.account_id} AND id = ${row.id}`.execute(trx);
    await announce(trx, { to: `account:${row.account_id}`, resource: EXPORTS, ids: [row.id] });
  });
}

async function lockOwn(trx: Trx, row: ExportRow): Promise<boolean> {
  const { rows } = await sql`
      SELECT 1 FROM mass_arbitrate_exports
      WHERE account_id = ${row.account_id}
        AND id = ${row.id}
        AND state = 'PROCESSING'
        AND attempt = ${row.attempt}
      FOR UPDATE`.execute(trx);
  return rows.length > 0;
}
