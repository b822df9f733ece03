import { stat } from "node:fs/promises";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import type pg from "pg";
import { readConfig } from "./config.ts";
import { describeWaiting, sentenceOf, takeDecision, withDesk } from "./decision-commands.ts";
import { calendarWarning } from "#server/data/calendar-end.ts";
import { systemClock } from "#server/data/clock.ts";
import { asOwner } from "#server/data/database.ts";
import { restoreArchive, writeArchive } from "#server/data/backup/archive.ts";
import { startEmbeddedPostgres } from "#server/data/embedded/embedded-postgres.ts";
import { migrate } from "#server/data/migrate.ts";
import { restoreBackup } from "#server/data/backup/restore.ts";
import { describeSetAside, tryAgain } from "#server/work/set-aside-commands.ts";

const USAGE =
  "Usage: cli.ts migrate | backup <folder> | restore <folder> | set-aside | try-again <task> [item] | waiting [kind] [--json] | decide <kind> <id> <verdict> [--reason …] [--comment …] [--invoice …] --by <name>";
const COMMANDS: ReadonlySet<string> = new Set([
  "migrate",
  "backup",
  "restore",
  "set-aside",
  "try-again",
  "waiting",
  "decide",
]);
const WITH_SUBJECT: ReadonlySet<string> = new Set(["backup", "restore", "try-again"]);

/**
 * Commands of package.json and of the platform's people; see docs/running.md. They work on
 * DATABASE_URL, or on the embedded server of DATA_DIR, which they start if needed. Files and key
 * are those of DATA_DIR; a bucket of FILE_STORAGE_URL has its own backups. `restore <file>` reads a
 * one-file backup of an earlier version.
 */
async function run(args: string[]): Promise<void> {
  const { positionals, values: options } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      json: { type: "boolean", default: false },
      reason: { type: "string" },
      comment: { type: "string" },
      invoice: { type: "string" },
      by: { type: "string" },
    },
  });
  const [command, subject, item, verdict] = positionals;
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
  const connectionString = embedded?.connectionString() ?? given ?? "";
  try {
    if (command === "waiting" || command === "decide") {
      const config = readConfig({ ...process.env, LOG_LEVEL: "error" });
      const address = { connectionString, isEmbedded: embedded !== undefined };
      printLine(
        await withDesk(config, address, (desk) =>
          command === "waiting"
            ? describeWaiting(desk, subject, options.json)
            : takeDecision(desk, { kind: subject, id: item, verdict, ...options }),
        ),
      );
    } else await maintain(command, connectionString, subject ?? "", item ?? null);
    await warnOfCalendar(connectionString);
  } finally {
    await embedded?.stop();
  }
}

/**
 * Beside the command's answer, which programs read. The command is done: whoever is told that it
 * has failed would repeat it.
 */
async function warnOfCalendar(connectionString: string): Promise<void> {
  try {
    const warning = await asOwner(connectionString, "platform calendar", ({ kysely }) =>
      calendarWarning(kysely, systemClock.now()),
    );
    if (warning !== null) process.stderr.write(`${warning}\n`);
  } catch (error) {
    process.stderr.write(
      `Команда выполнена, но календарь рабочих дней не прочитан: ${sentenceOf(error)}\n`,
    );
  }
}

async function maintain(
  command: string,
  connectionString: string,
  subject: string,
  item: string | null,
): Promise<void> {
  await asOwner(connectionString, `platform ${command}`, async (database) => {
    if (command === "migrate") {
      const { applied } = await migrate(database.pool);
      printLine(
        applied.length === 0 ? "The database is up to date." : `Applied ${applied.join(", ")}.`,
      );
    } else if (command === "set-aside") {
      printLine(await describeSetAside(database));
    } else if (command === "try-again") {
      printLine(await tryAgain(database, subject, item));
    } else {
      await archive(command === "backup" ? "backup" : "restore", database.pool, subject);
    }
  });
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
  await run(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`${sentenceOf(error)}\n`);
  process.exitCode = 1;
}
