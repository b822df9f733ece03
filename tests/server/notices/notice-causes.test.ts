import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { NOTICE_TYPES, type NoticeName } from "#contract/notices/notice-types.ts";
import { viewNotice } from "#contract/notices/views/view-notice.ts";
import { documentTermsTask } from "#server/modules/workman-documents/tasks/document-terms.ts";
import {
  listenForTaxFailures,
  taxSilenceTask,
} from "#server/modules/technical-notices/tax-service-outage.ts";
import { listenForNotices } from "#server/modules/notices/listeners/notices.ts";
import { inTransaction } from "#server/data/transaction.ts";
import { makeProductEvents } from "#server/product-events.ts";
import { buildDemoApp, CAST, type DemoApp } from "#tests/support/demo-app.ts";

const FOREIGNER = "79000000105";
const DAY_MS = 86_400_000;

let demo: DemoApp;
beforeAll(async () => {
  demo = await buildDemoApp();
});
afterAll(() => demo.close());

/** The person's notices of one type, newest first. */
async function told(phone: string, type: NoticeName): Promise<string[]> {
  // From the table: sessions expire within these days.
  const { rows } = await sql<{ type: string; resource: object }>`
    SELECT n.type, n.resource
    FROM notices n
    JOIN people p ON p.id = n.person_id
    WHERE p.phone = ${phone} AND n.type = ${NOTICE_TYPES[type].id}
    ORDER BY n.id DESC`.execute(demo.database.kysely);
  return rows.map((one) => viewNotice(one).text.replaceAll("\u00A0", " "));
}

async function employmentOf(phone: string): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    SELECT e.id
    FROM employments e
    JOIN workmen w ON w.id = e.workman_id
    JOIN people p ON p.id = w.person_id
    WHERE p.phone = ${phone} AND e.account_id = 1`.execute(demo.database.kysely);
  return rows[0]?.id ?? 0;
}

describe("the bond of a customer and a worker", () => {
  test("a worker who agrees is news for those who keep the favourites, and for nobody else", async () => {
    const id = await employmentOf(CAST.workman);
    await sql`UPDATE employments SET state = 'CONFIRMATION' WHERE id = ${id}`.execute(
      demo.database.kysely,
    );
    expect(
      (await demo.call(CAST.workman, "POST", `/open-api/v1/employees/confirm-invite/${id}`)).status,
    ).toBe(200);
    expect(await told(CAST.owner, "EmploymentConfirmed")).toEqual([
      expect.stringMatching(/теперь в избранных исполнителях$/),
    ]);
    expect(await told(CAST.viewer, "EmploymentConfirmed")).toEqual([]);
    expect(await told(CAST.otherOwner, "EmploymentConfirmed")).toEqual([]);
  });

  test("whoever ends it tells the other side", async () => {
    const id = await employmentOf(CAST.workman);
    // Open jobs prevent an end.
    await sql`
      UPDATE jobs
      SET state = 'FINISHED'
      WHERE state IN ('WORKMANPENDING', 'INPROGRESS', 'COMPLETED')
        AND workman_id = (SELECT workman_id FROM employments WHERE id = ${id})`.execute(
      demo.database.kysely,
    );
    expect((await demo.call(CAST.workman, "POST", `/open-api/v1/employees/${id}/end`)).status).toBe(
      200,
    );
    expect(await told(CAST.owner, "EmploymentEnded")).toEqual([
      expect.stringMatching(/больше не работают вместе$/),
    ]);
    expect(await told(CAST.workman, "EmploymentEnded")).toEqual([]);
    await sql`UPDATE employments SET state = 'ACTIVE' WHERE id = ${id}`.execute(
      demo.database.kysely,
    );
    expect((await demo.call(CAST.owner, "POST", `/open-api/v1/employees/${id}/end`)).status).toBe(
      200,
    );
    expect(await told(CAST.workman, "EmploymentEnded")).toHaveLength(1);
    expect(await told(CAST.owner, "EmploymentEnded")).toHaveLength(1);
  });
});

test("a receipt the platform has annulled is told to its worker once", async () => {
  const { kysely } = demo.database;
  const { rows } = await sql<{ inn: string }>`
    WITH j AS (
      INSERT INTO jobs (account_id, kind, state, title, service_id, budget_kopecks, workman_id,
        created_at)
      SELECT 1, 'PAYROLL', 'FINISHED', 'Мойка витрин', (SELECT min(id) FROM services), 100, w.id,
        now()
      FROM workmen w
      JOIN people p ON p.id = w.person_id
      WHERE p.phone = ${CAST.workman}
      RETURNING *
    ), p AS (
      INSERT INTO payouts (account_id, state, registry_id, row_no, hold_id, job_id, workman_id,
        amount_kopecks, commission_kopecks, vat_kopecks, kind, due_at, created_at)
      SELECT j.account_id, 'CANCELED', 998, 1, 1, j.id, j.workman_id, 100, 0, 0, 'CARD',
        now() + interval '1 year', now()
      FROM j
      RETURNING *
    ), r AS (
      INSERT INTO receipts (account_id, payout_id, workman_id, state, amount_kopecks,
        tax_receipt_id, operation_at, registered_at, reverse_reason, due_at)
      SELECT p.account_id, p.id, p.workman_id, 'REVERSING', 100, 'abc0000001', now(), now(),
        'REFUND', now()
      FROM p
      RETURNING *
    )
    SELECT w.inn FROM r JOIN workmen w ON w.id = r.workman_id`.execute(kysely);
  await sql`
    INSERT INTO sandbox.tax_incomes (operation_id, inn, service_name, amount_kopecks, operation_at,
      customer_inn, customer_name, received_at, answer_at, receipt_id)
    VALUES ('t-1', ${rows[0]?.inn}, 'Мойка', 100, now(), '7700000000', 'Склад',
      now() - interval '1 minute', now() - interval '1 minute', 'abc0000001')`.execute(kysely);
  await demo.runTasksUntilIdle();
  await demo.runTasksUntilIdle();
  expect(await told(CAST.workman, "JobReceiptReversedByPlatform")).toEqual([
    "Чек за работу «Мойка витрин» аннулирован платформой",
  ]);
});

describe("papers that run out", () => {
  const events = makeProductEvents();
  const sweep = async () => {
    const task = documentTermsTask({ db: demo.db.kysely, clock: demo.clock, events });
    while (await task.run(new AbortController().signal));
  };

  test("are remembered 30, 14, 3 and 0 days before the end and once after it, to the worker and to his customers", async () => {
    listenForNotices(events);
    const { kysely } = demo.database;
    await sql`TRUNCATE notices`.execute(kysely);
    await sql`
      UPDATE workman_documents SET expire_date = NULL WHERE type <> 'medical_examination'`.execute(
      kysely,
    );
    await sql`
      UPDATE workman_documents
      SET state = 'VALID', reminded_days = NULL,
        expire_date = (${demo.clock.now()}::timestamptz AT TIME ZONE 'Europe/Moscow')::date + 31
      WHERE type = 'medical_examination'`.execute(kysely);
    const counts: number[] = [];
    for (let day = 0; day <= 33; day += 1) {
      await sweep();
      await sweep();
      counts.push((await told(FOREIGNER, "DocumentExpiring")).length);
      if (day < 33) demo.clock.advance(DAY_MS);
    }
    expect([
      counts[0],
      counts[1],
      counts[16],
      counts[17],
      counts[27],
      counts[28],
      counts[30],
      counts[31],
      counts[33],
    ]).toEqual([0, 1, 1, 2, 2, 3, 3, 4, 4]);
    expect(await told(FOREIGNER, "DocumentExpired")).toEqual([
      "Документ «Медицинское заключение» истёк. Загрузите новый",
    ]);
    expect(await told(CAST.owner, "EmployeeDocumentExpiring")).toHaveLength(4);
    expect(await told(CAST.owner, "EmployeeDocumentExpired")).toEqual([
      expect.stringMatching(
        /^У исполнителя .+ истёк документ «Медицинское заключение» \(\d\d\.\d\d\.\d{4}\)$/,
      ),
    ]);
    const { rows } = await sql<{
      state: string;
    }>`SELECT state FROM workman_documents WHERE type = 'medical_examination'`.execute(kysely);
    expect(rows).toEqual([{ state: "EXPIRED" }]);
  });

  test("say nothing when a newer paper is there, and only the nearest reminder after days without work", async () => {
    const { kysely } = demo.database;
    await sql`TRUNCATE notices`.execute(kysely);
    const today = sql`(${demo.clock.now()}::timestamptz AT TIME ZONE 'Europe/Moscow')::date`;
    await sql`INSERT INTO workman_documents (workman_id, type, state, expire_date)
      SELECT workman_id, t.type, 'VALID', ${today} + t.days
      FROM workman_documents,
        (VALUES ('patent', 2, 1), ('patent', 365, 2), ('passport', 2, 3)) AS t(type, days, no)
      WHERE workman_documents.type = 'medical_examination'
      ORDER BY t.no`.execute(kysely);
    await sweep();
    expect(await told(FOREIGNER, "DocumentExpiring")).toEqual([
      expect.stringMatching(/^Срок действия документа «Паспорт» истекает \d\d\.\d\d\.\d{4}$/),
    ]);
  });
});

describe("an outage of the tax service", () => {
  const banner = async () =>
    (
      (await demo.call(null, "GET", "/open-api/v1/technical-notifications")).body.items ?? []
    ).filter((one) => one["type"] === "FNS_PROBLEMS");

  test("is announced when faults have gone on for a quarter of an hour, as one banner that ends with them", async () => {
    await sql`DELETE FROM technical_notices`.execute(demo.database.kysely);
    const events = makeProductEvents();
    listenForTaxFailures(events);
    const fault = async (afterSeconds: number) => {
      demo.clock.advance(afterSeconds * 1000);
      await inTransaction(demo.db.kysely, (trx) =>
        events.publish(trx, "tax-service.faulted", { at: demo.clock.now() }),
      );
    };
    for (const seconds of [0, 60, 60, 600]) await fault(seconds);
    expect(await banner()).toEqual([]);
    for (const seconds of [600, 600]) await fault(seconds);
    expect(await banner()).toHaveLength(1);
    demo.clock.advance(13 * 60_000);
    expect(await banner()).toEqual([]);
    await fault(0);
    expect(await banner()).toEqual([]);
  });

  test("is announced when nothing is answered at all, but not while a long queue moves on", async () => {
    const { kysely } = demo.database;
    await sql`DELETE FROM technical_notices`.execute(kysely);
    await sql`
      UPDATE payouts
      SET state = 'RECEIPT_PENDING', due_at = ${new Date(demo.clock.now().getTime() - 1000)}
      WHERE registry_id = 998`.execute(kysely);
    const look = async (moves: boolean) => {
      const task = taxSilenceTask({ db: demo.db.kysely, clock: demo.clock });
      for (let minute = 0; minute < 20; minute += 1) {
        await task.run(new AbortController().signal);
        demo.clock.advance(61_000);
        if (moves)
          await sql`
            UPDATE payouts SET due_at = due_at + interval '1 second' WHERE registry_id = 998`.execute(
            kysely,
          );
      }
    };
    await look(true);
    expect(await banner()).toEqual([]);
    await look(false);
    expect(await banner()).toHaveLength(1);
    await sql`UPDATE payouts SET state = 'CANCELED' WHERE registry_id = 998`.execute(kysely);
  });
});
