import fastify, { type FastifyInstance } from "fastify";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { NOTICE_NAMES } from "#contract/notices/notice-types.ts";
import { viewNotice } from "#contract/notices/views/view-notice.ts";
import { sandboxBank } from "#server/integrations/bank/sandbox.ts";
import { sandboxSms } from "#server/integrations/sms/sandbox.ts";
import { sandboxTaxService } from "#server/integrations/tax-service/sandbox.ts";
import { seedDatabase } from "#server/seed/seed.ts";
import { auditLedger } from "#server/money/ledger/index.ts";
import { decisionsOf } from "#server/modules.ts";
import { listenForNotices } from "#server/modules/notices/listeners/notices.ts";
import { mountSandbox, shareClock } from "#server/sandbox/index.ts";
import type { Actor } from "#server/http/actor.ts";
import { offsetClock } from "#server/data/clock.ts";
import { setErrorAnswers } from "#server/http/error-answers.ts";
import { makeSecrets } from "#server/data/secrets.ts";
import { makeProductEvents } from "#server/product-events.ts";
import { anAccount, aPersonWithRole } from "#tests/support/factories/an-account.ts";
import { aWorkman } from "#tests/support/factories/a-workman.ts";
import { createTestDatabase, type TestDatabase } from "#tests/support/test-database.ts";
import { aPlatform } from "#tests/support/a-platform.ts";

let database: TestDatabase;
let http: FastifyInstance;
const clock = offsetClock();

beforeAll(async () => {
  database = await createTestDatabase();
  const secrets = makeSecrets("a secret of this test file, long enough");
  await seedDatabase(database.kysely, "demo", clock, secrets);
  http = fastify();
  setErrorAnswers(http);
  const events = makeProductEvents();
  listenForNotices(events);
  const hub = { subscribe: () => () => undefined };
  const platform = aPlatform({ db: database.kysely, clock, events, secrets });
  mountSandbox(http, platform, {
    decisions: decisionsOf(platform),
    sharedClock: shareClock({ db: database.kysely, clock, hub }),
    actorOf: async (authorization) => (authorization ? ({ personId: 3 } as Actor) : null),
  });
  await http.ready();
});
afterAll(async () => {
  await http.close();
  await database.drop();
});

async function call(
  method: "GET" | "POST" | "PUT",
  path: string,
  body?: object,
  headers: Record<string, string> = {},
) {
  const answer = await http.inject({
    method,
    url: `/sandbox/api${path}`,
    headers,
    ...(body ? { payload: body } : {}),
  });
  return {
    status: answer.statusCode,
    body: answer.json<Record<string, unknown> & { items: Record<string, unknown>[] }>(),
  };
}

test("shows the code that was sent to a phone, the newest first, and nobody else's when a phone is named", async () => {
  const sms = sandboxSms(database.kysely, clock);
  await sms.send("79000000003", "Код входа: 111111. Никому его не сообщайте");
  await sms.send("79000000003", "Код входа: 222222. Никому его не сообщайте");
  await sms.send("79000000001", "Код входа: 333333. Никому его не сообщайте");
  await sms.send("79000000003", "Ваш заказ 12345678 готов");
  const { body } = await call("GET", "/codes?phone=8%20(900)%20000-00-03");
  expect(body.items.map((one) => one["code"])).toEqual(["222222", "111111"]);
  expect((await call("GET", "/codes")).body.items[0]).toMatchObject({
    phone: "79000000001",
    code: "333333",
  });
  expect(await call("GET", "/codes?phone=12345")).toMatchObject({
    status: 422,
    body: { errors: { phone: [expect.stringContaining("+7")] } },
  });
});

test("lists the fixed phones with what each is", async () => {
  const { body } = await call("GET", "/people");
  expect(body.items[0]).toMatchObject({
    phone: "79000000001",
    kind: "user",
    role: { id: "OWNER", title: "Владелец" },
    account: { id: 1 },
  });
  expect(body.items.filter((one) => one["phone"] === "79000000009")).toHaveLength(2);
  expect(body.items.find((one) => one["phone"] === "79000000107")).toMatchObject({
    kind: "workman",
    role: null,
    smzState: "NOACCESS",
  });
});

describe("the moderator", () => {
  test("passes an account once, its owner is told, and the journal has it", async () => {
    const id = await anAccount(database.kysely, { state: "MODERATION" });
    const { personId } = await aPersonWithRole(database.kysely, id, "OWNER");
    expect((await call("GET", "/moderation")).body.items).toContainEqual(
      expect.objectContaining({ kind: "account", id }),
    );
    expect(await call("POST", `/moderation/account/${id}/approve`)).toMatchObject({ status: 200 });
    expect(await call("POST", `/moderation/account/${id}/approve`)).toMatchObject({
      status: 409,
      body: {
        message: expect.stringMatching(
          /^Запись не ждёт такого решения: она в состоянии «Активен»\. Последнее решение: Модератор площадки, \d{2}\.\d{2}\.\d{4} в \d{2}:\d{2}$/,
        ),
      },
    });
    const { rows } = await sql`
        SELECT a.state, n.type, l.event
        FROM accounts a
        JOIN notices n ON n.person_id = ${personId}
        JOIN audit_log l ON l.account_id = a.id
        WHERE a.id = ${id}`.execute(database.kysely);
    expect(rows).toEqual([
      {
        state: "ACTIVE",
        type: "App\\Notification\\Account\\AccountAccepted",
        event: "account.state_changed",
      },
    ]);
  });

  test("turns a worker down with a reason from the list", async () => {
    const workman = await aWorkman(database.kysely, { state: "MODERATION" });
    expect(
      await call("POST", `/moderation/workman/${workman.id}/reject`, { reasonID: "WHATEVER" }),
    ).toMatchObject({ status: 422 });
    expect(await call("POST", `/moderation/workman/${workman.id}/reject`)).toMatchObject({
      status: 422,
      body: { errors: { reasonID: [expect.stringMatching(/^Укажите причину.*UNREADABLE/)] } },
    });
    expect(
      await call("POST", `/moderation/workman/${workman.id}/reject`, { comment: "Фото обрезано" }),
    ).toMatchObject({ status: 200 });
    const { rows } = await sql`
      SELECT state, error FROM workmen WHERE id = ${workman.id}`.execute(database.kysely);
    expect(rows).toEqual([{ state: "REJECTED", error: "Фото обрезано" }]);
  });

  test.each(["/moderation/invoice/1/approve", "/moderation/account/999999/approve"])(
    "does not know %s",
    async (path) => {
      expect(await call("POST", path)).toMatchObject({ status: 404 });
    },
  );
});

describe("the bank", () => {
  test("is switched one thing at a time", async () => {
    expect(
      await call("PUT", "/bank/switches", { failNext: 2, failReason: "COMPLIANCE" }),
    ).toMatchObject({
      status: 200,
      body: { failNext: 2, failReason: "COMPLIANCE", outOfReach: false },
    });
    expect(
      await call("PUT", "/bank/switches", { failNext: 0, answerAfterSeconds: 5 }),
    ).toMatchObject({ body: { failReason: "COMPLIANCE", answerAfterSeconds: 5 } });
    expect(await call("PUT", "/bank/switches", { failReason: "NO_SUCH" })).toMatchObject({
      status: 422,
    });
    expect(await call("PUT", "/bank/switches", { answerAfterSeconds: 0 })).toMatchObject({
      body: { answerAfterSeconds: 0 },
    });
    expect(await call("GET", "/bank/switches")).toMatchObject({
      body: { failNext: 0, failReason: "COMPLIANCE" },
    });
  });

  test("returns a done order by hand, once, and the gateway hears of it", async () => {
    const bank = sandboxBank(database.kysely, clock);
    const order = {
      kind: "CARD",
      amountKopecks: 123_456n,
      destination: "card",
      recipientName: "Петров Пётр",
      recipientInn: "500100732259",
      purpose: "Оплата",
    } as const;
    await bank.submitOrders([{ ...order, orderId: "77-1" }]);
    expect(
      await call("POST", "/bank/orders/77-1/return", { reason: "NAME_MISMATCH" }),
    ).toMatchObject({ status: 200 });
    expect(await call("POST", "/bank/orders/77-1/return", {})).toMatchObject({ status: 409 });
    expect(await call("POST", "/bank/orders/78-1/return", {})).toMatchObject({ status: 404 });
    expect((await bank.returnsAfter(null)).returns).toMatchObject([
      { orderId: "77-1", reason: "NAME_MISMATCH" },
    ]);
    expect((await call("GET", "/bank/orders?search=петров")).body).toMatchObject({
      items: [{ orderId: "77-1", amount: 1234.56, status: "RETURNED", reason: "NAME_MISMATCH" }],
      meta: { total: 1 },
    });
  });
});

describe("the tax service", () => {
  test("takes a new taxpayer from the page, and the worker annuls his receipt", async () => {
    const tax = sandboxTaxService(database.kysely, clock);
    const income = {
      operationId: "900",
      inn: "770123456703",
      serviceName: "Услуги: переводы",
      amountKopecks: 500n,
      operationAt: clock.now(),
      customerInn: "7707083893",
      customerName: "ООО",
    };
    expect(await tax.registerIncomes([income])).toMatchObject([
      { status: "REFUSED", error: "TAXPAYER_UNREGISTERED" },
    ]);
    expect(
      await call("POST", "/tax-service/taxpayers", {
        inn: "770123456704",
        registered: true,
        bound: true,
      }),
    ).toMatchObject({ status: 422 });
    expect(
      await call("POST", "/tax-service/taxpayers", {
        inn: "7701 2345 6703",
        registered: true,
        bound: true,
      }),
    ).toMatchObject({ status: 200 });
    expect(await tax.registerIncomes([income])).toMatchObject([{ status: "REGISTERED" }]);

    const receipt = (await call("GET", "/tax-service/receipts?search=770123456703")).body.items[0];
    expect(receipt).toMatchObject({ operationId: "900", status: "REGISTERED", amount: 5 });
    expect(
      await call("POST", `/tax-service/receipts/${String(receipt?.["id"])}/annul`),
    ).toMatchObject({ status: 200 });
    expect(
      await call("POST", `/tax-service/receipts/${String(receipt?.["id"])}/annul`),
    ).toMatchObject({ status: 409 });
    expect((await call("GET", "/tax-service/receipts?search=900")).body.items[0]).toMatchObject({
      status: "CANCELED",
      canceledBy: "WORKMAN",
    });
  });
});

describe("notices", () => {
  test("of every type of the catalogue can be emitted without writing a payload", async () => {
    for (const name of NOTICE_NAMES)
      expect([
        name,
        (await call("POST", `/notices/${name}`, { phone: "79000000101" })).status,
      ]).toEqual([name, 200]);
  });

  test("go to the signed-in person when no phone is named, and only in the shape of their type", async () => {
    expect(await call("POST", "/notices/WorkmanAccepted", {})).toMatchObject({ status: 401 });
    expect(
      await call(
        "POST",
        "/notices/TaxAuthorityNotice",
        { resource: { title: "Внимание", text: "Проверьте данные" } },
        { authorization: "Bearer one" },
      ),
    ).toMatchObject({ status: 200 });
    const { rows } = await sql`
        SELECT resource FROM notices WHERE person_id = 3 ORDER BY id DESC LIMIT 1`.execute(
      database.kysely,
    );
    expect(rows).toEqual([{ resource: { title: "Внимание", text: "Проверьте данные" } }]);
    expect(
      await call("POST", "/notices/TaxAuthorityNotice", {
        phone: "79000000101",
        resource: { title: 1 },
      }),
    ).toMatchObject({ status: 422 });
    expect(await call("POST", "/notices/Nonsense", { phone: "79000000101" })).toMatchObject({
      status: 404,
    });
  });

  test("come as a newer server might send them, too: of a type nobody knows and without their fields", async () => {
    for (const variant of ["unknown", "broken"])
      expect((await call("POST", `/notices/${variant}?phone=79000000102`)).status).toBe(200);
    const shown = await sql<{
      type: string;
      resource: object;
    }>`
      SELECT type, resource
      FROM notices n
      JOIN people p ON p.id = n.person_id
      WHERE p.phone = '79000000102'
      ORDER BY n.id DESC
      LIMIT 2`.execute(database.kysely);
    expect(shown.rows.map((notice) => viewNotice(notice).text)).toEqual([
      "Error Data",
      "Уведомление",
    ]);
  });

  test("read the same for the same type on the same day, and come one of each when asked for all", async () => {
    await call("POST", "/notices/OfferCreated?phone=79000000002");
    await call("POST", "/notices/all?phone=79000000002");
    const { rows } = await sql<{
      type: string;
      resource: object;
    }>`
      SELECT type, resource
      FROM notices n
      JOIN people p ON p.id = n.person_id
      WHERE p.phone = '79000000002'
      ORDER BY n.id`.execute(database.kysely);
    expect(rows).toHaveLength(NOTICE_NAMES.length + 1);
    expect(
      rows.filter(({ type }) => type === rows[0]?.type).map(({ resource }) => resource),
    ).toEqual([rows[0]?.resource, rows[0]?.resource]);
  });
});

test("planned work and outages are announced from here, too", async () => {
  expect(
    (
      await call("POST", "/technical-notices", {
        type: "SCHEDULED_MAINTENANCE",
        startsInMinutes: 60,
        endsInMinutes: 90,
      })
    ).status,
  ).toBe(200);
  expect(
    (
      await call("POST", "/technical-notices", {
        type: "FNS_PROBLEMS",
        startsInMinutes: 60,
        endsInMinutes: 60,
      })
    ).status,
  ).toBe(422);
  const { rows } = await sql<{
    type: string;
  }>`SELECT type FROM technical_notices ORDER BY id DESC LIMIT 1`.execute(database.kysely);
  expect(rows).toEqual([{ type: "SCHEDULED_MAINTENANCE" }]);
});

test("the clock moves forward, is set, and comes back to the real time", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  onTestFinished(() => void vi.useRealTimers());
  const drift = (body: Record<string, unknown>) => Date.parse(String(body["now"])) - Date.now();
  expect(drift((await call("POST", "/clock", { advanceSeconds: 86_400 })).body)).toBe(86_400_000);
  expect((await call("POST", "/clock", { now: "2026-12-31T23:59:00+03:00" })).body["now"]).toBe(
    "2026-12-31T20:59:00.000Z",
  );
  expect(await call("POST", "/clock", { now: "1999-01-01T00:00:00Z" })).toMatchObject({
    status: 422,
  });
  expect(drift((await call("POST", "/clock", {})).body)).toBe(0);
});

test("money arrives on the account to the kopeck and the books stay right", async () => {
  const id = await anAccount(database.kysely);
  expect(await call("POST", `/accounts/${id}/top-up`, { amount: 1000.1 })).toMatchObject({
    status: 200,
    body: { balance: 1000.1, balanceReserved: 0 },
  });
  expect(await call("POST", `/accounts/${id}/top-up`, { amount: 0.005 })).toMatchObject({
    status: 422,
    body: { errors: { amount: [expect.stringContaining("двух знаков")] } },
  });
  expect(await call("POST", "/accounts/999999/top-up", { amount: 1 })).toMatchObject({
    status: 404,
  });
  expect(await auditLedger(database.kysely)).toEqual({
    unbalancedEntries: [],
    wrongBalances: [],
    negativeBalances: [],
    wrongReserves: [],
  });
});

test("a page of another site is turned away, the description of the calls is not", async () => {
  expect(await call("GET", "/codes", undefined, { "sec-fetch-site": "cross-site" })).toMatchObject({
    status: 403,
  });
  const { body } = await call("GET", "/openapi.json", undefined, {
    "sec-fetch-site": "same-origin",
  });
  expect(Object.keys(body["paths"] as object)).toContain("/tax-service/taxpayers");
});

test("the product's own role can play every outside party", async () => {
  const client = await database.pool.connect();
  try {
    await client.query("SET ROLE platform_app");
    for (const table of [
      "switches",
      "bank_orders",
      "taxpayers",
      "tax_incomes",
      "sms",
      "bank_statement",
    ]) {
      const { rows } = await client.query(
        `
          SELECT bool_and(has_table_privilege('sandbox.${table}', right_)) AS may
          FROM unnest('{SELECT,INSERT,UPDATE}'::text[]) right_`,
      );
      expect([table, rows[0].may]).toEqual([table, true]);
    }
    await client.query(
      "INSERT INTO sandbox.sms (phone, text, arrives_at) VALUES ('79000000001', 'проба', now())",
    );
  } finally {
    await client.query("RESET ROLE");
    client.release();
  }
});
