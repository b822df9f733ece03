import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { open, rename, rm } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import pg from "pg";
import { to as copyTo } from "pg-copy-streams";
import {
  type BackupHeader,
  listPartitions,
  listSequences,
  listTables,
  type StoredTable,
  tableLabel,
  tableSql,
} from "./backup-catalogue.ts";

const FRAME_BYTES = 65_536;

/**
 * Writes one snapshot to a new gzip file while the product runs. JSON lines with COPY text between:
 * header; per table a line, frames `<bytes>\n<data>`, and `0`; sequences and row counts. The file
 * gets its name when complete; only its owner can read it.
 *
 * @returns rows by table.
 * @throws Error when the file exists.
 */
export async function writeBackup(pool: pg.Pool, file: string): Promise<Record<string, number>> {
  const draft = `${file}.partial`;
  const reserved = await open(file, "wx", 0o600).catch((error: NodeJS.ErrnoException) => {
    throw error.code === "EEXIST"
      ? new Error(`The file ${file} exists already: give the backup another name.`)
      : error;
  });
  await reserved.close();
  const client = await pool.connect();
  let whole = false;
  try {
    await client.query("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");
    const counts: Record<string, number> = {};
    await pipeline(
      describeAll(client, counts),
      createGzip(),
      createWriteStream(draft, { mode: 0o600, flush: true }),
    );
    await client.query("COMMIT");
    await rename(draft, file);
    whole = true;
    return counts;
  } finally {
    client.release(!whole);
    if (!whole) await Promise.all([draft, file].map((path) => rm(path, { force: true })));
  }
}

async function* describeAll(
  client: pg.PoolClient,
  counts: Record<string, number>,
): AsyncGenerator<string | Buffer> {
  const tables = await listTables(client);
  const { rows: migrations } = await client.query<BackupHeader["migrations"][number]>(
    "SELECT name, sha256 FROM schema_migrations ORDER BY name",
  );
  const header: BackupHeader = {
    format: "platform-backup",
    version: 1,
    migrations,
    partitions: await listPartitions(client),
  };
  yield `${JSON.stringify(header)}\n`;
  for (const table of tables) {
    yield `${JSON.stringify({ table })}\n`;
    yield* copyTableOut(client, table, counts);
  }
  // Last: a sequence only grows, so it is never behind the rows.
  yield `${JSON.stringify({ end: { sequences: await listSequences(client), counts } })}\n`;
}

async function* copyTableOut(
  client: pg.PoolClient,
  table: StoredTable,
  counts: Record<string, number>,
): AsyncGenerator<string | Buffer> {
  const { name, columns } = tableSql(table);
  // A query: before PostgreSQL 18 COPY rejects partitioned tables.
  const stream = client.query(copyTo(`COPY (SELECT ${columns} FROM ${name}) TO STDOUT`));
  const closed = once(stream, "close");
  let pending: Buffer[] = [];
  let bytes = 0;
  for await (const piece of stream as AsyncIterable<Buffer>) {
    pending.push(piece);
    bytes += piece.length;
    if (bytes < FRAME_BYTES) continue;
    yield `${bytes}\n`;
    yield* pending;
    pending = [];
    bytes = 0;
  }
  await closed;
  if (bytes > 0) {
    yield `${bytes}\n`;
    yield* pending;
  }
  yield "0\n";
  counts[tableLabel(table)] = stream.rowCount;
}
