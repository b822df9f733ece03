import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { isAllowed, type Caller } from "#contract/access/access.ts";
import { ALL_ENDPOINTS } from "#contract/endpoint-catalogue.ts";
import type { Endpoint } from "#contract/kernel/define-endpoints.ts";
import { ABSENT_ID, contractRequest, type RecordIds } from "#tests/support/contract-request.ts";
import { printDatabase } from "#tests/support/database-print.ts";
import { buildDemoApp, CAST, type DemoApp } from "#tests/support/demo-app.ts";
import { addDemoRecords, MARKED_TITLES } from "#tests/support/demo-records.ts";
import {
  isEverybodys,
  type Owner,
  recordFieldsOf,
  recordsFor,
  type RecordField,
  type SubjectName,
} from "#tests/support/record-subjects.ts";

const DISABLED = CAST.signatory;
/** Tables a refusal may write to. */
const TRACES = ["audit_log", "audit_heads", "security_failures"];

interface Principal extends Owner {
  readonly name: string;
  readonly phone: string | null;
  readonly caller: Caller | null;
  /** Words of the other account, which this person must never read. */
  readonly markers: readonly string[];
}

/** The ninth was disabled after signing in: his token still verifies. */
const CAST_OF_NINE: readonly (readonly [
  name: string,
  phone: string | null,
  caller: Caller | null,
])[] = [
  ["a guest", null, null],
  ["OWNER", CAST.owner, { role: "OWNER", isWorkman: false }],
  ["ADMIN", CAST.admin, { role: "ADMIN", isWorkman: false }],
  ["FINANCE_MANAGER", CAST.financeManager, { role: "FINANCE_MANAGER", isWorkman: false }],
  ["VIEWER", CAST.viewer, { role: "VIEWER", isWorkman: false }],
  ["worker", CAST.workman, { role: null, isWorkman: true }],
  ["OWNER of the other account", CAST.otherOwner, { role: "OWNER", isWorkman: false }],
  [
    "FINANCE_MANAGER of the other account",
    CAST.otherFinanceManager,
    { role: "FINANCE_MANAGER", isWorkman: false },
  ],
  ["a disabled person", DISABLED, null],
];

/** Changing calls that answer 2xx to a stranger's id because they skip it, and why. */
const PASS_OVER_STRANGERS: ReadonlySet<string> = new Set([
  "notices.read", // marks the caller's own among the ids given
  "jobs.massPublish", // publishes the caller's own, names the others as not found
  "jobs.massTag", // adds tags to the caller's own, names the others as not found
  "job-invites.createMany", // invites to the caller's own, names the others as not found
  "jobs.massForceCancelPost", // cancels the caller's own, names the others as not found
  // names it among those not found, in the words of one that is not there
  "job-offers.massResultAccept",
]);

/** Records without a project: readable by all readers of the company. */
const OF_THE_WHOLE_COMPANY: ReadonlySet<string> = new Set([
  "account",
  "job-tag",
  "blacklist-entry",
  "document-template",
]);

/** Calls without input to spoil; allowed callers are tested elsewhere. */
const ENDS_THE_SESSION: ReadonlySet<string> = new Set(["auth.logoutEverywhere", "auth.logout"]);

let product: DemoApp;
let principals: Principal[];
let endpoints: Endpoint[];

beforeAll(async () => {
  product = await buildDemoApp();
  await addDemoRecords(product);
  endpoints = ALL_ENDPOINTS.filter((one) => product.app.served.has(one.id));
  const markers = [await markersOf(1), await markersOf(2)];
  principals = await Promise.all(
    CAST_OF_NINE.map(async ([name, phone, caller]) => ({
      name,
      phone,
      caller,
      ...(await ownerOf(phone)),
    })),
  ).then((people) =>
    people.map((one) => ({
      ...one,
      markers: one.accountId === null ? [] : (markers[one.accountId === 1 ? 1 : 0] ?? []),
    })),
  );
  // Everybody signs in before the first print of the database.
  for (const { phone } of principals) await product.call(phone, "GET", "/client-api/user/my-info");
  await sql`UPDATE people SET state = 'DISABLED' WHERE phone = ${DISABLED}`.execute(
    product.database.kysely,
  );
});
afterAll(() => product.close());

const seen = new Map<string, Promise<{ own: number | null; foreign: number | null }>>();
/** Cached per person and kind: the suite changes nothing. */
function recordsOf(subject: RecordField["subject"], principal: Principal) {
  const key = `${principal.name} ${subject}`;
  const found =
    seen.get(key) ?? recordsFor(product.database.kysely, subject as SubjectName, principal);
  seen.set(key, found);
  return found;
}

async function ownerOf(phone: string | null): Promise<Owner> {
  const { rows } = await sql<{
    person_id: number;
    account_id: number | null;
    workman_id: number | null;
  }>`
    SELECT p.id AS person_id,
      (SELECT min(account_id) FROM account_users WHERE person_id = p.id) AS account_id,
      (SELECT id FROM workmen WHERE person_id = p.id) AS workman_id
    FROM people p WHERE phone = ${phone}`.execute(product.database.kysely);
  return {
    personId: rows[0]?.person_id ?? 0,
    accountId: rows[0]?.account_id ?? null,
    workmanId: rows[0]?.workman_id ?? null,
  };
}

/** What an account would recognise as its own: names, INN, phones, titles. */
async function markersOf(accountId: number): Promise<string[]> {
  const { rows } = await sql<{ word: string }>`
    SELECT short_name AS word
    FROM accounts
    WHERE id = ${accountId}
    UNION SELECT inn
    FROM accounts
    WHERE id = ${accountId}
    UNION SELECT full_name
    FROM accounts
    WHERE id = ${accountId}
    UNION SELECT title
    FROM projects
    WHERE account_id = ${accountId}
    UNION SELECT title
    FROM job_tags
    WHERE account_id = ${accountId}
    UNION SELECT comment
    FROM blacklist_entries
    WHERE account_id = ${accountId} AND comment IS NOT NULL
    UNION SELECT unnest(ARRAY[p.phone, p.name])
    FROM people p
    JOIN account_users u ON u.person_id = p.id
    WHERE u.account_id = ${accountId}
      AND NOT EXISTS (SELECT FROM account_users o
        WHERE o.person_id = p.id AND o.account_id <> ${accountId})`.execute(
    product.database.kysely,
  );
  return [...rows.map((row) => row.word), MARKED_TITLES[accountId - 1] as string];
}

interface Answer {
  readonly status: number;
  readonly text: string;
}

async function send(
  principal: Principal,
  endpoint: Endpoint,
  ids: RecordIds,
  broken = false,
): Promise<Answer> {
  const { method, url, payload, headers } = contractRequest(endpoint, { ids, broken });
  const answer = await product.call(principal.phone, method, url, payload, headers);
  return { status: answer.status, text: answer.raw.toString("utf8") };
}

/** The principal's own ids for every field but one. */
async function idsFor(
  principal: Principal,
  fields: readonly RecordField[],
  changed?: RecordField,
  to?: number | null,
): Promise<RecordIds> {
  const ids = new Map<RecordField, number | null>();
  for (const field of fields) {
    if (isEverybodys(field)) continue;
    ids.set(
      field,
      field === changed ? (to ?? null) : (await recordsOf(field.subject, principal)).own,
    );
  }
  return ids;
}

const AT_ONCE = 6;

async function forEachAtOnce<Item>(
  items: readonly Item[],
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const waiting = items.values();
  const takeOn = async () => {
    for (const item of waiting) await work(item);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, takeOn));
}

const withoutIds = (text: string) => text.replace(/"requestId":"[^"]*"/g, "").replace(/\d+/g, "#");
const isSuccess = (status: number) => status >= 200 && status < 300;
const allowed = (principal: Principal, endpoint: Endpoint) =>
  isAllowed(endpoint.access, principal.caller);

test("every call says whose records it names, built or not", () => {
  expect(() => ALL_ENDPOINTS.flatMap(recordFieldsOf)).not.toThrow();
});

test("both sides of the matrix have a record of each kind a served call names", async () => {
  const owner = principals[1] as Principal;
  const worker = principals[5] as Principal;
  const missing: string[] = [];
  for (const subject of new Set(
    endpoints
      .flatMap(recordFieldsOf)
      .filter((field) => !isEverybodys(field))
      .map((field) => field.subject as SubjectName),
  )) {
    const seen = await Promise.all(
      [owner, worker].map((one) => recordsFor(product.database.kysely, subject, one)),
    );
    if (!seen.some((one) => one.own !== null && one.foreign !== null)) missing.push(subject);
  }
  expect(
    missing,
    "give the demonstration (or tests/support/demo-records.ts) records of these kinds in both accounts",
  ).toEqual([]);
});

describe("nine people, every served call", () => {
  test("who may not call is refused, whatever the id, and writes nothing but that he was", async () => {
    const faults: string[] = [];
    let calls = 0;
    const before = await printDatabase(product.database.pool, TRACES);
    for (const principal of principals) {
      const forbidden = endpoints.filter((one) => !allowed(principal, one));
      await forEachAtOnce(forbidden, async (endpoint) => {
        const expected = principal.caller === null ? 401 : 403;
        const fields = recordFieldsOf(endpoint);
        const target = fields.find((field) => !isEverybodys(field));
        const records = target ? await recordsOf(target.subject, principal) : null;
        for (const id of target
          ? [records?.own ?? null, records?.foreign ?? null, ABSENT_ID]
          : [null]) {
          const { status, text } = await send(
            principal,
            endpoint,
            await idsFor(principal, fields, target, id),
          );
          calls += 1;
          if (status !== expected)
            faults.push(
              `${principal.name} ${endpoint.id}: ${status} instead of ${expected}: ${text.slice(0, 200)}`,
            );
        }
      });
    }
    console.info(`${calls} forbidden calls`);
    expect(faults).toEqual([]);
    expect(await printDatabase(product.database.pool, TRACES)).toEqual(before);
  });

  test("who may call is let in", async () => {
    const faults: string[] = [];
    for (const principal of principals) {
      // Public calls need no proof that they let people in; changing ones get invalid input, so
      // that only access is tested.
      const open = endpoints.filter(
        (one) =>
          one.access !== "public" && allowed(principal, one) && !ENDS_THE_SESSION.has(one.id),
      );
      await forEachAtOnce(open, async (endpoint) => {
        const fields = recordFieldsOf(endpoint);
        const { status, text } = await send(
          principal,
          endpoint,
          await idsFor(principal, fields),
          endpoint.method !== "GET",
        );
        if (status === 401 || status === 403 || status >= 500)
          faults.push(`${principal.name} ${endpoint.id}: ${status} ${text.slice(0, 200)}`);
      });
    }
    expect(faults).toEqual([]);
  });

  test("another's record looks exactly like none at all, and stays untouched", async () => {
    const faults: string[] = [];
    let calls = 0;
    // Calls that skip strangers' ids leave a journal line; one-time codes are the caller's own.
    const before = await printDatabase(product.database.pool, [
      ...TRACES,
      "one_time_codes",
      "idempotency_keys",
    ]);
    for (const principal of principals) {
      const open = endpoints.filter(
        (one) => allowed(principal, one) && !ENDS_THE_SESSION.has(one.id),
      );
      await forEachAtOnce(open, async (endpoint) => {
        const fields = recordFieldsOf(endpoint);
        for (const field of fields.filter((one) => !isEverybodys(one))) {
          const { foreign } = await recordsOf(field.subject, principal);
          if (foreign === null) continue;
          const theirs = await send(
            principal,
            endpoint,
            await idsFor(principal, fields, field, foreign),
          );
          const nobodys = await send(
            principal,
            endpoint,
            await idsFor(principal, fields, field, ABSENT_ID),
          );
          calls += 2;
          const where = `${principal.name} ${endpoint.id} ${field.name}=${foreign}`;
          if (
            theirs.status !== nobodys.status ||
            withoutIds(theirs.text) !== withoutIds(nobodys.text)
          ) {
            faults.push(
              `${where}: told apart: ${theirs.status} ${theirs.text.slice(0, 150)} | ${nobodys.status} ${nobodys.text.slice(0, 150)}`,
            );
          }
          const isFilter = endpoint.method === "GET" && field.part === "query";
          if (isSuccess(theirs.status) && !isFilter && !PASS_OVER_STRANGERS.has(endpoint.id))
            faults.push(`${where}: answered ${theirs.status}`);
          if (theirs.status >= 500) faults.push(`${where}: ${theirs.status}`);
        }
      });
    }
    console.info(`${calls} calls with another's and with nobody's id`);
    expect(faults).toEqual([]);
    expect(
      await printDatabase(product.database.pool, [...TRACES, "one_time_codes", "idempotency_keys"]),
    ).toEqual(before);
  });

  test("a record of one's own company outside of one's projects looks exactly like none at all", async () => {
    const { kysely } = product.database;
    const { rows } = await sql<{
      id: number;
    }>`
      INSERT INTO projects (account_id, title) VALUES (1, 'Проект без записей') RETURNING id`.execute(
      kysely,
    );
    await sql`
      UPDATE account_users
      SET project_ids = ${[rows[0]?.id]}::integer[]
      WHERE person_id = (SELECT id FROM people WHERE phone = ${CAST.projectManager})`.execute(
      kysely,
    );
    const limited: Principal = {
      name: "PROJECT_MANAGER",
      phone: CAST.projectManager,
      caller: { role: "PROJECT_MANAGER", isWorkman: false },
      markers: [],
      ...(await ownerOf(CAST.projectManager)),
    };
    const faults: string[] = [];
    let calls = 0;
    for (const endpoint of endpoints.filter(
      (one) => allowed(limited, one) && !ENDS_THE_SESSION.has(one.id),
    )) {
      const fields = recordFieldsOf(endpoint);
      for (const field of fields.filter(
        (one) => !isEverybodys(one) && !OF_THE_WHOLE_COMPANY.has(one.subject),
      )) {
        const { own } = await recordsOf(field.subject, limited);
        if (own === null) continue;
        const outside = await send(limited, endpoint, await idsFor(limited, fields, field, own));
        const nobodys = await send(
          limited,
          endpoint,
          await idsFor(limited, fields, field, ABSENT_ID),
        );
        calls += 1;
        if (
          outside.status !== nobodys.status ||
          withoutIds(outside.text) !== withoutIds(nobodys.text)
        ) {
          faults.push(
            `${field.subject} ${endpoint.id} ${field.name}: ${outside.status} ${outside.text.slice(0, 150)} | ${nobodys.status} ${nobodys.text.slice(0, 150)}`,
          );
        }
      }
    }
    console.info(`${calls} calls with an id from outside of the projects`);
    expect(calls).toBeGreaterThan(100);
    expect(faults).toEqual([]);
  });

  test("nothing of the other account is in any answer", async () => {
    const leaks: string[] = [];
    let answers = 0;
    for (const principal of principals.filter(
      (one) => one.markers.length > 0 && one.caller !== null,
    )) {
      const readable = endpoints.filter(
        (one) => one.method === "GET" && one.access !== "public" && allowed(principal, one),
      );
      await forEachAtOnce(readable, async (endpoint) => {
        const { status, text } = await send(
          principal,
          endpoint,
          await idsFor(principal, recordFieldsOf(endpoint)),
        );
        if (!isSuccess(status)) return;
        answers += 1;
        for (const marker of principal.markers)
          if (text.includes(marker)) leaks.push(`${principal.name} ${endpoint.id}: «${marker}»`);
      });
    }
    console.info(`${answers} answers without a word of the other account`);
    expect(answers).toBeGreaterThan(0);
    expect(leaks).toEqual([]);
  });
});
