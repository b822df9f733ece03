import { spawn } from "node:child_process";
import { resolve } from "node:path";
import { bundleServer } from "../../src/bundle-server.mjs";

/**
 * `npm run bench`: measures the product as it is delivered. The benches are bundled with the server and run by Node alone: read
 * from source, every worker thread would compile its modules anew, which a delivered server never does.
 */
// The bundler calls itself production; what the benches start is the demonstration.
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
