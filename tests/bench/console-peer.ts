import { spawn, execFile, type ChildProcess } from "node:child_process";
import { cp, mkdtemp, rm } from "node:fs/promises";
import { existsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { freePort } from "#tests/e2e/product.ts";

/** The peer of `performance.md` §2: react-admin's minimal list with a mock server. */
export interface ConsolePeer {
  readonly url: string;
  stop(): Promise<void>;
}

const run = promisify(execFile);
const ANCHORS = process.env["ANCHORS"] ?? resolve(import.meta.dirname, "../../../shared/anchors");

/**
 * Copies, builds and serves the peer in a temporary folder. `PEER_DIR` names a folder with a
 * finished one.
 *
 * @returns `null` when the peer is absent or cannot be built: its ratios are omitted with a line
 * saying so.
 */
export async function startPeer(): Promise<ConsolePeer | null> {
  const given = process.env["PEER_DIR"];
  if (!given && !existsSync(join(ANCHORS, "ra-min"))) return leaveOut(`no peer at ${ANCHORS}`);
  const folder = given ?? (await mkdtemp(join(tmpdir(), "console-peer-")));
  const remove = () => (given ? Promise.resolve() : rm(folder, { recursive: true, force: true }));
  let server: ChildProcess;
  let url: string;
  try {
    const peer = join(folder, "ra-min");
    if (!given) {
      await cp(ANCHORS, folder, { recursive: true });
      await run("chmod", ["-R", "u+w", folder]);
    }
    if (!existsSync(join(peer, "node_modules")))
      await run("npm", ["install", "--no-audit", "--no-fund"], { cwd: peer });
    if (!existsSync(join(peer, "dist"))) await run("npx", ["vite", "build"], { cwd: peer });
    const port = await freePort();
    url = `http://127.0.0.1:${port}`;
    server = spawn(
      process.execPath,
      [join(folder, "serve.mjs"), join(peer, "dist"), String(port)],
      { stdio: "ignore" },
    );
    await answered(url);
  } catch (error) {
    await remove();
    return leaveOut((error as Error).message.split("\n")[0] ?? "");
  }
  return {
    url,
    async stop() {
      server.kill();
      await remove();
    },
  };
}

function leaveOut(why: string): null {
  process.stdout.write(`the peer ra-min is left out, and every ratio to it: ${why}\n`);
  return null;
}

async function answered(url: string): Promise<void> {
  for (let tries = 0; tries < 50; tries += 1) {
    if (
      await fetch(url).then(
        ({ ok }) => ok,
        () => false,
      )
    )
      return;
    await new Promise((done) => setTimeout(done, 100));
  }
  throw new Error("the peer's server does not answer");
}
