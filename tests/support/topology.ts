import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { codeOn } from "#tests/support/codes.ts";
import { TEST_SECRET } from "#tests/support/global-setup.ts";
import type { multipartForm } from "#tests/support/multipart.ts";
import { startS3Server, type S3Server } from "#tests/support/s3-server.ts";
import {
  startServerProcess,
  startWorkerProcess,
  type ServerProcess,
  type WorkerProcess,
} from "#tests/support/server-process.ts";
import { createTestDatabase, type TestDatabase } from "#tests/support/test-database.ts";

export type Which = 0 | 1;

export interface Answer {
  readonly status: number;
  readonly text: string;
  readonly date: Date;
  readonly body: Record<string, unknown>;
}

interface Question {
  readonly token?: string;
  readonly body?: object;
  readonly form?: ReturnType<typeof multipartForm>;
  readonly headers?: Record<string, string>;
}

/** `compose.yaml`: two web processes, two workers, one PostgreSQL, one bucket. */
export interface Topology {
  readonly database: TestDatabase;
  readonly webs: [ServerProcess, ServerProcess];
  readonly workers: [WorkerProcess, WorkerProcess];
  /** `kill -9`, then a replacement with the same folder. */
  restart(kind: "web" | "worker", which: Which): Promise<void>;
  /** @throws the error of a lost connection. */
  ask(web: Which, path: string, question?: Question): Promise<Answer>;
  /**
   * The code is requested at one process, used at the other.
   *
   * @returns the access token; `null` when refused or lost.
   */
  signIn(phone: string, first?: Which): Promise<string | null>;
  close(): Promise<void>;
}

export async function openTopology(
  fill: (database: TestDatabase) => Promise<void>,
): Promise<Topology> {
  const [database, s3] = await Promise.all([createTestDatabase(), startS3Server()]);
  await fill(database);
  const environments = [0, 1, 2, 3].map(() => environmentOf(database, s3));
  const at = (index: number) => environments[index] as Record<string, string>;
  const webs: [ServerProcess, ServerProcess] = await Promise.all([
    startServerProcess(at(0)),
    startServerProcess(at(1)),
  ]);
  const workers: [WorkerProcess, WorkerProcess] = await Promise.all([
    startWorkerProcess(at(2)),
    startWorkerProcess(at(3)),
  ]);

  const ask: Topology["ask"] = async (web, path, { token, body, form, headers } = {}) => {
    const payload = body ? JSON.stringify(body) : form ? new Uint8Array(form.payload) : null;
    const response = await fetch(`${webs[web].origin}${path}`, {
      method: payload === null ? "GET" : "POST",
      headers: {
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(body ? { "content-type": "application/json" } : {}),
        ...form?.headers,
        ...headers,
      },
      ...(payload === null ? {} : { body: payload }),
    });
    const text = await response.text();
    const isJson = (response.headers.get("content-type") ?? "").startsWith("application/json");
    return {
      status: response.status,
      text,
      date: new Date(response.headers.get("date") ?? ""),
      body: isJson && text !== "" ? (JSON.parse(text) as Record<string, unknown>) : {},
    };
  };

  return {
    database,
    webs,
    workers,
    ask,
    async restart(kind, which) {
      if (kind === "web") {
        await webs[which].kill();
        webs[which] = await startServerProcess(at(which));
      } else {
        await workers[which].kill();
        workers[which] = await startWorkerProcess(at(2 + which));
      }
    },
    async signIn(phone, first = 0) {
      if (
        (
          await ask(first, "/open-api/v1/auth/send-otp", {
            body: { phoneNumber: phone, exists: true },
          })
        ).status !== 200
      )
        return null;
      const code = await codeOn({ database }, phone).catch(() => null);
      if (code === null) return null;
      const { status, body } = await ask(first === 0 ? 1 : 0, "/open-api/v1/auth/login", {
        body: { phoneNumber: phone, code },
      });
      return status === 200 ? String(body["accessToken"]) : null;
    },
    async close() {
      await Promise.all([...webs, ...workers].map((one) => one.kill()));
      await Promise.all([database.drop(), s3.close()]);
      for (const { DATA_DIR } of environments) rmSync(DATA_DIR, { recursive: true, force: true });
    },
  };
}

function environmentOf(database: TestDatabase, s3: S3Server) {
  return {
    DATABASE_URL: database.connectionString,
    DATA_DIR: mkdtempSync(join(tmpdir(), "topology-")),
    SECRET: TEST_SECRET,
    ...s3.environment,
  };
}

export async function until<T>(
  read: () => Promise<T>,
  isIt: (value: T) => boolean,
  seconds = 60,
): Promise<T> {
  const deadline = performance.now() + seconds * 1000;
  for (;;) {
    const value = await read();
    if (isIt(value)) return value;
    if (performance.now() > deadline) throw new Error(`it never came: ${JSON.stringify(value)}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
