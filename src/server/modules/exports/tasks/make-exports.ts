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
/** An archive that is not made by then goes on behind the large ones: none keeps another's waiting. */
const ARCHIVE_TURN_MS = 60_000;
/** Reports for screens; the lease is prolonged in time, however slow a document. */
const STEPS = 20;
const REPORT_MS = 20_000;

/** On exports `x` or `o`. */
const queueOf = (export_: RawBuilder<unknown>) => sql`
  (CASE WHEN ${export_}.is_large THEN 'large'
    WHEN 'DOCUMENTS_ARCHIVE' = ANY (${export_}.types) THEN 'archives' ELSE 'tables' END)`;

/** Each queue makes one of a company at a time: no table waits for an archive, nor for another's. */
export function makeExportsTasks(platform: Platform): BackgroundTask[] {
  const makeExports = (
    name: string,
    queue: "tables" | "archives" | "large",
    atOnce: number,
    isTooLarge: Parameters<typeof exportsOf>[1] = () => false,
  ) =>
    exportTask(platform, {
      ...exportsOf(platform, isTooLarge),
      name,
      atOnce,
      queue: (at) => sql`
        ${queueOf(sql`x`)} = ${queue}
        AND NOT EXISTS (SELECT FROM exports o
          WHERE o.account_id = x.account_id
            AND ${queueOf(sql`o`)} = ${queue}
            AND o.state = 'PROCESSING'
            AND o.claimed_until > ${at})`,
    });
  return [
    makeExports("exports.make", "tables", 2, ({ total }) => total > LARGE_ROWS),
    makeExports("exports.make-archives", "archives", 3, ({ ms }) => ms > ARCHIVE_TURN_MS),
    makeExports("exports.make-large", "large", 3),
  ];
}

function exportsOf(
  platform: Platform,
  isTooLarge: (export_: { readonly total: number; readonly ms: number }) => boolean,
): Omit<ExportKind<ExportRow>, "name" | "atOnce"> {
  return {
    table: "exports",
    resource: "exports",
    begun: sql`done_rows = 0, total_rows = NULL`,
    async write(row, { path, signal, extend }) {
      const order = await withPresentRights(platform.db, row);
      const begunMs = platform.clock.now().getTime();
      let reported = { done: -Infinity, ms: begunMs };
      return platform.reads.bulk(
        (db) =>
          writeExportFile(db, order, path, async (done, total) => {
            const ms = platform.clock.now().getTime();
            if (isTooLarge({ total, ms: ms - begunMs })) throw new WrongQueue(sql`is_large = true`);
            const isStep = done === total || done - reported.done >= total / STEPS;
            if (!isStep && ms - reported.ms < REPORT_MS) return;
            reported = { done, ms };
            await extend(sql`done_rows = ${done}, total_rows = ${total}`);
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
