import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { hashOf } from "../../src/prepare.mjs";
import { playwrightResults } from "../results.mjs";

const ROOT = resolve(import.meta.dirname, "../..");
/** A test that fails as often as its file says, then passes. */
const failing = (name: string, times: number) => `
test("${name}", () => {
  const attempts = (counts["${name}"] = (counts["${name}"] ?? 0) + 1);
  if (attempts <= ${times}) throw new Error("attempt " + attempts);
});`;
const SOUND = failing("passes", 0);
const FLAKY = failing("passes the second time", 1);
const BROKEN = failing("fails twice", 2);

describe("the runner of `npm test`", () => {
  let project: string;
  const write = (name: string, text: string) => {
    const path = join(project, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  };
  /** With the project's own retry and reporter. */
  const run = (tests: readonly string[], environment: NodeJS.ProcessEnv) => {
    write("units.test.js", `import { test } from "vitest"; const counts = {};${tests.join("")}`);
    const { status, stdout } = spawnSync(process.execPath, [join(ROOT, "tests/run.mjs"), "units"], {
      cwd: project,
      encoding: "utf8",
      env: { ...process.env, ...environment },
    });
    return { status, lines: stdout.trimEnd().split("\n") };
  };

  beforeAll(() => {
    project = mkdtempSync(join(tmpdir(), "runner-"));
    mkdirSync(join(project, "node_modules"));
    for (const name of [".bin", "vitest", "@playwright", "playwright"])
      symlinkSync(join(ROOT, "node_modules", name), join(project, "node_modules", name));
    writeFileSync(join(project, "node_modules/.prepared"), hashOf(project, ["package-lock.json"]));
    write("package.json", `{ "type": "module" }`);
    write(
      "vitest.config.ts",
      `import product from ${JSON.stringify(join(ROOT, "vitest.config.ts"))};
       const setupFiles = ${JSON.stringify([join(ROOT, "tests/support/attempts-setup.ts")])};
       export default {
         test: {
           retry: product.test.retry,
           projects: ["contract", "console"].map((name) => ({
             extends: true,
             test: { name, setupFiles, include: name === "contract" ? ["units.test.js"] : [] },
           })),
         },
       };`,
    );
  });
  afterAll(() => rmSync(project, { recursive: true, force: true }));

  test("in the gate, names what passed at its second attempt, and passes", () => {
    const { status, lines } = run([SOUND, FLAKY], { CI: "true" });
    expect(lines.at(-1)).toBe("2 passed, 0 failed");
    expect(lines).toContain("1 flaky");
    expect(lines).toContainEqual(
      expect.stringMatching(/^FLAKY units\.test\.js > passes the second time \(\d+ → \d+\)$/),
    );
    expect(status).toBe(0);
  });

  test("in the gate, fails by a test that failed twice, with the reasons of both", () => {
    const { status, lines } = run([SOUND, BROKEN], { CI: "true" });
    expect(lines.at(-1)).toBe("1 passed, 1 failed");
    const failure = lines.indexOf("FAILED units.test.js > fails twice");
    expect(lines.slice(failure + 1, failure + 3)).toEqual(["  attempt 1", "  attempt 2"]);
    expect(lines).toContain("0 flaky");
    expect(status).toBe(1);
  });

  test("at a desk, fails by a test that failed once", () => {
    const { status, lines } = run([SOUND, FLAKY], { CI: "" });
    expect(lines.at(-1)).toBe("1 passed, 1 failed");
    expect(status).toBe(1);
  });

  test("fails when no test was run", () => {
    const { status, lines } = run([], { CI: "true" });
    expect(lines.at(-1)).toMatch(/^0 passed, [1-9]\d* failed$/);
    expect(status).toBe(1);
  });

  test("reads of journeys what Playwright says of both attempts", () => {
    write(
      "journeys.spec.js",
      `import { test } from "@playwright/test";
       test("fails twice", () => { throw new Error("always"); });
       test("passes the second time", ({}, { retry }) => { if (retry === 0) throw new Error("once"); });`,
    );
    write("playwright.config.js", `export default { testMatch: "journeys.spec.js", retries: 1 };`);
    const report = join(project, "report.json");
    spawnSync("npx", ["playwright", "test", "--reporter=json"], {
      cwd: project,
      env: { ...process.env, PLAYWRIGHT_JSON_OUTPUT_NAME: report },
      shell: process.platform === "win32",
    });
    const { passed, failures, flaky } = playwrightResults(report);
    expect(passed).toBe(1);
    expect(failures).toEqual([expect.stringMatching(/journeys\.spec\.js > fails twice\n/)]);
    expect(flaky).toEqual([
      expect.stringMatching(/journeys\.spec\.js > passes the second time \(\d+ → \d+\)$/),
    ]);
  });
});
