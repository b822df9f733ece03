import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { isAllowed } from "#contract/access/access.ts";
import { authEndpoints } from "#contract/auth/auth-endpoints.ts";
import { ALL_ENDPOINTS } from "#contract/endpoint-catalogue.ts";
import type { Endpoint } from "#contract/kernel/define-endpoints.ts";
import { payrollRegistryEndpoints } from "#contract/registries/payroll-registry-endpoints.ts";
import { objectOf } from "#console/audit-log/audit-labels.ts";
import { loadAuditTexts } from "#server/modules/audit-log/audit-texts.ts";
import { findJournalBreak } from "#server/modules/audit-log/index.ts";
import { contractRequest, type RecordIds } from "#tests/support/contract-request.ts";
import { buildDemoApp, CAST, type DemoApp } from "#tests/support/demo-app.ts";
import { codeOn } from "#tests/support/codes.ts";
import { addDemoRecords } from "#tests/support/demo-records.ts";
import {
  isEverybodys,
  recordFieldsOf,
  recordsFor,
  type SubjectName,
} from "#tests/support/record-subjects.ts";

const FROM = "203.0.113.7";
const AGENT = "journey of the suite";

let product: DemoApp;
let ready: readonly [number, number];
beforeAll(async () => {
  product = await buildDemoApp();
  ({ ready } = await addDemoRecords(product));
});
afterAll(() => product.close());

interface Line {
  readonly event: string;
  readonly account_id: number;
  readonly actor: { readonly type: string; readonly id?: number; readonly role?: string };
  readonly ip: string | null;
  readonly user_agent: string | null;
  readonly request_id: string | null;
}

interface Person {
  readonly phone: string | null;
  readonly type: string;
  readonly role?: string;
}

const OWNER: Person = { phone: CAST.owner, type: "user", role: "OWNER" };
const WORKMAN: Person = { phone: CAST.workman, type: "workman" };
const GUEST: Person = { phone: null, type: "guest" };

/** Calls that change nothing kept. */
const LEAVES_NOTHING: ReadonlySet<string> = new Set([
  "job-offers.typing",
  ...["payroll", "job", "workman", "workman-registration"].map(
    (kind) => `${kind}-registries.readFile`,
  ),
]);

/** `workEnd`, `work_end`, `list.payouts`, `EXECUTED`; not an address or a file. */
const OUR_NAME = /(?<![\w@/.-])([a-z]+[A-Z]\w*|[a-z]+_\w+|[a-z-]+\.[a-zA-Z]{5,}|[A-Z]{2,}_[A-Z_]+)/;

const succeeded = new Set<string>();
const faults: string[] = [];

/** Calls and checks the journal: one line after success, none after a failure. */
async function step(
  person: Person,
  endpoint: Endpoint,
  over: { ids?: RecordIds; body?: object } = {},
): Promise<Record<string, unknown>> {
  const headers = person.phone === null ? {} : await product.signIn(person.phone);
  const last = await lastLines();
  const { method, url, payload, headers: own } = contractRequest(endpoint, over);
  const answer = await product.http.inject({
    method,
    url,
    remoteAddress: FROM,
    headers: { ...headers, ...own, "user-agent": AGENT },
    ...(payload ? { payload } : {}),
  });
  const isDone = answer.statusCode < 300;
  // Security refusals have lines of their own (security-failures.test.ts).
  const lines = (await linesAfter(last)).filter(
    ({ event }) => isDone || !/^security\.|^auth\.otp_failed$/.test(event),
  );
  if (isDone) succeeded.add(endpoint.id);
  const fault = (text: string) => faults.push(`${endpoint.id} (${answer.statusCode}): ${text}`);
  if (lines.length !== (isDone && !LEAVES_NOTHING.has(endpoint.id) ? 1 : 0))
    fault(`${lines.length} lines`);
  const line = lines[0];
  if (line && isDone) {
    if (line.actor.type !== person.type || line.actor.role !== person.role)
      fault(`by ${JSON.stringify(line.actor)}`);
    if (person.phone !== null && line.actor.id === undefined) fault("nobody's id");
    if (line.ip !== FROM || line.user_agent !== AGENT) fault(`from ${line.ip}, ${line.user_agent}`);
    if (!/^[0-9A-Z]{4,8}$/.test(line.request_id ?? "")) fault(`request ${line.request_id}`);
    if (!/^[a-z_-]+\.[a-zA-Z_-]+$/.test(line.event)) fault(`event ${line.event}`);
    if (person.role && line.account_id === 0) fault("outside the account's journal");
  }
  const type = String(answer.headers["content-type"] ?? "");
  return type.startsWith("application/json") ? answer.json<Record<string, unknown>>() : {};
}

async function lastLines(): Promise<Map<number, bigint>> {
  const { rows } = await sql<{
    account_id: number;
    last_id: bigint;
  }>`SELECT account_id, last_id FROM audit_heads`.execute(product.database.kysely);
  return new Map(rows.map((row) => [row.account_id, row.last_id]));
}

async function linesAfter(last: ReadonlyMap<number, bigint>): Promise<Line[]> {
  const { rows } = await sql<Line & { id: bigint }>`
    SELECT account_id, id, event, actor, host(ip) AS ip, user_agent, request_id FROM audit_log`.execute(
    product.database.kysely,
  );
  return rows.filter((row) => row.id > (last.get(row.account_id) ?? 0n));
}

async function ownIds(person: Person, endpoint: Endpoint): Promise<RecordIds> {
  const { rows } = await sql<{ person: number; account: number | null; workman: number | null }>`
    SELECT p.id AS person,
      (SELECT min(account_id) FROM account_users WHERE person_id = p.id) AS account,
      (SELECT id FROM workmen WHERE person_id = p.id) AS workman
    FROM people p WHERE phone = ${person.phone}`.execute(product.database.kysely);
  const owner = {
    personId: rows[0]?.person ?? 0,
    accountId: rows[0]?.account ?? null,
    workmanId: rows[0]?.workman ?? null,
  };
  const ids = new Map();
  for (const field of recordFieldsOf(endpoint))
    if (!isEverybodys(field))
      ids.set(
        field,
        (await recordsFor(product.database.kysely, field.subject as SubjectName, owner)).own,
      );
  return ids;
}

describe("the journal", () => {
  test("has exactly one line for each change, with who, as whom, from where and by which request", async () => {
    // Steps that depend on each other, in the usual order.
    await step(GUEST, authEndpoints.sendOtp, {
      body: { phoneNumber: CAST.financeManager, exists: true, proof: undefined },
    });
    const pair = await step(GUEST, authEndpoints.login, {
      body: {
        phoneNumber: CAST.financeManager,
        code: await codeOn(product, CAST.financeManager),
      },
    });
    const next = await step(GUEST, authEndpoints.refreshJwt, {
      body: { refreshToken: pair["refreshToken"] },
    });
    await step(GUEST, authEndpoints.logout, { body: { refreshToken: next["refreshToken"] } });
    const own = async (endpoint: Endpoint) => ({
      ids: new Map(
        recordFieldsOf(endpoint)
          .filter((field) => !isEverybodys(field))
          .map((field) => [field, ready[0]]),
      ),
    });
    await step(OWNER, payrollRegistryEndpoints.sendExecuteCode, {
      ...(await own(payrollRegistryEndpoints.sendExecuteCode)),
      body: { version: 1, mode: "VALID_ONLY" },
    });
    const otp = await codeOn(product, CAST.owner);
    await step(OWNER, payrollRegistryEndpoints.execute, {
      ...(await own(payrollRegistryEndpoints.execute)),
      body: { version: 1, mode: "VALID_ONLY", otp, scheduledAt: undefined },
    });
    // One call never unschedules and cancels at once.
    const { rows } = await sql<{
      cancel_until: Date;
    }>`SELECT cancel_until FROM registries WHERE id = ${ready[0]}`.execute(product.database.kysely);
    const undone = await step(OWNER, payrollRegistryEndpoints.undo, {
      ...(await own(payrollRegistryEndpoints.undo)),
      body: { version: 1, cancelUntil: rows[0]?.cancel_until.toISOString() },
    });
    await step(OWNER, payrollRegistryEndpoints.cancel, {
      ...(await own(payrollRegistryEndpoints.cancel)),
      body: { version: undone["version"], stateID: "READY" },
    });

    // Then every changing call with sample input: successes are recorded, failures are not.
    const changing = ALL_ENDPOINTS.filter(
      (one) => product.app.served.has(one.id) && one.method !== "GET",
    );
    for (const endpoint of changing) {
      const person = isAllowed(endpoint.access, { role: "OWNER", isWorkman: false })
        ? OWNER
        : isAllowed(endpoint.access, { role: null, isWorkman: true })
          ? WORKMAN
          : GUEST;
      await step(person, endpoint, { ids: await ownIds(person, endpoint) });
    }
    console.info(
      `${succeeded.size} of ${changing.length} changing calls succeeded in the journey; not: ${changing
        .filter((one) => !succeeded.has(one.id))
        .map((one) => one.id)
        .join(", ")}`,
    );
    expect(faults).toEqual([]);
    expect([...succeeded]).toEqual(
      expect.arrayContaining([
        "auth.login",
        "auth.refreshJwt",
        "payroll-registries.execute",
        "payroll-registries.undo",
        "payroll-registries.cancel",
      ]),
    );
  });

  test("says what happened without a name of ours", async () => {
    const { rows } = await sql<{
      id: bigint;
      event: string;
      type: string | null;
      text: string;
    }>`
      SELECT id, event, object ->> 'type' AS type,
        json_build_object('event', event, 'before', before, 'after', after)::text AS text
      FROM audit_log`.execute(product.database.kysely);
    const { titleOf, changesOf } = await loadAuditTexts();
    const words = rows.map(({ id, event, type, text }) => ({
      id,
      event,
      title: titleOf(event),
      object: type && objectOf({ object: { type, id: "1", title: null } })?.text,
      changes: changesOf(text),
    }));
    expect(words.length).toBeGreaterThan(80);
    expect(
      words.filter(
        ({ title, object, changes }) =>
          OUR_NAME.test(title) || OUR_NAME.test(changes) || object === "Запись",
      ),
    ).toEqual([]);
  });

  test("holds no one-time code and no token", async () => {
    const { rows } = await sql<{ text: string }>`
      SELECT l::text AS text FROM audit_log l`.execute(product.database.kysely);
    const codes = await sql<{
      code: string;
    }>`
      SELECT substring(text FROM '(?:^|\\D)(\\d{6})(?:\\D|$)') AS code FROM sandbox.sms`.execute(
      product.database.kysely,
    );
    expect(rows.filter((row) => /eyJ|Bearer/.test(row.text))).toEqual([]);
    for (const { code } of codes.rows)
      expect(rows.filter((row) => new RegExp(`"${code}"`).test(row.text))).toEqual([]);
  });

  test("is one unbroken chain for every account", async () => {
    const { rows } = await sql<{ account_id: number }>`
      SELECT account_id FROM audit_heads`.execute(product.database.kysely);
    expect(rows.length).toBeGreaterThanOrEqual(3);
    for (const { account_id: account } of rows)
      expect(await findJournalBreak(product.db.kysely, account)).toBeNull();
  });
});

describe("what is written stays written", () => {
  const APPEND_ONLY = ["audit_log", "postings", "ledger_entries"] as const;

  test("the product itself may not change or remove a line of the journal or of the ledger, nor in a partition", async () => {
    const { rows } = await product.database.pool.query<{ name: string }>(
      `
        SELECT c.relname AS name
        FROM pg_class c
        LEFT JOIN pg_inherits i ON i.inhrelid = c.oid
        WHERE c.relname = ANY($1) OR i.inhparent = ANY($1::regclass[])`,
      [APPEND_ONLY],
    );
    expect(rows.length).toBeGreaterThan(10);
    const allowed: string[] = [];
    for (const { name } of rows) {
      for (const statement of [
        `UPDATE "${name}" SET at = at`,
        `DELETE FROM "${name}"`,
        `TRUNCATE "${name}"`,
        `ALTER TABLE "${name}" DISABLE TRIGGER ALL`,
        `DROP TABLE "${name}"`,
      ]) {
        const code = await product.db.pool.query(statement).then(
          () => "done",
          (error: { code?: string }) => error.code,
        );
        if (code !== "42501") allowed.push(`${statement}: ${code}`);
      }
    }
    expect(allowed).toEqual([]);
  });

  test("the head of the chain is moved by the trigger alone", async () => {
    await expect(product.db.pool.query("UPDATE audit_heads SET last_id = 0")).rejects.toMatchObject(
      { code: "42501" },
    );
  });

  /** Bypasses the trigger as the tables' owner could. */
  async function tamper(statement: string): Promise<void> {
    const client = await product.database.pool.connect();
    try {
      await client.query("SET session_replication_role = replica");
      const { rowCount } = await client.query(statement);
      expect(rowCount).toBe(1);
    } finally {
      await client.query("SET session_replication_role = DEFAULT");
      client.release();
    }
  }

  test("even the owner of the tables is refused at first", async () => {
    await expect(
      product.database.pool.query(
        "UPDATE audit_log SET event = 'nothing' WHERE account_id = 1 AND id = 1",
      ),
    ).rejects.toMatchObject({ code: "42501" });
  });

  test.each([
    [
      "a changed word",
      1,
      "UPDATE audit_log SET event = 'nothing.happened' WHERE account_id = 1 AND id = 3",
      3,
    ],
    [
      "a line cut off the end",
      2,
      "DELETE FROM audit_log WHERE account_id = 2 AND id = (SELECT max(id) FROM audit_log WHERE account_id = 2)",
      null,
    ],
    ["a line taken out", 0, "DELETE FROM audit_log WHERE account_id = 0 AND id = 1", 2],
  ])("%s is found", async (_what, account, statement, at) => {
    const { rows } = await sql<{
      last: bigint;
    }>`SELECT last_id AS last FROM audit_heads WHERE account_id = ${account}`.execute(
      product.database.kysely,
    );
    await tamper(statement);
    expect(await findJournalBreak(product.db.kysely, account)).toBe(at ?? Number(rows[0]?.last));
  });
});
