import { Readable } from "node:stream";
import { CSV, XLSX } from "#contract/kernel/uploads.ts";
import { FileReply } from "#server/http/replies.ts";
import type { SheetTable } from "./sheet-table.ts";
import { writeCsv } from "./write-csv.ts";
import { writeXlsx } from "./write-xlsx.ts";

/** A CSV has only the first sheet. */
export function tableReply(
  name: string,
  format: "xlsx" | "csv" | undefined,
  tables: readonly [SheetTable, ...SheetTable[]],
): FileReply {
  if (format === "csv")
    return new FileReply(
      `${name}.csv`,
      `${CSV}; charset=windows-1251`,
      Readable.from(writeCsv(tables[0]), { highWaterMark: 2 }),
    );
  return new FileReply(
    `${name}.xlsx`,
    XLSX,
    Readable.from(writeXlsx(tables), { highWaterMark: 2 }),
  );
}
