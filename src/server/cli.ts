import { stat } from "node:fs/promises";
import { resolve } from "node:path";
import type pg from "pg";
import { createDatabase } from "#server/data/database.ts";
import { restoreArchive, writeArchive } from "#server/data/backup/archive.ts";
import { startEmbeddedPostgres } from "#server/data/embedded/embedded-postgres.ts";
import { migrate } from "#server/data/migrate.ts";
import { restoreBackup } from "#server/data/backup/restore.ts";
import { resumePayouts } from "#server/money/destinations/index.ts";
import { describeSetAside, tryAgain } from "#server/work/set-aside-commands.ts";

const USAGE =
  "Usage: cli.ts migrate | backup <folder> | restore <folder> | set-aside | try-again <task> [item] | resume-payouts <phone>";
const COMMANDS: ReadonlySet<string> = new Set([
  "migrate",
  "backup",
  "restore",
  "set-aside",
  "try-again",
  "resume-payouts",
]);
const WITH_SUBJECT: ReadonlySet<string> = new Set([
  "backup",
  "restore",
  "try-again",
  "resume-payouts",
]);

/**
 * Database commands of package.json: `migrate`, `backup <folder>`, `restore <folder>`, `set-aside`
 * (lists failed work), `try-again <task> [item]` and `resume-payouts <phone>` (after «Это не я»); see docs/running.md. They work on
 * DATABASE_URL, or on the embedded server of DATA_DIR, which they start if it is not running. Files
 * and key are those of DATA_DIR; a bucket of FILE_STORAGE_URL has its own backups. `restore <file>`
 * reads a one-file backup of an earlier version.
 */
async function run(
  command: string | undefined,
  subject: string | undefined,
  item: string | undefined,
): Promise<void> {
  if (
    command === undefined ||
    !COMMANDS.has(command) ||
    (WITH_SUBJECT.has(command) && subject === undefined)
  )
    throw new Error(USAGE);
  const given = process.env["DATABASE_URL"];
  const embedded =
    given === undefined || given === ""
      ? await startEmbeddedPostgres({ dataDir: process.env["DATA_DIR"] ?? ".data" })
      : undefined;
  const database = createDatabase({
    connectionString: embedded?.connectionString() ?? given ?? "",
    max: 2,
    applicationName: `platform ${command}`,
  });
  try {
    if (command === "migrate") {
      const { applied } = await migrate(database.pool);
      printLine(
        applied.length === 0 ? "The database is up to date." : `Applied ${applied.join(", ")}.`,
      );
    } else if (command === "set-aside") {
      printLine(await describeSetAside(database));
    } else if (command === "try-again") {
      printLine(await tryAgain(database, subject ?? "", item ?? null));
    } else if (command === "resume-payouts") {
      printLine(await resumePayouts(database, subject ?? "", new Date()));
    } else {
      await archive(command === "backup" ? "backup" : "restore", database.pool, subject ?? "");
    }
  } finally {
    await database.close();
    await embedded?.stop();
  }
}

async function archive(command: "backup" | "restore", pool: pg.Pool, path: string): Promise<void> {
  const filesAreElsewhere = (process.env["FILE_STORAGE_URL"] ?? "").trim() !== "";
  const place = {
    pool,
    filesAreElsewhere,
    dataDir: resolve(process.env["DATA_DIR"] ?? ".data"),
    folder: resolve(path),
  };
  if (command === "restore" && (await stat(path)).isFile()) {
    print("Restored", await restoreBackup(pool, path));
    printLine(
      "The file holds the database alone: put the stored files and the key of its data folder beside it.",
    );
    return;
  }
  const report = await (command === "backup" ? writeArchive : restoreArchive)(place);
  print(command === "backup" ? "Saved" : "Restored", report.rows);
  printLine(
    `${filesAreElsewhere ? "Stored files are in the bucket of FILE_STORAGE_URL, copy it by its own means" : `With ${report.fileCount} stored files`}${report.hasSecret ? " and the key: whoever has the folder can read everything" : "; the key is not in the data folder, keep SECRET yourself"}.`,
  );
  if (report.missing.length > 0)
    printLine(
      `Not found: ${report.missing.length} files that the database names, the first is ${report.missing[0]}.`,
    );
}

function print(what: string, counts: Record<string, number>): void {
  const rows = Object.values(counts).reduce((sum, count) => sum + count, 0);
  printLine(`${what} ${rows} rows of ${Object.keys(counts).length} tables.`);
}

function printLine(sentence: string): void {
  process.stdout.write(`${sentence}\n`);
}

try {
  await run(process.argv[2], process.argv[3], process.argv[4]);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
