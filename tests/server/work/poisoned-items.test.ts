import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { NOTICE_TOPICS } from "#contract/notices/notice-channels.ts";
import { digestDue } from "#server/modules/notices/message-times.ts";
import { blacklistModule } from "#server/modules/blacklist/module.ts";
import { apiKeysModule } from "#server/modules/api-keys/module.ts";
import { exportsModule } from "#server/modules/exports/module.ts";
import { invoicesModule } from "#server/modules/invoices/module.ts";
import { noticesModule } from "#server/modules/notices/module.ts";
import { workmanDocumentsModule } from "#server/modules/workman-documents/module.ts";
import { walletModule } from "#server/money/workman-wallet/module.ts";
import { referenceTask } from "#server/money/workman-taxes/tasks/reference.ts";
import type { Module } from "#server/module.ts";
import type { Platform } from "#server/platform.ts";
import { makeProductEvents } from "#server/product-events.ts";
import { housekeepingTask } from "#server/work/housekeeping.ts";
import { listSetAside } from "#server/work/set-aside.ts";
import { aPlatform } from "#tests/support/a-platform.ts";
import { buildDemoApp, type DemoApp } from "#tests/support/demo-app.ts";

let demo: DemoApp;
beforeAll(async () => {
  demo = await buildDemoApp();
  await sql`
    CREATE FUNCTION refuse_row() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN RAISE EXCEPTION 'this row is refused'; END $$`.execute(demo.database.kysely);
});
afterAll(() => demo.close());
let poisoned: string | null = null;
afterEach(async () => {
  if (poisoned !== null)
    await sql`DROP TRIGGER poison ON ${sql.table(poisoned)}`.execute(demo.database.kysely);
  poisoned = null;
  await sql`DELETE FROM set_aside_items`.execute(demo.database.kysely);
});

/** The database refuses this change. */
async function poison(
  table: string,
  event: "UPDATE" | "DELETE" | "INSERT",
  when: string,
): Promise<void> {
  await sql`
    CREATE TRIGGER poison BEFORE ${sql.raw(event)} ON ${sql.table(table)}
    FOR EACH ROW WHEN (${sql.raw(when)}) EXECUTE FUNCTION refuse_row()`.execute(
    demo.database.kysely,
  );
  poisoned = table;
}

async function runTask(module: Module, name: string, parts: Partial<Platform> = {}): Promise<void> {
  const platform = aPlatform({
    db: demo.db.kysely,
    clock: demo.clock,
    events: makeProductEvents(),
    exportsDirectory: demo.config.dataDir,
    ...parts,
  });
  const task = module.tasks?.(platform).find((one) => one.name === name);
  if (!task) throw new Error(`there is no task ${name}`);
  while (await task.run(new AbortController().signal));
}

const setAside = async () =>
  (await listSetAside(demo.db.kysely)).map(({ task, item }) => `${task} ${item}`);
const query = async <Row>(text: ReturnType<typeof sql<Row>>): Promise<Row[]> =>
  (await text.execute(demo.database.kysely)).rows;
const twoOf = async (text: ReturnType<typeof sql<{ id: number }>>): Promise<[number, number]> => {
  const rows = await query(text);
  return [Number(rows[0]?.id), Number(rows[1]?.id)];
};

test("a paper whose term cannot be written keeps no other from its term", async () => {
  const [bad, sound] = await twoOf(sql<{ id: number }>`
    INSERT INTO workman_documents (workman_id, type, state, expire_date)
    SELECT id, 'patent', 'VALID', '2020-01-01' FROM workmen ORDER BY id LIMIT 2
    RETURNING id`);
  await poison("workman_documents", "UPDATE", `NEW.id = ${bad}`);
  await runTask(workmanDocumentsModule, "workman-documents.terms");
  expect(
    await query(sql`
      SELECT state FROM workman_documents WHERE id IN (${bad}, ${sound}) ORDER BY id`),
  ).toEqual([{ state: "VALID" }, { state: "EXPIRED" }]);
  expect(await setAside()).toEqual([`workman-documents.terms ${bad}`]);
});

test("an invoice that cannot be ended keeps no other from its end", async () => {
  const [bad, sound] = await twoOf(sql<{ id: number }>`
    INSERT INTO invoices (account_id, state, bank_provider, amount_kopecks, valid_until, created_by,
      created_at)
    SELECT a.id, 'created', 'MAIN', 100, '2020-01-01', (SELECT min(id) FROM people), now()
    FROM (SELECT min(id) AS id FROM accounts) a, generate_series(1, 2)
    RETURNING id`);
  await poison("invoices", "UPDATE", `NEW.id = ${bad}`);
  await runTask(invoicesModule, "invoices.expire");
  expect(
    await query(sql`SELECT state FROM invoices WHERE id IN (${bad}, ${sound}) ORDER BY id`),
  ).toEqual([{ state: "created" }, { state: "expired" }]);
});

test("an export that cannot be removed keeps no other; a store that refuses one file neither, and no transaction waits for it", async () => {
  const ids = (
    await query(sql<{ id: number }>`
      WITH f AS (INSERT INTO files (person_id, name, content_type, size_bytes, sha256, storage_key,
          created_at)
        SELECT (SELECT min(id) FROM people), 'x', 'text/csv', 1, '\\x00', 'old-' || n, now()
        FROM generate_series(1, 3) n
        RETURNING id)
      INSERT INTO exports (account_id, kind, state, title, types, filters, format, created_by, role,
        created_at, due_at, expires_at, file_id)
      SELECT (SELECT min(id) FROM accounts), 'universal', 'READY', 'Выгрузка', ARRAY['PAYOUTS'],
        '{}', 'csv', (SELECT min(id) FROM people), 'OWNER', now(), now(), '2020-01-01', f.id
      FROM f ORDER BY f.id
      RETURNING id`)
  ).map(({ id }) => id);
  await poison("exports", "UPDATE", `NEW.state = 'EXPIRED' AND NEW.id = ${ids[0]}`);
  let isOpen = false;
  await runTask(exportsModule, "exports.expire", {
    files: {
      store: async () => undefined,
      open: () => Promise.reject(new Error("not here")),
      localPath: () => Promise.reject(new Error("not here")),
      async remove(key: string) {
        // Another item's transaction ends by itself; the own one would wait for this answer.
        isOpen ||= await vi
          .waitUntil(
            async () =>
              (
                await query(sql`
                  SELECT FROM pg_stat_activity
                  WHERE datname = current_database() AND state LIKE 'idle in transaction%'`)
              ).length === 0,
            { timeout: 60_000 },
          )
          .then(
            () => false,
            () => true,
          );
        if (key === "old-2") throw new Error("the store refuses this file");
      },
    } as Platform["files"],
  });
  expect(
    await query(sql`SELECT state FROM exports WHERE id = ANY (${ids}::integer[]) ORDER BY id`),
  ).toEqual([{ state: "READY" }, { state: "READY" }, { state: "EXPIRED" }]);
  expect([isOpen, (await setAside()).sort()]).toEqual([
    false,
    [`exports.expire ${ids[0]}`, `exports.expire ${ids[1]}`].sort(),
  ]);
});

test("a card whose status cannot be written, and one that the bank cannot answer for, keep no other from its status", async () => {
  const cards = await query(sql<{ id: number; token: string }>`
    SELECT id, token FROM workman_cards WHERE status = 'ok' ORDER BY id LIMIT 3`);
  await sql`UPDATE workman_cards SET check_at = ${demo.clock.now()}`.execute(demo.database.kysely);
  await poison("workman_cards", "UPDATE", `NEW.status <> OLD.status AND NEW.id = ${cards[0]?.id}`);
  await runTask(walletModule, "workman-wallet.card-statuses", {
    bank: {
      async cardStatuses(tokens: readonly string[]) {
        if (tokens.includes(cards[1]?.token ?? "")) throw new Error("the bank knows no such card");
        return tokens.map((token) => ({ token, status: "blocked" as const }));
      },
    } as Partial<Platform["bank"]> as Platform["bank"],
  });
  expect(
    (
      await query(sql<{ status: string }>`
        SELECT status FROM workman_cards WHERE id = ANY (${cards.map(({ id }) => id)}::integer[])
        ORDER BY id`)
    ).map(({ status }) => status),
  ).toEqual(["ok", "ok", "blocked"]);
  await sql`UPDATE workman_cards SET status = 'ok'`.execute(demo.database.kysely).catch(() => {});
});

test("notices of one batch that cannot be routed keep no other batch waiting", async () => {
  await sql`DELETE FROM notice_batches`.execute(demo.database.kysely);
  const [bad] = await twoOf(sql<{ id: number }>`
    INSERT INTO notice_batches (type, person_ids, notice_ids, created_at)
    SELECT 'unknown', '{}', '{}', now() FROM generate_series(1, 2)
    RETURNING id`);
  await poison("notice_batches", "DELETE", `OLD.id = ${bad}`);
  await runTask(noticesModule, "notices.route-messages");
  expect(await query(sql`SELECT id::integer FROM notice_batches`)).toEqual([{ id: bad }]);
});

test("a person whose digest cannot be written keeps nobody else from his", async () => {
  const { until } = digestDue(demo.clock.now());
  await sql`TRUNCATE outgoing_messages, notice_digests`.execute(demo.database.kysely);
  await sql`
    INSERT INTO notice_settings (person_id, channel, topic, mode)
    SELECT p.id, 'EMAIL', t.topic, 'DAILY'
    FROM people p, unnest(${Object.keys(NOTICE_TOPICS)}::text[]) AS t(topic)
    WHERE p.email IS NOT NULL
    ON CONFLICT (person_id, channel, topic) DO UPDATE SET mode = 'DAILY'`.execute(
    demo.database.kysely,
  );
  await sql`
    UPDATE notices SET read_at = NULL, created_at = ${until}::timestamptz - interval '1 hour'`.execute(
    demo.database.kysely,
  );
  const readers = async () => {
    await runTask(noticesModule, "notices.make-digests");
    const rows = await query(sql<{ person_id: number }>`
      SELECT DISTINCT person_id FROM outgoing_messages ORDER BY person_id`);
    return rows.map((row) => row.person_id);
  };
  const [bad, ...sound] = await readers();
  expect(sound.length).toBeGreaterThan(0);
  await sql`TRUNCATE outgoing_messages, notice_digests`.execute(demo.database.kysely);
  await poison("outgoing_messages", "INSERT", `NEW.person_id = ${bad}`);
  expect(await readers()).toEqual(sound);
  expect(await setAside()).toEqual([`notices.make-digests ${bad}`]);
});

test("a key whose owner cannot be told keeps no other owner from being told", async () => {
  const [bad, sound] = await twoOf(sql<{ id: number }>`
    INSERT INTO api_keys (account_id, title, role, digest, hint, created_by, created_at,
      responsible_id, code_person_id)
    SELECT a.id, 'Ключ', 'VIEWER', decode(md5(n::text), 'hex'), 'abcd', p.id, now(), p.id, p.id
    FROM (SELECT min(id) AS id FROM accounts) a, generate_series(1, 2) n,
      (SELECT min(w.person_id) AS id FROM workmen w
        WHERE NOT EXISTS (SELECT FROM account_users u WHERE u.person_id = w.person_id)) p
    RETURNING id`);
  await poison("api_keys", "UPDATE", `NEW.id = ${bad}`);
  await runTask(apiKeysModule, "api-keys.tell-suspended");
  expect(
    await query(sql`
      SELECT suspension_told_at IS NOT NULL AS told FROM api_keys
      WHERE id IN (${bad}, ${sound}) ORDER BY id`),
  ).toEqual([{ told: false }, { told: true }]);
});

test("a company whose black list cannot be worked at keeps no other company's people suspended", async () => {
  const employed = await query(sql<{ account_id: number; id: number }>`
    SELECT DISTINCT ON (account_id) account_id, id FROM employments
    WHERE state = 'ACTIVE' ORDER BY account_id, id LIMIT 2`);
  expect(employed).toHaveLength(2);
  const ids = employed.map(({ id }) => id);
  await sql`DELETE FROM blacklist_entries`.execute(demo.database.kysely);
  await sql`
    UPDATE employments SET state = 'BLACKLISTED', blacklisted_from = state WHERE id = ANY (${ids}::integer[])`.execute(
    demo.database.kysely,
  );
  await poison("employments", "UPDATE", `NEW.account_id = ${employed[0]?.account_id}`);
  await runTask(blacklistModule, "blacklist.expire");
  expect(
    await query(
      sql`SELECT state FROM employments WHERE id = ANY (${ids}::integer[]) ORDER BY account_id`,
    ),
  ).toEqual([{ state: "BLACKLISTED" }, { state: "PAUSED" }]);
});

test("a table whose old rows cannot be removed keeps no other table's", async () => {
  await sql`
    INSERT INTO public_status_checks (inn, asked_at) VALUES ('500100732259', '2020-01-01')`.execute(
    demo.database.kysely,
  );
  await sql`
    INSERT INTO tax_authority_messages (workman_id, outside_id, told_at)
    SELECT min(id), 'old', '2020-01-01' FROM workmen`.execute(demo.database.kysely);
  await poison("public_status_checks", "DELETE", "OLD.inn = '500100732259'");
  const task = housekeepingTask({
    db: demo.db.kysely,
    clock: demo.clock,
    rules: [
      { table: "public_status_checks", since: "asked_at", keepHours: 24 },
      { table: "tax_authority_messages", since: "told_at", keepHours: 24 },
    ],
  });
  while (await task.run(new AbortController().signal));
  expect(
    await query(sql`SELECT FROM tax_authority_messages WHERE outside_id = 'old'`),
  ).toHaveLength(0);
  expect(await setAside()).toEqual(["housekeeping public_status_checks"]);
});

test("a reference the tax service cannot answer for keeps no other waiting, and after a day its person is told", async () => {
  const [bad, sound] = await twoOf(sql<{ id: number }>`
    INSERT INTO tax_references (workman_id, type, year, state, due_at, created_at)
    SELECT id, 'INCOME', 2025, 'PROCESSING', ${demo.clock.now()}, ${demo.clock.now()}
    FROM workmen WHERE inn IS NOT NULL ORDER BY id LIMIT 2
    RETURNING id`);
  const task = referenceTask(
    aPlatform({
      db: demo.db.kysely,
      clock: demo.clock,
      events: makeProductEvents(),
      files: { store: async () => undefined } as unknown as Platform["files"],
      taxService: {
        async references(requests: readonly { requestId: string }[]) {
          if (requests.some(({ requestId }) => requestId === String(bad)))
            throw new Error("the answer is broken");
          return requests.map(({ requestId }) => ({
            requestId,
            status: "READY" as const,
            pdf: Buffer.from("%PDF"),
          }));
        },
      } as unknown as Platform["taxService"],
    }),
  );
  const states = async () =>
    (
      await query(sql<{ state: string }>`
        SELECT state FROM tax_references WHERE id IN (${bad}, ${sound}) ORDER BY id`)
    ).map(({ state }) => state);
  await task.run(new AbortController().signal);
  expect(await states()).toEqual(["PROCESSING", "READY"]);
  for (let hour = 0; hour < 40; hour += 1) {
    demo.clock.advance(3_600_000);
    await task.run(new AbortController().signal);
  }
  expect(await states()).toEqual(["FAILED", "READY"]);
});
