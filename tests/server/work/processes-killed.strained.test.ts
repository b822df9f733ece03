import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { EVENTS_PATH } from "#contract/kernel/api-bases.ts";
import { addDays, formatDate, moscowDate } from "#contract/values/calendar-date.ts";
import { auditLedger } from "#server/money/ledger/index.ts";
import { codeOn } from "#tests/support/codes.ts";
import { multipartForm } from "#tests/support/multipart.ts";
import { aCustomer, addWorkmen, seedServices } from "#tests/support/payroll-cast.ts";
import { payrollCsv } from "#tests/support/payroll-desk.ts";
import { makePayrollWorkers } from "#tests/support/payroll-file.ts";
import {
  openTopology,
  until,
  type Answer,
  type Topology,
  type Which,
} from "#tests/support/topology.ts";

/** R28; `npm run test:long` kills many more. */
const KILLS = Number(process.env["PROCESS_KILLS"] ?? 4);
const ROWS = Number(process.env["PROCESS_ROWS"] ?? 1_500);
/** A file or a registry takes some seconds; after a kill it waits for the lease. */
const WORK_S = 20;
const LEASE_S = 125;
const TODAY = moscowDate(new Date());

let topology: Topology;
const people = makePayrollWorkers(ROWS);
const measured = {
  kills: 0,
  registries: 0,
  repeatedCalls: 0,
  slowestCallMs: 0,
  startMs: [] as number[],
};

beforeAll(async () => {
  topology = await openTopology(async ({ kysely }) => {
    await seedServices(kysely);
    await addWorkmen(kysely, people);
  });
});
afterAll(() => topology?.close());

/** Retries at the other server with the same key, as a client does. */
async function insist(
  path: string,
  question: Parameters<Topology["ask"]>[2] = {},
): Promise<Answer> {
  const key = { "idempotency-key": randomUUID() };
  const started = performance.now();
  for (let attempt = 0; ; attempt += 1) {
    try {
      const answer = await topology.ask(((attempt + measured.registries) % 2) as Which, path, {
        ...question,
        headers: key,
      });
      if (answer.status < 500 || attempt > 200) {
        measured.slowestCallMs = Math.max(measured.slowestCallMs, performance.now() - started);
        return answer;
      }
    } catch (error) {
      if (attempt > 200) throw error;
    }
    measured.repeatedCalls += 1;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

async function insistOk(
  path: string,
  question: Parameters<Topology["ask"]>[2] = {},
): Promise<Answer> {
  const answer = await insist(path, question);
  expect([path, answer.status, answer.text]).toEqual([path, 200, answer.text]);
  return answer;
}

const advance = (advanceSeconds: number) =>
  insistOk("/sandbox/api/clock", { body: { advanceSeconds } });

/** What a browser holds. */
interface Visit {
  token: string;
  refreshToken: string;
}

const visitOf = ({ body }: Answer): Visit => ({
  token: String(body["accessToken"]),
  refreshToken: String(body["refreshToken"]),
});

/** Renews before the quarter of an hour is over, because tokens follow the moved clock. */
async function renew(visit: Visit): Promise<void> {
  Object.assign(
    visit,
    visitOf(
      await insistOk("/open-api/v1/auth/refresh-jwt", {
        body: { refreshToken: visit.refreshToken },
      }),
    ),
  );
}

/** A code lost with its process is requested again a minute later. */
async function signIn(phoneNumber: string): Promise<Visit> {
  for (let attempt = 0; attempt < 5; attempt += 1) {
    await insist("/open-api/v1/auth/send-otp", { body: { phoneNumber, exists: true } });
    const code = await codeOn(topology, phoneNumber).catch(() => null);
    const entered =
      code === null
        ? null
        : await insist("/open-api/v1/auth/login", { body: { phoneNumber, code } });
    if (entered?.status === 200) return visitOf(entered);
    await advance(65);
  }
  throw new Error("nobody could sign in");
}

async function confirm(registry: string, phone: string, { token }: Visit): Promise<void> {
  const terms = { version: 1, mode: "VALID_ONLY" };
  for (let attempt = 0; attempt < 10; attempt += 1) {
    await insist(`${registry}/send-execute-code`, { token, body: terms });
    const otp = await codeOn(topology, phone).catch(() => null);
    if (
      otp !== null &&
      (await insist(`${registry}/execute`, { token, body: { ...terms, otp } })).status === 200
    )
      return;
    await advance(65);
  }
  throw new Error("the registry could not be confirmed");
}

/**
 * Collects what this person's screen hears; a lost stream reopens at the other process, from where
 * it was.
 */
async function listen(visit: Visit, heard: Set<string>, signal: AbortSignal): Promise<void> {
  let lastId = "";
  for (let attempt = 0; !signal.aborted; attempt += 1) {
    try {
      const headers = {
        authorization: `Bearer ${visit.token}`,
        ...(lastId === "" ? {} : { "last-event-id": lastId }),
      };
      const stream = await fetch(topology.webs[(attempt % 2) as Which].origin + EVENTS_PATH, {
        headers,
        signal,
      });
      for await (const piece of (stream.body ?? []) as AsyncIterable<Uint8Array>) {
        const text = Buffer.from(piece).toString();
        for (const [, resource] of text.matchAll(/"resource":"([\w*-]+)"/g))
          heard.add(resource as string);
        lastId = [...text.matchAll(/^id: ?(.+)$/gm)].at(-1)?.[1] ?? lastId;
      }
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}

/** What killed processes had leased is free once its lease runs out by the product's clock. */
async function pastLeases<Seen>(
  look: () => Promise<Seen>,
  isDone: (seen: Seen) => boolean,
): Promise<Seen> {
  for (let takenOver = 0; ; takenOver += 1) {
    try {
      return await until(look, isDone, WORK_S);
    } catch (error) {
      if (takenOver === 4) throw error;
      await advance(LEASE_S);
    }
  }
}

/** One company's way from the upload to an export's file. */
async function payOneRegistry(number: number): Promise<void> {
  const { ownerPhone: phone, accountId } = await aCustomer(topology.database.kysely, {
    seed: 500 + number,
    funds: 100_000_000_000n,
  });
  const visit = await signIn(phone);
  const heard = new Set<string>();
  const hearing = new AbortController();
  const listening = listen(visit, heard, hearing.signal);

  const period = {
    workStart: formatDate(addDays(TODAY, -10)),
    workEnd: formatDate(addDays(TODAY, -5)),
  };
  const content = payrollCsv(
    people.map(({ inn }) => ({
      inn,
      serviceCode: "0301",
      receiptText: `Доставка, очередь ${number}`,
      ...period,
      amount: String(1000 + number),
    })),
  );
  const uploaded = await insistOk("/open-api/v1/payroll-registries", {
    token: visit.token,
    form: multipartForm({ file: { fileName: "реестр.csv", data: content } }),
  });
  const registry = `/open-api/v1/payroll-registries/${String(uploaded.body["id"])}`;
  const state = async () =>
    String(((await insistOk(registry, { token: visit.token })).body["state"] as { id: string }).id);
  expect(await until(state, (one) => one !== "UPLOADED" && one !== "VALIDATING", 120)).toBe(
    "READY",
  );
  expect((await insistOk(`${registry}/file`, { token: visit.token })).text).toBe(content);

  await confirm(registry, phone, visit);
  await renew(visit);
  await advance(150);
  expect(await pastLeases(state, (one) => one !== "SCHEDULED" && one !== "EXECUTING")).toBe(
    "EXECUTED",
  );

  await renew(visit);
  const ordered = await insistOk("/open-api/v1/universal-exports", {
    token: visit.token,
    body: {
      types: ["RECEIPTS"],
      format: "csv",
      periodStart: addDays(TODAY, -30),
      periodEnd: addDays(TODAY, 1),
    },
  });
  const file = await pastLeases(
    () =>
      insist(`/open-api/v1/universal-exports/${String(ordered.body["id"])}/file`, {
        token: visit.token,
      }),
    ({ status }) => status === 200,
  );
  // A header and a line for each receipt of this company only.
  const lines = file.text.trim().split("\n").length;
  expect([lines > ROWS, lines < ROWS + 10]).toEqual([true, true]);

  await until(
    async () => heard.has("*") || (heard.has("payroll-registries") && heard.has("exports")),
    Boolean,
    10,
  );
  hearing.abort();
  await listening;
  const { rows } = await sql<Record<string, bigint>>`
    SELECT (SELECT count(*)
      FROM payouts
      WHERE account_id = ${accountId} AND state = 'PAID') AS paid,
      (SELECT count(DISTINCT row_no) FROM payouts WHERE account_id = ${accountId}) AS rows,
      (SELECT count(*)
        FROM receipts
        WHERE account_id = ${accountId} AND state = 'REGISTERED') AS receipts,
        (SELECT count(*) FROM registries WHERE account_id = ${accountId}) AS registries,
      (SELECT count(*) FROM exports WHERE account_id = ${accountId}) AS exports`.execute(
    topology.database.kysely,
  );
  const all = BigInt(ROWS);
  expect(rows[0]).toEqual({ paid: all, rows: all, receipts: all, registries: 1n, exports: 1n });
}

/** Kills one of the four at random moments; another replaces it. */
async function killAtRandom(isEnough: () => boolean): Promise<void> {
  while (!isEnough()) {
    await new Promise((resolve) => setTimeout(resolve, 300 + Math.random() * 2_000));
    const started = performance.now();
    await topology.restart(Math.random() < 0.5 ? "web" : "worker", Math.random() < 0.5 ? 0 : 1);
    measured.startMs.push(Math.round(performance.now() - started));
    measured.kills += 1;
  }
}

test(
  `R28: ${KILLS} kills of web processes and workers later nothing is lost and nothing done twice`,
  { timeout: 120_000 + KILLS * 60_000 },
  async () => {
    let isOver = false;
    const killing = killAtRandom(() => isOver || measured.kills >= KILLS);
    try {
      do {
        await payOneRegistry(measured.registries);
        measured.registries += 1;
      } while (measured.kills < KILLS);
    } finally {
      isOver = true;
      await killing;
    }
    const { rows } = await sql<{
      orders: bigint;
    }>`SELECT count(*) AS orders FROM sandbox.bank_orders`.execute(topology.database.kysely);
    expect(rows[0]?.orders).toBe(BigInt(ROWS * measured.registries));
    expect(await auditLedger(topology.database.kysely)).toEqual({
      unbalancedEntries: [],
      wrongBalances: [],
      negativeBalances: [],
      wrongReserves: [],
    });
    process.stdout.write(
      `R28 ${JSON.stringify({ ...measured, startMs: { slowest: Math.max(...measured.startMs) } })}\n`,
    );
  },
);

test("limits of codes hold although the process that counted is killed", async () => {
  const { ownerPhone: phoneNumber } = await aCustomer(topology.database.kysely, { seed: 499 });
  const enter = (web: Which, code: string) =>
    topology.ask(web, "/open-api/v1/auth/login", { body: { phoneNumber, code } });
  expect(
    (await topology.ask(0, "/open-api/v1/auth/send-otp", { body: { phoneNumber, exists: true } }))
      .status,
  ).toBe(200);
  const code = await codeOn(topology, phoneNumber);
  const wrong = code === "111111" ? "222222" : "111111";
  for (const web of [0, 1, 0] as const) expect((await enter(web, wrong)).status).toBe(422);
  await topology.restart("web", 0);
  expect(
    (await topology.ask(0, "/open-api/v1/auth/send-otp", { body: { phoneNumber, exists: true } }))
      .status,
  ).toBe(429);
  for (const web of [1, 0] as const) expect((await enter(web, wrong)).status).toBe(422);
  expect((await enter(0, code)).status).toBe(422);
});
