import { spawnSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { resolve } from "node:path";

/**
 * `npm run test:on-day -- '2026-12-01 00:30' --project server`: Vitest, its PostgreSQL and its
 * processes as if it were that time of Moscow now; with `journeys` as the second word the journeys
 * in a browser. They get the distance, not the time: whoever starts later is not back at the
 * beginning. What measures waiting stays real.
 */
const [time = "", ...given] = process.argv.slice(2);
const at = Date.parse(`${time.replace(" ", "T")}:00+03:00`);
if (Number.isNaN(at))
  fail("Usage: npm run test:on-day -- '2026-12-01 00:30' [journeys] [what the runner takes]");
const JOURNEYS = ["playwright", "test", "--config", "tests/e2e/playwright.config.ts"];
const parameters =
  given[0] === "journeys"
    ? [...JOURNEYS, "--project=journeys", ...given.slice(1)]
    : ["vitest", "run", ...given];
const library = ["/usr/lib", ...readdirSync("/usr/lib").map((folder) => `/usr/lib/${folder}`)]
  .map((folder) => `${folder}/faketime/libfaketimeMT.so.1`)
  .find((path) => existsSync(path));
if (!library)
  fail("The clock is moved by libfaketime, which is not here: apt-get install faketime");

const offsetSeconds = Math.round((at - Date.now()) / 1000);
const { status } = spawnSync("npx", parameters, {
  cwd: resolve(import.meta.dirname, ".."),
  stdio: "inherit",
  env: {
    ...process.env,
    LD_PRELOAD: library,
    FAKETIME: `${offsetSeconds < 0 ? "" : "+"}${offsetSeconds}s`,
    FAKETIME_DONT_FAKE_MONOTONIC: "1",
  },
});
process.exit(status ?? 1);

function fail(message) {
  process.stderr.write(`${message}\n`);
  process.exit(2);
}
