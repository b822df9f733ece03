import { copyFile, mkdir, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import type pg from "pg";
import { writeBackup } from "./backup.ts";
import type { MigrateOptions } from "../migrate.ts";
import { restoreBackup } from "./restore.ts";

const DATABASE = "database.gz";
const FILES = "files";
const SECRET = "secret";
const MANIFEST = "manifest.json";

export interface ArchiveReport {
  readonly rows: Record<string, number>;
  readonly fileCount: number;
  /** `false`: the environment has the key, which must be kept there. */
  readonly hasSecret: boolean;
  /** Absent or incomplete files. */
  readonly missing: readonly string[];
}

interface Manifest {
  readonly format: "platform-archive";
  readonly version: 1;
  readonly fileCount: number;
  readonly fileBytes: number;
  readonly hasSecret: boolean;
}

interface Place {
  readonly pool: pg.Pool;
  /** Holds `files` and `secret`. */
  readonly dataDir: string;
  readonly folder: string;
  /** Files in a bucket have backups of their own. */
  readonly filesAreElsewhere?: boolean;
}

/**
 * Writes database, files and key into a new folder for its owner only. The snapshot comes first:
 * files are stored before the rows that name them. The folder gets its name when complete.
 *
 * @throws Error when it exists.
 */
export async function writeArchive({
  pool,
  dataDir,
  folder,
  filesAreElsewhere = false,
}: Place): Promise<ArchiveReport> {
  if (await exists(folder))
    throw new Error(`The folder ${folder} exists already: give the archive another name.`);
  const draft = join(dirname(folder), `${basename(folder)}.partial-${process.pid}`);
  await mkdir(draft, { recursive: true, mode: 0o700 });
  try {
    const rows = await writeBackup(pool, join(draft, DATABASE));
    const copied = filesAreElsewhere
      ? { count: 0, bytes: 0 }
      : await copyFiles(join(dataDir, FILES), join(draft, FILES));
    const secret = await readFile(join(dataDir, SECRET)).catch(absent);
    if (secret) await writeFile(join(draft, SECRET), secret, { mode: 0o600 });
    const manifest: Manifest = {
      format: "platform-archive",
      version: 1,
      fileCount: copied.count,
      fileBytes: copied.bytes,
      hasSecret: secret !== null,
    };
    await writeFile(join(draft, MANIFEST), JSON.stringify(manifest), { mode: 0o600 });
    const missing = filesAreElsewhere ? [] : await findMissing(pool, join(draft, FILES));
    await rename(draft, folder);
    return { rows, fileCount: copied.count, hasSecret: manifest.hasSecret, missing };
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    throw error;
  }
}

/**
 * Needs an empty database and no other key. Files and key come first: a second attempt accepts
 * them.
 *
 * @throws Error when the archive has files but the product uses a bucket, when it is damaged, when
 * the data folder has another key, or as `restoreBackup`.
 */
export async function restoreArchive(
  { pool, dataDir, folder, filesAreElsewhere = false }: Place,
  options: Pick<MigrateOptions, "directory" | "durability"> = {},
): Promise<ArchiveReport> {
  const manifest = await readManifest(folder);
  if (filesAreElsewhere && manifest.fileCount > 0) {
    throw new Error(
      `The archive has ${manifest.fileCount} files and FILE_STORAGE_URL names a bucket: restore without FILE_STORAGE_URL, then copy the files of DATA_DIR into the bucket by their names.`,
    );
  }
  const source = await measureFiles(join(folder, FILES));
  if (source.count !== manifest.fileCount || source.bytes !== manifest.fileBytes) {
    throw new Error(
      `The archive promises ${manifest.fileCount} files of ${manifest.fileBytes} bytes and has ${source.count} of ${source.bytes}: it is damaged.`,
    );
  }
  const secret = await readFile(join(folder, SECRET)).catch(absent);
  if ((secret !== null) !== manifest.hasSecret)
    throw new Error("The archive has lost its key: take another copy.");
  const present = await readFile(join(dataDir, SECRET)).catch(absent);
  if (secret && present && !secret.equals(present))
    throw new Error(`The folder ${dataDir} has a key of its own: restore into a new DATA_DIR.`);
  await copyFiles(join(folder, FILES), join(dataDir, FILES));
  if (secret && !present) {
    await mkdir(dataDir, { recursive: true });
    await writeFile(join(dataDir, SECRET), secret, { mode: 0o600 });
  }
  const rows = await restoreBackup(pool, join(folder, DATABASE), options);
  return {
    rows,
    fileCount: manifest.fileCount,
    hasSecret: manifest.hasSecret,
    missing: filesAreElsewhere ? [] : await findMissing(pool, join(dataDir, FILES)),
  };
}

async function readManifest(folder: string): Promise<Manifest> {
  const manifest = await readFile(join(folder, MANIFEST), "utf8")
    .then((text) => JSON.parse(text) as Manifest)
    .catch((error: unknown) => {
      throw new Error(
        `The folder ${folder} cannot be read or is not an archive of this platform.`,
        { cause: error },
      );
    });
  if (manifest.format !== "platform-archive" || manifest.version !== 1)
    throw new Error(`The folder ${folder} is not an archive that this version reads.`);
  return manifest;
}

async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(absent);
  return (entries ?? [])
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1));
}

async function measureFiles(folder: string): Promise<{ count: number; bytes: number }> {
  let bytes = 0;
  const names = await listFiles(folder);
  for (const name of names) bytes += (await stat(join(folder, name))).size;
  return { count: names.length, bytes };
}

async function copyFiles(from: string, to: string): Promise<{ count: number; bytes: number }> {
  for (const name of await listFiles(from)) {
    await mkdir(dirname(join(to, name)), { recursive: true });
    await copyFile(join(from, name), join(to, name));
  }
  return measureFiles(to);
}

async function findMissing(pool: pg.Pool, folder: string): Promise<string[]> {
  const { rows } = await pool.query<{ storage_key: string; size_bytes: bigint }>(
    "SELECT storage_key, size_bytes FROM files ORDER BY id",
  );
  const missing: string[] = [];
  for (const { storage_key: key, size_bytes: size } of rows) {
    const found = await stat(join(folder, key.slice(0, 2), key)).catch(absent);
    if (found === null || BigInt(found.size) !== BigInt(size)) missing.push(key);
  }
  return missing;
}

async function exists(path: string): Promise<boolean> {
  return (await stat(path).catch(absent)) !== null;
}

function absent(error: NodeJS.ErrnoException): null {
  if (error.code === "ENOENT") return null;
  throw error;
}
