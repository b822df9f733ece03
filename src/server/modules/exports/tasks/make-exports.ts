import { randomBytes } from "node:crypto";
import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "kysely";
import { EXPORT_LIFE_DAYS, EXPORT_TRANSITIONS } from "#contract/exports/export-states.ts";
import type { NoticePayload } from "#contract/notices/notice-payloads.ts";
import { NOTICE_TYPES } from "#contract/notices/notice-types.ts";
import type { BackgroundTask } from "#server/work/background-tasks.ts";
import { announce } from "#server/data/live.ts";
import type { Read } from "#server/data/reads.ts";
import { transition } from "#server/data/transition.ts";
import { inTransaction, type Trx } from "#server/data/transaction.ts";
import type { Platform } from "#server/platform.ts";
import { byTurns } from "./by-turns.ts";
import { SELECT_EXPORT, type ExportRow } from "../queries.ts";
import {
  ExportRefusal,
  withPresentRights,
  writeExportFile,
  type WrittenFile,
} from "../write-export-file.ts";

/** Lease; each progress report extends it. */
const LEASE_MS = 120_000;
const TRIES = 3;
const TAKE = transition(EXPORT_TRANSITIONS, "take", "system");
const PUT_BACK = transition(EXPORT_TRANSITIONS, "putBack", "system");
const COMPLETE = transition(EXPORT_TRANSITIONS, "complete", "system");
const FAIL = transition(EXPORT_TRANSITIONS, "complete", "system", { to: "FAILED" });
const PAUSE_MS = 2000;
const DAY_MS = 86_400_000;

/** Documents of an archive, or rows of tables, from which an export takes minutes. */
const LARGE = { documents: 200, rows: 200_000 } as const;
/** Large exports made side by side by a process, each of another company. */
const LARGE_AT_ONCE = 3;

/**
 * Small exports one at a time; large ones in a queue of their own, one a company, so that nobody's
 * table waits for anybody's archive. Processes share both queues.
 */
export function makeExportsTasks(platform: Platform): BackgroundTask[] {
  return [
    makeExportsTask(platform, "exports.make", false),
    ...Array.from({ length: LARGE_AT_ONCE }, (_, index) =>
      makeExportsTask(platform, `exports.make-large-${index + 1}`, true),
    ),
  ];
}

function makeExportsTask(platform: Platform, name: string, isLarge: boolean): BackgroundTask {
  return {
    name,
    idleMs: 2000,
    async run(signal) {
      const row = await leaseExport(platform, isLarge);
      if (!row) return false;
      const storageKey = `export-${randomBytes(16).toString("hex")}`;
      const path = join(platform.exportsDirectory, storageKey);
      try {
        await mkdir(platform.exportsDirectory, { recursive: true });
        const order = await withPresentRights(platform.db, row);
        const write: Read<WrittenFile> = (db) =>
          writeExportFile(db, order, path, (done, total) => {
            if (
              !isLarge &&
              total > LARGE[row.types.includes("DOCUMENTS_ARCHIVE") ? "documents" : "rows"]
            )
              throw new TooLarge("it belongs into the other queue");
            return reportProgress(platform, row, done, total);
          });
        const written = await platform.reads.bulk(
          write,
          (error) =>
            signal.aborted ||
            error instanceof ExportRefusal ||
            error instanceof TakenOver ||
            error instanceof TooLarge,
        );
        await platform.files.store(storageKey, path);
        if (!(await finish(platform, row, written, storageKey)))
          await platform.files.remove(storageKey);
      } catch (error) {
        // A stopping process leaves the export; the next one starts over.
        if (signal.aborted) return false;
        if (error instanceof TooLarge) {
          await passOn(platform, row);
          return true;
        }
        const refusal = error instanceof ExportRefusal ? error.message : null;
        if (refusal === null)
          platform.logger.error(
            { err: error, exportId: row.id, attempt: row.attempt },
            "export failed",
          );
        await giveUp(platform, row, refusal);
      } finally {
        await rm(path, { force: true });
      }
      return true;
    },
  };
}

async function leaseExport({ db, clock }: Platform, isLarge: boolean): Promise<ExportRow | null> {
  const at = clock.now();
  const { rows } = await sql<ExportRow>`
    WITH taken AS (
      UPDATE exports
      SET ${TAKE.set}, attempt = attempt + 1, done_rows = 0, total_rows = NULL,
        claimed_until = ${new Date(at.getTime() + LEASE_MS)}
      WHERE (account_id, id) = (
        SELECT x.account_id, x.id
        FROM exports x
        WHERE ((x.state = 'NEW' AND x.due_at <= ${at})
            OR (x.state = 'PROCESSING' AND x.claimed_until <= ${at}))
          AND x.is_large = ${isLarge}
          AND NOT (x.is_large AND EXISTS (SELECT FROM exports o
            WHERE o.account_id = x.account_id
              AND o.is_large
              AND o.state = 'PROCESSING'
              AND o.claimed_until > ${at}))
        ORDER BY ${byTurns("exports")} LIMIT 1 FOR UPDATE OF x SKIP LOCKED
      ) RETURNING *
    ),
      announced AS (SELECT pg_notify('live',
        json_build_object('to', 'account:' || account_id, 'resource', 'exports', 'ids',
          json_build_array(id))::text)
        FROM taken)
    SELECT taken.*, NULL AS author_name FROM taken, announced`.execute(db);
  return rows[0] ?? null;
}

class TakenOver extends Error {}
class TooLarge extends Error {}

/** Into the queue of large exports; the attempt does not count. */
async function passOn({ db }: Platform, row: ExportRow): Promise<void> {
  await inTransaction(db, async (trx) => {
    if (!(await lockOwn(trx, row))) return;
    await sql`
      UPDATE exports
      SET ${PUT_BACK.set}, is_large = true, claimed_until = NULL, attempt = attempt - 1
      WHERE account_id = ${row.account_id} AND id = ${row.id} AND ${PUT_BACK.from}`.execute(trx);
    await announce(trx, { to: `account:${row.account_id}`, resource: "exports", ids: [row.id] });
  });
}

/** @throws TakenOver — another process has taken the export over. */
async function reportProgress(
  { db, clock }: Platform,
  row: ExportRow,
  done: number,
  total: number,
): Promise<void> {
  await inTransaction(db, async (trx) => {
    const { rows } = await sql`
      UPDATE exports
      SET done_rows = ${done}, total_rows = ${total},
        claimed_until = ${new Date(clock.now().getTime() + LEASE_MS)}
      WHERE account_id = ${row.account_id}
        AND id = ${row.id}
        AND state = 'PROCESSING'
        AND attempt = ${row.attempt}
      RETURNING 1`.execute(trx);
    if (rows.length === 0) throw new TakenOver("the export was taken over");
    await announce(trx, { to: `account:${row.account_id}`, resource: "exports", ids: [row.id] });
  });
}

/** @returns `false`, without writing, when another process has taken the export over. */
async function finish(
  { db, clock, events }: Platform,
  row: ExportRow,
  file: WrittenFile,
  storageKey: string,
): Promise<boolean> {
  return inTransaction(db, async (trx) => {
    const at = clock.now();
    if (!(await lockOwn(trx, row))) return false;
    const { rows } = await sql<{ id: bigint }>`
      INSERT INTO files (account_id, person_id, name, content_type, size_bytes, sha256, storage_key,
        created_at)
      VALUES (${row.account_id}, ${row.created_by}, ${file.name}, ${file.contentType},
        ${file.sizeBytes}, ${file.sha256}, ${storageKey}, ${at})
      RETURNING id`.execute(trx);
    await sql`
      UPDATE exports
      SET ${COMPLETE.set}, file_id = ${rows[0]?.id}, file_name = ${file.name},
        file_size_bytes = ${file.sizeBytes}, done_rows = ${file.rowsCount},
        total_rows = ${file.rowsCount},
        error_message = NULL, claimed_until = NULL, ready_at = ${at},
          expires_at = ${new Date(at.getTime() + EXPORT_LIFE_DAYS * DAY_MS)}
      WHERE account_id = ${row.account_id} AND id = ${row.id} AND ${COMPLETE.from}`.execute(trx);
    await notify(events, trx, row, "ExportReady", at);
    return true;
  });
}

/**
 * @param refusal - Russian reason why it can never be made; `null` for a failure that is retried.
 */
async function giveUp(
  { db, clock, events }: Platform,
  row: ExportRow,
  refusal: string | null,
): Promise<void> {
  await inTransaction(db, async (trx) => {
    const at = clock.now();
    if (!(await lockOwn(trx, row))) return;
    if (refusal === null && row.attempt < TRIES) {
      await sql`
        UPDATE exports
        SET ${PUT_BACK.set}, claimed_until = NULL,
          due_at = ${new Date(at.getTime() + PAUSE_MS * row.attempt)}
        WHERE account_id = ${row.account_id} AND id = ${row.id} AND ${PUT_BACK.from}`.execute(trx);
      return;
    }
    const message =
      refusal ??
      "Не удалось сформировать файл. Повторите выгрузку, а если не поможет, напишите в поддержку";
    await sql`
      UPDATE exports
      SET ${FAIL.set}, claimed_until = NULL, error_message = ${message}
      WHERE account_id = ${row.account_id} AND id = ${row.id} AND ${FAIL.from}`.execute(trx);
    await notify(events, trx, row, "ExportFailed", at);
  });
}

async function lockOwn(trx: Trx, row: ExportRow): Promise<boolean> {
  const { rows } = await sql`
      ${SELECT_EXPORT}
      WHERE x.account_id = ${row.account_id}
        AND x.id = ${row.id}
        AND x.state = 'PROCESSING'
        AND x.attempt = ${row.attempt}
      FOR UPDATE OF x`.execute(trx);
  return rows.length > 0;
}

async function notify(
  events: Platform["events"],
  trx: Trx,
  row: ExportRow,
  type: "ExportReady" | "ExportFailed",
  at: Date,
): Promise<void> {
  const resource: NoticePayload<"ExportReady"> = { export: { id: row.id, title: row.title } };
  await events.publish(trx, "notice.wanted", {
    personId: row.created_by,
    accountId: row.account_id,
    type: NOTICE_TYPES[type].id,
    resource,
    at,
  });
  await announce(trx, { to: `account:${row.account_id}`, resource: "exports", ids: [row.id] });
}
