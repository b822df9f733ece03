import { spawn } from "node:child_process";
import { resolve } from "node:path";
import { bundleServer } from "../../src/bundle-server.mjs";

/**
 * `npm run bench`. The benches are bundled with the server: from source every thread would compile
 * its modules anew.
 */
// The bundler sets production; the benches start the demonstration.
const environment = { ...process.env };
await bundleServer("dist/bench", { run: "tests/bench/run.ts" });
const run = spawn(
  process.execPath,
  [
    ...process.execArgv,
    resolve(import.meta.dirname, "../../dist/bench/run.js"),
    ...process.argv.slice(2),
  ],
  { stdio: "inherit", env: environment },
);
run.on("exit", (code) => process.exit(code ?? 1));
