import { sql, type Kysely } from "kysely";
import { may } from "#contract/access/access.ts";
import { CSV, XLSX } from "#contract/kernel/uploads.ts";
import { MAX_REGISTRY_ROWS } from "#contract/registries/registry-columns.ts";
import type { Schema } from "#server/data/generated/schema.ts";
import { rightsHeld } from "#server/modules/api-keys/index.ts";
import {
  countRows,
  ExportRefusal,
  exportTask,
  sheetOf,
  TakenOver,
  writeToFile,
  type WrittenFile,
} from "#server/modules/exports/index.ts";
import type { BackgroundTask } from "#server/work/background-tasks.ts";
import { writeCsv } from "#server/files/spreadsheet/write-csv.ts";
import { writeXlsx } from "#server/files/spreadsheet/write-xlsx.ts";
import type { ExportRow } from "../export-rows.ts";
import { offersTable, REASONS_SHEET } from "../export-table.ts";
import type { Platform } from "#server/platform.ts";
import { EXPORTS } from "../reach.ts";

export function makeExportTask(platform: Platform): BackgroundTask {
  return exportTask<ExportRow>(platform, {
    name: "mass-arbitrate.export",
    table: "mass_arbitrate_exports",
    resource: EXPORTS,
    atOnce: 1,
    async write(row, { path, signal, extend }) {
      const rights = await rightsHeld(platform.db, row);
      if (!rights || !may(rights, "mass-arbitrate.manage"))
        throw new ExportRefusal("Ваши права изменились. Закажите выгрузку заново");
      return platform.reads.bulk(
        (db) => writeOffers(db, row, path, extend),
        (error) => signal.aborted || error instanceof ExportRefusal || error instanceof TakenOver,
      );
    },
    done: ({ rowsCount }) => sql`rows_count = ${rowsCount}`,
  });
}

async function writeOffers(
  db: Kysely<Schema>,
  row: ExportRow,
  path: string,
  extend: () => Promise<void>,
): Promise<WrittenFile> {
  return db
    .transaction()
    .setIsolationLevel("repeatable read")
    .setAccessMode("read only")
    .execute(async (trx) => {
      const table = offersTable(row);
      const rowsCount = await countRows(trx, table);
      if (rowsCount === 0)
        throw new ExportRefusal(
          "По этим условиям нет откликов, по которым можно изменить выплату. Измените условия",
        );
      if (rowsCount > MAX_REGISTRY_ROWS)
        throw new ExportRefusal(
          "Откликов больше 100\u00A0000. Сократите период или выберите проект",
        );
      const sheet = sheetOf(trx, table, "NONE", () => extend());
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
