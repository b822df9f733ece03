import { sql } from "kysely";
import type { NoticePayload } from "#contract/notices/notice-payloads.ts";
import { NOTICE_TYPES } from "#contract/notices/notice-types.ts";
import type { BackgroundTask } from "#server/work/background-tasks.ts";
import type { Platform } from "#server/platform.ts";
import type { ExportRow } from "../queries.ts";
import { withPresentRights, writeExportFile } from "../write-export-file.ts";
import { ExportRefusal } from "../write-to-file.ts";
import { exportTask, TakenOver, WrongQueue, type ExportKind } from "./export-machine.ts";

/** From here an export takes minutes. */
const LARGE = { documents: 200, rows: 200_000 } as const;

/** Large ones have their own queue, one per company: no table waits for an archive. */
export function makeExportsTasks(platform: Platform): BackgroundTask[] {
  return [
    exportTask(platform, {
      ...exportsOf(platform, (row, total) => {
        const isArchive = row.types.includes("DOCUMENTS_ARCHIVE");
        if (total > LARGE[isArchive ? "documents" : "rows"])
          throw new WrongQueue(sql`is_large = true`);
      }),
      name: "exports.make",
      atOnce: 1,
      queue: () => sql`NOT x.is_large`,
    }),
    exportTask(platform, {
      ...exportsOf(platform, () => undefined),
      name: "exports.make-large",
      atOnce: 3,
      queue: (at) => sql`
        x.is_large
          AND NOT EXISTS (SELECT FROM exports o
            WHERE o.account_id = x.account_id
              AND o.is_large
              AND o.state = 'PROCESSING'
              AND o.claimed_until > ${at})`,
    }),
  ];
}

/** @param checkSize - counts rows first. */
function exportsOf(
  platform: Platform,
  checkSize: (row: ExportRow, total: number) => void,
): Omit<ExportKind<ExportRow>, "name" | "atOnce"> {
  return {
    table: "exports",
    resource: "exports",
    begun: sql`done_rows = 0, total_rows = NULL`,
    async write(row, { path, signal, extend }) {
      const order = await withPresentRights(platform.db, row);
      return platform.reads.bulk(
        (db) =>
          writeExportFile(db, order, path, (done, total) => {
            checkSize(row, total);
            return extend(sql`done_rows = ${done}, total_rows = ${total}`);
          }),
        (error) =>
          signal.aborted ||
          error instanceof ExportRefusal ||
          error instanceof TakenOver ||
          error instanceof WrongQueue,
      );
    },
    done: ({ sizeBytes, rowsCount }) => sql`
      file_size_bytes = ${sizeBytes}, done_rows = ${rowsCount}, total_rows = ${rowsCount}`,
    async tell(trx, row, outcome, at) {
      const resource: NoticePayload<"ExportReady"> = { export: { id: row.id, title: row.title } };
      await platform.events.publish(trx, "notice.wanted", {
        personId: row.created_by,
        accountId: row.account_id,
        type: NOTICE_TYPES[outcome === "READY" ? "ExportReady" : "ExportFailed"].id,
        resource,
        at,
      });
    },
  };
}
