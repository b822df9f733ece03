import { spawn } from "node:child_process";
import { closeSync, existsSync, mkdtempSync, openSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { prepare } from "../src/prepare.mjs";
import { lastLines, playwrightResults, vitestResults } from "./results.mjs";

/**
 * `npm test`: installs what is missing (packages, a browser), then everything from types to
 * journeys in a real browser. `npm run check` is its static stage alone, `npm run test:strained`
 * kills processes, pushes money about and measures. Each static check counts as one test. With `CI`
 * set a failed test is run once more. The last lines say what has failed, what needed its second
 * attempt, the ten slowest files and what each stage took; the very last is «N passed, N failed».
 */
const STAGES = {
  static: staticChecks,
  units: () => vitest("units", ["contract", "console"]),
  server: () => vitest("server", ["server"]),
  browser: () => playwright("browser", "journeys"),
  strained: async () => {
    await build();
    await vitest("strained", ["server-strained", "server-measured"]);
    await playwright("measured", "measured");
  },
};
const ORDINARY = ["static", "units", "server", "browser"];
/** Scripts of package.json: each keeps a processor busy beside the others. */
const CHECKS = ["typecheck", "check:format", "check:dead", "arch", "lint", "check:lock"];

const root = process.cwd();
const NPM = { command: "npm", shell: process.platform === "win32" };
const NPX = { command: "npx", shell: process.platform === "win32" };
const output = mkdtempSync(join(tmpdir(), "samozanyatye-results-"));
const totals = { passed: 0, failures: [], flaky: [], files: [], seconds: new Map() };

const chosen = process.argv.length > 2 ? process.argv.slice(2) : ORDINARY;
const unknown = chosen.filter((name) => !(name in STAGES));
if (unknown.length > 0) {
  process.stderr.write(
    `No such stage: ${unknown.join(", ")}. There are ${Object.keys(STAGES).join(", ")}.\n`,
  );
  process.exit(2);
}

await prepare(root, { build: false });
for (const name of chosen) {
  const start = performance.now();
  await STAGES[name]();
  totals.seconds.set(name, (performance.now() - start) / 1000);
}
rmSync(output, { recursive: true, force: true });

// Whoever reads only the end of a long log still learns what has failed, and why.
process.stdout.write(`${lastLines(totals).join("\n")}\n`);
process.exit(totals.failures.length === 0 && totals.passed > 0 ? 0 : 1);

/** `npm run check`, and what a browser will need of the build. */
async function staticChecks() {
  // First what all of them read.
  await run(NPM, ["run", "--silent", "generate"]);
  await Promise.all([...CHECKS.map(check), ...(chosen.includes("browser") ? [build()] : [])]);
}

/** Keeps silent about a check that holds: six of them at once would talk across each other. */
async function check(name) {
  await counted(name, async () => {
    const log = join(output, `${name.replace(":", "-")}.log`);
    const isSound = await run(NPM, ["run", "--silent", name], { log });
    if (!isSound) process.stdout.write(readFileSync(log, "utf8"));
    return {
      passed: isSound ? 1 : 0,
      failures: isSound ? [] : [`npm run ${name}`],
      flaky: [],
      files: [],
    };
  });
}

/**
 * Makes the product from these sources, when it is not there yet. A process of its own: it blocks
 * whoever runs it, and ends him when it fails.
 */
function build() {
  const script =
    "const { prepare } = await import('./src/prepare.mjs'); await prepare(process.cwd(), { build: true });";
  return stage("build", () =>
    run({ command: process.execPath, shell: false }, ["--input-type=module", "--eval", script]),
  );
}

/** Vitest's projects of these names, as many files at a time as there are processors, up to two. */
async function vitest(name, projects) {
  const file = join(output, `${name}.json`);
  await counted(name, async () => {
    const isDone = await run(
      NPX,
      [
        "vitest",
        "run",
        ...projects.map((project) => `--project=${project}`),
        "--reporter=default",
        `--reporter=${join(import.meta.dirname, "vitest-results.mjs")}`,
      ],
      { environment: { RESULTS_FILE: file } },
    );
    return withoutSilence(name, isDone, vitestResults(file));
  });
}

/** A project of Playwright's, on the built product. */
async function playwright(name, project) {
  const [isBuilt] = await Promise.all([build(), stage("chromium", ensureBrowser)]);
  if (!isBuilt) return void totals.failures.push("build");
  const file = join(output, `${name}.json`);
  await counted(name, async () => {
    const isDone = await run(
      NPX,
      [
        "playwright",
        "test",
        "--config",
        "tests/e2e/playwright.config.ts",
        `--project=${project}`,
        "--reporter=list,json",
      ],
      { environment: { PLAYWRIGHT_JSON_OUTPUT_NAME: file } },
    );
    return withoutSilence(name, isDone, playwrightResults(file));
  });
}

/** With `log`, a file, what the program prints goes there. */
function run({ command, shell }, parameters, { environment = {}, log } = {}) {
  process.stdout.write(`\n— ${command} ${parameters.slice(0, 3).join(" ")}\n`);
  const output = log === undefined ? "inherit" : openSync(log, "w");
  const child = spawn(command, parameters, {
    cwd: root,
    stdio: ["ignore", output, output],
    env: { ...process.env, ...environment },
    shell,
  });
  if (log !== undefined) closeSync(output);
  return new Promise((done) => {
    child.once("error", () => done(false));
    child.once("exit", (status) => done(status === 0));
  });
}

async function counted(name, work) {
  await stage(name, async () => {
    const { passed, failures, flaky, files } = await work();
    totals.passed += passed;
    totals.failures.push(...failures);
    totals.flaky.push(...flaky);
    totals.files.push(...files);
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

/**
 * A runner that fails and names no failed test has failed as a whole: an error outside any test,
 * for one.
 */
function withoutSilence(name, isDone, results) {
  if (isDone || results.failures.length > 0) return results;
  return { ...results, failures: [`${name}: outside any test`] };
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
