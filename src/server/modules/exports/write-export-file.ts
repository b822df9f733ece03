import type { Kysely } from "kysely";
import { mayExport } from "#contract/exports/export-access.ts";
import { CSV, TEXT, XLSX, XML, ZIP } from "#contract/kernel/uploads.ts";
import type { Schema } from "#server/data/generated/schema.ts";
import { AppError } from "#server/http/app-error.ts";
import { checkRecords } from "./actions/order-export.ts";
import { rightsHeld } from "#server/modules/api-keys/index.ts";
import type { SheetTable } from "#server/files/spreadsheet/sheet-table.ts";
import { writeCsv } from "#server/files/spreadsheet/write-csv.ts";
import { writeXlsx } from "#server/files/spreadsheet/write-xlsx.ts";
import { writeZip, type ZipPart } from "#server/files/spreadsheet/zip-writer.ts";
import type { Trx } from "#server/data/transaction.ts";
import { countDocuments, documentParts, MOST_DOCUMENTS } from "./documents-archive.ts";
import type { ExportRow } from "./queries.ts";
import { exportTable } from "./export-tables.ts";
import { writeClientBank } from "./accounting/client-bank.ts";
import { writeEnterpriseData } from "./accounting/enterprise-data.ts";
import { ExportRefusal, writeToFile, type WrittenFile } from "./write-to-file.ts";
import { countRows, sheetOf, type ExportTable } from "./read-table.ts";

/**
 * One snapshot, by cursors.
 *
 * @param onProgress - done and total, with every document and page of rows.
 * @param db - maybe a replica.
 * @throws ExportRefusal — larger than an archive can be.
 */
export async function writeExportFile(
  db: Kysely<Schema>,
  row: ExportRow,
  path: string,
  onProgress: (done: number, total: number) => Promise<void>,
): Promise<WrittenFile> {
  return db
    .transaction()
    .setIsolationLevel("repeatable read")
    .setAccessMode("read only")
    .execute(async (trx) => {
      const tables: ExportTable[] = await Promise.all(
        row.types.flatMap((type) => (type === "DOCUMENTS_ARCHIVE" ? [] : [exportTable(type, row)])),
      );
      const hasDocuments = row.types.includes("DOCUMENTS_ARCHIVE");
      let total = 0;
      for (const table of tables) total += await countRows(trx, table);
      if (hasDocuments) {
        const documents = await countDocuments(trx, row);
        if (documents > MOST_DOCUMENTS)
          throw new ExportRefusal(
            `Документов больше ${MOST_DOCUMENTS}: они не поместятся в один архив. Сократите период или выберите проект`,
          );
        total += documents;
      }
      await onProgress(0, total);

      let done = 0;
      const count = (rows: number) => onProgress((done += rows), total);
      const sheets = tables.map((table) =>
        sheetOf(trx, table, row.filters.groupBy ?? "NONE", count),
      );
      const { content, extension, contentType } =
        (await contentForAccounting(trx, row, count)) ??
        contentOf(trx, row, sheets, hasDocuments, count);
      const { sizeBytes, sha256 } = await writeToFile(content, path);
      return { name: `${row.title}.${extension}`, contentType, sizeBytes, sha256, rowsCount: done };
    });
}

interface Content {
  readonly content: AsyncIterable<Buffer>;
  readonly extension: "xlsx" | "csv" | "zip" | "txt" | "xml";
  readonly contentType: string;
}

async function contentForAccounting(
  trx: Trx,
  row: ExportRow,
  count: (rows: number) => Promise<void>,
): Promise<Content | null> {
  if (row.format === "1c")
    return {
      content: await writeClientBank(trx, row, count),
      extension: "txt",
      contentType: `${TEXT}; charset=windows-1251`,
    };
  if (row.format === "xml")
    return {
      content: await writeEnterpriseData(trx, row, count),
      extension: "xml",
      contentType: XML,
    };
  return null;
}

function contentOf(
  trx: Trx,
  row: ExportRow,
  sheets: readonly SheetTable[],
  hasDocuments: boolean,
  count: (rows: number) => Promise<void>,
): Content {
  const [first] = sheets;
  if (!hasDocuments && row.format === "xlsx")
    return { content: writeXlsx(sheets), extension: "xlsx", contentType: XLSX };
  if (!hasDocuments && sheets.length === 1 && first)
    return {
      content: writeCsv(first),
      extension: "csv",
      contentType: `${CSV}; charset=windows-1251`,
    };
  const tableParts: ZipPart[] =
    row.format === "csv"
      ? sheets.map((sheet) => ({ name: `${sheet.name}.csv`, content: writeCsv(sheet) }))
      : sheets.length > 0
        ? [{ name: "Таблицы.xlsx", content: writeXlsx(sheets) }]
        : [];
  return {
    content: writeZip(partsOf(tableParts, hasDocuments ? documentParts(trx, row, count) : null)),
    extension: "zip",
    contentType: ZIP,
  };
}

async function* partsOf(
  tables: readonly ZipPart[],
  documents: AsyncIterable<ZipPart> | null,
): AsyncGenerator<ZipPart, void, void> {
  yield* tables;
  if (documents) yield* documents;
}

/**
 * Rights and filters may be lost or narrower since the order.
 *
 * @throws ExportRefusal.
 */
export async function withPresentRights(db: Kysely<Schema>, row: ExportRow): Promise<ExportRow> {
  const rights = await rightsHeld(db, row);
  if (!rights || row.types.some((type) => !mayExport(rights, type)))
    throw new ExportRefusal("Ваши права изменились. Закажите выгрузку заново");
  const { account_id: accountId, project_ids: projectIds, filters } = row;
  await checkRecords(db, { ...rights, accountId, projectIds }, filters).catch((error: unknown) => {
    if (!(error instanceof AppError) || !error.errors) throw error;
    throw new ExportRefusal(Object.values(error.errors).flat().join(" "));
  });
  return { ...row, responsibleRole: rights.responsibleRole };
}
