import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { codeOn, userIdOf } from "#tests/support/codes.ts";
import { buildDemoApp, CAST, type DemoApp } from "#tests/support/demo-app.ts";

const LOG = "/open-api/v1/account/log";
const INFO = "/client-api/account/my-info";

let demo: DemoApp;
beforeAll(async () => {
  demo = await buildDemoApp();
});
afterAll(() => demo.close());

async function lines(event: string, phone: string = CAST.owner) {
  const { body } = await demo.call(phone, "GET", `${LOG}?events=${event}&perPage=100`);
  return (body.items ?? []) as unknown as {
    actor: { name: string | null };
    object: { type: string; id: string; title: string };
    after: { count: number; call: string };
    ip: string;
  }[];
}

async function issue(over: object = {}) {
  const { body } = await demo.call(CAST.admin, "POST", "/open-api/v1/account/api-keys", {
    title: "Склад",
    roleID: "VIEWER",
    codeUserID: await userIdOf(demo, CAST.admin),
    ...over,
  });
  return { id: (body["key"] as { id: number }).id, secret: body["secret"] as string };
}

const byKey = (secret: string, url = INFO) =>
  demo.http.inject({ method: "GET", url, headers: { authorization: `Bearer ${secret}` } });

async function metric(kind: string): Promise<number> {
  const { payload } = await demo.http.inject({ method: "GET", url: "/metrics" });
  const line = payload
    .split("\n")
    .find((one) => one.startsWith(`security_failures_total{kind="${kind}"}`));
  return Number(line?.split(" ")[1] ?? 0);
}

describe("a failure of security is a line of the journal of whom it concerns", () => {
  test("a call without the right: first at once, many by count", async () => {
    const before = await metric("FORBIDDEN");
    for (let call = 0; call < 12; call += 1)
      expect((await demo.call(CAST.viewer, "GET", LOG)).status).toBe(403);
    const found = await lines("security.forbidden");
    expect(found.map(({ after }) => after.count)).toEqual([10, 1]);
    expect(found[0]).toMatchObject({
      object: { type: "person" },
      after: { call: "Журнал действий, новые первыми" },
      ip: "127.0.0.1",
    });
    expect(await metric("FORBIDDEN")).toBe(before + 12);
    const { rows } = await sql<{ count: number }>`
      SELECT sum(count)::integer AS count FROM security_failures WHERE kind = 'FORBIDDEN'`.execute(
      demo.database.kysely,
    );
    expect(rows).toEqual([{ count: 12 }]);
    expect(await lines("security.forbidden", CAST.otherOwner)).toEqual([]);
  });

  test("a refusal inside of a command, whose transaction is rolled back", async () => {
    const { id, secret } = await issue({ roleID: "FINANCE_MANAGER" });
    const { statusCode } = await demo.http.inject({
      method: "POST",
      url: "/open-api/v1/universal-exports",
      headers: { authorization: `Bearer ${secret}` },
      payload: { types: ["LOG"], periodStart: "2026-01-01", periodEnd: "2026-01-31" },
    });
    expect(statusCode).toBe(200);
    const own = await demo.call(CAST.accountant, "POST", "/open-api/v1/universal-exports", {
      types: ["LOG"],
      periodStart: "2026-01-01",
      periodEnd: "2026-01-31",
    });
    expect(own.status).toBe(403);
    expect((await lines("security.forbidden"))[0]).toMatchObject({
      object: { type: "person" },
      after: { count: 1, call: "Заказать выгрузку" },
    });
    expect((await byKey(secret, "/open-api/v1/me/account-invitations")).statusCode).toBe(403);
    expect((await lines("security.forbidden"))[0]).toMatchObject({
      object: { type: "api-key", id: String(id) },
    });
  });

  test("a key that is revoked, one from a wrong network, and one nobody knows", async () => {
    const elsewhere = await issue({ ips: ["203.0.113.7"] });
    expect((await byKey(elsewhere.secret)).statusCode).toBe(403);
    expect((await lines("security.network_refused"))[0]).toMatchObject({
      object: { type: "api-key", id: String(elsewhere.id), title: "Склад" },
    });
    const revoked = await issue();
    await demo.call(CAST.owner, "POST", `/open-api/v1/account/api-keys/${revoked.id}/revoke`);
    expect((await byKey(revoked.secret)).statusCode).toBe(401);
    expect((await lines("security.key_refused")).map(({ object }) => object.id)).toEqual([
      String(revoked.id),
    ]);
    expect((await byKey("sk_test_nobody-knows-this-one")).statusCode).toBe(401);
    expect(await lines("security.key_refused")).toHaveLength(1);
    const { rows } = await sql<{ subject: string; lines: number }>`
      SELECT f.subject, (SELECT count(*)::integer
        FROM audit_log l
        WHERE l.account_id = 0 AND l.event = 'security.key_refused') AS lines
      FROM security_failures f
      WHERE f.account_id = 0 AND f.kind = 'KEY'`.execute(demo.database.kysely);
    expect(rows).toEqual([{ subject: "network:127.0.0.0/24", lines: 1 }]);
    expect(await metric("KEY")).toBe(2);
    expect(await metric("NETWORK")).toBe(1);
  });

  test("a suspended key, in its company's journal", async () => {
    const { id, secret } = await issue({ title: "Без людей" });
    await sql`
      UPDATE account_users
      SET state = 'DISABLED'
      WHERE id = ${await userIdOf(demo, CAST.admin)}`.execute(demo.database.kysely);
    expect((await byKey(secret)).statusCode).toBe(403);
    expect((await lines("security.key_refused"))[0]).toMatchObject({
      object: { type: "api-key", id: String(id), title: "Без людей" },
    });
    await sql`
      UPDATE account_users
      SET state = 'ACTIVE'
      WHERE state = 'DISABLED'
        AND person_id = (SELECT id FROM people WHERE phone = ${CAST.admin})`.execute(
      demo.database.kysely,
    );
  });

  test.each([
    ["a call", "GET", INFO, 401],
    ["a public call that tolerates an old session", "POST", "/open-api/v1/auth/logout", 200],
    ["the stream of events", "GET", "/open-api/v1/events", 401],
  ] as const)(
    "a forged token of %s, in the platform's journal",
    async (_what, method, url, status) => {
      const { authorization } = await demo.signIn(CAST.owner);
      const [head, body] = String(authorization).split(".");
      const before = await metric("TOKEN");
      for (const forged of ["Bearer junk", `${head}.${body}.${"A".repeat(43)}`]) {
        const headers = { authorization: forged };
        expect((await demo.http.inject({ method, url, headers })).statusCode).toBe(status);
      }
      expect(await metric("TOKEN")).toBe(before + 2);
      const { rows } = await sql<{ call: string }>`
      SELECT after ->> 'call' AS call
      FROM audit_log
      WHERE account_id = 0 AND event = 'security.token_refused'`.execute(demo.database.kysely);
      expect(rows).toHaveLength(1);
    },
  );

  test("a wrong code of a guest concerns the person's company, of somebody signed in his own", async () => {
    const phone = CAST.accountant.replace(/^7/, "+7");
    await demo.call(null, "POST", "/open-api/v1/auth/send-otp", {
      phoneNumber: phone,
      exists: true,
    });
    const right = await codeOn(demo, CAST.accountant);
    const code = right === "000000" ? "000001" : "000000";
    const answer = await demo.call(null, "POST", "/open-api/v1/auth/login", {
      phoneNumber: phone,
      code,
    });
    expect(answer.status).toBe(422);
    const found = await lines("auth.otp_failed");
    expect(found).toHaveLength(1);
    expect(found[0]).toMatchObject({
      object: { type: "person" },
      after: { count: 1, call: "Вход" },
    });
    expect(await metric("CODE")).toBe(1);
    expect(JSON.stringify(found)).not.toContain(code);
  });
});

test("a worker reads what was refused to him and in his name, and nobody else's", async () => {
  const own = async (phone: string) =>
    (await demo.call(phone, "GET", "/open-api/v1/me/refusals")).body.items ?? [];
  await demo.call(null, "POST", "/open-api/v1/auth/send-otp", {
    phoneNumber: `+${CAST.workman}`,
    exists: true,
  });
  const right = await codeOn(demo, CAST.workman);
  const code = right === "000000" ? "000001" : "000000";
  await demo.call(null, "POST", "/open-api/v1/auth/login", {
    phoneNumber: `+${CAST.workman}`,
    code,
  });
  expect((await demo.call(CAST.workman, "GET", LOG)).status).toBe(403);
  expect(await own(CAST.workman)).toMatchObject([
    { title: "Отказ: недостаточно прав", call: "Журнал действий, новые первыми", count: 1 },
    { title: "Введён неверный код", count: 1, ip: "127.0.0.1" },
  ]);
  expect(await own(CAST.otherOwner)).toEqual([]);
});

test("the journal is whole after all of it", async () => {
  expect((await demo.call(CAST.owner, "GET", `${LOG}/verification`)).body).toMatchObject({
    isWhole: true,
  });
});

test("an expired token leaves none: every open page meets it", async () => {
  const headers = await demo.signIn(CAST.owner);
  const before = await metric("TOKEN");
  demo.clock.advance(16 * 60_000);
  expect((await demo.http.inject({ method: "GET", url: INFO, headers })).statusCode).toBe(401);
  expect(await metric("TOKEN")).toBe(before);
});
