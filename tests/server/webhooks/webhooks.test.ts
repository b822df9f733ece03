import { createServer, type IncomingHttpHeaders, type Server } from "node:http";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { httpWebhookReceiver } from "#server/integrations/webhook-receiver/http.ts";
import { deliverTask } from "#server/modules/webhooks/tasks/deliver.ts";
import { isOpenAddress } from "#server/http/open-address.ts";
import { makeSecrets } from "#server/data/secrets.ts";
import { makeProductEvents } from "#server/product-events.ts";
import { guideOf } from "#server/http/openapi/api-guide.ts";
import { samplesOf } from "#tests/support/guide-samples.ts";
import { buildDemoApp, CAST, type DemoApp } from "#tests/support/demo-app.ts";
import { TEST_SECRET } from "#tests/support/global-setup.ts";
import { aPlatform } from "#tests/support/a-platform.ts";

const API = "/open-api/v1/account/webhooks";
const HOUR_MS = 3_600_000;

let demo: DemoApp;
let receiver: Server;
let origin = "";
let answer = 200;
/** The receiver takes the message and never answers. */
let hangs = false;
/** The task's clock runs ahead; people stay signed in. */
let aheadMs = 0;
let heard: { headers: IncomingHttpHeaders; body: string }[] = [];

beforeAll(async () => {
  demo = await buildDemoApp();
  receiver = createServer((request, reply) => {
    let body = "";
    request.on("data", (chunk: Buffer) => (body += chunk.toString()));
    request.on("end", () => {
      heard.push({ headers: request.headers, body });
      if (hangs) return;
      reply.writeHead(answer, answer === 302 ? { location: `${origin}/elsewhere` } : {}).end("ok");
    });
  });
  await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve));
  origin = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;
});
afterAll(async () => {
  receiver.closeAllConnections();
  receiver.close();
  await demo.close();
});
beforeEach(async () => {
  answer = 200;
  hangs = false;
  aheadMs = 0;
  heard = [];
  await sql`DELETE FROM webhooks`.execute(demo.database.kysely);
});

/** A webhook to the test's receiver. */
async function hook(events: string[]): Promise<{ id: number; secret: string }> {
  const { status, body } = await demo.call(CAST.owner, "POST", API, {
    url: "https://erp.company.test/hooks",
    events,
  });
  expect([status, body]).toEqual([200, expect.anything()]);
  const id = (body["webhook"] as { id: number }).id;
  await sql`UPDATE webhooks SET url = ${`${origin}/hooks`} WHERE id = ${id}`.execute(
    demo.database.kysely,
  );
  return { id, secret: body["secret"] as string };
}

async function deliver(): Promise<void> {
  const platform = aPlatform({
    db: demo.db.kysely,
    clock: { ...demo.clock, now: () => new Date(demo.clock.now().getTime() + aheadMs) },
    secrets: makeSecrets(TEST_SECRET),
    events: makeProductEvents(),
    webhookReceiver: httpWebhookReceiver({ reachesLoopback: true, timeoutMs: 500 }),
  });
  await deliverTask(platform).run(new AbortController().signal);
}

/** Waiting messages. */
async function enqueue(id: number, count: number): Promise<void> {
  await sql`
    INSERT INTO webhook_deliveries (account_id, webhook_id, event, data, due_at, until, created_at)
    SELECT 1, ${id}, 'payout.paid', '{"payoutIDs":[1]}', ${demo.clock.now()},
      ${new Date(demo.clock.now().getTime() + 24 * HOUR_MS)}, ${demo.clock.now()}
    FROM generate_series(1, ${count})`.execute(demo.database.kysely);
}

type SignatureCheck = (signature: string | undefined, body: string, secret: string) => boolean;

/** As the reference tells integrators to check a signature. */
async function guideCheck(): Promise<SignatureCheck> {
  const sample = samplesOf(guideOf("open"), "ts").find((one) => one.includes("isFromPlatform"));
  const folder = await mkdtemp(join(tmpdir(), "guide-sample-"));
  const file = join(folder, "signature.ts");
  await writeFile(file, sample ?? "");
  const { isFromPlatform } = (await import(/* @vite-ignore */ pathToFileURL(file).href)) as {
    isFromPlatform: SignatureCheck;
  };
  await rm(folder, { recursive: true });
  return isFromPlatform;
}

const log = async (id: number) =>
  (await demo.call(CAST.owner, "GET", `${API}/${id}/deliveries`)).body.items ?? [];

test("an event is sent signed, so that the receiver can tell it is ours, and told done", async () => {
  const { id, secret } = await hook(["job.canceled"]);
  const { rows } = await sql<{
    id: bigint;
  }>`
    SELECT id
    FROM jobs
    WHERE account_id = 1 AND kind = 'OFFER' AND state = 'PUBLISHED'
    ORDER BY id
    LIMIT 1`.execute(demo.database.kysely);
  const jobID = Number(rows[0]?.id);
  expect(
    (await demo.call(CAST.owner, "POST", "/client-api/job/cancel", { jobID, reasonID: "MISTAKE" }))
      .status,
  ).toBe(200);
  await deliver();
  const [message] = heard;
  expect(JSON.parse(message?.body ?? "{}")).toMatchObject({
    event: "job.canceled",
    data: { jobID, reasonID: "MISTAKE" },
  });
  const isFromPlatform = await guideCheck();
  const signature = String(message?.headers["x-signature"]);
  expect(isFromPlatform(signature, message?.body ?? "", secret)).toBe(true);
  expect(isFromPlatform(signature, `${message?.body} `, secret)).toBe(false);
  expect(isFromPlatform(signature, message?.body ?? "", `${secret}x`)).toBe(false);
  expect(isFromPlatform(undefined, message?.body ?? "", secret)).toBe(false);
  expect((await log(id))[0]).toMatchObject({
    state: { id: "DELIVERED" },
    status: 200,
    attemptsCount: 1,
    permissions: { resend: true },
  });
  await deliver();
  expect(heard).toHaveLength(1);
});

test("a receiver that fails is asked again with growing pauses for a day, then the journal says so; resending begins anew", async () => {
  const { id } = await hook(["invoice.paid"]);
  expect((await demo.call(CAST.owner, "POST", `${API}/${id}/test`)).status).toBe(200);
  await sql`
    UPDATE webhook_deliveries SET until = created_at + interval '24 hours' WHERE webhook_id = ${id}`.execute(
    demo.database.kysely,
  );
  answer = 500;
  await deliver();
  expect((await log(id))[0]).toMatchObject({
    state: { id: "WAITING" },
    status: 500,
    problem: "Сервер ответил 500",
    nextAt: expect.any(String),
  });
  await deliver();
  expect(heard).toHaveLength(1);
  for (let hour = 0; hour < 25; hour += 1) {
    aheadMs += HOUR_MS;
    await deliver();
  }
  const [failed] = await log(id);
  expect(failed).toMatchObject({ state: { id: "FAILED" }, problem: "Сервер ответил 500" });
  expect(heard.length).toBeGreaterThan(6);
  expect(heard.length).toBeLessThan(12);
  // The id stays the same, so the receiver can tell a repetition.
  expect(new Set(heard.map(({ body }) => (JSON.parse(body) as { id: number }).id)).size).toBe(1);
  const journal = await sql<{
    reason: string;
  }>`
    SELECT reason FROM audit_log WHERE account_id = 1 AND event = 'webhook.failed'`.execute(
    demo.database.kysely,
  );
  expect(journal.rows).toEqual([{ reason: "Сервер ответил 500" }]);
  answer = 200;
  expect(
    (
      await demo.call(
        CAST.owner,
        "POST",
        `/open-api/v1/account/webhook-deliveries/${String(failed?.["id"])}/resend`,
      )
    ).body,
  ).toMatchObject({ state: { id: "WAITING" } });
  await deliver();
  expect((await log(id))[0]).toMatchObject({ state: { id: "DELIVERED" } });
});

test("a receiver that hangs is left alone for a minute, so that the messages of others are not held up, and its own come later", async () => {
  const { id } = await hook(["payout.paid"]);
  await enqueue(id, 30);
  const { id: other } = await hook(["payout.paid"]);
  hangs = true;
  await deliver();
  expect(heard).toHaveLength(4);
  expect(await log(id)).toContainEqual(
    expect.objectContaining({
      state: { id: "WAITING", title: "Ждёт отправки" },
      status: null,
      problem: "Сервер не ответил за 10 секунд",
    }),
  );
  hangs = false;
  await enqueue(other, 1);
  heard = [];
  // The first hook's messages wait for their minute.
  await deliver();
  expect(heard).toHaveLength(1);
  for (let minute = 0; minute < 3; minute += 1) {
    aheadMs += HOUR_MS;
    await deliver();
  }
  expect(
    (await demo.call(CAST.owner, "GET", `${API}/${id}/deliveries?states=DELIVERED&perPage=1`)).body[
      "meta"
    ],
  ).toMatchObject({ total: 30 });
});

test("a receiver that has got a message twice can tell: a sender killed before it heard the answer sends the same bytes under the same id", async () => {
  const { id } = await hook(["payout.paid"]);
  await enqueue(id, 1);
  await deliver();
  await sql`
    UPDATE webhook_deliveries
    SET state = 'SENDING', due_at = ${new Date(demo.clock.now().getTime() + 2 * 60_000)}
    WHERE webhook_id = ${id}`.execute(demo.database.kysely);
  await deliver();
  expect(heard).toHaveLength(1);
  aheadMs = 3 * 60_000;
  await deliver();
  expect(heard).toHaveLength(2);
  expect(heard[1]?.body).toBe(heard[0]?.body);
  expect(heard[1]?.headers["x-webhook-id"]).toBe(heard[0]?.headers["x-webhook-id"]);
  expect(await log(id)).toMatchObject([{ state: { id: "DELIVERED" }, attemptsCount: 2 }]);
});

test("a webhook is switched off and on without losing its secret or its log; its address and events are changed, and its secret", async () => {
  const { id, secret } = await hook(["payout.paid"]);
  await enqueue(id, 1);
  const off = await demo.call(CAST.owner, "PUT", `${API}/${id}`, {
    url: "https://erp.company.test/new",
    events: ["invoice.paid", "payout.paid"],
    isActive: false,
  });
  expect([off.status, off.body]).toEqual([
    200,
    expect.objectContaining({
      url: "https://erp.company.test/new",
      state: { id: "OFF", title: "Выключен" },
      events: [
        expect.objectContaining({ id: "payout.paid" }),
        expect.objectContaining({ id: "invoice.paid" }),
      ],
    }),
  ]);
  const [given] = await log(id);
  expect(given).toMatchObject({
    state: { id: "FAILED" },
    problem: "Вебхук выключен",
    permissions: { resend: false },
  });
  expect(
    (
      await demo.call(
        CAST.owner,
        "POST",
        `/open-api/v1/account/webhook-deliveries/${String(given?.["id"])}/resend`,
      )
    ).status,
  ).toBe(409);
  await deliver();
  expect(heard).toHaveLength(0);
  expect(
    (
      await demo.call(CAST.owner, "PUT", `${API}/${id}`, {
        url: "https://erp.company.test/new",
        events: ["payout.paid"],
        isActive: true,
      })
    ).body,
  ).toMatchObject({ state: { id: "ACTIVE" } });
  const { body } = await demo.call(CAST.owner, "POST", `${API}/${id}/secret`);
  expect(body["secret"]).toMatch(/^wh_[\w-]{43}$/);
  expect(body["secret"]).not.toBe(secret);
  await sql`UPDATE webhooks SET url = ${`${origin}/hooks`} WHERE id = ${id}`.execute(
    demo.database.kysely,
  );
  expect(
    (
      await demo.call(
        CAST.owner,
        "POST",
        `/open-api/v1/account/webhook-deliveries/${String(given?.["id"])}/resend`,
      )
    ).status,
  ).toBe(200);
  await deliver();
  const isFromPlatform = await guideCheck();
  const { headers, body: sent } = heard[0] ?? { headers: {}, body: "" };
  expect(isFromPlatform(String(headers["x-signature"]), sent, String(body["secret"]))).toBe(true);
  const journal = await demo.call(
    CAST.owner,
    "GET",
    "/open-api/v1/account/log?events=webhook.updated,webhook.secret_renewed&perPage=3",
  );
  expect(journal.body.items?.map((one) => one["event"])).toEqual([
    "webhook.secret_renewed",
    "webhook.updated",
    "webhook.updated",
  ]);
});

test("what happens while a webhook is off is not told later", async () => {
  const { id } = await hook(["job.canceled"]);
  await demo.call(CAST.owner, "PUT", `${API}/${id}`, {
    url: "https://erp.company.test/hooks",
    events: ["job.canceled"],
    isActive: false,
  });
  const { rows } = await sql<{
    id: bigint;
  }>`
    SELECT id
    FROM jobs
    WHERE account_id = 1 AND kind = 'OFFER' AND state = 'PUBLISHED'
    ORDER BY id
    LIMIT 1`.execute(demo.database.kysely);
  expect(
    (
      await demo.call(CAST.owner, "POST", "/client-api/job/cancel", {
        jobID: Number(rows[0]?.id),
        reasonID: "MISTAKE",
      })
    ).status,
  ).toBe(200);
  expect(await log(id)).toEqual([]);
});

test("the log is narrowed by state, event and day", async () => {
  const { id } = await hook(["payout.paid"]);
  await enqueue(id, 2);
  await deliver();
  await demo.call(CAST.owner, "POST", `${API}/${id}/test`);
  const count = async (query: string) =>
    (await demo.call(CAST.owner, "GET", `${API}/${id}/deliveries?${query}`)).body.items?.length;
  expect(
    await Promise.all(
      [
        "states=DELIVERED",
        "states=WAITING",
        "states=DELIVERED,WAITING",
        "events=payout.paid",
        "events=test",
        "periodEnd=2020-01-01",
        "periodStart=2020-01-01",
      ].map(count),
    ),
  ).toEqual([2, 1, 3, 2, 1, 0, 3]);
  expect((await demo.call(CAST.owner, "GET", `${API}/${id}/deliveries?states=SENT`)).status).toBe(
    422,
  );
});

test("a redirect is no delivery, and nobody is sent elsewhere by it", async () => {
  const { id } = await hook(["invoice.paid"]);
  await demo.call(CAST.owner, "POST", `${API}/${id}/test`);
  answer = 302;
  await deliver();
  expect(heard).toHaveLength(1);
  expect((await log(id))[0]).toMatchObject({
    state: { id: "FAILED" },
    problem: "Сервер ответил 302",
  });
});

test.each([
  "10.0.0.1",
  "127.0.0.1",
  "169.254.169.254",
  "192.168.1.1",
  "100.64.0.1",
  "0.0.0.0",
  "::1",
  "::ffff:10.0.0.1",
  "fc00::1",
  "fe80::1",
  "64:ff9b::a00:1",
  "2002:a00:1::",
])("%s is no address of the open internet", (address) => {
  expect(isOpenAddress(address)).toBe(false);
});

test.each(["8.8.8.8", "77.88.8.8", "2a02:6b8::feed:ff"])("%s is", (address) => {
  expect(isOpenAddress(address)).toBe(true);
});

test("addresses inside of our network are refused when they are typed and when they are called, by name as well", async () => {
  for (const url of [
    "https://10.0.0.1/x",
    "https://localhost/x",
    "https://[::1]/x",
    "https://2130706433/x",
    "https://intranet/x",
    "http://erp.company.test/x",
    "https://a:b@erp.company.test/x",
    "ftp://x",
    "слово",
  ]) {
    const { status, body } = await demo.call(CAST.owner, "POST", API, {
      url,
      events: ["invoice.paid"],
    });
    expect([url, status, Object.keys((body["errors"] as object | undefined) ?? {})]).toEqual([
      url,
      422,
      ["url"],
    ]);
  }
  // The name leads inside, whatever it led to when typed.
  await expect(
    httpWebhookReceiver().post({ url: "https://localhost:1/x", body: "{}", headers: {} }),
  ).rejects.toThrow(/внутреннюю сеть/);
  await expect(
    httpWebhookReceiver().post({ url: "https://127.0.0.1:1/x", body: "{}", headers: {} }),
  ).rejects.toThrow(/внутреннюю сеть/);
  await expect(
    httpWebhookReceiver().post({ url: `${origin}/x`, body: "{}", headers: {} }),
  ).rejects.toThrow(/https/);
  expect(heard).toEqual([]);
});

test("a sandbox of this machine alone sends to this machine, by HTTP; nowhere else inside", async () => {
  const receiver = httpWebhookReceiver({ reachesLoopback: true });
  const refusalOf = (url: string) => receiver.refusalOf(new URL(url));
  for (const url of [`${origin}/x`, "http://localhost:1/x", "https://[::1]/x"])
    expect([url, refusalOf(url)]).toEqual([url, null]);
  for (const url of ["https://10.0.0.1/x", "http://192.168.1.1/x", "https://intranet/x"])
    expect([url, refusalOf(url)]).toEqual([url, expect.any(String)]);
  expect(refusalOf("http://erp.company.test/x")).toMatch(/https/);
  const port = new URL(origin).port;
  expect(await receiver.post({ url: `http://localhost:${port}/x`, body: "{}", headers: {} })).toBe(
    200,
  );
});

test("owner and administrator keep webhooks, the finance manager reads, another company's looks like none; the secret is kept sealed", async () => {
  const { id, secret } = await hook(["invoice.paid"]);
  expect((await demo.call(CAST.financeManager, "GET", API)).body.items).toMatchObject([
    { id, events: [{ title: "Счёт оплачен" }] },
  ]);
  expect((await demo.call(CAST.financeManager, "POST", `${API}/${id}/test`)).status).toBe(403);
  expect((await demo.call(CAST.viewer, "GET", API)).status).toBe(403);
  for (const path of [`${API}/${id}/test`, `${API}/${id}/secret`])
    expect((await demo.call(CAST.otherOwner, "POST", path)).status).toBe(404);
  expect((await demo.call(CAST.otherOwner, "GET", `${API}/${id}`)).status).toBe(404);
  expect((await demo.call(CAST.financeManager, "POST", `${API}/${id}/secret`)).status).toBe(403);
  expect((await demo.call(CAST.otherOwner, "DELETE", `${API}/${id}`)).status).toBe(404);
  const { rows } = await sql<{
    found: boolean;
  }>`
    SELECT position(convert_to(${secret}, 'UTF8') IN secret) > 0 AS found
    FROM webhooks
    WHERE id = ${id}`.execute(demo.database.kysely);
  expect(rows[0]?.found).toBe(false);
  expect((await demo.call(CAST.owner, "DELETE", `${API}/${id}`)).status).toBe(200);
  expect((await demo.call(CAST.owner, "GET", API)).body.items).toEqual([]);
});
