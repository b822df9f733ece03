import { once } from "node:events";
import { bundledProcess } from "#tests/support/bundled-process.ts";
import { CLOCK } from "#tests/support/moved-clock.ts";

let starting: ReturnType<typeof bundledProcess> | undefined;

/** Killable. */
export interface ServerProcess {
  readonly origin: string;
  readonly port: number;
  /** `kill -9`. */
  kill(): Promise<void>;
}

/** Background work without HTTP. */
export type WorkerProcess = Pick<ServerProcess, "kill">;

/**
 * Waits until it listens.
 *
 * @throws Error with its output.
 */
export async function startServerProcess(
  environment: Readonly<Record<string, string>>,
): Promise<ServerProcess> {
  const { said, kill } = await startProcess(
    { ROLES: "web", ...environment },
    /http:\/\/127\.0\.0\.1:(\d+)/,
  );
  return { origin: `http://127.0.0.1:${said}`, port: Number(said), kill };
}

/**
 * Waits until it works.
 *
 * @throws as `startServerProcess`.
 */
export async function startWorkerProcess(
  environment: Readonly<Record<string, string>>,
): Promise<WorkerProcess> {
  return startProcess({ ROLES: "worker", ...environment }, /(working)/);
}

/** @param word - printed when ready; its first group is returned. */
async function startProcess(
  environment: Readonly<Record<string, string>>,
  word: RegExp,
): Promise<WorkerProcess & { readonly said: string }> {
  starting ??= bundledProcess("serving-process");
  const start = await starting;
  const child = start([], {
    ...CLOCK,
    PATH: process.env["PATH"] ?? "",
    HOST: "127.0.0.1",
    PORT: "0",
    SANDBOX: "1",
    LOG_LEVEL: "error",
    RATE_LIMIT_PER_MINUTE: "0",
    ...environment,
  });
  let all = "";
  const said = await new Promise<string>((resolve, reject) => {
    const hear = (chunk: Buffer) => {
      all += chunk.toString();
      const found = word.exec(all)?.[1];
      if (found) resolve(found);
    };
    child.stdout?.on("data", hear);
    child.stderr?.on("data", hear);
    child.once("exit", (code) => reject(new Error(`the server ended with ${code}: ${all}`)));
  });
  return {
    said,
    async kill() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill("SIGKILL");
      await once(child, "exit");
    },
  };
}
