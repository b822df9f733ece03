import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { EVENTS_PATH } from "#contract/http/api-bases.ts";
import { addDays, formatDate, moscowDate } from "#contract/values/calendar-date.ts";
import { auditLedger } from "#server/modules/ledger/index.ts";
import { codeOn } from "#tests/support/codes.ts";
import { TEST_SECRET } from "#tests/support/global-setup.ts";
import { multipartForm } from "#tests/support/multipart.ts";
import { aCustomer, addWorkmen, seedServices, type Customer } from "#tests/support/payroll-cast.ts";
import { payrollCsv } from "#tests/support/payroll-desk.ts";
import { makePayrollWorkers } from "#tests/support/payroll-file.ts";
import { startS3Server, type S3Server } from "#tests/support/s3-server.ts";
import { startServerProcess, startWorkerProcess, type ServerProcess, type WorkerProcess } from "#tests/support/server-process.ts";
import { createTestDatabase, type TestDatabase } from "#tests/support/test-database.ts";

/** Three batches and a bit, so that a worker can be killed between them. */
const ROWS = 3_500;
const TODAY = moscowDate(new Date());

/** The topology of `compose.yaml`: two web processes, two workers, one PostgreSQL, one bucket, and no folder in common. */
let database: TestDatabase;
let s3: S3Server;
let webs: [ServerProcess, ServerProcess];
let workers: [WorkerProcess, WorkerProcess];
let customer: Customer;
let content: string;
const folders: string[] = [];

const environment = () => {
  const folder = mkdtempSync(join(tmpdir(), "several-processes-"));
  folders.push(folder);
  return { DATABASE_URL: database.connectionString, DATA_DIR: folder, SECRET: TEST_SECRET, ...s3.environment };
};

beforeAll(async () => {
  [database, s3] = await Promise.all([createTestDatabase(), startS3Server()]);
  const people = makePayrollWorkers(ROWS);
  await seedServices(database.kysely);
  await addWorkmen(database.kysely, people);
  customer = await aCustomer(database.kysely, { seed: 77, funds: 100_000_000_000n });
  const period = { workStart: formatDate(addDays(TODAY, -10)), workEnd: formatDate(addDays(TODAY, -5)) };
  content = payrollCsv(people.map(({ inn }) => ({ inn, serviceCode: "0301", receiptText: "Доставка заказов", ...period, amount: "1000" })));
  webs = await Promise.all([startServerProcess(environment()), startServerProcess(environment())]);
  workers = await Promise.all([startWorkerProcess(environment()), startWorkerProcess(environment())]);
}, 120_000);
afterAll(async () => {
  await Promise.all([...(webs ?? []), ...(workers ?? [])].map((one) => one.kill()));
  await Promise.all([database.drop(), s3.close()]);
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

interface Answer {
  readonly status: number;
  readonly text: string;
  readonly date: Date;
  readonly body: Record<string, unknown>;
}

/** @param web - which of the two is asked. */
async function ask(web: 0 | 1, path: string, options: { token?: string; body?: object; form?: ReturnType<typeof multipartForm> } = {}): Promise<Answer> {
  const { token, body, form } = options;
  const headers = { ...(token === undefined ? {} : { authorization: `Bearer ${token}` }), ...(body ? { "content-type": "application/json" } : {}), ...form?.headers };
  const payload = body ? JSON.stringify(body) : form ? new Uint8Array(form.payload) : null;
  const response = await fetch(`${webs[web].origin}${path}`, { method: payload === null ? "GET" : "POST", headers, ...(payload === null ? {} : { body: payload }) });
  const text = await response.text();
  const isJson = (response.headers.get("content-type") ?? "").startsWith("application/json");
  return { status: response.status, text, date: new Date(response.headers.get("date") ?? ""), body: isJson && text !== "" ? (JSON.parse(text) as Record<string, unknown>) : {} };
}

const askForCode = (web: 0 | 1, phoneNumber: string) => ask(web, "/open-api/v1/auth/send-otp", { body: { phoneNumber, exists: true } });
const enter = (web: 0 | 1, phoneNumber: string, code: string) => ask(web, "/open-api/v1/auth/login", { body: { phoneNumber, code } });

/** Asked for at one process, used at the other. */
async function signIn(phone: string): Promise<string> {
  expect((await askForCode(0, phone)).status).toBe(200);
  const { status, body } = await enter(1, phone, await codeOn({ database }, phone));
  expect(status).toBe(200);
  return String(body["accessToken"]);
}

async function until<T>(read: () => Promise<T>, isIt: (value: T) => boolean, seconds = 60): Promise<T> {
  const deadline = performance.now() + seconds * 1000;
  for (;;) {
    const value = await read();
    if (isIt(value)) return value;
    if (performance.now() > deadline) throw new Error(`it never came: ${JSON.stringify(value)}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

test("limits of sign-in are those of the product, whichever process is asked", async () => {
  const { ownerPhone } = await aCustomer(database.kysely, { seed: 78 });
  expect((await askForCode(0, ownerPhone)).status).toBe(200);
  expect((await askForCode(1, ownerPhone)).status).toBe(429);
  const code = await codeOn({ database }, ownerPhone);
  const wrong = code === "111111" ? "222222" : "111111";
  for (const web of [0, 1, 0, 1, 0] as const) expect((await enter(web, ownerPhone, wrong)).status).toBe(422);
  expect((await enter(1, ownerPhone, code)).status).toBe(422);
});

test("a session ended at one process is ended at the other", async () => {
  const { ownerPhone } = await aCustomer(database.kysely, { seed: 79 });
  const token = await signIn(ownerPhone);
  expect((await ask(1, "/client-api/user/my-info", { token })).status).toBe(200);
  expect((await ask(0, "/open-api/v1/auth/logout", { token, body: {} })).status).toBe(200);
  expect((await ask(1, "/client-api/user/my-info", { token })).status).toBe(401);
});

test("a registry uploaded to one process is checked by a worker, read from the other, and paid once though a worker is killed", { timeout: 300_000 }, async () => {
  const token = await signIn(customer.ownerPhone);
  const uploaded = await ask(0, "/open-api/v1/payroll-registries", { token, form: multipartForm({ file: { fileName: "реестр.csv", data: content } }) });
  expect(uploaded.status).toBe(200);
  const registry = `/open-api/v1/payroll-registries/${String(uploaded.body["id"])}`;
  const stateAt = async (web: 0 | 1) => String(((await ask(web, registry, { token })).body["state"] as { id: string }).id);
  // The file lies with no process any more: a worker took it from the bucket, and so does the process that never saw it.
  expect(await until(() => stateAt(1), (state) => state !== "UPLOADED" && state !== "VALIDATING")).toBe("READY");
  const file = await ask(1, `${registry}/file`, { token });
  expect([file.status, file.text]).toEqual([200, content]);

  const terms = { version: 1, mode: "VALID_ONLY" };
  expect((await ask(0, `${registry}/send-execute-code`, { token, body: terms })).status).toBe(200);
  const executed = await ask(1, `${registry}/execute`, { token, body: { ...terms, otp: await codeOn({ database }, customer.ownerPhone) } });
  expect([executed.status, executed.text]).toEqual([200, expect.any(String)]);
  expect(await stateAt(0)).toBe("SCHEDULED");

  // The two minutes of undoing pass by the clock of the demonstration, moved at one process: the other and both workers go with it.
  const moved = await ask(0, "/sandbox/api/clock", { body: { advanceSeconds: 150 } });
  expect(moved.status).toBe(200);
  await until(async () => (await ask(1, registry, { token })).date.getTime() - Date.now(), (aheadMs) => aheadMs > 140_000, 5);

  const payouts = async () => (await sql<{ count: number }>`SELECT count(*)::integer AS count FROM payouts WHERE state = 'PAID'`.execute(database.kysely)).rows[0]?.count ?? 0;
  await until(payouts, (count) => count > 0);
  await workers[0].kill();
  await until(payouts, (count) => count === ROWS, 120);
  expect(await until(() => stateAt(1), (state) => state !== "EXECUTING")).toBe("EXECUTED");

  const { rows } = await sql<Record<string, bigint>>`
    SELECT (SELECT count(DISTINCT row_no) FROM payouts) AS rows, (SELECT count(*) FROM sandbox.bank_orders) AS orders, (SELECT count(*) FROM receipts WHERE state = 'REGISTERED') AS receipts`.execute(database.kysely);
  const all = BigInt(ROWS);
  expect(rows[0]).toEqual({ rows: all, orders: all, receipts: all });
  expect(await auditLedger(database.kysely)).toEqual({ unbalancedEntries: [], wrongBalances: [], negativeBalances: [], wrongReserves: [] });
});

test("an export ordered at one process is written by the worker that is left, announced at the other, and handed out by both", { timeout: 120_000 }, async () => {
  const token = await signIn(customer.ownerPhone);
  const heard = new AbortController();
  const stream = await fetch(webs[1].origin + EVENTS_PATH, { headers: { authorization: `Bearer ${token}` }, signal: heard.signal });
  const told = hear(stream, '"exports"');
  const ordered = await ask(0, "/open-api/v1/universal-exports", { token, body: { types: ["RECEIPTS"], format: "csv", periodStart: addDays(TODAY, -30), periodEnd: addDays(TODAY, 1) } });
  expect([ordered.status, ordered.text]).toEqual([200, expect.any(String)]);
  expect(await told).toBe(true);
  heard.abort();

  const download = (web: 0 | 1) => ask(web, `/open-api/v1/universal-exports/${String(ordered.body["id"])}/file`, { token });
  const file = await until(() => download(1), ({ status }) => status === 200);
  expect(file.text.trim().split("\n").length).toBeGreaterThan(ROWS);
  expect((await download(0)).text).toBe(file.text);
});

/** @returns whether the words came before the stream has ended. */
async function hear(stream: Response, words: string): Promise<boolean> {
  let said = "";
  for await (const piece of (stream.body ?? []) as AsyncIterable<Uint8Array>) {
    said += Buffer.from(piece).toString();
    if (said.includes(words)) return true;
  }
  return false;
}
