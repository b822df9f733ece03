import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { NOTICE_TYPES, type NoticeName } from "#contract/notices/notice-types.ts";
import { sandboxMail } from "#server/integrations/mail/sandbox.ts";
import { sandboxSms } from "#server/integrations/sms/sandbox.ts";
import { noticesModule } from "#server/modules/notices/module.ts";
import { listenForNotices } from "#server/modules/notices/listeners/notices.ts";
import { sampleNotice } from "#server/sandbox/notice-samples.ts";
import { inTransaction } from "#server/data/transaction.ts";
import { makeProductEvents } from "#server/product-events.ts";
import { aPlatform } from "#tests/support/a-platform.ts";
import { buildDemoApp, CAST, type DemoApp } from "#tests/support/demo-app.ts";
import type { MailGateway } from "#server/integrations/mail/port.ts";

const SETTINGS = "/open-api/v1/notification-settings";
const EMAIL = "smirnov@worker.example";

let demo: DemoApp;
let workman = 0;
const events = makeProductEvents();

beforeAll(async () => {
  demo = await buildDemoApp();
  listenForNotices(events);
  const { rows } = await sql<{
    id: number;
  }>`UPDATE people SET email = ${EMAIL} WHERE phone = ${CAST.workman} RETURNING id`.execute(
    demo.database.kysely,
  );
  workman = rows[0]?.id ?? 0;
});
afterAll(() => demo.close());
beforeEach(async () => {
  // A working morning without earlier messages.
  demo.clock.set(new Date("2026-11-18T11:00:00+03:00"));
  await demo.database.pool.query(
    "TRUNCATE notices, notice_batches, notice_settings, notice_digests, outgoing_messages, sandbox.sms, sandbox.mails",
  );
  await sql`UPDATE sandbox.switches SET fail_next = 0, out_of_reach = false`.execute(
    demo.database.kysely,
  );
});

async function tell(name: NoticeName, personId = workman): Promise<void> {
  const at = demo.clock.now();
  await inTransaction(demo.db.kysely, (trx) =>
    events.publish(trx, "notice.wanted", {
      personId,
      accountId: null,
      type: NOTICE_TYPES[name].id,
      resource: sampleNotice(name, at),
      at,
    }),
  );
}

/** Background work now and after the gathering time. */
async function work(seconds = 20): Promise<void> {
  await demo.runTasksUntilIdle();
  demo.clock.advance(seconds * 1000);
  await demo.runTasksUntilIdle();
}

const texts = async () =>
  (
    await sql<{
      text: string;
    }>`SELECT text FROM sandbox.sms WHERE phone = ${CAST.workman} ORDER BY id`.execute(
      demo.database.kysely,
    )
  ).rows.map(({ text }) => text.replaceAll("\u00A0", " "));
const mails = async () =>
  (
    await sql<{
      subject: string;
      text: string;
      html: string;
    }>`
      SELECT subject, text, html FROM sandbox.mails WHERE email = ${EMAIL} ORDER BY id`.execute(
      demo.database.kysely,
    )
  ).rows;

describe("what asks for a signature", () => {
  test("goes out at once as an e-mail and as a text message, each once, with a link", async () => {
    await tell("ActRequired");
    await work();
    await work();
    expect(await mails()).toEqual([
      {
        subject: "Подпишите акт",
        text: expect.stringMatching(
          /— Подпишите акт по заданию «.+»[^]*\/jobs\/1[^]*\/notifications\/settings/,
        ),
        html: expect.stringContaining("<a href="),
      },
    ]);
    expect(await texts()).toEqual([
      expect.stringMatching(
        /^Подпишите акт по заданию «.+», чтобы выплата не задержалась http.*\/jobs\/\d+$/,
      ),
    ]);
  });

  test("waits for the morning as a text message, not as an e-mail", async () => {
    demo.clock.set(new Date("2026-11-18T22:30:00+03:00"));
    await tell("ActRequired");
    await work();
    expect([(await mails()).length, (await texts()).length]).toEqual([1, 0]);
    demo.clock.set(new Date("2026-11-19T09:00:05+03:00"));
    await demo.runTasksUntilIdle();
    expect(await texts()).toHaveLength(1);
  });

  test("is gathered when there is much of it: fifty acts are one message now and one ten minutes later", async () => {
    for (let number = 0; number < 30; number += 1) await tell("ActRequired");
    await work();
    for (let number = 0; number < 20; number += 1) await tell("ActRequired");
    await work();
    expect(await texts()).toEqual([expect.stringMatching(/^30 новых уведомлений\. Подпишите акт/)]);
    await work(600);
    expect((await texts())[1]).toMatch(/^20 новых уведомлений/);
    expect((await mails()).map(({ subject }) => subject.replaceAll("\u00A0", " "))).toEqual([
      "30 новых уведомлений",
      "20 новых уведомлений",
    ]);
  });
});

describe("what a workman waits for", () => {
  test.each([
    ["OfferAccepted", /^Ваш отклик на «.+» принят.* http\S+\/jobs\/\d+$/],
    ["JobPayoutReturned", /^Не удалось отправить .* http\S+\/(?!notifications)\S+$/],
    ["WithdrawalFailed", / http\S+\/(?!notifications)\S+$/],
    ["DocumentExpiring", / http\S+\/(?!notifications)\S+$/],
  ] as const)(
    "%s is a text message at once, with a link to the thing itself",
    async (name, words) => {
      await tell(name);
      await work();
      expect(await texts()).toEqual([expect.stringMatching(words)]);
    },
  );

  test("is chosen by workmen, and of companies by their people", async () => {
    const topicsOf = async (phone: string) =>
      new Set((await demo.call(phone, "GET", SETTINGS)).body.items?.map((one) => one["topic"]));
    const own = await topicsOf(CAST.workman);
    const company = await topicsOf(CAST.owner);
    for (const topic of ["ownPayouts", "chosen", "ownDocuments", "taxes"])
      expect([topic, own.has(topic), company.has(topic)]).toEqual([topic, true, false]);
    for (const topic of ["failures", "registries"])
      expect([topic, own.has(topic), company.has(topic)]).toEqual([topic, false, true]);
  });
});

describe("a mass payout", () => {
  test("sends nobody a message at once; in the evening each hears of his in one e-mail", async () => {
    for (let number = 0; number < 40; number += 1) await tell("JobPayoutSent");
    await work();
    expect([(await mails()).length, (await texts()).length]).toEqual([0, 0]);
    demo.clock.set(new Date("2026-11-18T19:06:00+03:00"));
    await work();
    await work();
    const [mail, ...others] = await mails();
    expect(others).toEqual([]);
    expect(mail?.subject.replaceAll("\u00A0", " ")).toBe("За 18.11.2026: 40 новых уведомлений");
    expect(mail?.text.replaceAll("\u00A0", " ")).toContain("И ещё 10 уведомлений");
    expect(await texts()).toEqual([]);
  });

  test("leaves one row for a batch, however many people it pays", async () => {
    const at = demo.clock.now();
    const { rows } = await sql<{ account_id: number; id: bigint }>`
      WITH j AS (
        INSERT INTO jobs (account_id, kind, state, title, service_id, budget_kopecks, workman_id,
          created_at)
        SELECT (SELECT min(id) FROM accounts), 'PAYROLL', 'FINISHED', 'Разгрузка',
          (SELECT min(id) FROM services), 100, w.id, now()
        FROM workmen w
        ORDER BY w.id
        LIMIT 50
        RETURNING *
      )
      INSERT INTO payouts (account_id, state, registry_id, row_no, hold_id, job_id, workman_id,
        amount_kopecks, commission_kopecks, vat_kopecks, kind, due_at, created_at)
      SELECT j.account_id, 'SENT', 999, row_number() OVER (), 1, j.id, j.workman_id, 100, 0, 0,
        'CARD', now() + interval '1 year', now()
      FROM j
      RETURNING account_id, id`.execute(demo.database.kysely);
    expect(rows.length).toBeGreaterThan(5);
    await inTransaction(demo.db.kysely, (trx) =>
      events.publish(trx, "payouts.sent", {
        payouts: rows.map((row) => ({ accountId: row.account_id, id: row.id })),
        at,
      }),
    );
    const made = await sql<{ batches: bigint; people: bigint; notices: bigint }>`
      SELECT count(*) AS batches, coalesce(sum(cardinality(person_ids)), 0)::bigint AS people,
        (SELECT count(*) FROM notices) AS notices
      FROM notice_batches`.execute(demo.database.kysely);
    expect(made.rows[0]).toEqual({
      batches: 1n,
      people: BigInt(rows.length),
      notices: BigInt(rows.length),
    });
  });

  test("a digest leaves out what has been read, and is not sent when nothing is left", async () => {
    await tell("JobPayoutSent");
    await demo.call(CAST.workman, "POST", "/client-api/notification/read-all");
    demo.clock.set(new Date("2026-11-18T19:06:00+03:00"));
    await work();
    expect(await mails()).toEqual([]);
  });
});

describe("a person's wishes", () => {
  test("are the table's until they are changed, and hold from then on", async () => {
    const before = await demo.call(CAST.workman, "GET", SETTINGS);
    expect(before.body["channels"]).toEqual([
      { channel: "EMAIL", title: "Письма", address: "s***@worker.example" },
      { channel: "SMS", title: "СМС", address: expect.stringContaining("*") },
      { channel: "PUSH", title: "Уведомления в браузере", address: null },
    ]);
    expect(before.body.items).toContainEqual({
      channel: "SMS",
      topic: "signing",
      mode: "AT_ONCE",
      title: "Документы на подпись",
    });
    const changed = await demo.call(CAST.workman, "PUT", SETTINGS, {
      items: [
        { channel: "SMS", topic: "signing", mode: "OFF" },
        { channel: "EMAIL", topic: "signing", mode: "DAILY" },
        { channel: "SMS", topic: "money", mode: "AT_ONCE" },
      ],
    });
    expect(changed.body.items).toContainEqual({
      channel: "SMS",
      topic: "signing",
      mode: "OFF",
      title: "Документы на подпись",
    });
    await tell("ActRequired");
    await tell("JobPayoutSent");
    await work();
    expect(await texts()).toEqual([
      expect.stringMatching(/^Вам отправлено .+ (за работу|по заданию)/),
    ]);
    expect(await mails()).toEqual([]);
    demo.clock.set(new Date("2026-11-18T19:06:00+03:00"));
    await work();
    expect((await mails()).map(({ text }) => text)).toEqual([
      expect.stringContaining("Подпишите акт"),
    ]);
  });

  test("are one's own, and only of what there is", async () => {
    await demo.call(CAST.workman, "PUT", SETTINGS, {
      items: [{ channel: "SMS", topic: "signing", mode: "OFF" }],
    });
    expect((await demo.call(CAST.owner, "GET", SETTINGS)).body.items).toContainEqual(
      expect.objectContaining({ channel: "SMS", topic: "signing", mode: "AT_ONCE" }),
    );
    expect(
      (
        await demo.call(CAST.workman, "PUT", SETTINGS, {
          items: [{ channel: "FAX", topic: "signing", mode: "OFF" }],
        })
      ).status,
    ).toBe(422);
    expect((await demo.call(null, "GET", SETTINGS)).status).toBe(401);
  });
});

describe("a gateway", () => {
  const makeTasks = (mail: MailGateway) =>
    noticesModule.tasks?.(
      aPlatform({
        db: demo.db.kysely,
        clock: demo.clock,
        sms: sandboxSms(demo.database.kysely, demo.clock),
        mail,
        linkOrigin: null,
      }),
    ) ?? [];
  const run = async (tasks: ReturnType<typeof makeTasks>) => {
    for (const task of tasks) while (await task.run(new AbortController().signal));
  };

  test("that took the message and was not heard is asked again under the same id, and sends it once", async () => {
    const real = sandboxMail(demo.database.kysely, demo.clock);
    const ids: string[] = [];
    const deaf = makeTasks({
      send: async (mail) => {
        ids.push(mail.id);
        await real.send(mail);
        if (ids.length < 3) throw new Error("connection reset");
      },
    });
    await tell("ActRequired");
    await run(deaf);
    for (const seconds of [20, 90, 200]) {
      demo.clock.advance(seconds * 1000);
      await run(deaf);
    }
    expect(ids).toHaveLength(3);
    expect(new Set(ids).size).toBe(1);
    expect(await mails()).toHaveLength(1);
    expect(
      (
        await sql<{
          state: string;
        }>`SELECT state FROM outgoing_messages WHERE channel = 'EMAIL'`.execute(
          demo.database.kysely,
        )
      ).rows,
    ).toEqual([{ state: "SENT" }]);
  });

  test("is asked again after the sender was killed in the middle, and two senders take no message twice", async () => {
    await tell("ActRequired");
    await tell(
      "ActRequired",
      (
        await sql<{ id: number }>`
          SELECT id FROM people WHERE phone = ${CAST.owner}`.execute(demo.database.kysely)
      ).rows[0]?.id,
    );
    let sent = 0;
    const killed = makeTasks({
      send: async () =>
        new Promise(() => {
          sent += 1;
        }),
    });
    await killed[0]?.run(new AbortController().signal);
    demo.clock.advance(20_000);
    const kill = new AbortController();
    void killed[2]?.run(kill.signal);
    await expect.poll(() => sent).toBe(2);
    kill.abort();
    demo.clock.advance(130_000);
    const slow = sandboxMail(demo.database.kysely, demo.clock);
    const senders = [0, 1].map(() =>
      makeTasks({
        send: async (mail) => {
          await new Promise((done) => setTimeout(done, 50));
          await slow.send(mail);
        },
      }),
    );
    await Promise.all(senders.map((tasks) => run(tasks)));
    const { rows } = await sql<{
      channel: string;
      state: string;
      attempts: number;
    }>`
      SELECT channel, state, attempts FROM outgoing_messages ORDER BY channel, attempts`.execute(
      demo.database.kysely,
    );
    expect(new Set(rows.map(({ state }) => state))).toEqual(new Set(["SENT"]));
    expect(Math.max(...rows.map(({ attempts }) => attempts))).toBe(2);
    expect(await mails()).toHaveLength(1);
  });

  test("that is out of reach for a day loses no message", async () => {
    const reach = (isOut: boolean) =>
      sql`UPDATE sandbox.switches SET out_of_reach = ${isOut} WHERE service = 'mail'`.execute(
        demo.database.kysely,
      );
    await reach(true);
    await tell("ActRequired");
    for (let hour = 0; hour < 24; hour += 1) await work(3600).catch(() => undefined);
    await reach(false);
    await work(3600);
    expect(await mails()).toHaveLength(1);
  });

  test("that refuses one message keeps no other waiting, and gives it up after the eighth try", async () => {
    const real = sandboxMail(demo.database.kysely, demo.clock);
    let refused = "";
    const picky = makeTasks({
      async send(mail) {
        refused ||= mail.id;
        if (mail.id === refused) throw new Error("answered 422");
        await real.send(mail);
      },
    });
    await tell("ActRequired");
    for (let tries = 0; tries < 10; tries += 1) {
      demo.clock.advance(3 * 3_600_000);
      await run(picky);
    }
    const { rows } = await sql<{
      state: string;
      attempts: number;
    }>`
      SELECT state, attempts FROM outgoing_messages WHERE channel = 'EMAIL' AND digest_day IS NULL`.execute(
      demo.database.kysely,
    );
    expect(rows).toEqual([{ state: "FAILED", attempts: 8 }]);
  });
});

test("names and comments of other people are plain words in an e-mail", async () => {
  const at = demo.clock.now();
  const resource = {
    id: 1,
    title: "<script>alert(1)</script>",
    rejectReason: null,
    rejectComment: '"&',
  };
  await inTransaction(demo.db.kysely, (trx) =>
    events.publish(trx, "notice.wanted", {
      personId: workman,
      accountId: null,
      type: NOTICE_TYPES.JobRejected.id,
      resource,
      at,
    }),
  );
  await demo.call(CAST.workman, "PUT", SETTINGS, {
    items: [{ channel: "EMAIL", topic: "jobs", mode: "AT_ONCE" }],
  });
  await work();
  const [mail] = await mails();
  expect(mail?.html).not.toMatch(/<script|"&[^#]/);
  expect(mail?.text).toContain("<script>alert(1)</script>");
});
