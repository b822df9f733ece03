import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { inTransaction } from "#server/data/transaction.ts";
import { itemTask, type Claim } from "#server/work/item-task.ts";
import { callTask, outsideTask } from "#server/work/outside-task.ts";
import { OutOfReach } from "#server/work/out-of-reach.ts";
import { listSetAside } from "#server/work/set-aside.ts";
import { buildDemoApp, type DemoApp } from "#tests/support/demo-app.ts";

let demo: DemoApp;
beforeAll(async () => {
  demo = await buildDemoApp();
  await sql`
    CREATE TABLE public.numbers (id integer PRIMARY KEY, due_at timestamptz, answer integer)`.execute(
    demo.database.kysely,
  );
  await sql`GRANT ALL ON public.numbers TO PUBLIC`.execute(demo.database.kysely);
});
afterAll(() => demo.close());
beforeEach(async () => {
  await sql`TRUNCATE public.numbers, set_aside_items`.execute(demo.database.kysely);
  await sql`
    INSERT INTO public.numbers SELECT n, ${demo.clock.now()} FROM generate_series(1, 40) n`.execute(
    demo.database.kysely,
  );
});

const deps = () => ({ db: demo.db.kysely, clock: demo.clock });
const base = {
  name: "numbers",
  idleMs: 1000,
  batch: 40,
  nameOf: String,
  async lease({ at, until, limit, isFree }: Claim) {
    const { rows } = await sql<{ id: number }>`
      UPDATE public.numbers SET due_at = ${until}
      WHERE id = ANY (ARRAY(SELECT id FROM public.numbers
        WHERE due_at <= ${at} AND ${isFree(sql`id::text`)}
        ORDER BY id LIMIT ${limit} FOR UPDATE SKIP LOCKED))
      RETURNING id`.execute(demo.db.kysely);
    return rows.map(({ id }) => id);
  },
};
const write = (trx: Parameters<Parameters<typeof inTransaction>[1]>[0], ids: readonly number[]) =>
  sql`
    UPDATE public.numbers SET answer = id * 2, due_at = NULL
    WHERE id = ANY (${[...ids]}::integer[])`.execute(trx);
const run = async (task: { run(signal: AbortSignal): Promise<boolean> }) => {
  while (await task.run(new AbortController().signal));
};
const unanswered = async () =>
  (
    await sql<{ id: number }>`
      SELECT id FROM public.numbers WHERE answer IS NULL ORDER BY id`.execute(demo.database.kysely)
  ).rows.map(({ id }) => id);
const setAside = async () =>
  (await listSetAside(demo.db.kysely)).map(({ item, tries, problem }) => ({
    item,
    tries,
    problem,
  }));
const refuse = (bad: readonly number[]) => (some: readonly number[]) => {
  if (some.some((one) => bad.includes(one))) throw new Error("the answer has no id");
};

test("items that cannot be done are set aside with their reasons, all others are done", async () => {
  const check = refuse([1, 17]);
  await run(
    itemTask<number>(deps(), {
      ...base,
      async settle(trx, id) {
        await write(trx, [id]);
        check([id]);
      },
    }),
  );
  expect(await unanswered()).toEqual([1, 17]);
  expect(await setAside()).toEqual(
    ["1", "17"].map((item) => ({ item, tries: 1, problem: "the answer has no id" })),
  );
});

test("a batch that is written by one statement is written in halves around the bad ones; the database's words are not kept", async () => {
  await sql`
    ALTER TABLE public.numbers ADD CONSTRAINT bad CHECK (answer NOT IN (2, 66))`.execute(
    demo.database.kysely,
  );
  const task = itemTask<number>(deps(), { ...base, settleTogether: (trx, ids) => write(trx, ids) });
  await run(task);
  expect(await unanswered()).toEqual([1, 33]);
  expect((await setAside())[0]?.problem).toBe("База данных не приняла запись (23514)");
  await sql`ALTER TABLE public.numbers DROP CONSTRAINT bad`.execute(demo.database.kysely);
  demo.clock.advance(3 * 60_000);
  await run(task);
  expect([await unanswered(), await setAside()]).toEqual([[], []]);
});

test("a request for many is asked in halves around the bad ones, however many stand in front; each failure in a row counts, whether of the question or of its answer", async () => {
  const bad = [1, 2, 3, 4, 5, 30];
  const task = outsideTask<number, number>(deps(), {
    ...base,
    async ask(some) {
      refuse(bad)(some);
      return new Map(some.map((one) => [String(one), one * 2]));
    },
    settle(trx, id, answer) {
      if (id === 20) throw new Error("cannot be written");
      expect(answer).toBe(id * 2);
      return write(trx, [id]);
    },
  });
  // Halves are drawn: by chance only bad ones are asked first, which looks like an outage.
  for (let hour = 0; hour < 30; hour += 1) {
    await run(task).catch(() => undefined);
    demo.clock.advance(3_600_000);
  }
  expect(await unanswered()).toEqual([1, 2, 3, 4, 5, 20, 30]);
  const written = (await setAside()).find(({ item }) => item === "20");
  expect(written).toMatchObject({ problem: "cannot be written" });
  expect(written?.tries).toBeGreaterThan(2);
});

test("a service out of reach is nobody's fault: the task ends with it, no item is set aside, and no transaction is open meanwhile", async () => {
  let isOpen = true;
  const away = async () => {
    const { rows } = await sql`
      SELECT FROM pg_stat_activity
      WHERE datname = current_database() AND state LIKE 'idle in transaction%'`.execute(
      demo.database.kysely,
    );
    isOpen = rows.length > 0;
    throw new OutOfReach("away");
  };
  for (const task of [
    outsideTask<number, number>(deps(), { ...base, ask: away, settle: async () => undefined }),
    callTask<number, number>(deps(), {
      ...base,
      atOnce: 3,
      call: away,
      settle: async () => undefined,
    }),
  ]) {
    await expect(run(task)).rejects.toThrow("away");
    expect([isOpen, await setAside()]).toEqual([false, []]);
    demo.clock.advance(3 * 60_000);
  }
  expect(await unanswered()).toHaveLength(40);
});

test("a refusal of everybody is an outage, told by the task and counted to no item; one that stays when others pass is counted", async () => {
  let refused = (_id: number) => true;
  const task = outsideTask<number, number>(deps(), {
    ...base,
    ask: async (some) =>
      new Map(some.map((one) => [String(one), refused(one) ? new Error("not taken") : one])),
    settleTogether: (trx, ids) => write(trx, ids),
  });
  for (let minutes = 0; minutes < 30; minutes += 3) {
    await expect(run(task)).rejects.toThrow("not taken");
    demo.clock.advance(3 * 60_000);
  }
  expect([await unanswered(), await setAside()]).toEqual([
    Array.from({ length: 40 }, (_, n) => n + 1),
    [],
  ]);
  // Half of them are well: what is answered is written, the rest is still nobody's fault.
  refused = (id) => id <= 25;
  await expect(run(task)).rejects.toThrow("not taken");
  expect([(await unanswered()).length, await setAside()]).toEqual([25, []]);
  refused = (id) => id === 7;
  demo.clock.advance(3 * 60_000);
  await run(task);
  expect(await unanswered()).toEqual([7]);
  expect(await setAside()).toEqual([{ item: "7", tries: 1, problem: "not taken" }]);
});

test("new items refused one after another are an outage too", async () => {
  await sql`UPDATE public.numbers SET due_at = NULL`.execute(demo.database.kysely);
  const task = outsideTask<number, number>(deps(), {
    ...base,
    ask: async (some) => new Map(some.map((one) => [String(one), new Error("not taken")])),
    settle: (trx, id) => write(trx, [id]),
  });
  let told = 0;
  for (let id = 1; id <= 8; id += 1) {
    await sql`UPDATE public.numbers SET due_at = ${demo.clock.now()} WHERE id = ${id}`.execute(
      demo.database.kysely,
    );
    await run(task).catch(() => (told += 1));
  }
  expect([told, (await setAside()).map(({ item }) => item)]).toEqual([5, ["1", "2", "3"]]);
});

test("an Error among the answers is of its item alone, and tells the record why", async () => {
  const heard: unknown[] = [];
  const task = outsideTask<number, number>(deps(), {
    ...base,
    ask: async (some) =>
      new Map(some.map((one) => [String(one), one === 3 ? new Error("not taken") : one])),
    settleTogether: (trx, ids) => write(trx, ids),
    isLast: (answer) => answer === 40,
    async failed(_trx, id, { error, tries }) {
      heard.push([id, String(error), tries]);
      return false;
    },
  });
  // The last answer ends the run though something was done.
  expect(await task.run(new AbortController().signal)).toBe(false);
  expect([await unanswered(), heard]).toEqual([[3], [[3, "Error: not taken", 1]]]);
});

test("steps are made of the most urgent item that no other process has; one that fails is set aside", async () => {
  const left = new Map([
    [1, 2],
    [2, 3],
    [4, 1],
  ]);
  const made: number[] = [];
  await run(
    itemTask<number>(deps(), {
      ...base,
      async lease({ isFree }) {
        const { rows } = await sql<{ id: number }>`
          SELECT id FROM public.numbers
          WHERE answer IS NULL AND id <= 4 AND ${isFree(sql`id::text`)}
          ORDER BY id`.execute(demo.db.kysely);
        return rows.map(({ id }) => id);
      },
      async step(trx, id) {
        if (id === 3) return false;
        if (id === 2 && made.includes(2)) throw new Error("the second step fails");
        made.push(id);
        left.set(id, (left.get(id) ?? 0) - 1);
        if (left.get(id) === 0) await write(trx, [id]);
        return true;
      },
    }),
  );
  expect(made).toEqual([1, 1, 2, 4]);
  expect((await setAside()).map(({ item }) => item)).toEqual(["2"]);
});

test("calls of their own are made a few at a time; a bad one holds no other and may end its record", async () => {
  let flying = 0;
  let most = 0;
  await run(
    callTask<number, number>(deps(), {
      ...base,
      atOnce: 3,
      async call(id) {
        flying += 1;
        most = Math.max(most, flying);
        await new Promise((done) => setTimeout(done, 5));
        flying -= 1;
        refuse([2, 9])([id]);
        return id;
      },
      settle: (trx, id) => write(trx, [id]),
      // The ninth is given up at once: it is not tried again.
      async failed(trx, id) {
        if (id !== 9) return false;
        await sql`UPDATE public.numbers SET answer = -1, due_at = NULL WHERE id = 9`.execute(trx);
        return true;
      },
    }),
  );
  expect(most).toBe(3);
  expect(await unanswered()).toEqual([2]);
  expect((await setAside()).map(({ item }) => item)).toEqual(["2"]);
});

test("a record that cannot even be ended is set aside all the same", async () => {
  await run(
    itemTask<number>(deps(), {
      ...base,
      settle: (trx, id) => {
        refuse([5])([id]);
        return write(trx, [id]);
      },
      failed: () => Promise.reject(new Error("cannot be ended")),
    }),
  );
  expect([await unanswered(), await setAside()]).toEqual([
    [5],
    [{ item: "5", tries: 1, problem: "cannot be ended" }],
  ]);
});

test("a task of days looks once in its pause, also after the clock was moved back", async () => {
  let looks = 0;
  const task = itemTask<number>(deps(), {
    ...base,
    everyMs: 60_000,
    async lease() {
      looks += 1;
      return [];
    },
    settle: async () => undefined,
  });
  for (const ms of [0, 30_000, 31_000, -7_200_000]) {
    demo.clock.advance(ms);
    await run(task);
  }
  expect(looks).toBe(3);
});
