import { createPublicKey, verify } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { NOTICE_TYPES, type NoticeName } from "#contract/notices/notice-types.ts";
import { inTransaction } from "#server/data/transaction.ts";
import { httpPush } from "#server/integrations/push/http.ts";
import { listenForNotices } from "#server/modules/notices/listeners/notices.ts";
import { makeProductEvents } from "#server/product-events.ts";
import { sampleNotice } from "#server/sandbox/notice-samples.ts";
import { aBrowser, startPushService, type PushService } from "#tests/support/a-browser.ts";
import { buildDemoApp, CAST, type DemoApp } from "#tests/support/demo-app.ts";

const API = "/open-api/v1/push-subscriptions";
const SETTINGS = "/open-api/v1/notification-settings";
const KEY = Buffer.alloc(32, 7);

let demo: DemoApp;
let service: PushService;
let workman = 0;
const events = makeProductEvents();

beforeAll(async () => {
  service = await startPushService();
  demo = await buildDemoApp({ push: httpPush({ key: KEY, reachesLoopback: true }) });
  listenForNotices(events);
  const { rows } = await sql<{ id: number }>`
    SELECT id FROM people WHERE phone = ${CAST.workman}`.execute(demo.database.kysely);
  workman = rows[0]?.id ?? 0;
});
afterAll(async () => {
  await service.close();
  await demo.close();
});
beforeEach(async () => {
  demo.clock.set(new Date("2026-11-18T11:00:00+03:00"));
  service.heard.length = 0;
  service.answers.clear();
  await demo.database.pool.query(
    "TRUNCATE notices, notice_batches, notice_settings, notice_digests, outgoing_messages, push_subscriptions, sandbox.sms, sandbox.mails",
  );
});

async function tell(name: NoticeName): Promise<void> {
  const at = demo.clock.now();
  await inTransaction(demo.db.kysely, (trx) =>
    events.publish(trx, "notice.wanted", {
      personId: workman,
      accountId: null,
      type: NOTICE_TYPES[name].id,
      resource: sampleNotice(name, at),
      at,
    }),
  );
}

/** Background work now and after the gathering time. */
async function work(seconds = 20): Promise<void> {
  await demo.runTasksUntilIdle();
  demo.clock.advance(seconds * 1000);
  await demo.runTasksUntilIdle();
}

const browser = (path: string) => aBrowser(service.origin + path);
const subscribe = (payload: object, phone: string = CAST.workman) =>
  demo.call(phone, "POST", API, payload);
const paths = () => service.heard.map(({ path }) => path);
const addressOf = async (phone: string = CAST.workman) =>
  (
    (await demo.call(phone, "GET", SETTINGS)).body["channels"] as {
      channel: string;
      address: string | null;
    }[]
  )
    .find(({ channel }) => channel === "PUSH")
    ?.address?.replaceAll("\u00A0", " ") ?? null;
const states = async () =>
  (
    await sql<{ state: string }>`
      SELECT state FROM outgoing_messages WHERE channel = 'PUSH'`.execute(demo.database.kysely)
  ).rows.map(({ state }) => state);

describe("a browser that was asked for", () => {
  test("shows what waits for a signature: only it can read the message, and the service knows whose it is", async () => {
    const phone = browser("/phone");
    const { body } = await demo.call(CAST.workman, "GET", `${API}/key`);
    expect((await subscribe(phone.subscription)).status).toBe(200);
    expect(await addressOf()).toBe("1 браузер");
    await tell("ActRequired");
    await work();
    await work();
    expect(service.heard).toHaveLength(1);
    const [message] = service.heard;
    expect(phone.decrypt(message?.body ?? Buffer.alloc(0))).toEqual({
      id: expect.any(String),
      title: "Подпишите акт",
      text: expect.stringMatching(/^Подпишите акт по заданию «.+», чтобы выплата не задержалась$/),
      to: expect.stringMatching(/^\/jobs\/\d+$/),
    });
    expect(() => browser("/other").decrypt(message?.body ?? Buffer.alloc(0))).toThrow();
    expect(message?.headers).toMatchObject({
      "content-encoding": "aes128gcm",
      ttl: String(3 * 86_400),
      urgency: "high",
      topic: expect.stringMatching(/^[0-9a-f]{32}$/),
    });
    const [, token = "", key] =
      /^vapid t=([^,]+), ?k=(.+)$/.exec(String(message?.headers.authorization)) ?? [];
    expect(key).toBe(body["publicKey"]);
    expect(signedBy(token, String(key))).toMatchObject({
      aud: service.origin,
      sub: expect.stringMatching(/^mailto:/),
    });
  });

  test.each([
    "JobPayoutReturned",
    "WithdrawalFailed",
    "OfferAccepted",
    "DocumentExpiring",
  ] as const)("shows %s at once, for a day", async (name) => {
    await subscribe(browser("/phone").subscription);
    await tell(name);
    await work();
    expect(service.heard.map(({ headers }) => headers["ttl"])).toEqual(["86400"]);
  });

  test("waits for the morning, as a text message does", async () => {
    await subscribe(browser("/phone").subscription);
    demo.clock.set(new Date("2026-11-18T22:30:00+03:00"));
    await tell("ActRequired");
    await work();
    expect(paths()).toEqual([]);
    demo.clock.set(new Date("2026-11-19T09:00:05+03:00"));
    await demo.runTasksUntilIdle();
    expect(paths()).toEqual(["/phone"]);
  });

  test("is spared what pays thousands, and everything that was turned off", async () => {
    await subscribe(browser("/phone").subscription);
    await demo.call(CAST.workman, "PUT", SETTINGS, {
      items: [{ channel: "PUSH", topic: "signing", mode: "OFF" }],
    });
    await tell("JobPayoutSent");
    await tell("ActRequired");
    await work();
    demo.clock.set(new Date("2026-11-18T19:06:00+03:00"));
    await work();
    expect([paths(), await states()]).toEqual([[], []]);
  });

  test("is not asked for a digest", async () => {
    const { status, body } = await demo.call(CAST.workman, "PUT", SETTINGS, {
      items: [{ channel: "PUSH", topic: "money", mode: "DAILY" }],
    });
    expect([status, body["errors"]]).toEqual([
      422,
      { items: ["В браузер уведомления приходят сразу или никогда"] },
    ]);
  });
});

describe("a browser is left alone", () => {
  test("when nobody subscribed: no message is even made", async () => {
    await tell("ActRequired");
    await work();
    expect(await states()).toEqual([]);
    expect(await addressOf()).toBeNull();
  });

  test("once the person has taken it back, and by nobody else", async () => {
    const { subscription } = browser("/phone");
    await subscribe(subscription);
    const remove = (phone: string) =>
      demo.call(phone, "POST", `${API}/remove`, { endpoint: subscription.endpoint });
    expect((await remove(CAST.owner)).status).toBe(200);
    expect([await addressOf(), await addressOf(CAST.owner)]).toEqual(["1 браузер", null]);
    expect((await remove(CAST.workman)).status).toBe(200);
    await tell("ActRequired");
    await work();
    expect([await addressOf(), paths()]).toEqual([null, []]);
    expect((await demo.call(null, "POST", API, subscription)).status).toBe(401);
  });

  test("once somebody signed out in it, while the others go on", async () => {
    const headers = await demo.signIn(CAST.workman);
    const payload = browser("/left").subscription;
    await demo.http.inject({ method: "POST", url: API, headers, payload });
    await subscribe(browser("/phone").subscription);
    expect(await addressOf()).toBe("2 браузера");
    await demo.http.inject({
      method: "POST",
      url: "/open-api/v1/auth/logout",
      headers,
      payload: {},
    });
    expect(await addressOf()).toBe("1 браузер");
    await tell("ActRequired");
    await work();
    expect(paths()).toEqual(["/phone"]);
  });

  test("when another person signs in there and asks for his own", async () => {
    const { subscription } = browser("/shared");
    await subscribe(subscription);
    await subscribe(subscription, CAST.owner);
    expect([await addressOf(), await addressOf(CAST.owner)]).toEqual([null, "1 браузер"]);
  });

  test("when its service says that it is gone: it is forgotten, the others are told", async () => {
    await subscribe(browser("/gone").subscription);
    await subscribe(browser("/absent").subscription);
    await subscribe(browser("/phone").subscription);
    service.answers.set("/gone", 410).set("/absent", 404);
    await tell("ActRequired");
    await work();
    expect(paths().sort()).toEqual(["/absent", "/gone", "/phone"]);
    expect([await addressOf(), await states()]).toEqual(["1 браузер", ["SENT"]]);
  });

  test("when it is the eleventh: the oldest goes", async () => {
    for (let number = 0; number < 11; number += 1) {
      demo.clock.advance(1000);
      await subscribe(browser(`/${number}`).subscription);
    }
    await tell("ActRequired");
    await work();
    expect(paths()).toHaveLength(10);
    expect(paths()).not.toContain("/0");
  });
});

test("a service that is out of order is asked again with the same message", async () => {
  const phone = browser("/phone");
  await subscribe(phone.subscription);
  service.answers.set("/phone", 503);
  await tell("ActRequired");
  await work();
  service.answers.clear();
  await work(90);
  await work(200);
  const ids = service.heard.map(({ body }) => (phone.decrypt(body) as { id: string }).id);
  expect([ids.length, new Set(ids).size, await states()]).toEqual([2, 1, ["SENT"]]);
});

test("no address inside our network and no broken key is taken", async () => {
  const { endpoint, keys } = browser("/phone").subscription;
  for (const wrong of [
    { endpoint: "https://10.0.0.5/push", keys },
    { endpoint: "https://intranet/push", keys },
    { endpoint: "http://push.example.com/", keys },
    { endpoint: "not an address", keys },
    { endpoint, keys: { ...keys, p256dh: `${keys.p256dh.slice(0, -4)}AAAA` } },
    { endpoint, keys: { ...keys, auth: "AAAA" } },
  ])
    expect([wrong.endpoint, (await subscribe(wrong)).status]).toEqual([wrong.endpoint, 422]);
  expect(httpPush({ key: KEY }).refusalOf({ endpoint, ...keys })).not.toBeNull();
});

/** @returns the claims of a token of RFC 8292. @throws Error: the key has not signed it. */
function signedBy(token: string, publicKey: string): unknown {
  const point = Buffer.from(publicKey, "base64url");
  const key = createPublicKey({
    format: "jwk",
    key: {
      kty: "EC",
      crv: "P-256",
      x: point.subarray(1, 33).toString("base64url"),
      y: point.subarray(33).toString("base64url"),
    },
  });
  const [head = "", claims = "", signature = ""] = token.split(".");
  const isSigned = verify(
    "sha256",
    Buffer.from(`${head}.${claims}`),
    { key, dsaEncoding: "ieee-p1363" },
    Buffer.from(signature, "base64url"),
  );
  if (!isSigned) throw new Error("another key");
  return JSON.parse(Buffer.from(claims, "base64url").toString());
}
