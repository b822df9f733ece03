import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readPagePerson } from "#server/modules/auth/index.ts";
import { unpreparedQuery } from "#server/data/prepared-query.ts";
import { makeSecrets } from "#server/data/secrets.ts";
import { codeOn } from "#tests/support/codes.ts";
import { buildDemoApp, CAST, type DemoApp } from "#tests/support/demo-app.ts";
import { TEST_SECRET } from "#tests/support/global-setup.ts";

let product: DemoApp;
let refreshToken: string;
const BROWSER = "a browser";

beforeAll(async () => {
  product = await buildDemoApp();
  await product.call(null, "POST", "/open-api/v1/auth/send-otp", {
    phoneNumber: CAST.financeManager,
    exists: true,
  });
  const { body } = await product.call(null, "POST", "/open-api/v1/auth/login", {
    phoneNumber: CAST.financeManager,
    code: await codeOn(product, CAST.financeManager),
  });
  refreshToken = (body as { refreshToken: string }).refreshToken;
});
afterAll(() => product.close());

/** Opens a page as a browser does; returns whom the server recognised. */
function personOf(token: string, headers: Record<string, string> = {}) {
  const { pool, kysely: db } = product.db;
  const platform = {
    ...{ pool, db, outside: db, clock: product.clock, secrets: makeSecrets(TEST_SECRET) },
    ...{ sandbox: true, https: false, publicUrl: null, askOf: unpreparedQuery },
  };
  return readPagePerson(platform)({
    headers: { "user-agent": BROWSER, ...headers },
    cookies: { refresh: token },
  } as never);
}

const sessions = async () =>
  (await sql`SELECT * FROM sessions ORDER BY id`.execute(product.database.kysely)).rows;

test("the refresh cookie tells who opens a page, and drawing it changes nothing of the session", async () => {
  const before = await sessions();
  const person = await personOf(refreshToken);
  expect(person?.me).toMatchObject({ phone: "", email: null, city: null });
  expect(person?.me.permissions).toContain("money.view");
  const authorization = `Bearer ${person?.token}`;
  const { status, body } = await product.call(null, "GET", "/client-api/user/my-info", undefined, {
    authorization,
  });
  expect([status, body["id"]]).toEqual([200, person?.me.id]);
  expect(await sessions()).toEqual(before);
  // The page did not use the token up: the browser still exchanges it.
  const exchanged = await product.call(null, "POST", "/open-api/v1/auth/refresh-jwt", {
    refreshToken,
  });
  expect(exchanged.status).toBe(200);
  const next = (exchanged.body as { refreshToken: string }).refreshToken;
  expect((await personOf(next))?.me.id).toBe(person?.me.id);
  refreshToken = next;
});

test("a letter's link opens the page of whoever is signed in; a script of another site reads nothing", async () => {
  const visit = { "sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate" };
  expect(await personOf(refreshToken, visit)).not.toBeNull();
  expect(await personOf(refreshToken, { ...visit, "sec-fetch-mode": "no-cors" })).toBeNull();
});

test("a token that is unknown, or of a session that has ended, is a guest's and ends nothing", async () => {
  expect(await personOf("unknown")).toBeNull();
  await product.call(null, "POST", "/open-api/v1/auth/logout", { refreshToken });
  const before = await sessions();
  expect(await personOf(refreshToken)).toBeNull();
  expect(await sessions()).toEqual(before);
});
