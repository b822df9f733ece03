import { spawn, type ChildProcess } from "node:child_process";
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { existsSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { until } from "#tests/support/topology.ts";
import { hashOf } from "../../../src/prepare.mjs";

const ROOT = resolve(import.meta.dirname, "../../..");
const START_S = 120;
/** The product stops within ten seconds; its starter polls every half second. */
const END_S = 15;

let checkout: string;
let npm: ChildProcess | null = null;

/** A prepared checkout: built product, packages, start scripts. */
beforeAll(async () => {
  expect(existsSync(join(ROOT, "dist/server/main.js")), "run `npm run build` first").toBe(true);
  checkout = await mkdtemp(join(tmpdir(), "npm-start-"));
  for (const folder of ["src", "dist", "node_modules"]) await mkdir(join(checkout, folder));
  for (const file of ["start.mjs", "prepare.mjs", "end-with-starter.mjs"])
    await cp(join(ROOT, "src", file), join(checkout, "src", file));
  for (const built of ["server", "console", "public-pages"])
    await symlink(join(ROOT, "dist", built), join(checkout, "dist", built));
  await writeFile(
    join(checkout, "package.json"),
    JSON.stringify({ name: "checkout", scripts: { start: "node src/start.mjs" } }),
  );
  const stamp = (names: readonly string[]) => hashOf(checkout, names);
  await writeFile(join(checkout, "node_modules/.prepared"), stamp(["package-lock.json"]));
  const sources = ["src", "public", "vite.config.ts", "package-lock.json", "tsconfig.json"];
  await writeFile(join(checkout, "dist/.prepared"), stamp(sources));
});
afterEach(() => void npm?.kill("SIGKILL"));
afterAll(() => rm(checkout, { recursive: true, force: true }));

const answers = async (port: number) => {
  try {
    return (await fetch(`http://127.0.0.1:${port}/health/live`)).ok;
  } catch {
    return false;
  }
};

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address() as AddressInfo;
  await new Promise((done) => server.close(done));
  return port;
}

// SIGKILL lets npm tell nobody, as when a supervisor kills it alone.
test.each(["SIGTERM", "SIGINT", "SIGHUP", "SIGKILL"] as const)(
  "%s to npm alone ends the product and frees its port",
  async (signal) => {
    const port = await freePort();
    npm = spawn("npm", ["start"], {
      cwd: checkout,
      detached: true,
      stdio: "ignore",
      env: {
        ...process.env,
        NODE_ENV: "",
        HOST: "127.0.0.1",
        PORT: String(port),
        DATA_DIR: join(checkout, "data"),
        SEED: "reference",
        LOG_LEVEL: "silent",
      },
    });
    await until(() => answers(port), Boolean, START_S);
    // A terminal's SIGINT reaches the whole group.
    if (signal === "SIGINT") process.kill(-(npm.pid ?? 0), signal);
    else npm.kill(signal);
    await until(
      () => answers(port),
      (isThere) => !isThere,
      END_S,
    );
    // The database has stopped too, so the folder is free.
    const database = join(checkout, "data/postgres/postmaster.pid");
    await until(
      async () => existsSync(database),
      (isThere) => !isThere,
      END_S,
    );
  },
  (START_S + 2 * END_S) * 1000,
);
