import { sql, type RawBuilder } from "kysely";
import type { NoticePayload } from "#contract/notices/notice-payloads.ts";
import { NOTICE_TYPES } from "#contract/notices/notice-types.ts";
import type { BackgroundTask } from "#server/work/background-tasks.ts";
import type { Platform } from "#server/platform.ts";
import type { ExportRow } from "../queries.ts";
import { withPresentRights, writeExportFile } from "../write-export-file.ts";
import { ExportRefusal } from "../write-to-file.ts";
import { exportTask, TakenOver, WrongQueue, type ExportKind } from "./export-machine.ts";

/** From here a table takes minutes. */
const LARGE_ROWS = 200_000;

/** On exports `x` or `o`; an archive's documents take up to a second each. */
const takesMinutes = (export_: RawBuilder<unknown>) => sql`
  (${export_}.is_large OR 'DOCUMENTS_ARCHIVE' = ANY (${export_}.types))`;

/** Each queue makes one of a company at a time: no table waits for an archive, nor for another's. */
export function makeExportsTasks(platform: Platform): BackgroundTask[] {
  const isAlone = (at: Date) => sql`
    NOT EXISTS (SELECT FROM exports o
      WHERE o.account_id = x.account_id
        AND ${takesMinutes(sql`o`)} = ${takesMinutes(sql`x`)}
        AND o.state = 'PROCESSING'
        AND o.claimed_until > ${at})`;
  return [
    exportTask(platform, {
      ...exportsOf(platform, (total) => {
        if (total > LARGE_ROWS) throw new WrongQueue(sql`is_large = true`);
      }),
      name: "exports.make",
      atOnce: 2,
      queue: (at) => sql`NOT ${takesMinutes(sql`x`)} AND ${isAlone(at)}`,
    }),
    exportTask(platform, {
      ...exportsOf(platform, () => undefined),
      name: "exports.make-large",
      atOnce: 3,
      queue: (at) => sql`${takesMinutes(sql`x`)} AND ${isAlone(at)}`,
    }),
  ];
}

/** @param checkSize - counts rows first. */
function exportsOf(
  platform: Platform,
  checkSize: (total: number) => void,
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
            checkSize(total);
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
