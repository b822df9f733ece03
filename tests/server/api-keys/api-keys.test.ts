import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { moscowDate } from "#contract/values/calendar-date.ts";
import { actorOfApiKey } from "#server/modules/api-keys/index.ts";
import { makeSecrets } from "#server/data/secrets.ts";
import { buildDemoApp, CAST, type DemoApp } from "#tests/support/demo-app.ts";
import { userIdOf } from "#tests/support/codes.ts";
import { TEST_SECRET } from "#tests/support/global-setup.ts";

let demo: DemoApp;
let codeUserID: number;
beforeAll(async () => {
  demo = await buildDemoApp();
  codeUserID = await userIdOf(demo, CAST.financeManager);
});
afterAll(() => demo.close());

const KEYS = "/open-api/v1/account/api-keys";
const JOBS = "/open-api/v1/account/log?perPage=1";

async function issue(over: object = {}): Promise<{ id: number; secret: string }> {
  const { status, body } = await demo.call(CAST.admin, "POST", KEYS, {
    title: "1С",
    roleID: "FINANCE_MANAGER",
    codeUserID,
    ...over,
  });
  expect([status, body]).toEqual([
    200,
    expect.objectContaining({ secret: expect.stringMatching(/^sk_test_[\w-]{43}$/) }),
  ]);
  return { id: (body["key"] as { id: number }).id, secret: body["secret"] as string };
}

async function by(secret: string, method: "GET" | "POST", url: string, payload?: object) {
  const answer = await demo.http.inject({
    method,
    url,
    headers: { authorization: `Bearer ${secret}` },
    ...(payload ? { payload } : {}),
  });
  return { status: answer.statusCode, body: answer.json() as Record<string, unknown> };
}

test("a key does what its role may, and stands in the journal under its own name; a person's own affairs are not its business", async () => {
  const { secret } = await issue({ roleID: "ACCOUNTANT" });
  expect((await by(secret, "GET", "/client-api/account/my-info")).body).toMatchObject({
    role: { id: "ACCOUNTANT" },
    balance: null,
  });
  expect((await by(secret, "GET", JOBS)).status).toBe(403);
  expect(
    (await by(secret, "POST", KEYS, { title: "Ещё", roleID: "VIEWER", codeUserID })).status,
  ).toBe(403);
  expect((await by(secret, "GET", "/client-api/user/my-info")).status).toBe(403);
  expect((await by(secret, "POST", "/open-api/v1/auth/logout-everywhere")).status).toBe(403);
  expect(
    (
      await by(secret, "POST", "/open-api/v1/universal-exports", {
        types: ["RECEIPTS"],
        periodStart: "2026-01-01",
        periodEnd: "2026-01-31",
      })
    ).status,
  ).toBe(200);
  const { body } = await demo.call(
    CAST.owner,
    "GET",
    "/open-api/v1/account/log?events=export.created&perPage=1",
  );
  expect(body.items?.[0]).toMatchObject({
    actor: { type: "api", name: "Ключ «1С»", role: "ACCOUNTANT" },
  });
});

test("the key is shown once and kept nowhere; the list tells its last use", async () => {
  const { id, secret } = await issue({ ips: ["127.0.0.1", "203.0.113.0/24"] });
  await by(secret, "GET", "/client-api/account/my-info");
  const { body } = await demo.call(CAST.financeManager, "GET", KEYS);
  const key = body.items?.find((one) => one["id"] === id);
  expect(key).toMatchObject({
    hint: secret.slice(-4),
    state: { id: "ACTIVE" },
    lastIP: "127.0.0.1",
    lastUsedAt: expect.any(String),
    ips: ["127.0.0.1", "203.0.113.0/24"],
    permissions: { revoke: false, takeOver: false, updateNetworks: false },
  });
  expect(JSON.stringify(body)).not.toContain(secret);
  const { rows } = await sql<{
    found: boolean;
  }>`
    SELECT to_jsonb(k)::text LIKE ${`%${secret}%`} AS found FROM api_keys k WHERE id = ${id}`.execute(
    demo.database.kysely,
  );
  expect(rows[0]?.found).toBe(false);
  const log = await demo.call(
    CAST.owner,
    "GET",
    "/open-api/v1/account/log?events=apikey.created&perPage=1",
  );
  expect(JSON.stringify(log.body)).not.toContain(secret);
});

test("wrong addresses, a past day, a role of people and somebody without the right are refused", async () => {
  const wrong = async (body: object, phone: string = CAST.owner) =>
    demo.call(phone, "POST", KEYS, { title: "Ключ", roleID: "VIEWER", codeUserID, ...body });
  expect((await wrong({ ips: ["10.0.0.300"] })).body["errors"]).toEqual({
    ips: [expect.stringContaining("«10.0.0.300»")],
  });
  expect((await wrong({ ips: ["10.0.0.0/33"] })).status).toBe(422);
  expect((await wrong({ expiresOn: "2020-01-01" })).body["errors"]).toHaveProperty("expiresOn");
  expect((await wrong({ roleID: "ADMIN" })).status).toBe(422);
  expect((await wrong({ codeUserID: undefined })).status).toBe(422);
  const stranger = await userIdOf(demo, CAST.otherOwner);
  expect((await wrong({ codeUserID: stranger })).body["errors"]).toHaveProperty("codeUserID");
  expect((await wrong({ title: "  " })).body["errors"]).toHaveProperty("title");
  expect((await wrong({}, CAST.financeManager)).status).toBe(403);
  expect((await demo.call(CAST.viewer, "GET", KEYS)).status).toBe(403);
});

test("a key of the sandbox opens nothing once the outside services are real", async () => {
  const { secret } = await issue();
  expect((await by(secret, "GET", "/client-api/account/my-info")).status).toBe(200);
  const real = {
    db: demo.db.kysely,
    clock: demo.clock,
    secrets: makeSecrets(TEST_SECRET),
    sandbox: false,
  };
  await expect(actorOfApiKey(real, secret, "127.0.0.1")).rejects.toThrow(/ключ песочницы/);
  await sql`
    UPDATE api_keys
    SET is_sandbox = false
    WHERE digest = ${makeSecrets(TEST_SECRET).digest("api-key", secret)}`.execute(
    demo.database.kysely,
  );
  expect(await actorOfApiKey(real, secret, "127.0.0.1")).toMatchObject({ role: "FINANCE_MANAGER" });
});

test("it opens nothing from another address, after its day or when it is revoked", async () => {
  const info = "/client-api/account/my-info";
  const elsewhere = await issue({ ips: ["203.0.113.7"] });
  expect((await by(elsewhere.secret, "GET", info)).body["message"]).toMatch(
    /не работает с адреса 127\.0\.0\.1/,
  );
  const revoked = await issue();
  expect((await by(revoked.secret, "GET", info)).status).toBe(200);
  expect((await demo.call(CAST.otherOwner, "POST", `${KEYS}/${revoked.id}/revoke`)).status).toBe(
    404,
  );
  expect((await demo.call(CAST.owner, "POST", `${KEYS}/${revoked.id}/revoke`)).body).toMatchObject({
    state: { id: "REVOKED" },
  });
  expect((await by(revoked.secret, "GET", info)).status).toBe(401);
  expect((await demo.call(CAST.owner, "POST", `${KEYS}/${revoked.id}/revoke`)).status).toBe(409);
  const right = await issue();
  expect((await by(`${right.secret}x`, "GET", info)).status).toBe(401);
  const today = moscowDate(demo.clock.now());
  const short = await issue({ expiresOn: today });
  expect((await by(short.secret, "GET", info)).status).toBe(200);
  demo.clock.advance(2 * 86_400_000);
  expect((await by(short.secret, "GET", info)).status).toBe(401);
});
