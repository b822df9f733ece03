import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { hashOf } from "./prepare.mjs";

const SCHEMA = "src/server/data/generated/schema.ts";

/**
 * Writes the types of Kysely's queries, `schema.ts`, where they are missing or older than the
 * migrations; its first line says which migrations it was made from. Only the compiler of types
 * reads the file: what runs needs none.
 *
 * @param {string} root - folder of package.json.
 * @returns {boolean} whether the file is there and of these migrations.
 */
export function makeSchema(root) {
  const path = join(root, SCHEMA);
  const made = hashOf(root, ["src/server/data/migrations", "src/server/data/generate-schema.ts"]);
  if (existsSync(path) && readFileSync(path, "utf8").split("\n", 1)[0].endsWith(made)) return true;
  const { status } = spawnSync(
    process.execPath,
    ["--import", "tsx", "src/server/data/write-schema.ts", path, made],
    { cwd: root, stdio: "inherit" },
  );
  return status === 0;
}

/** `npm run db:schema`. */
if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href)
  process.exitCode = makeSchema(resolve(import.meta.dirname, "..")) ? 0 : 1;
