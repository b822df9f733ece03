import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { prepare } from "./prepare.mjs";

/**
 * `npm start` on any machine with Node and git: installs what is missing, builds what has changed, serves everything.
 * Nothing to install first, nothing to configure; see `.env.example` for what may be.
 */
const root = resolve(import.meta.dirname, "..");
await prepare(root, { build: true });

if (existsSync(join(root, ".env"))) process.loadEnvFile(join(root, ".env"));
const server = spawn(
  process.execPath,
  ["--enable-source-maps", join(root, "dist/server/main.js")],
  { cwd: root, stdio: "inherit" },
);
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => server.kill(signal));
server.on("exit", (code, signal) => process.exit(signal ? 1 : (code ?? 1)));
