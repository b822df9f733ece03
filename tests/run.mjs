import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { prepare } from "../src/prepare.mjs";

/**
 * `npm test`: installs what is missing (packages, a browser), then everything from types to journeys in a real browser.
 * Each static check counts as one test. Ends with a line «N passed, N failed».
 */
const root = resolve(import.meta.dirname, "..");
await prepare(root, { build: true });
ensureBrowser();

const output = mkdtempSync(join(tmpdir(), "samozanyatye-results-"));
const totals = { passed: 0, failed: 0 };

for (const name of ["typecheck", "lint", "arch"]) count(name, run("npm", ["run", "--silent", name]) ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 });

// Tests of the contract and of screens share nothing, so both processors take them; the server's measure times and keep theirs to themselves.
vitest("units", ["--project", "contract", "--project", "console", "--maxWorkers=2"]);
vitest("server", ["--project", "server"]);

const playwrightFile = join(output, "playwright.json");
if (existsSync(join(root, "tests/e2e/playwright.config.ts"))) {
  run("npx", ["playwright", "test", "--config", "tests/e2e/playwright.config.ts", "--reporter=list,json"], { PLAYWRIGHT_JSON_OUTPUT_NAME: playwrightFile });
  count("playwright", readPlaywright(playwrightFile));
}
rmSync(output, { recursive: true, force: true });

process.stdout.write(`\n${totals.passed} passed, ${totals.failed} failed\n`);
process.exit(totals.failed === 0 && totals.passed > 0 ? 0 : 1);

function vitest(name, parameters) {
  const file = join(output, `${name}.json`);
  run("npx", ["vitest", "run", ...parameters, "--reporter=default", "--reporter=json", `--outputFile.json=${file}`]);
  count(name, readVitest(file));
}

function run(command, parameters, environment = {}) {
  process.stdout.write(`\n— ${command} ${parameters.slice(0, 3).join(" ")}\n`);
  const { status } = spawnSync(command, parameters, {
    cwd: root,
    stdio: ["ignore", "inherit", "inherit"],
    env: { ...process.env, ...environment },
    shell: process.platform === "win32",
  });
  return status === 0;
}

function count(name, { passed, failed }) {
  totals.passed += passed;
  totals.failed += failed;
  process.stdout.write(`— ${name}: ${passed} passed, ${failed} failed\n`);
}

/** A runner that died leaves no report: that is a failure, not an empty success. */
function readVitest(file) {
  if (!existsSync(file)) return { passed: 0, failed: 1 };
  const report = JSON.parse(readFileSync(file, "utf8"));
  const brokenFiles = report.testResults.filter((one) => one.status === "failed" && one.assertionResults.length === 0).length;
  return { passed: report.numPassedTests, failed: report.numFailedTests + brokenFiles };
}

function readPlaywright(file) {
  if (!existsSync(file)) return { passed: 0, failed: 1 };
  const { stats, errors } = JSON.parse(readFileSync(file, "utf8"));
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky + (errors?.length ?? 0) };
}

function ensureBrowser() {
  const found = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].some(existsSync);
  if (found || process.env.CHROMIUM) return;
  const isRootDebian = process.getuid?.() === 0 && existsSync("/usr/bin/apt-get");
  if (isRootDebian && run("apt-get", ["update", "-qq"]) && run("apt-get", ["install", "-y", "-qq", "chromium"])) return;
  run("npx", ["playwright", "install", "chromium"]);
}
