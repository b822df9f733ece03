import { execFileSync, spawn } from "node:child_process";
import { resolve } from "node:path";
import { endWithStarter } from "./end-with-starter.mjs";
import { makeSchema } from "./make-schema.mjs";
import { prepare } from "./prepare.mjs";

/** `npm run dev`: the server restarts and the console reloads by themselves as their sources change; open port 5173. */
const root = resolve(import.meta.dirname, "..");
await prepare(root, { build: false });
// For the editor: the server runs without it.
makeSchema(root);
const bin = (name) => resolve(root, "node_modules/.bin", name);
// The server reads the texts as soon as it starts; afterwards Vite makes them anew when they change.
execFileSync(process.execPath, ["--import", "tsx", "src/content/build/write-content.ts"], {
  cwd: root,
  stdio: "inherit",
});
const children = [
  spawn(bin("tsx"), ["watch", "--clear-screen=false", "src/server/main.ts"], {
    cwd: root,
    stdio: "inherit",
  }),
  spawn(bin("vite"), [], { cwd: root, stdio: "inherit" }),
];
for (const child of children) {
  child.on("exit", (code) => {
    for (const other of children) other.kill();
    process.exitCode = code ?? 1;
  });
}
endWithStarter((signal) => children.forEach((child) => child.kill(signal)));
