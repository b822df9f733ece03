import { mkdir, rename, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { describeSchema } from "./generate-schema.ts";
import { withMigratedDatabase } from "./throw-away-database.ts";

/** `write-schema.ts <file> <hash of the migrations>`, called by src/make-schema.mjs. */
async function run(path: string, made: string): Promise<void> {
  const schema = await withMigratedDatabase(describeSchema);
  // A reader finds the old file or the new one.
  const draft = `${path}.${process.pid}`;
  await mkdir(dirname(path), { recursive: true });
  await writeFile(draft, `// Made from the migrations ${made}\n${schema}`);
  await rename(draft, path);
  process.stdout.write(`Wrote ${path}.\n`);
}

try {
  await run(process.argv[2] ?? "", process.argv[3] ?? "");
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
