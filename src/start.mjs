import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { endWithStarter } from "./end-with-starter.mjs";
import { prepare } from "./prepare.mjs";

/**
 * `npm start` on any machine with Node and git: installs what is missing, builds what has changed, serves everything.
 * Nothing to install first, nothing to configure; see `.env.example` for what may be.
 */
const root = resolve(import.meta.dirname, "..");
let server = null;
endWithStarter((signal) =>
  server ? server.kill(signal === "SIGHUP" ? "SIGTERM" : signal) : process.exit(1),
);
await prepare(root, { build: true });

if (existsSync(join(root, ".env"))) process.loadEnvFile(join(root, ".env"));
server = spawn(
  process.execPath,
  ["--enable-source-maps", join(root, "dist/server/main.js")],
  // The channel tells the server when this process is killed without a word.
  { cwd: root, stdio: ["inherit", "inherit", "inherit", "ipc"] },
);
server.on("exit", (code, signal) => process.exit(signal ? 1 : (code ?? 1)));
