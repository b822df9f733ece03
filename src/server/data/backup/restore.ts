import { createReadStream } from "node:fs";
import { createGunzip } from "node:zlib";
import pg from "pg";
import { copyRows } from "#server/data/transaction.ts";
import {
  type BackupHeader,
  listTables,
  type StoredSequence,
  type StoredTable,
  tableLabel,
  tableSql,
} from "./backup-catalogue.ts";
import { type MigrateOptions, migrate, renameOldChain } from "../migrate.ts";

/** COPY's pieces are far smaller: a larger frame is damage. */
const LARGEST_FRAME_BYTES = 1_100_000_000;

interface BackupEnd {
  sequences: StoredSequence[];
  counts: Record<string, number>;
}

/**
 * Into an empty database: migrates to the backup's schema, loads in one transaction, compares row
 * counts, migrates to the newest schema. On error the database stays empty. Needs a superuser, who
 * can switch triggers and foreign keys off.
 *
 * @returns rows by table.
 * @throws Error when the database has rows, or the file is damaged or newer.
 */
export async function restoreBackup(
  pool: pg.Pool,
  file: string,
  options: Pick<MigrateOptions, "directory" | "durability"> = {},
): Promise<Record<string, number>> {
  const unpacked = createGunzip();
  const packed = createReadStream(file).once("error", (error) => unpacked.destroy(error));
  try {
    return await restoreFrom(pool, createFrameReader(packed.pipe(unpacked)), file, options);
  } finally {
    packed.destroy();
    unpacked.destroy();
  }
}

async function restoreFrom(
  pool: pg.Pool,
  reader: FrameReader,
  file: string,
  options: Pick<MigrateOptions, "directory" | "durability">,
): Promise<Record<string, number>> {
  const header = await readHeader(reader, file);
  const client = await pool.connect();
  let broken = true;
  try {
    await refuseRows(client);
    const migrations = await renameOldChain(header.migrations, options.directory);
    await migrate(pool, { ...options, upTo: migrations.at(-1)?.name ?? "" });
    await refuseOtherSchema(client, migrations);
    await client.query("BEGIN");
    await client.query("SET LOCAL session_replication_role = replica");
    const counts = await load(client, reader, header);
    await client.query("COMMIT");
    await migrate(pool, options);
    broken = false;
    return counts;
  } finally {
    // Closing rolls back a failed load.
    client.release(broken);
  }
}

async function readHeader(reader: FrameReader, file: string): Promise<BackupHeader> {
  const header = await reader
    .readLine()
    .then((line) => JSON.parse(line) as BackupHeader)
    .catch((error: unknown) => {
      throw new Error(`The file ${file} cannot be read or is not a backup of this platform.`, {
        cause: error,
      });
    });
  if (header.format !== "platform-backup" || header.version !== 1) {
    throw new Error(`The file ${file} is not a backup that this version reads.`);
  }
  return header;
}

async function refuseRows(client: pg.ClientBase): Promise<void> {
  for (const table of await listTables(client)) {
    const { rowCount } = await client.query(`SELECT 1 FROM ${tableSql(table).name} LIMIT 1`);
    if (rowCount !== 0) {
      throw new Error(
        `The database already has rows in ${tableLabel(table)}: restore into an empty one (a new DATA_DIR or DATABASE_URL).`,
      );
    }
  }
}

async function refuseOtherSchema(
  client: pg.ClientBase,
  migrations: BackupHeader["migrations"],
): Promise<void> {
  const { rows } = await client.query("SELECT name, sha256 FROM schema_migrations ORDER BY name");
  if (JSON.stringify(rows) !== JSON.stringify(migrations)) {
    throw new Error(
      "The backup's schema differs from the database's: use an empty database and the version that wrote the backup, or a newer one.",
    );
  }
}

async function load(
  client: pg.ClientBase,
  reader: FrameReader,
  header: BackupHeader,
): Promise<Record<string, number>> {
  // The backup has the rows of migrations too.
  const tables = await listTables(client);
  if (tables.length > 0)
    await client.query(`TRUNCATE ${tables.map((table) => tableSql(table).name).join(", ")}`);
  for (const partition of header.partitions) {
    await client.query(
      `
        CREATE TABLE IF NOT EXISTS ${tableSql(partition).name} PARTITION OF ${partition.parent} ${partition.bound}`,
    );
  }
  const counts: Record<string, number> = {};
  for (;;) {
    const entry = JSON.parse(await reader.readLine()) as
      { table: StoredTable } | { end: BackupEnd };
    if ("end" in entry) {
      refuseOtherCounts(entry.end.counts, counts);
      await setSequences(client, entry.end.sequences);
      return counts;
    }
    const { name, columns } = tableSql(entry.table);
    counts[tableLabel(entry.table)] = await copyRows(
      client,
      `COPY ${name} (${columns}) FROM STDIN`,
      reader.readFrames(),
    );
  }
}

function refuseOtherCounts(expected: Record<string, number>, loaded: Record<string, number>): void {
  for (const [table, rows] of Object.entries(expected)) {
    if (loaded[table] !== rows)
      throw new Error(
        `The backup promises ${rows} rows of ${table} and gave ${loaded[table] ?? 0}: it is damaged.`,
      );
  }
}

async function setSequences(client: pg.ClientBase, sequences: StoredSequence[]): Promise<void> {
  for (const sequence of sequences) {
    await client.query("SELECT setval($1::regclass, $2::int8)", [
      tableSql(sequence).name,
      sequence.value,
    ]);
  }
}

interface FrameReader {
  readLine(): Promise<string>;
  readFrames(): AsyncGenerator<Buffer>;
}

function createFrameReader(source: AsyncIterable<Buffer>): FrameReader {
  const pieces = source[Symbol.asyncIterator]();
  let buffered: Buffer = Buffer.alloc(0);
  const more = async (): Promise<void> => {
    const next = await pieces.next();
    if (next.done === true)
      throw new Error("The backup is cut short: take another copy of the file.");
    buffered = Buffer.concat([buffered, next.value]);
  };
  const take = (bytes: number): Buffer => {
    const taken = buffered.subarray(0, bytes);
    buffered = buffered.subarray(bytes);
    return taken;
  };
  const readLine = async (): Promise<string> => {
    let end: number;
    while ((end = buffered.indexOf(0x0a)) === -1) await more();
    return take(end + 1).toString("utf8", 0, end);
  };
  async function* readFrames(): AsyncGenerator<Buffer> {
    for (;;) {
      const bytes = Number(await readLine());
      if (!Number.isInteger(bytes) || bytes < 0 || bytes > LARGEST_FRAME_BYTES)
        throw new Error("The backup is damaged: take another copy.");
      if (bytes === 0) return;
      while (buffered.length < bytes) await more();
      yield take(bytes);
    }
  }
  return { readLine, readFrames };
}
