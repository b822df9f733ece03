import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { EVENTS_PATH } from "#contract/kernel/api-bases.ts";
import { addDays, formatDate, moscowDate } from "#contract/values/calendar-date.ts";
import { auditLedger } from "#server/money/ledger/index.ts";
import { codeOn } from "#tests/support/codes.ts";
import { multipartForm } from "#tests/support/multipart.ts";
import { aCustomer, addWorkmen, seedServices, type Customer } from "#tests/support/payroll-cast.ts";
import { payrollCsv } from "#tests/support/payroll-desk.ts";
import { makePayrollWorkers } from "#tests/support/payroll-file.ts";
import { openTopology, until, type Topology } from "#tests/support/topology.ts";

/** Three and a half batches, so that a worker can be killed in between. */
const ROWS = 3_500;
const TODAY = moscowDate(new Date());

let topology: Topology;
let customer: Customer;
let content: string;

beforeAll(async () => {
  const people = makePayrollWorkers(ROWS);
  const period = {
    workStart: formatDate(addDays(TODAY, -10)),
    workEnd: formatDate(addDays(TODAY, -5)),
  };
  content = payrollCsv(
    people.map(({ inn }) => ({
      inn,
      serviceCode: "0301",
      receiptText: "Доставка заказов",
      ...period,
      amount: "1000",
    })),
  );
  topology = await openTopology(async ({ kysely }) => {
    await seedServices(kysely);
    await addWorkmen(kysely, people);
    customer = await aCustomer(kysely, { seed: 77, funds: 100_000_000_000n });
  });
});
afterAll(() => topology?.close());

const ask: Topology["ask"] = (...question) => topology.ask(...question);
const askForCode = (web: 0 | 1, phoneNumber: string) =>
  ask(web, "/open-api/v1/auth/send-otp", { body: { phoneNumber, exists: true } });
const enter = (web: 0 | 1, phoneNumber: string, code: string) =>
  ask(web, "/open-api/v1/auth/login", { body: { phoneNumber, code } });

async function signIn(phone: string): Promise<string> {
  const token = await topology.signIn(phone);
  expect(token).not.toBeNull();
  return token as string;
}

test("limits of sign-in are those of the product, whichever process is asked", async () => {
  const { ownerPhone } = await aCustomer(topology.database.kysely, { seed: 78 });
  expect((await askForCode(0, ownerPhone)).status).toBe(200);
  expect((await askForCode(1, ownerPhone)).status).toBe(429);
  const code = await codeOn(topology, ownerPhone);
  const wrong = code === "111111" ? "222222" : "111111";
  for (const web of [0, 1, 0, 1, 0] as const)
    expect((await enter(web, ownerPhone, wrong)).status).toBe(422);
  expect((await enter(1, ownerPhone, code)).status).toBe(422);
});

test("a session ended at one process is ended at the other", async () => {
  const { ownerPhone } = await aCustomer(topology.database.kysely, { seed: 79 });
  const token = await signIn(ownerPhone);
  expect((await ask(1, "/client-api/user/my-info", { token })).status).toBe(200);
  expect((await ask(0, "/open-api/v1/auth/logout", { token, body: {} })).status).toBe(200);
  expect((await ask(1, "/client-api/user/my-info", { token })).status).toBe(401);
});

test("a registry uploaded to one process is checked by a worker, read from the other, and paid once though a worker is killed", async () => {
  const token = await signIn(customer.ownerPhone);
  const uploaded = await ask(0, "/open-api/v1/payroll-registries", {
    token,
    form: multipartForm({ file: { fileName: "реестр.csv", data: content } }),
  });
  expect(uploaded.status).toBe(200);
  const registry = `/open-api/v1/payroll-registries/${String(uploaded.body["id"])}`;
  const stateAt = async (web: 0 | 1) =>
    String(((await ask(web, registry, { token })).body["state"] as { id: string }).id);
  // The file is in the bucket: a worker took it from there, and so does a process that never saw
  // it.
  expect(
    await until(
      () => stateAt(1),
      (state) => state !== "UPLOADED" && state !== "VALIDATING",
    ),
  ).toBe("READY");
  const file = await ask(1, `${registry}/file`, { token });
  expect([file.status, file.text]).toEqual([200, content]);

  const terms = { version: 1, mode: "VALID_ONLY" };
  expect((await ask(0, `${registry}/send-execute-code`, { token, body: terms })).status).toBe(200);
  const executed = await ask(1, `${registry}/execute`, {
    token,
    body: { ...terms, otp: await codeOn(topology, customer.ownerPhone) },
  });
  expect([executed.status, executed.text]).toEqual([200, expect.any(String)]);
  expect(await stateAt(0)).toBe("SCHEDULED");

  // The two minutes of undoing pass by the demonstration's clock, which all processes share.
  const moved = await ask(0, "/sandbox/api/clock", { body: { advanceSeconds: 150 } });
  expect(moved.status).toBe(200);
  await until(
    async () => (await ask(1, registry, { token })).date.getTime() - Date.now(),
    (aheadMs) => aheadMs > 140_000,
  );

  const payouts = async () =>
    (
      await sql<{
        count: number;
      }>`SELECT count(*)::integer AS count FROM payouts WHERE state = 'PAID'`.execute(
        topology.database.kysely,
      )
    ).rows[0]?.count ?? 0;
  await until(payouts, (count) => count > 0);
  await topology.workers[0].kill();
  // What the killed one had leased is taken up when its lease is over by the product's clock.
  await until(payouts, (count) => count === ROWS, 15).catch(() =>
    ask(0, "/sandbox/api/clock", { body: { advanceSeconds: 125 } }),
  );
  await until(payouts, (count) => count === ROWS, 60);
  expect(
    await until(
      () => stateAt(1),
      (state) => state !== "EXECUTING",
    ),
  ).toBe("EXECUTED");

  const { rows } = await sql<Record<string, bigint>>`
    SELECT (SELECT count(DISTINCT row_no) FROM payouts) AS rows,
      (SELECT count(*) FROM sandbox.bank_orders) AS orders,
      (SELECT count(*) FROM receipts WHERE state = 'REGISTERED') AS receipts`.execute(
    topology.database.kysely,
  );
  const all = BigInt(ROWS);
  expect(rows[0]).toEqual({ rows: all, orders: all, receipts: all });
  expect(await auditLedger(topology.database.kysely)).toEqual({
    unbalancedEntries: [],
    wrongBalances: [],
    negativeBalances: [],
    wrongReserves: [],
  });
});

test("an export ordered at one process is written by the worker that is left, announced at the other, and handed out by both", async () => {
  const token = await signIn(customer.ownerPhone);
  const heard = new AbortController();
  const stream = await fetch(topology.webs[1].origin + EVENTS_PATH, {
    headers: { authorization: `Bearer ${token}` },
    signal: heard.signal,
  });
  const told = hear(stream, '"exports"');
  const ordered = await ask(0, "/open-api/v1/universal-exports", {
    token,
    body: {
      types: ["RECEIPTS"],
      format: "csv",
      periodStart: addDays(TODAY, -30),
      periodEnd: addDays(TODAY, 1),
    },
  });
  expect([ordered.status, ordered.text]).toEqual([200, expect.any(String)]);
  expect(await told).toBe(true);
  heard.abort();

  const download = (web: 0 | 1) =>
    ask(web, `/open-api/v1/universal-exports/${String(ordered.body["id"])}/file`, { token });
  const file = await until(
    () => download(1),
    ({ status }) => status === 200,
  );
  expect(file.text.trim().split("\n").length).toBeGreaterThan(ROWS);
  expect((await download(0)).text).toBe(file.text);
});

/** @returns whether the words came before the stream ended. */
async function hear(stream: Response, words: string): Promise<boolean> {
  let said = "";
  for await (const piece of (stream.body ?? []) as AsyncIterable<Uint8Array>) {
    said += Buffer.from(piece).toString();
    if (said.includes(words)) return true;
  }
  return false;
}
