import { spawn } from "node:child_process";
import { once } from "node:events";
import { resolve } from "node:path";
import { freePort } from "#tests/e2e/product.ts";

export interface BuiltServer {
  readonly url: string;
  /** Until the first answered page. */
  readonly startMs: number;
  stop(): Promise<void>;
}

const GIVE_UP_MS = 60_000;
const LOOK_MS = 20;

/** Starts the built server on a data folder, as `npm start` does. */
export async function startBuiltServer(
  dataDir: string,
  environment: NodeJS.ProcessEnv = {},
): Promise<BuiltServer> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const started = performance.now();
  const child = spawn(process.execPath, [resolve("dist/server/main.js")], {
    env: {
      ...process.env,
      DATA_DIR: dataDir,
      PORT: String(port),
      LOG_LEVEL: "silent",
      ...environment,
    },
    stdio: "ignore",
  });
  const stop = async () => {
    if (child.exitCode !== null) return;
    const ended = once(child, "exit");
    child.kill("SIGTERM");
    await ended;
  };
  for (;;) {
    const answer = await fetch(`${url}/authorization`).catch(() => null);
    if (answer?.ok) return { url, startMs: performance.now() - started, stop };
    if (child.exitCode !== null || performance.now() - started > GIVE_UP_MS) {
      await stop();
      throw new Error("the server did not start: is it built?");
    }
    await new Promise((wake) => setTimeout(wake, LOOK_MS));
  }
}
