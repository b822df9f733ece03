import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { buildDemoApp, type DemoApp } from "#tests/support/demo-app.ts";
import { webhookEar } from "#tests/support/webhook-ear.ts";

const MINUTE_MS = 60_000;

let demo: DemoApp;
let ear: Awaited<ReturnType<typeof webhookEar>>;
beforeAll(async () => {
  demo = await buildDemoApp();
  ear = await webhookEar(demo);
});
afterAll(async () => {
  ear.close();
  await demo.close();
});
beforeEach(async () => {
  ear.heard.length = 0;
  await sql`DELETE FROM webhooks`.execute(demo.database.kysely);
});

/** Messages about these subjects, in this order. */
async function enqueue(webhookId: number, about: readonly (string | null)[]): Promise<void> {
  const now = demo.clock.now();
  for (const one of about)
    await sql`
      INSERT INTO webhook_deliveries (account_id, webhook_id, event, about, data, due_at, until,
        created_at)
      VALUES (1, ${webhookId}, 'payout.paid', ${one}, ${JSON.stringify({ about: one })}, ${now},
        ${new Date(now.getTime() + 24 * 60 * MINUTE_MS)}, ${now})`.execute(demo.database.kysely);
}

const told = (path: string) => ear.heard.filter((one) => one.path === path);
const idsOf = (path: string, about: string) =>
  told(path)
    .filter(({ message }) => message.data["about"] === about)
    .map(({ message }) => message.id);

test("messages about one thing come one by one in the order of their numbers, those about another do not wait", async () => {
  const { id } = await ear.subscribe("/order", ["payout.paid"], ({ message }) =>
    message.data["about"] === "registry:1" ? { after: pause(40) } : {},
  );
  await enqueue(id, ["registry:1", "registry:1", "job:2", "registry:1", "job:2", "registry:1"]);
  await ear.deliver();
  for (const [about, count] of [
    ["registry:1", 4],
    ["job:2", 2],
  ] as const) {
    const ids = idsOf("/order", about);
    expect(ids).toHaveLength(count);
    expect(ids).toEqual(ids.toSorted((one, other) => one - other));
  }
  const first = told("/order").filter(({ message }) => message.data["about"] === "registry:1");
  expect((first[1]?.at ?? 0) - (first[0]?.at ?? 0)).toBeGreaterThanOrEqual(40);
});

test("what follows a message that failed waits for it, says until when, and comes after it", async () => {
  let fails = true;
  const { id } = await ear.subscribe("/fails", ["payout.paid"], ({ message }) => ({
    status: fails && message.data["about"] === "registry:1" ? 500 : 200,
  }));
  await enqueue(id, ["registry:1", "job:2", "registry:1"]);
  await ear.deliver();
  expect(idsOf("/fails", "registry:1")).toHaveLength(1);
  expect(idsOf("/fails", "job:2")).toHaveLength(1);
  const { rows } = await sql<{ due: Date }>`
    SELECT due_at AS due FROM webhook_deliveries
    WHERE webhook_id = ${id} AND state = 'WAITING'`.execute(demo.database.kysely);
  expect(rows).toHaveLength(2);
  expect(rows[0]).toEqual(rows[1]);
  fails = false;
  await ear.deliver(2 * MINUTE_MS);
  const ids = idsOf("/fails", "registry:1");
  expect(ids[1]).toBe(ids[0]);
  expect(ids[2]).toBeGreaterThan(ids[0] ?? 0);
});

test("a message is not sent while one with a smaller number may still be committed", async () => {
  const { id } = await ear.subscribe("/late", ["payout.paid"]);
  let end = () => {};
  const ended = new Promise<void>((resolve) => (end = resolve));
  let begun = () => {};
  const isBegun = new Promise<void>((resolve) => (begun = resolve));
  const late = demo.database.kysely.transaction().execute(async (trx) => {
    const now = demo.clock.now();
    await sql`
      INSERT INTO webhook_deliveries (account_id, webhook_id, event, about, data, due_at, until,
        created_at)
      VALUES (1, ${id}, 'payout.sent', 'registry:1', '{"about":"registry:1"}', ${now}, ${now},
        ${now})`.execute(trx);
    begun();
    await ended;
  });
  try {
    await isBegun;
    await enqueue(id, ["registry:1"]);
    await ear.deliver();
    expect(told("/late")).toEqual([]);
  } finally {
    end();
    await late;
  }
  await ear.deliver();
  expect(told("/late").map(({ message }) => message.event)).toEqual(["payout.sent", "payout.paid"]);
});

test("a slow receiver holds nobody: another's messages, even later ones, come while it thinks", async () => {
  let answer = () => {};
  const answered = new Promise<void>((resolve) => (answer = resolve));
  const { id: slow } = await ear.subscribe("/slow", ["payout.paid"], () => ({ after: answered }));
  const { id: quick } = await ear.subscribe("/quick", ["payout.paid"]);
  await enqueue(
    slow,
    Array.from({ length: 20 }, (_, index) => `job:${index}`),
  );
  await enqueue(quick, ["job:1"]);
  const all = ear.deliver();
  await expect.poll(() => told("/slow").length).toBe(4);
  // Written while the slow hook is being called.
  await enqueue(quick, ["job:1", "job:2"]);
  await expect.poll(() => told("/quick").length).toBe(3);
  expect(told("/slow")).toHaveLength(4);
  await sql`DELETE FROM webhooks WHERE id = ${slow}`.execute(demo.database.kysely);
  answer();
  await all;
});

test("a signature is fresh by the receiver's clock, whatever day the sandbox plays", async () => {
  const { id } = await ear.subscribe("/moved", ["payout.paid"]);
  demo.clock.advance(3 * 24 * 60 * MINUTE_MS);
  await enqueue(id, ["job:1"]);
  await ear.deliver();
  demo.clock.advance(-3 * 24 * 60 * MINUTE_MS);
  const seconds = Number(/^t=(\d+),/.exec(String(told("/moved")[0]?.headers["x-signature"]))?.[1]);
  expect(Math.abs(Date.now() / 1000 - seconds)).toBeLessThan(300);
});
