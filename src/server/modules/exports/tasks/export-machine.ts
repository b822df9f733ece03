import { randomBytes } from "node:crypto";
import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { sql, type RawBuilder } from "kysely";
import { EXPORT_LIFE_DAYS, EXPORT_TRANSITIONS } from "#contract/exports/export-states.ts";
import { announce } from "#server/data/live.ts";
import { transition } from "#server/data/transition.ts";
import type { Trx } from "#server/data/transaction.ts";
import type { Platform } from "#server/platform.ts";
import type { BackgroundTask } from "#server/work/background-tasks.ts";
import type { Claim } from "#server/work/item-task.ts";
import { callTask } from "#server/work/outside-task.ts";
import { ExportRefusal, type WrittenFile } from "../write-to-file.ts";
import { byTurns } from "./by-turns.ts";

const TRIES = 3;
const PAUSE_MS = 2000;
const DAY_MS = 86_400_000;
const NOT_MADE =
  "Не удалось сформировать файл. Повторите выгрузку, а если не поможет, напишите в поддержку";

export interface QueuedExport {
  readonly account_id: number;
  readonly id: number;
  readonly title: string;
  readonly created_by: number;
  /** Grows with each lease: a maker that lost it writes nothing. */
  readonly attempt: number;
}

export interface ExportKind<Row extends QueuedExport> {
  readonly name: string;
  readonly table: "exports" | "mass_arbitrate_exports";
  /** Live channel. */
  readonly resource: string;
  readonly atOnce: number;
  /** Condition on `x`: which exports belong to this queue. */
  readonly queue?: (at: Date) => RawBuilder<unknown>;
  /** Assignments when leased. */
  readonly begun?: RawBuilder<unknown>;
  /**
   * @param extend - renews the lease.
   * @throws ExportRefusal, WrongQueue.
   */
  write(
    row: Row,
    file: {
      readonly path: string;
      readonly signal: AbortSignal;
      extend(set?: RawBuilder<unknown>): Promise<void>;
    },
  ): Promise<WrittenFile>;
  /** Assignments when finished. */
  done(file: WrittenFile): RawBuilder<unknown>;
  tell?(trx: Trx, row: Row, outcome: "READY" | "FAILED", at: Date): Promise<unknown>;
}

/** Found while making: belongs into another queue. */
export class WrongQueue extends Error {
  readonly set: RawBuilder<unknown>;

  constructor(set: RawBuilder<unknown>) {
    super("the export belongs into another queue");
    this.set = set;
  }
}

export class TakenOver extends Error {}

type Made =
  | { readonly file: WrittenFile; readonly storageKey: string }
  | { readonly refusal: string }
  | { readonly queue: RawBuilder<unknown> };

/** Companies take turns; processes share the queue. */
export function exportTask<Row extends QueuedExport>(
  platform: Platform,
  kind: ExportKind<Row>,
): BackgroundTask {
  return callTask<Row, Made>(platform, {
    name: kind.name,
    idleMs: 2000,
    atOnce: kind.atOnce,
    nameOf: ({ id }) => String(id),
    lease: (claim) => leaseExport(platform, kind, claim),
    call: (row, at, signal) => makeFile(platform, kind, row, signal),
    async settle(trx, row, made, at) {
      const isOwn = await lockOwn(trx, kind, row);
      if ("refusal" in made) return isOwn && giveUp(trx, kind, { row, message: made.refusal, at });
      if ("queue" in made)
        return isOwn && setAgain(trx, kind, row, sql`${made.queue}, attempt = attempt - 1`);
      if (isOwn) return finish(trx, kind, { row, ...made, at });
      // Failed, it is removed by `removeUnnamedFilesTask`.
      void platform.files.remove(made.storageKey).catch(() => undefined);
    },
    async failed(trx, row) {
      const at = platform.clock.now();
      if (!(await lockOwn(trx, kind, row))) return true;
      if (row.attempt >= TRIES) {
        await giveUp(trx, kind, { row, message: NOT_MADE, at });
        return true;
      }
      const dueAt = new Date(at.getTime() + PAUSE_MS * row.attempt);
      await setAgain(trx, kind, row, sql`due_at = ${dueAt}`);
      return false;
    },
  });
}

const TAKE = transition(EXPORT_TRANSITIONS, "take", "system");
const PUT_BACK = transition(EXPORT_TRANSITIONS, "putBack", "system");
const COMPLETE = transition(EXPORT_TRANSITIONS, "complete", "system");
const FAIL = transition(EXPORT_TRANSITIONS, "complete", "system", { to: "FAILED" });

async function leaseExport<Row extends QueuedExport>(
  { db }: Platform,
  { table, resource, queue, begun }: ExportKind<Row>,
  { at, until, isFree }: Claim,
): Promise<Row[]> {
  // One at a time: the table shows the company's running one.
  const { rows } = await sql<Row>`
    WITH taken AS (
      UPDATE ${sql.table(table)}
      SET ${TAKE.set}, attempt = attempt + 1, claimed_until = ${until}
        ${begun ? sql`, ${begun}` : sql``}
      WHERE (account_id, id) = (
        SELECT x.account_id, x.id
        FROM ${sql.table(table)} x
        WHERE ((x.state = 'NEW' AND x.due_at <= ${at})
            OR (x.state = 'PROCESSING' AND x.claimed_until <= ${at}))
          AND (x.attempt < ${TRIES} OR ${isFree(sql`x.id::text`)})
          ${queue ? sql`AND ${queue(at)}` : sql``}
        ORDER BY ${byTurns(table)}
        LIMIT 1
        FOR UPDATE OF x SKIP LOCKED
      ) AND ${TAKE.from} RETURNING *
    ),
      announced AS (SELECT pg_notify('live',
        json_build_object('to', 'account:' || account_id, 'resource', ${resource}::text, 'ids',
          json_build_array(id))::text)
        FROM taken)
    SELECT taken.*, NULL AS author_name FROM taken, announced`.execute(db);
  return rows;
}

async function makeFile<Row extends QueuedExport>(
  platform: Platform,
  kind: ExportKind<Row>,
  row: Row,
  signal: AbortSignal,
): Promise<Made> {
  const storageKey = `${kind.table.replaceAll("_", "-")}-${randomBytes(16).toString("hex")}`;
  const path = join(platform.exportsDirectory, storageKey);
  try {
    await mkdir(platform.exportsDirectory, { recursive: true });
    const extend = (set?: RawBuilder<unknown>) => extendLease(platform, kind, row, set);
    const file = await kind.write(row, { path, signal, extend });
    await platform.files.store(storageKey, path);
    return { file, storageKey };
  } catch (error) {
    if (error instanceof ExportRefusal) return { refusal: error.message };
    if (error instanceof WrongQueue) return { queue: error.set };
    if (!signal.aborted)
      platform.logger.error(
        { err: error, task: kind.name, exportId: row.id, attempt: row.attempt },
        "export failed",
      );
    throw error;
  } finally {
    await rm(path, { force: true });
  }
}

/** @throws TakenOver. */
async function extendLease<Row extends QueuedExport>(
  { db, clock }: Platform,
  { table, resource }: ExportKind<Row>,
  row: Row,
  set?: RawBuilder<unknown>,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const { rows } = await sql`
      UPDATE ${sql.table(table)}
      SET claimed_until = ${clock.now()}::timestamptz + interval '2 minutes'
        ${set ? sql`, ${set}` : sql``}
      WHERE ${isOwn(row)} AND ${COMPLETE.from}
      RETURNING 1`.execute(trx);
    if (rows.length === 0) throw new TakenOver("the export was taken over");
    if (set) await announce(trx, { to: `account:${row.account_id}`, resource, ids: [row.id] });
  });
}

async function finish<Row extends QueuedExport>(
  trx: Trx,
  kind: ExportKind<Row>,
  {
    row,
    file,
    storageKey,
    at,
  }: {
    readonly row: Row;
    readonly file: WrittenFile;
    readonly storageKey: string;
    readonly at: Date;
  },
): Promise<void> {
  const { rows } = await sql<{ id: bigint }>`
    INSERT INTO files (account_id, person_id, name, content_type, size_bytes, sha256, storage_key,
      created_at)
    VALUES (${row.account_id}, ${row.created_by}, ${file.name}, ${file.contentType},
      ${file.sizeBytes}, ${file.sha256}, ${storageKey}, ${at})
    RETURNING id`.execute(trx);
  await sql`
    UPDATE ${sql.table(kind.table)}
    SET ${COMPLETE.set}, file_id = ${rows[0]?.id}, file_name = ${file.name}, error_message = NULL,
      claimed_until = NULL, ready_at = ${at},
      expires_at = ${new Date(at.getTime() + EXPORT_LIFE_DAYS * DAY_MS)}, ${kind.done(file)}
    WHERE ${isOwn(row)} AND ${COMPLETE.from}`.execute(trx);
  await kind.tell?.(trx, row, "READY", at);
  await announceExport(trx, kind, row);
}

async function giveUp<Row extends QueuedExport>(
  trx: Trx,
  kind: ExportKind<Row>,
  { row, message, at }: { readonly row: Row; readonly message: string; readonly at: Date },
): Promise<void> {
  await sql`
    UPDATE ${sql.table(kind.table)}
    SET ${FAIL.set}, claimed_until = NULL, error_message = ${message}
    WHERE ${isOwn(row)} AND ${FAIL.from}`.execute(trx);
  await kind.tell?.(trx, row, "FAILED", at);
  await announceExport(trx, kind, row);
}

async function setAgain<Row extends QueuedExport>(
  trx: Trx,
  kind: ExportKind<Row>,
  row: Row,
  set: RawBuilder<unknown>,
): Promise<void> {
  await sql`
    UPDATE ${sql.table(kind.table)} SET ${PUT_BACK.set}, claimed_until = NULL, ${set}
    WHERE ${isOwn(row)} AND ${PUT_BACK.from}`.execute(trx);
  await announceExport(trx, kind, row);
}

async function announceExport<Row extends QueuedExport>(
  trx: Trx,
  { resource }: ExportKind<Row>,
  row: Row,
): Promise<void> {
  await announce(trx, { to: `account:${row.account_id}`, resource, ids: [row.id] });
}

const isOwn = ({ account_id: accountId, id, attempt }: QueuedExport) => sql`
  account_id = ${accountId} AND id = ${id} AND attempt = ${attempt}`;

async function lockOwn<Row extends QueuedExport>(
  trx: Trx,
  { table }: ExportKind<Row>,
  row: Row,
): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM ${sql.table(table)} WHERE ${isOwn(row)} AND ${COMPLETE.from} FOR UPDATE`.execute(
    trx,
  );
  return rows.length > 0;
}
