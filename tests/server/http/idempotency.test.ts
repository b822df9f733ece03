import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ALL_ENDPOINTS } from "#contract/endpoint-catalogue.ts";
import { isFileAnswer } from "#contract/kernel/define-endpoints.ts";
import { buildDemoApp, CAST, type DemoApp } from "#tests/support/demo-app.ts";
import { codeOn } from "#tests/support/codes.ts";
import { addDemoRecords } from "#tests/support/demo-records.ts";
import { startServerProcess, type ServerProcess } from "#tests/support/server-process.ts";

const REQUESTS = 1000;
const AT_ONCE = 20;
const KEY = "one-key-for-all-of-them";

let product: DemoApp;
let dataDir: string;
let server: ServerProcess;
let ready: readonly [number, number];
let body: { version: number; mode: string; otp: string };

beforeAll(async () => {
  product = await buildDemoApp();
  ({ ready } = await addDemoRecords(product));
  // The server process runs on the machine's clock.
  product.clock.set(new Date());
  dataDir = await mkdtemp(join(tmpdir(), "samozanyatye-idempotency-"));
  server = await start(0);
  await product.call(CAST.owner, "POST", `${registry()}/send-execute-code`, {
    version: 1,
    mode: "VALID_ONLY",
  });
  body = { version: 1, mode: "VALID_ONLY", otp: await codeOn(product, CAST.owner) };
});
afterAll(async () => {
  await server.kill();
  await product.close();
  await rm(dataDir, { recursive: true, force: true });
});

const registry = (account: 0 | 1 = 0) => `/open-api/v1/payroll-registries/${ready[account]}`;
const execute = () => `${registry()}/execute`;
const start = (port: number) =>
  startServerProcess({
    DATA_DIR: dataDir,
    DATABASE_URL: product.database.connectionString,
    SECRET: "a secret of tests that is long enough",
    PORT: String(port),
  });

interface Reply {
  readonly status: number;
  readonly text: string;
}

/** Retries until answered, as a careful client of a killed server does. */
async function sendUntilAnswered(headers: Record<string, string>): Promise<Reply> {
  for (;;) {
    try {
      const answer = await fetch(server.origin + execute(), {
        method: "POST",
        headers: { ...headers, "content-type": "application/json", "idempotency-key": KEY },
        body: JSON.stringify(body),
      });
      return { status: answer.status, text: await answer.text() };
    } catch {
      await pause(50);
    }
  }
}

async function effects() {
  const { rows } = await sql<Record<string, number>>`
    SELECT (SELECT count(*)::integer
      FROM holds
      WHERE purpose = 'registry' AND source_id = ${ready[0]}) AS holds,
      (SELECT count(*)::integer
        FROM audit_log
        WHERE event = 'registry.executed' AND object ->> 'id' = ${String(ready[0])}) AS lines,
      (SELECT count(*)::integer
        FROM idempotency_keys
        WHERE key = ${KEY} AND owner = 'account:1') AS keys,
      (SELECT count(*)::integer FROM one_time_codes WHERE used_at IS NOT NULL) AS codes`.execute(
    product.database.kysely,
  );
  return rows[0];
}

test(
  "one key a thousand times, twenty at once, with the server killed twice: one effect and equal replies",
  { timeout: 180_000 },
  async () => {
    const headers = await product.signIn(CAST.owner);
    const replies: Reply[] = [];
    let sent = 0;
    const client = async () => {
      while (sent < REQUESTS) {
        sent += 1;
        replies.push(await sendUntilAnswered(headers));
      }
    };
    const killAndStart = async () => {
      const { port } = server;
      await server.kill();
      server = await start(port);
    };
    const clients = Array.from({ length: AT_ONCE }, client);
    // The first kill hits the very first call, the second the replies.
    await pause(15);
    const answeredBeforeKill = replies.length;
    await killAndStart();
    while (replies.length < REQUESTS / 2) await pause(5);
    await killAndStart();
    await Promise.all(clients);

    console.info(`${replies.length} replies, ${answeredBeforeKill} of them before the first kill`);
    expect(replies).toHaveLength(REQUESTS);
    expect(new Set(replies.map((one) => `${one.status} ${one.text}`)).size).toBe(1);
    expect(replies[0]?.status).toBe(200);
    expect(await effects()).toEqual({ holds: 1, lines: 1, keys: 1, codes: 1 });
  },
);

test("the same key with anything else is refused, and changes nothing", async () => {
  const before = await effects();
  const again = (url: string, payload: object) =>
    product.call(CAST.owner, "POST", url, payload, { "idempotency-key": KEY });
  for (const answer of [
    await again(execute(), { ...body, mode: "ALL" }),
    await again(`${registry(1)}/execute`, body),
    await again(`${registry()}/cancel`, { version: 1, stateID: "READY" }),
  ]) {
    expect(answer).toMatchObject({ status: 409, body: { code: "idempotency_mismatch" } });
  }
  expect(await effects()).toEqual(before);
});

test("a key of one company is unknown in another", async () => {
  const answer = await product.call(
    CAST.otherOwner,
    "POST",
    `${registry(1)}/cancel`,
    { version: 1, stateID: "READY" },
    { "idempotency-key": KEY },
  );
  expect(answer.status).toBe(200);
});

test("a refused call leaves no key behind: it may be sent again", async () => {
  const key = { "idempotency-key": "a-key-of-a-refused-call" };
  const send = () => product.call(CAST.owner, "POST", execute(), { ...body, version: 99 }, key);
  expect([(await send()).status, (await send()).status]).toEqual([409, 409]);
  const { rows } =
    await sql`SELECT FROM idempotency_keys WHERE key = 'a-key-of-a-refused-call'`.execute(
      product.database.kysely,
    );
  expect(rows).toEqual([]);
});

test.each(["short", "x".repeat(201), "with a blank in it", "ключ"])(
  "a key like %j is refused in words",
  async (key) => {
    const answer = await product.call(CAST.owner, "POST", execute(), body, {
      "idempotency-key": key,
    });
    expect(answer).toMatchObject({
      status: 422,
      body: { errors: { "Idempotency-Key": ["От 8 до 200 печатных символов латиницы"] } },
    });
  },
);

test("a key is kept for a day and longer, and is gone after two, with dead codes and tokens after sixty", async () => {
  const later = async (hours: number) => {
    product.clock.advance(hours * 3_600_000);
    await product.runTasksUntilIdle();
  };
  const replay = async () => {
    const answer = await product.http.inject({
      method: "POST",
      url: execute(),
      payload: body,
      headers: { ...(await product.signIn(CAST.owner)), "idempotency-key": KEY },
    });
    return { status: answer.statusCode, code: answer.json<{ code?: string }>().code };
  };
  await later(24);
  expect(await replay()).toEqual({ status: 200, code: undefined });
  await later(23);
  expect((await replay()).status).toBe(200);
  await later(2);
  expect(await replay()).toEqual({ status: 409, code: "conflict" });

  const counts = async () =>
    (
      await sql<Record<string, number>>`
        SELECT (SELECT count(*)::integer FROM one_time_codes) AS codes,
          (SELECT count(*)::integer FROM refresh_tokens) AS tokens`.execute(product.database.kysely)
    ).rows[0];
  await later(57 * 24);
  expect((await counts())?.["codes"]).toBeGreaterThan(0);
  await later(2 * 24);
  expect(await counts()).toEqual({ codes: 0, tokens: expect.any(Number) });
  await later(61 * 24);
  expect(await counts()).toEqual({ codes: 0, tokens: 0 });
});

test("no call that honours a key answers with a file, which no table keeps", () => {
  expect(
    ALL_ENDPOINTS.filter((one) => one.idempotent && isFileAnswer(one.answer)).map((one) => one.id),
  ).toEqual([]);
});
