import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Payout } from "#contract/payouts/payout-endpoints.ts";
import type { Pockets, Transaction } from "#contract/transactions/transaction.ts";
import { seedDemoRegistries } from "#server/seed/seed-demo-registries.ts";
import { buildDemoApp, CAST, type DemoApp } from "#tests/support/demo-app.ts";

let demo: DemoApp;
beforeAll(async () => {
  demo = await buildDemoApp();
  await seedDemoRegistries(demo, demo.app);
});
afterAll(() => demo.close());

async function read<Answer>(phone: string, url: string): Promise<Answer> {
  const { status, body, raw } = await demo.call(phone, "GET", url);
  expect(status, `${url}: ${raw.toString()}`).toBe(200);
  return body as Answer;
}

const kopecks = (rubles: number) => Math.round(rubles * 100);
const pocketsOf = (phone: string) => read<Pockets>(phone, "/client-api/transaction/pockets");

async function operationsOf(phone: string, pocket = ""): Promise<Transaction[]> {
  const found: Transaction[] = [];
  for (let page = 1; ; page += 1) {
    const { items, meta } = await read<{ items: Transaction[]; meta: { lastPage: number } }>(
      phone,
      `/client-api/transaction/list?isMine=true&perPage=100&page=${page}${pocket}`,
    );
    found.push(...items);
    if (page >= meta.lastPage) return found;
  }
}

const sumOf = (list: readonly Transaction[]) =>
  list.reduce((sum, { amount }) => sum + kopecks(amount), 0);

async function expectAgreement(phone: string): Promise<Pockets> {
  const pockets = await pocketsOf(phone);
  const { available, onTheWay, notArrived } = pockets;
  expect(sumOf(await operationsOf(phone)), phone).toBe(
    kopecks(available) + kopecks(onTheWay) + kopecks(notArrived),
  );
  expect(sumOf(await operationsOf(phone, "&pocket=AVAILABLE")), phone).toBe(kopecks(available));
  expect(sumOf(await operationsOf(phone, "&pocket=ON_THE_WAY")), phone).toBe(kopecks(onTheWay));
  expect(sumOf(await operationsOf(phone, "&pocket=NOT_ARRIVED")), phone).toBe(kopecks(notArrived));
  const { current } = await read<{ current: number }>(phone, "/open-api/v1/workman/balance");
  expect(available, phone).toBe(current);
  const payouts = await read<{ totals: { onTheWay: number } }>(
    phone,
    "/open-api/v1/payouts?isMine=true",
  );
  expect(payouts.totals.onTheWay <= onTheWay, phone).toBe(true);
  return pockets;
}

test("every demo worker's operations sum to his three figures, each to its own", async () => {
  const { rows } = await sql<{ phone: string }>`
    SELECT p.phone
    FROM people p
    JOIN workmen w ON w.person_id = p.id
    WHERE w.state = 'ACTIVE'
    ORDER BY p.phone`.execute(demo.database.kysely);
  expect(rows.length).toBeGreaterThan(10);
  const all: Pockets[] = [];
  for (const { phone } of rows) all.push(await expectAgreement(phone));
  expect(all.some(({ available }) => available > 0)).toBe(true);
  expect(all.some(({ notArrived }) => notArrived > 0)).toBe(true);
  expect((await demo.call(CAST.viewer, "GET", "/client-api/transaction/pockets")).status).toBe(403);
});

test("a withdrawal and a payout on their way are nobody's loss: they stand under «В пути»", async () => {
  const phone = CAST.workman;
  const before = await pocketsOf(phone);
  await demo.http.inject({
    method: "PUT",
    url: "/sandbox/api/bank/switches",
    payload: { answerAfterSeconds: 60, failNext: 0, returnNext: 0 },
  });
  const { items: cards } = await read<{ items: { cardId: string; status: string }[] }>(
    phone,
    "/open-api/v1/workman/payments/binded-cards",
  );
  const withdrawn = await demo.call(
    phone,
    "POST",
    "/open-api/v1/workman/payments/withdraw-by-card",
    { cardID: cards.find(({ status }) => status === "ok")?.cardId, amount: 1000 },
    { "idempotency-key": "pockets-withdrawal" },
  );
  expect(withdrawn.status, withdrawn.raw.toString()).toBe(200);
  const fee = Number(withdrawn.body["fee"]);
  const { items } = await read<{ items: Payout[] }>(
    phone,
    "/open-api/v1/payouts?isMine=true&states=RETURNED&states=FAILED",
  );
  const payout = items.find(({ permissions }) => permissions.retry) as Payout;
  const retried = await demo.call(
    phone,
    "POST",
    `/open-api/v1/payouts/${payout.id}/retry`,
    {},
    {
      "idempotency-key": "pockets-retry",
    },
  );
  expect(retried.status, retried.raw.toString()).toBe(200);
  const expectMoved = async () =>
    expect(await expectAgreement(phone)).toEqual({
      available: before.available - 1000,
      onTheWay: before.onTheWay + 1000 - fee + payout.toTransfer,
      notArrived: before.notArrived - payout.toTransfer,
    });
  await expectMoved();
  await demo.runTasksUntilIdle();
  await expectMoved();
  demo.clock.advance(120_000);
  await demo.runTasksUntilIdle();
  const after = await expectAgreement(phone);
  expect(after.onTheWay).toBe(before.onTheWay);
  const sent = (await operationsOf(phone)).find(
    ({ payoutID, arrivedAt }) => payoutID === payout.id && arrivedAt !== null,
  );
  expect(sent).toMatchObject({
    amount: -payout.toTransfer,
    destination: expect.stringContaining("*"),
    pocket: null,
  });
});
