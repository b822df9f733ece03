import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { readClockOffset } from "#server/sandbox/index.ts";
import { shareClock } from "#server/sandbox/shared-clock.ts";
import { offsetClock } from "#server/data/clock.ts";
import { codeOn } from "#tests/support/codes.ts";
import { buildDemoApp, CAST, type DemoApp } from "#tests/support/demo-app.ts";

const DAY = 86_400;

let demo: DemoApp;
beforeAll(async () => {
  demo = await buildDemoApp();
  // Machine's time stands still, so that the product's is compared to the millisecond.
  vi.useFakeTimers({ toFake: ["Date"] });
});
afterAll(async () => {
  vi.useRealTimers();
  await demo.close();
});

const move = (change: object) => demo.call(null, "POST", "/sandbox/api/clock", change);
const ask = (phone: string) =>
  demo.call(null, "POST", "/open-api/v1/auth/send-otp", { phoneNumber: phone, exists: true });
const aheadMs = () => demo.clock.now().getTime() - Date.now();

async function signIn(phone: string) {
  expect(await ask(phone)).toMatchObject({ status: 200 });
  const { status, body } = await demo.call(null, "POST", "/open-api/v1/auth/login", {
    phoneNumber: phone,
    code: await codeOn(demo, phone),
  });
  expect(status).toBe(200);
  return { access: String(body["accessToken"]), refresh: String(body["refreshToken"]) };
}
const refresh = (refreshToken: string) =>
  demo.call(
    null,
    "POST",
    "/open-api/v1/auth/refresh-jwt",
    { refreshToken },
    { "user-agent": "lightMyRequest" },
  );
const meWith = async (token: string) =>
  (
    await demo.call(null, "GET", "/client-api/user/my-info", undefined, {
      authorization: `Bearer ${token}`,
    })
  ).status;

describe("the demonstration's clock moved ahead", () => {
  test("by two minutes leaves everybody where he was", async () => {
    const { access } = await signIn(CAST.viewer);
    expect((await move({ advanceSeconds: 120 })).status).toBe(200);
    expect(await meWith(access)).toBe(200);
  });

  test("by a year asks nobody to sign in anew", async () => {
    const session = await signIn(CAST.accountant);
    await move({ advanceSeconds: 300 * DAY });
    const fresh = await refresh(session.refresh);
    expect([fresh.status, await meWith(String(fresh.body["accessToken"]))]).toEqual([200, 200]);
  });
});

describe("and back to the machine's time", () => {
  test("locks nobody out: who is signed in stays so, who is not gets his code at once", async () => {
    const session = await signIn(CAST.owner);
    await ask("79000000101");
    await demo.database.pool.query(
      "INSERT INTO entry_attempts (ip, kind, at) SELECT '127.0.0.1', 'registration-context', $1 FROM generate_series(1, 60)",
      [demo.clock.now()],
    );
    await move({});
    expect(aheadMs()).toBe(0);
    const fresh = await refresh(session.refresh);
    expect([fresh.status, await meWith(String(fresh.body["accessToken"]))]).toEqual([200, 200]);
    await signIn("79000000101");
    await signIn(CAST.owner);
    expect(
      (
        await demo.call(null, "POST", "/open-api/v1/auth/registration-context", {
          inn: "7707083893",
          type: "account",
        })
      ).status,
    ).not.toBe(429);
  });

  test("does the work that was planned by the other time, each after its own wait", async () => {
    await move({ advanceSeconds: 30 * DAY });
    const plan = (seconds: number) => new Date(demo.clock.now().getTime() + seconds * 1000);
    await sql`UPDATE receipt_sweep SET due_at = ${plan(-5)}`.execute(demo.database.kysely);
    await sql`UPDATE statement_cursor SET due_at = ${plan(3600)}`.execute(demo.database.kysely);
    await move({});
    const { rows } = await sql<{
      sweep: Date;
      statement: Date;
    }>`
      SELECT (SELECT due_at FROM receipt_sweep) AS sweep,
        (SELECT due_at FROM statement_cursor) AS statement`.execute(demo.database.kysely);
    const now = Date.now();
    expect(rows).toEqual([{ sweep: new Date(now), statement: new Date(now + 3_600_000) }]);
  });
});

test("a restart finds the clock where it was left", async () => {
  await move({ advanceSeconds: 5 * DAY });
  expect(await readClockOffset(demo.db.kysely)).toBe(5 * DAY * 1000);
  await move({ now: "2027-01-15T09:00:00Z" });
  expect(await readClockOffset(demo.db.kysely)).toBe(
    Date.parse("2027-01-15T09:00:00Z") - Date.now(),
  );
  await move({});
  expect(await readClockOffset(demo.db.kysely)).toBe(0);
});

describe("two processes", () => {
  /** A separate process; hears that the clock moved when told so. */
  function aProcess() {
    const clock = offsetClock();
    let hear = () => {};
    const shared = shareClock({
      db: demo.db.kysely,
      clock,
      hub: {
        subscribe: (_to, listener) => (
          (hear = () => listener({ to: "", resource: "" })),
          () => undefined
        ),
      },
    });
    return {
      now: () => clock.now().getTime(),
      advance: (seconds: number) =>
        shared.move((before) => new Date(before.getTime() + seconds * 1000)),
      hears: () => (hear(), shared.caughtUp()),
    };
  }

  test("show the same time however long the move has taken: a token of one is not of the other's future", async () => {
    const [here, there] = [aProcess(), aProcess()];
    const other = await demo.database.pool.connect();
    await other.query("BEGIN");
    await other.query("LOCK TABLE sessions");
    const moving = here.advance(60);
    await expect
      .poll(async () => {
        const { rows } = await sql`
          SELECT FROM pg_stat_activity
          WHERE datname = current_database() AND wait_event_type = 'Lock'`.execute(
          demo.database.kysely,
        );
        return rows.length;
      })
      .toBe(1);
    vi.setSystemTime(Date.now() + 700);
    await other.query("COMMIT");
    other.release();
    await moving;
    await there.hears();
    expect(here.now()).toBe(there.now());
  });

  test("that move it at once move it twice", async () => {
    const [here, there] = [aProcess(), aProcess()];
    await Promise.all([here.hears(), there.hears()]);
    const before = here.now();
    await Promise.all([here.advance(600), there.advance(600)]);
    await Promise.all([here.hears(), there.hears()]);
    for (const one of [here, there]) expect(one.now() - before).toBe(1_200_000);
  });
});
