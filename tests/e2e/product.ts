import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { cp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { join, resolve } from "node:path";
import { moscowDate } from "#contract/values/calendar-date.ts";
import { MOVED_MS } from "#tests/support/moved-clock.ts";
import { makeScratchFolder } from "#tests/support/scratch-folder.ts";

/** With its own demonstration data. */
export interface Product {
  readonly url: string;
  readonly dataDir: string;
  /** Code sent since the last call. */
  codeOf(phone: string): Promise<string>;
  moveClock(seconds: number): Promise<void>;
  /** Lead of its clock over a browser's, ms. */
  aheadMs(): Promise<number>;
  /** Business date, yyyy-MM-dd. */
  today(): Promise<string>;
  /** Its data stays. */
  end(): Promise<void>;
  stop(): Promise<void>;
}

const ROOT = resolve(import.meta.dirname, "../..");
const MAIN = join(ROOT, "dist/server/main.js");
const START_MS = 180_000;

/** Environment variable: a data folder that is filled already. */
export const DEMONSTRATION = "E2E_DEMONSTRATION";

/**
 * @param name - of the data folder.
 * @throws Error when the product is not built or does not start.
 */
export async function startProduct(name: string): Promise<Product> {
  if (!existsSync(MAIN)) throw new Error("the product is not built: run `npm run build`");
  const dataDir = await makeScratchFolder(`e2e-${name}-`);
  const filled = process.env[DEMONSTRATION];
  if (filled !== undefined) await cp(filled, dataDir, { recursive: true });
  const port = await freePort();
  const server = spawn(process.execPath, [MAIN], {
    cwd: ROOT,
    env: {
      ...process.env,
      DATA_DIR: dataDir,
      HOST: "127.0.0.1",
      PORT: String(port),
      PUBLIC_URL: `http://127.0.0.1:${port}`,
      LOG_LEVEL: "warn",
      // Journeys call faster than people; server tests prove the limit.
      RATE_LIMIT_PER_MINUTE: "0",
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  const keep = (chunk: Buffer) => {
    output = (output + chunk.toString()).slice(-4000);
  };
  server.stdout.on("data", keep);
  server.stderr.on("data", keep);
  let isStopping = false;
  const gone = new Promise<void>((done) =>
    server.once("exit", (code, signal) => {
      if (!isStopping)
        process.stderr.write(`the product has stopped by itself (${code ?? signal}):\n${output}\n`);
      done();
    }),
  );
  const url = `http://127.0.0.1:${port}`;
  const until = Date.now() + START_MS;
  while (!(await isReady(url))) {
    if (server.exitCode !== null || Date.now() > until)
      throw new Error(`the product has not started:\n${output}`);
    await new Promise((done) => setTimeout(done, 200));
  }
  await holdAnswers(url);
  const readCodes = new Map<string, string>();
  const end = async () => {
    isStopping = true;
    server.kill("SIGTERM");
    await gone;
  };
  return {
    url,
    dataDir,
    async codeOf(phone) {
      // The SMS leaves after the response: skip a code read before.
      for (let tries = 0; tries < 200; tries += 1) {
        const { items } = (await (
          await fetch(`${url}/sandbox/api/codes?phone=${phone}`)
        ).json()) as { items: { code: string; sentAt: string }[] };
        const last = items[0];
        if (last && last.sentAt !== readCodes.get(phone)) {
          readCodes.set(phone, last.sentAt);
          return last.code;
        }
        await new Promise((done) => setTimeout(done, 100));
      }
      throw new Error(`no code was sent to ${phone}`);
    },
    async moveClock(seconds) {
      await fetch(`${url}/sandbox/api/clock`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ advanceSeconds: seconds }),
      });
    },
    aheadMs: async () => (await readClock(url)).getTime() - Date.now() + MOVED_MS,
    today: async () => moscowDate(await readClock(url)),
    end,
    async stop() {
      await end();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Bank and tax service answer only when a journey moves the clock. */
async function holdAnswers(url: string): Promise<void> {
  const put = (path: string, data: object) =>
    fetch(`${url}/sandbox/api/${path}/switches`, {
      method: "PUT",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(data),
    });
  const answers = await Promise.all([
    put("registrations", { bankAfterSeconds: 60, taxAfterSeconds: 600 }),
    put("tax-service", { bindAfterSeconds: 7200 }),
  ]);
  if (answers.some(({ ok }) => !ok)) throw new Error("the sandbox does not take its switches");
}

async function readClock(url: string): Promise<Date> {
  return new Date(
    ((await (await fetch(`${url}/sandbox/api/clock`)).json()) as { now: string }).now,
  );
}

async function isReady(url: string): Promise<boolean> {
  return fetch(`${url}/health/ready`).then(
    ({ ok }) => ok,
    () => false,
  );
}

export function freePort(): Promise<number> {
  return new Promise((done, fail) => {
    const probe = createServer();
    probe.once("error", fail);
    probe.listen(0, "127.0.0.1", () => {
      const address = probe.address();
      probe.close(() =>
        typeof address === "object" && address ? done(address.port) : fail(new Error("no port")),
      );
    });
  });
}
