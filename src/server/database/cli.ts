import { createDatabase } from "#server/platform/database.ts";
import { writeBackup } from "./backup.ts";
import { startEmbeddedPostgres } from "./embedded-postgres.ts";
import { writeSchema } from "./generate-schema.ts";
import { migrate } from "./migrate.ts";
import { restoreBackup } from "./restore.ts";

const USAGE = "Usage: cli.ts migrate | schema | backup <file> | restore <file>";

/**
 * Database commands of package.json: `migrate`, `schema` (rewrites schema.ts after a new migration), `backup <file>`, `restore <file>`. They work on DATABASE_URL, or on the embedded
 * server of DATA_DIR, joining it when the platform runs and starting it for the moment when not.
 */
async function run(command: string | undefined, file: string | undefined): Promise<void> {
  if (command !== "migrate" && command !== "schema" && command !== "backup" && command !== "restore") throw new Error(USAGE);
  if ((command === "backup" || command === "restore") && file === undefined) throw new Error(USAGE);
  const given = process.env["DATABASE_URL"];
  const embedded = given === undefined || given === "" ? await startEmbeddedPostgres({ dataDir: process.env["DATA_DIR"] ?? ".data" }) : undefined;
  const database = createDatabase({ connectionString: embedded?.connectionString() ?? given ?? "", max: 2, applicationName: `platform ${command}` });
  try {
    if (command === "migrate") {
      const { applied } = await migrate(database.pool);
      say(applied.length === 0 ? "The database is up to date." : `Applied ${applied.join(", ")}.`);
    } else if (command === "schema") {
      await migrate(database.pool);
      await writeSchema(database.pool, new URL("./schema.ts", import.meta.url));
      say("Wrote schema.ts.");
    } else {
      const counts = await (command === "backup" ? writeBackup : restoreBackup)(database.pool, file ?? "");
      const rows = Object.values(counts).reduce((sum, count) => sum + count, 0);
      say(`${command === "backup" ? "Saved" : "Restored"} ${rows} rows of ${Object.keys(counts).length} tables.`);
      say("Stored files and secrets of the data folder are not part of it: keep a copy of them beside.");
    }
  } finally {
    await database.close();
    await embedded?.stop();
  }
}

function say(sentence: string): void {
  process.stdout.write(`${sentence}\n`);
}

try {
  await run(process.argv[2], process.argv[3]);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
