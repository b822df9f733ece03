import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { makeSchema } from "../src/make-schema.mjs";
import { prepare } from "../src/prepare.mjs";
import { playwrightResults, vitestResults } from "./results.mjs";

/**
 * `npm test`: installs what is missing (packages, a browser), then everything from types to journeys in a real browser.
 * Each static check counts as one test. One line per stage says how long it took; the last one is «N passed, N failed».
 */
const root = resolve(import.meta.dirname, "..");
const NPM = { command: "npm", shell: process.platform === "win32" };
const NPX = { command: "npx", shell: process.platform === "win32" };
const output = mkdtempSync(join(tmpdir(), "samozanyatye-results-"));
const totals = { passed: 0, failures: [] };

await prepare(root, { build: false });
// Before types and import rules are checked side by side: both read it.
makeSchema(root);

// The compiler of types keeps one processor busy as long as the build and the other checks keep the other.
const [, isBuilt] = await Promise.all([
  check("typecheck"),
  build().then(async (done) => (await check("lint"), await check("arch"), done)),
  stage("browser", ensureBrowser),
]);
if (!isBuilt) totals.failures.push("build");

await vitest("units", ["--project", "contract", "--project", "console", "--maxWorkers=2"]);
await vitest("server", ["--project", "server*"]);
if (isBuilt) await playwright();
rmSync(output, { recursive: true, force: true });

// Whoever reads only the end of a long log still learns what has failed, and why.
for (const failure of totals.failures) process.stdout.write(`\nFAILED ${failure}\n`);
process.stdout.write(`\n${totals.passed} passed, ${totals.failures.length} failed\n`);
process.exit(totals.failures.length === 0 && totals.passed > 0 ? 0 : 1);

async function check(name) {
  await counted(name, async () =>
    (await run(NPM, ["run", "--silent", name]))
      ? { passed: 1, failures: [] }
      : { passed: 0, failures: [`npm run ${name}`] },
  );
}

/** A process of its own: it blocks whoever runs it, and ends him when it fails. */
function build() {
  const script =
    "const { prepare } = await import('./src/prepare.mjs'); await prepare(process.cwd(), { build: true });";
  return stage("build", () =>
    run({ command: process.execPath, shell: false }, ["--input-type=module", "--eval", script]),
  );
}

async function vitest(name, parameters) {
  const file = join(output, `${name}.json`);
  await counted(name, async () => {
    const isDone = await run(NPX, [
      "vitest",
      "run",
      ...parameters,
      "--reporter=default",
      "--reporter=json",
      `--outputFile.json=${file}`,
    ]);
    return withoutSilence(name, isDone, vitestResults(file));
  });
}

async function playwright() {
  const name = "playwright";
  const file = join(output, `${name}.json`);
  await counted(name, async () => {
    const isDone = await run(
      NPX,
      [
        "playwright",
        "test",
        "--config",
        "tests/e2e/playwright.config.ts",
        "--project=journeys",
        "--project=measured",
        "--reporter=list,json",
      ],
      { PLAYWRIGHT_JSON_OUTPUT_NAME: file },
    );
    return withoutSilence(name, isDone, playwrightResults(file));
  });
}

function run({ command, shell }, parameters, environment = {}) {
  process.stdout.write(`\n— ${command} ${parameters.slice(0, 3).join(" ")}\n`);
  const child = spawn(command, parameters, {
    cwd: root,
    stdio: ["ignore", "inherit", "inherit"],
    env: { ...process.env, ...environment },
    shell,
  });
  return new Promise((done) => {
    child.once("error", () => done(false));
    child.once("exit", (status) => done(status === 0));
  });
}

async function counted(name, work) {
  await stage(name, async () => {
    const { passed, failures } = await work();
    totals.passed += passed;
    totals.failures.push(...failures);
    return `${passed} passed, ${failures.length} failed`;
  });
}

/** Says how long the work took, and what it answers when that is words. */
async function stage(name, work) {
  const start = performance.now();
  const answer = await work();
  const seconds = ((performance.now() - start) / 1000).toFixed(0);
  process.stdout.write(
    `— ${name}: ${typeof answer === "string" ? `${answer}, ` : ""}${seconds} s\n`,
  );
  return answer;
}

/** A runner that fails and names no failed test has failed as a whole: an error outside any test, for one. */
function withoutSilence(name, isDone, { passed, failures }) {
  return {
    passed,
    failures: isDone || failures.length > 0 ? failures : [`${name}: outside any test`],
  };
}

async function ensureBrowser() {
  const browsers = JSON.parse(readFileSync(join(root, "tests/support/browsers.json"), "utf8"));
  if (process.env.CHROMIUM || browsers.some(existsSync)) return;
  const isRootDebian = process.getuid?.() === 0 && existsSync("/usr/bin/apt-get");
  const apt = { command: "apt-get", shell: false };
  if (
    isRootDebian &&
    (await run(apt, ["update", "-qq"])) &&
    (await run(apt, ["install", "-y", "-qq", "chromium-headless-shell"]))
  )
    return;
  await run(NPX, ["playwright", "install", "chromium"]);
}
