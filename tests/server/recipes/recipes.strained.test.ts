import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { applyBlock, readRecipes } from "#tests/support/recipes.ts";

const root = resolve(import.meta.dirname, "../../..");
const blocks = readRecipes(readFileSync(join(root, "docs/recipes.md"), "utf8"));
const recipes = [...new Set(blocks.map(({ recipe }) => recipe))];
const filesOf = (recipe?: string) =>
  blocks.flatMap((block) =>
    "file" in block && (recipe === undefined || block.recipe === recipe) ? block.file : [],
  );
const MOST_FOLDERS = 4;
const PROOF = "tests/server/recipes/proof.test.ts";

let tree: string;
beforeAll(() => {
  tree = mkdtempSync(join(tmpdir(), "recipes-"));
  for (const path of execFileSync("git", ["ls-files", "-co", "--exclude-standard"], {
    cwd: root,
    encoding: "utf8",
  }).split("\n"))
    if (path !== "" && !path.startsWith("tests/e2e/screenshots/"))
      cpSync(join(root, path), join(tree, path), { recursive: true });
  symlinkSync(join(root, "node_modules"), join(tree, "node_modules"));
  for (const block of blocks) applyBlock(tree, block);
  cpSync(join(tree, "tests/server/recipes/proof.ts"), join(tree, PROOF));
});
afterAll(() => rmSync(tree, { recursive: true, force: true }));

/** Runs a command in the copy; its output is the failure's message. */
function run(command: string, ...parameters: string[]): void {
  const { status, stdout, stderr } = spawnSync(command, parameters, {
    cwd: tree,
    encoding: "utf8",
    env: { ...process.env, NODE_ENV: undefined, VITEST: undefined },
  });
  expect(status === 0 ? "" : `${stdout}\n${stderr}`).toBe("");
}

test("there is a recipe for each thing one adds", () => {
  expect(recipes).toEqual(["migration", "column", "call", "list", "form", "notice", "task"]);
});

test.each(recipes)(`«%s» touches at most ${MOST_FOLDERS} folders`, (recipe) => {
  expect(new Set(filesOf(recipe).map(folderOf)).size).toBeLessThanOrEqual(MOST_FOLDERS);
});

/** A folder counts with all below it: `contract/notices`, `server/modules/projects`. */
function folderOf(file: string): string {
  return dirname(file).replace(
    /^(src\/(contract|console)\/[^/]+|src\/server\/modules\/[^/]+).*/,
    "$1",
  );
}

describe("a tree with all recipes applied", () => {
  test("has types that agree", () => run("npm", "run", "--silent", "typecheck"), 240_000);

  test("keeps to the rules of imports, the linter and the format", () => {
    run("npm", "run", "--silent", "arch");
    run("npm", "run", "--silent", "lint");
    const formatted = [...new Set(filesOf())].filter((file) => /\.tsx?$/.test(file));
    run("npx", "--no-install", "prettier", "--check", ...formatted);
  });

  test("has calls, screens and notices that the other tests accept", () => {
    const files = [
      "tests/contract/notices.test.ts",
      "tests/architecture/spec-coverage.test.ts",
      "tests/architecture/console-screens.test.ts",
    ];
    run("npx", "vitest", "run", "--project", "contract", ...files);
  });

  test("does what the recipes say", () => {
    run("npx", "vitest", "run", "--project", "server", PROOF);
  });
});
