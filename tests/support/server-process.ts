import { once } from "node:events";
import { bundledProcess } from "#tests/support/bundled-process.ts";

let starting: ReturnType<typeof bundledProcess> | undefined;

/** The whole server as a process of its own, so that it can be killed. */
export interface ServerProcess {
  readonly origin: string;
  readonly port: number;
  /** `kill -9`: no goodbye to anybody. */
  kill(): Promise<void>;
}

/** Starts the server and waits until it listens. @throws Error with what it said when it ends before that. */
export async function startServerProcess(environment: Readonly<Record<string, string>>): Promise<ServerProcess> {
  starting ??= bundledProcess("serving-process");
  const start = await starting;
  const child = start([], { PATH: process.env["PATH"] ?? "", HOST: "127.0.0.1", PORT: "0", SANDBOX: "1", LOG_LEVEL: "error", RATE_LIMIT_PER_MINUTE: "0", ...environment });
  let said = "";
  const port = await new Promise<number>((resolve, reject) => {
    const hear = (chunk: Buffer) => {
      said += chunk.toString();
      const found = /http:\/\/127\.0\.0\.1:(\d+)/.exec(said)?.[1];
      if (found) resolve(Number(found));
    };
    child.stdout?.on("data", hear);
    child.stderr?.on("data", hear);
    child.once("exit", (code) => reject(new Error(`the server ended with ${code}: ${said}`)));
  });
  return {
    origin: `http://127.0.0.1:${port}`,
    port,
    async kill() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill("SIGKILL");
      await once(child, "exit");
    },
  };
}
