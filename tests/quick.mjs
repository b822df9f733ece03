import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { join, resolve } from "node:path";

/**
 * `npm run test:quick`: the contract, and of server and pages the tests of the rooms that a change
 * since `main` touches. Almost every test of the server starts the whole product, so that what it
 * imports tells nothing; the folders of `tests` bear the names of those of `src`, and these do.
 */
const root = resolve(import.meta.dirname, "..");
const NOUN_SIDES = ["server", "console"];
const FLAT_SIDES = ["site", "web"];
const isSlow = (name) => /\.(strained|measured)\.test\./.test(name);

const changed = new Set([
  ...git("diff", "--name-only", "--no-renames", base()),
  ...git("ls-files", "--others", "--exclude-standard"),
]);
const folders = new Set([...changed].flatMap((path) => path.split("/").slice(1, -1)));
const touched = [
  ...NOUN_SIDES.flatMap((side) =>
    readdirSync(join(root, "tests", side))
      .filter((noun) => folders.has(noun))
      .map((noun) => `tests/${side}/${noun}/`),
  ),
  ...FLAT_SIDES.filter((side) => folders.has(side)).map((side) => `tests/${side}/`),
];
const tests = [...changed].filter(
  (path) => /^tests\/.*\.test\.tsx?$/.test(path) && !isSlow(path) && existsSync(join(root, path)),
);
const chosen = ["tests/contract/", "tests/architecture/", ...touched, ...tests];
process.stdout.write(`${chosen.join("\n")}\n`);
const { status } = spawnSync(
  "npx",
  ["vitest", "run", "--project=contract", "--project=server", "--project=console", ...chosen],
  { cwd: root, stdio: "inherit", shell: process.platform === "win32" },
);
process.exit(status ?? 1);

/** Where this branch has left `main`; on `main` itself only what is not committed counts. */
function base() {
  return git("merge-base", "HEAD", "main")[0] ?? "HEAD";
}

function git(...parameters) {
  try {
    const output = execFileSync("git", parameters, {
      cwd: root,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    });
    return output.split("\n").filter(Boolean);
  } catch {
    return [];
  }
}
