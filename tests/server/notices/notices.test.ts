import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeProductEvents } from "#server/product-events.ts";
import { listenForNotices } from "#server/modules/notices/listeners/notices.ts";
import { viewNotice } from "#contract/notices/views/view-notice.ts";
import { inTransaction } from "#server/data/transaction.ts";
import { buildDemoApp, CAST, type DemoApp } from "#tests/support/demo-app.ts";

let demo: DemoApp;
beforeAll(async () => {
  demo = await buildDemoApp();
});
afterAll(() => demo.close());

const LIST = "/open-api/v1/notifications";
const BELL = "/client-api/notification/list";

test("the bell shows unread notices, and reading one lowers the count in both APIs", async () => {
  const unread = await demo.call(CAST.workman, "GET", `${BELL}?unreadOnly=1`);
  expect(unread.body.items).toHaveLength(2);
  const id = unread.body.items?.[0]?.["id"];
  const read = await demo.call(CAST.workman, "POST", `${LIST}/${id}/mark-as-read`);
  expect(read).toMatchObject({ status: 200, body: { unreadCount: 1 } });
  expect(
    (await demo.call(CAST.workman, "GET", `${LIST}?filters[isRead]=false`)).body.items,
  ).toHaveLength(1);
  expect((await demo.call(CAST.workman, "POST", "/client-api/notification/read-all")).body).toEqual(
    { unreadCount: 0 },
  );
});

test("what a filter finds is marked as read, and nothing else", async () => {
  const person = CAST.financeManager;
  const unread = async () =>
    (await demo.call(person, "GET", `${LIST}?filters[isRead]=false`)).body.items ?? [];
  const [one] = await unread();
  const type = String(one?.["type"]).split("\\").at(-1);
  const mark = (filter: string) => demo.call(person, "POST", `${LIST}/mark-all-as-read?${filter}`);
  const before = await unread();
  await mark("filters[types]=TaxPaymentPaid");
  await mark(`filters[types]=${type}&filters[dateTo]=2001-01-01`);
  expect(await unread()).toEqual(before);
  await mark(`filters[types]=${type}`);
  expect(await unread()).toEqual(before.filter((notice) => notice["type"] !== one?.["type"]));
  await sql`UPDATE notices SET read_at = NULL WHERE id = ${one?.["id"]}`.execute(
    demo.database.kysely,
  );
});

test("notices are sorted by date either way and filtered by the last word of their type", async () => {
  const newest = (await demo.call(CAST.workman, "GET", LIST)).body.items ?? [];
  const oldest = (await demo.call(CAST.workman, "GET", `${LIST}?sortByDate=asc`)).body.items ?? [];
  expect(newest.map((one) => one["id"])).toEqual(oldest.map((one) => one["id"]).reverse());
  const filtered = await demo.call(CAST.workman, "GET", `${LIST}?filters[types]=TaxPaymentPaid`);
  expect(filtered.body.items).toHaveLength(1);
  expect(filtered.body).toMatchObject({
    items: [{ resource: { amount: 2340 } }],
    meta: { total: 1, page: 1, perPage: 30 },
  });
});

test("nobody reads or marks another person's notices", async () => {
  const foreign = (await demo.call(CAST.financeManager, "GET", LIST)).body.items?.[0]?.["id"];
  expect((await demo.call(CAST.workman, "POST", `${LIST}/${foreign}/mark-as-read`)).status).toBe(
    404,
  );
  const before = (await demo.call(CAST.financeManager, "GET", `${BELL}?unreadOnly=1`)).body.items
    ?.length;
  expect(
    (
      await demo.call(CAST.workman, "POST", "/client-api/notification/read", {
        notificationIDs: [foreign],
      })
    ).status,
  ).toBe(200);
  expect(
    (await demo.call(CAST.financeManager, "GET", `${BELL}?unreadOnly=1`)).body.items,
  ).toHaveLength(before as number);
  expect((await demo.call(null, "GET", LIST)).status).toBe(401);
});

test("a user who has left the company no longer sees its notices", async () => {
  await sql`
    UPDATE account_users
    SET state = 'DISABLED'
    WHERE person_id = (SELECT id FROM people WHERE phone = ${CAST.financeManager})`.execute(
    demo.database.kysely,
  );
  expect((await demo.call(CAST.financeManager, "GET", LIST)).body.items).toEqual([]);
  await sql`
    UPDATE account_users
    SET state = 'ACTIVE'
    WHERE person_id = (SELECT id FROM people WHERE phone = ${CAST.financeManager})`.execute(
    demo.database.kysely,
  );
});

test("a sent and a returned payout tell the worker, a finished registry its starter and the owner", async () => {
  const events = makeProductEvents();
  listenForNotices(events);
  const { kysely } = demo.database;
  const scene = await sql<{ payout_id: bigint; registry_id: number; account_id: number }>`
    WITH r AS (
      INSERT INTO registries (account_id, kind, state, number, created_by, created_at, created_on,
        executed_by, row_count, error_count, payout_count, paid_count, failed_count)
      SELECT u.account_id, 'payroll', 'PARTIALLY_EXECUTED', 901, u.person_id, now(), now()::date,
        u.person_id, 3, 1, 2, 1, 1
      FROM account_users u
      JOIN people p ON p.id = u.person_id
      WHERE p.phone = ${CAST.financeManager}
      RETURNING *
    ), j AS (
      INSERT INTO jobs (account_id, kind, state, title, service_id, budget_kopecks, workman_id,
        created_at)
      SELECT r.account_id, 'PAYROLL', 'FINISHED', 'Разгрузка машины',
        (SELECT min(id) FROM services), 100, w.id, now()
      FROM r, workmen w
      JOIN people p ON p.id = w.person_id
      WHERE p.phone = ${CAST.workman}
      RETURNING *
    )
    INSERT INTO payouts (account_id, state, registry_id, row_no, hold_id, job_id, workman_id,
      amount_kopecks, commission_kopecks, vat_kopecks, kind, due_at, created_at)
    SELECT r.account_id, 'SENT', r.id, 1, 1, j.id, j.workman_id, 100, 0, 0, 'CARD',
      now() + interval '1 year', now()
    FROM r, j
    RETURNING id AS payout_id, registry_id, account_id`.execute(kysely);
  const {
    payout_id: id,
    registry_id: registryId,
    account_id: accountId,
  } = scene.rows[0] as (typeof scene.rows)[0];
  const at = demo.clock.now();
  await inTransaction(demo.db.kysely, async (trx) => {
    await events.publish(trx, "payouts.sent", { payouts: [{ accountId, id }], at });
    await events.publish(trx, "payouts.failed", {
      payouts: [{ accountId, id, reason: "CARD_BLOCKED" }],
      at,
    });
    await events.publish(trx, "registry.finished", { accountId, registryId, at });
  });
  const mine = (await demo.call(CAST.workman, "GET", `${BELL}?unreadOnly=1`)).body.items ?? [];
  expect(mine.map((one) => String(one["type"]).split("\\").at(-1))).toEqual([
    "JobPayoutReturned",
    "JobPayoutSent",
  ]);
  expect(mine[0]?.["resource"]).toMatchObject({ title: "Разгрузка машины" });
  for (const phone of [CAST.financeManager, CAST.owner]) {
    const told =
      (await demo.call(phone, "GET", `${LIST}?filters[types]=RegistryExecuted`)).body.items ?? [];
    expect(told).toMatchObject([
      {
        resource: {
          registry: { number: 901, kind: "payroll", rowsCount: 3, doneCount: 1, failedCount: 2 },
        },
      },
    ]);
  }
  expect(
    (await demo.call(CAST.admin, "GET", `${LIST}?filters[types]=RegistryExecuted`)).body.items,
  ).toEqual([]);
  expect(
    (await demo.call(CAST.otherOwner, "GET", `${LIST}?filters[types]=RegistryExecuted`)).body.items,
  ).toEqual([]);
});

test("a registry brings a worker one notice with count and sum, until he has read it; another registry brings its own", async () => {
  const events = makeProductEvents();
  listenForNotices(events);
  const { kysely } = demo.database;
  const at = demo.clock.now();
  const { rows } = await sql<{ account_id: number; id: bigint; registry_id: number }>`
    WITH j AS (
      INSERT INTO jobs (account_id, kind, state, title, service_id, budget_kopecks, workman_id,
        created_at)
      SELECT (SELECT min(id) FROM accounts), 'PAYROLL', 'FINISHED', 'Погрузка ' || n,
        (SELECT min(id) FROM services), 100, w.id, now()
      FROM generate_series(1, 6) n, workmen w
      JOIN people p ON p.id = w.person_id
      WHERE p.phone = ${CAST.workman}
      RETURNING *
    )
    INSERT INTO payouts (account_id, state, registry_id, row_no, hold_id, job_id, workman_id,
      amount_kopecks, tax_reserved_kopecks, commission_kopecks, vat_kopecks, kind, due_at,
      created_at)
    SELECT j.account_id, 'SENT', CASE
      WHEN j.no <= 5 THEN 9901
      ELSE 9902 END, j.no, 1, j.id, j.workman_id, 10050, 50, 0, 0, 'CARD',
        now() + interval '1 year', now()
    FROM (SELECT *, row_number() OVER (ORDER BY id) AS no FROM j) j
    RETURNING account_id, id, registry_id`.execute(kysely);
  const keys = rows.map((row) => ({ accountId: row.account_id, id: row.id }));
  const send = (from: number, to: number) =>
    inTransaction(demo.db.kysely, (trx) =>
      events.publish(trx, "payouts.sent", { payouts: keys.slice(from, to), at }),
    );
  const told = async () => {
    const found = await sql<{ type: string; resource: { count?: number } }>`
      SELECT n.type, n.resource
      FROM notices n
      JOIN people p ON p.id = n.person_id
      WHERE p.phone = ${CAST.workman} AND n.gathers LIKE '%-990_'
      ORDER BY n.id`.execute(kysely);
    return found.rows.map((one) => viewNotice(one).text.replaceAll("\u00A0", " "));
  };
  await sql`DELETE FROM notice_batches`.execute(kysely);
  // Two simultaneous batches become one notice.
  await Promise.all([send(0, 2), send(2, 4)]);
  expect(await told()).toEqual([
    expect.stringMatching(
      /^Вам отправлено 4 выплаты на 400,00 ₽ от заказчика .+\. Деньги придут обычно сразу, не позже/,
    ),
  ]);
  expect(
    (await sql<{ count: bigint }>`SELECT count(*) AS count FROM notice_batches`.execute(kysely))
      .rows[0]?.count,
  ).toBe(1n);
  await demo.call(CAST.workman, "POST", "/client-api/notification/read-all");
  await send(4, 6);
  expect((await told()).slice(1).sort()).toEqual([
    expect.stringMatching(/^Вам отправлено .+ за работу «Погрузка 5»/),
    expect.stringMatching(/^Вам отправлено .+ за работу «Погрузка 6»/),
  ]);
  await inTransaction(demo.db.kysely, (trx) =>
    events.publish(trx, "receipts.annulled-by-platform", { payouts: keys.slice(0, 3), at }),
  );
  expect((await told()).at(-1)).toMatch(/^Платформа аннулировала 3 чека на 301,50 ₽/);
});

test("whoever uploaded a registry is told when it has been checked", async () => {
  const events = makeProductEvents();
  listenForNotices(events);
  const { rows } = await sql<{ id: number; account_id: number }>`
    INSERT INTO registries (account_id, kind, state, number, created_by, created_at, created_on,
      row_count, ready_count, error_count)
    SELECT u.account_id, 'payroll', 'PARTIALLY_READY', 902, u.person_id, now(), now()::date, 10, 8,
      2
    FROM account_users u
    JOIN people p ON p.id = u.person_id
    WHERE p.phone = ${CAST.accountant}
    RETURNING id, account_id`.execute(demo.database.kysely);
  const { id: registryId, account_id: accountId } = rows[0] as (typeof rows)[0];
  await inTransaction(demo.db.kysely, (trx) =>
    events.publish(trx, "registry.checked", { accountId, registryId, at: demo.clock.now() }),
  );
  const told = (await demo.call(CAST.accountant, "GET", `${BELL}?unreadOnly=1`)).body.items;
  expect(told).toMatchObject([
    {
      type: expect.stringContaining("RegistryChecked"),
      resource: { registry: { id: registryId, rowsCount: 10, doneCount: 8, failedCount: 2 } },
    },
  ]);
});

test("planned work is announced a week ahead and forgotten when it is over", async () => {
  const now = demo.clock.now().getTime();
  const day = (days: number) => new Date(now + days * 86_400_000);
  await sql`DELETE FROM technical_notices`.execute(demo.database.kysely);
  await sql`INSERT INTO technical_notices (type, period_start, period_end)
    VALUES ('SCHEDULED_MAINTENANCE', ${day(3)}, ${day(4)}),
      ('FNS_PROBLEMS', ${day(-2)}, ${day(-1)}), ('SCHEDULED_MAINTENANCE', ${day(30)}, ${day(31)})`.execute(
    demo.database.kysely,
  );
  const answer = await demo.call(null, "GET", "/open-api/v1/technical-notifications");
  expect(answer.body.items).toEqual([
    {
      type: "SCHEDULED_MAINTENANCE",
      periodStart: day(3).toISOString(),
      periodEnd: day(4).toISOString(),
    },
  ]);
});
