import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { EVENTS_PATH, LIVE_PLACE_HEADER } from "#contract/kernel/api-bases.ts";
import { announcePayouts } from "#server/money/payouts/announce-payouts.ts";
import { announce, LiveHub } from "#server/data/live.ts";
import type { LiveMessage } from "#server/data/live-message.ts";
import { LiveMemory } from "#server/data/live-memory.ts";
import { buildDemoApp, CAST, type DemoApp } from "#tests/support/demo-app.ts";
import { aWorkman } from "#tests/support/factories/a-workman.ts";

let product: DemoApp;
let origin: string;
beforeAll(async () => {
  product = await buildDemoApp();
  origin = await product.http.listen({ host: "127.0.0.1", port: 0 });
});
afterAll(() => product.close());

const tell = (...messages: LiveMessage[]) =>
  product.db.kysely.transaction().execute(async (trx) => {
    for (const message of messages) await announce(trx, message);
  });
const toOwn = (resource: string, ...ids: number[]): LiveMessage => ({
  to: "account:1",
  resource,
  ids,
});

async function placeNow(): Promise<string> {
  const answer = await product.call(CAST.financeManager, "GET", "/client-api/user/my-info");
  return String(answer.headers[LIVE_PLACE_HEADER]);
}

/** Reads the stream until its text matches. */
async function hear(
  place: string | null,
  until: RegExp,
): Promise<{ words: unknown[]; lastId: string }> {
  const stop = new AbortController();
  onTestFinished(() => stop.abort());
  const headers = {
    ...(await product.signIn(CAST.financeManager)),
    ...(place === null ? {} : { "last-event-id": place }),
  };
  const answer = await fetch(origin + EVENTS_PATH, { headers, signal: stop.signal });
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  while (!until.test(text)) text += (await reader?.read())?.value ?? "";
  stop.abort();
  const lines = (name: string) =>
    text
      .split("\n")
      .flatMap((line) => (line.startsWith(`${name}: `) ? [line.slice(name.length + 2)] : []));
  return {
    words: lines("data").map((line) => JSON.parse(line) as unknown),
    lastId: lines("id").pop() ?? "",
  };
}

/** Waits until the hub has received everything sent so far. */
async function heard(resource: string): Promise<void> {
  const word = new Promise<void>((resolve) =>
    product.app.hub.onAny((message) => message.resource === resource && resolve()),
  );
  await tell({ to: "nobody", resource });
  await word;
}

describe("a screen that reads data and listens later", () => {
  test("hears what changed in between, once each, and nothing of another company", async () => {
    await tell(toOwn("before"));
    await heard("before the reading");
    const place = await placeNow();
    await tell(toOwn("payroll-registries", 5), toOwn("payroll-registries", 5));
    await tell({ to: "account:2", resource: "payroll-registries", ids: [6] }, toOwn("invoices"));
    await tell(toOwn("payroll-registries", 5));
    await heard("after the reading");
    const { words } = await hear(place, /: here/);
    expect(words).toEqual([
      { resource: "payroll-registries", ids: [5] },
      { resource: "invoices", ids: [] },
    ]);
  });

  test("hears nothing twice: what came over the stream is behind its place", async () => {
    const place = await placeNow();
    await tell(toOwn("exports", 1));
    await heard("one export");
    const { lastId } = await hear(place, /: here/);
    await tell(toOwn("exports", 2));
    await heard("another export");
    expect((await hear(lastId, /: here/)).words).toEqual([{ resource: "exports", ids: [2] }]);
  });

  test("finds its place again after hours in which others were busy", async () => {
    const { lastId } = await hear(await placeNow(), /: here/);
    for (let index = 0; index < 20; index += 1)
      await tell({ to: "account:2", resource: "jobs", ids: [index] });
    await heard("others were busy");
    expect((await hear(lastId, /: here/)).words).toEqual([]);
  });

  test.each(["of a server that was started anew.3", "'; DROP TABLE", "0"])(
    "reads everything again when nobody remembers its place (%s)",
    async (place) => {
      expect((await hear(place, /: here/)).words).toEqual([{ resource: "*" }]);
    },
  );

  test("that knows no place is told only what comes", async () => {
    await tell(toOwn("employees"));
    await heard("employees");
    expect((await hear(null, /: here/)).words).toEqual([]);
  });

  test("may open its stream at another process", async () => {
    const other = new LiveHub(product.db.pool);
    await other.start();
    onTestFinished(() => other.close());
    await tell(toOwn("jobs", 1), toOwn("jobs", 2));
    await heard("both hear");
    const place = await placeNow();
    await tell(toOwn("jobs", 3));
    await heard("both hear again");
    await expect.poll(() => other.place).toBe(product.app.hub.place);
    expect(other.since(place, ["account:1"])).toEqual([toOwn("jobs", 3)]);
  });
});

describe("the memory of the messages", () => {
  test("is bounded: what it has forgotten it does not pretend to know", () => {
    const memory = new LiveMemory(10);
    const places = [memory.place];
    for (let index = 0; index < 35; index += 1) {
      memory.add(toOwn("jobs", index), index % 3 === 0 ? String(index) : undefined);
      places.push(memory.place);
    }
    const known = places.map(
      (place) => memory.since(place, ["account:1"])?.map(({ ids }) => ids?.[0]) ?? null,
    );
    expect(new Set(places).size).toBe(36);
    expect(known[0]).toBeNull();
    expect(known[35]).toEqual([]);
    const firstKnown = known.findIndex((one) => one !== null);
    expect(35 - firstKnown).toBeGreaterThanOrEqual(10);
    expect(35 - firstKnown).toBeLessThanOrEqual(20);
    for (let index = firstKnown; index <= 35; index += 1)
      expect(known[index]).toEqual(Array.from({ length: 35 - index }, (_, step) => index + step));
  });

  test("forgets all when messages may have been missed", () => {
    const memory = new LiveMemory();
    memory.add(toOwn("jobs"), "1");
    const { place } = memory;
    memory.clear();
    expect(memory.since(place, ["account:1"])).toBeNull();
    expect(memory.since(memory.place, ["account:1"])).toEqual([]);
  });
});

describe("payments of jobs that take a step together", () => {
  const payouts = (count: number, workmanId: number) =>
    Array.from({ length: count }, (_, index) => ({
      account_id: 1,
      id: BigInt(index + 1),
      workman_id: workmanId,
      registry_id: null,
    }));

  test("are all announced to both sides: by their numbers, and past a hundred as «read everything»", async () => {
    const workman = await aWorkman(product.db.kysely);
    const messages: LiveMessage[] = [];
    product.app.hub.onAny((message) => messages.push(message));
    for (const count of [2, 101])
      await product.db.kysely
        .transaction()
        .execute((trx) => announcePayouts(trx, payouts(count, workman.id)));
    await heard("the payments");
    const both = (rest: object) =>
      ["account:1", `person:${workman.personId}`].flatMap((to) =>
        ["payouts", "receipts"].map((resource) => ({ to, resource, ...rest })),
      );
    expect(
      messages.filter(({ resource }) => resource === "payouts" || resource === "receipts"),
    ).toEqual([...both({ ids: [1, 2] }), ...both({})]);
  });
});
