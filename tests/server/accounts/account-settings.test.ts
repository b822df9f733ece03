import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { NOTICE_TYPES } from "#contract/notices/notice-types.ts";
import { listenForNotices } from "#server/modules/notices/listeners/notices.ts";
import { changeVersion, proposeChanges } from "#server/modules/job-offers/index.ts";
import { sampleNotice } from "#server/sandbox/notice-samples.ts";
import { inTransaction } from "#server/data/transaction.ts";
import { makeProductEvents } from "#server/product-events.ts";
import { buildDemoApp, CAST, type DemoApp } from "#tests/support/demo-app.ts";
import { buildOfferScene, type OfferScene } from "#tests/support/offer-scene.ts";
import { aPersonWithRole } from "#tests/support/factories/an-account.ts";

type ChangeableRow = Parameters<typeof changeVersion>[0];

const SETTINGS = "/open-api/v1/account/settings";
const DAY_MS = 86_400_000;

describe("the settings of a company", () => {
  let demo: DemoApp;
  beforeAll(async () => {
    demo = await buildDemoApp();
  });
  afterAll(() => demo.close());

  test("owner and administrator change them, the finance manager reads, nobody else sees them", async () => {
    expect((await demo.call(CAST.financeManager, "GET", SETTINGS)).body).toEqual({
      actAutoSignHours: 48,
      resultAutoAcceptDays: null,
      projectManagerAcceptLimit: null,
      defaultReceiptText: null,
      noticeEmail: null,
    });
    const changed = await demo.call(CAST.admin, "PUT", SETTINGS, {
      resultAutoAcceptDays: 5,
      projectManagerAcceptLimit: 15_000.5,
      defaultReceiptText: "  Услуги  по договору ",
    });
    expect(changed.body).toEqual({
      actAutoSignHours: 48,
      resultAutoAcceptDays: 5,
      projectManagerAcceptLimit: 15_000.5,
      defaultReceiptText: "Услуги по договору",
      noticeEmail: null,
    });
    expect((await demo.call(CAST.owner, "GET", SETTINGS)).body).toEqual(changed.body);
    for (const phone of [CAST.financeManager, CAST.accountant, CAST.viewer, CAST.workman])
      expect((await demo.call(phone, "PUT", SETTINGS, { resultAutoAcceptDays: null })).status).toBe(
        403,
      );
    expect((await demo.call(CAST.accountant, "GET", SETTINGS)).status).toBe(403);
    expect((await demo.call(CAST.otherOwner, "GET", SETTINGS)).body).toMatchObject({
      resultAutoAcceptDays: null,
    });
  });

  test("what has changed stands in the journal before and after", async () => {
    await demo.call(CAST.owner, "PUT", SETTINGS, { actAutoSignHours: null });
    const { body } = await demo.call(
      CAST.owner,
      "GET",
      "/open-api/v1/account/log?events=settings.changed&perPage=1",
    );
    expect(body.items?.[0]).toMatchObject({
      title: "Изменены настройки",
      before: { actAutoSignHours: 48 },
      after: { actAutoSignHours: null },
    });
    await demo.call(CAST.owner, "PUT", SETTINGS, { actAutoSignHours: 48 });
  });

  test("less than the contract promises the worker, and words of a salary, are refused", async () => {
    expect((await demo.call(CAST.owner, "PUT", SETTINGS, { actAutoSignHours: 24 })).status).toBe(
      422,
    );
    const text = await demo.call(CAST.owner, "PUT", SETTINGS, {
      defaultReceiptText: "Зарплата за март",
    });
    expect(text.body["errors"]).toEqual({
      defaultReceiptText: [expect.stringContaining("«Зарплата»")],
    });
  });
});

describe("the company's address for notices", () => {
  const ADDRESS = "/open-api/v1/account/notice-email";
  const SEND = "/open-api/v1/me/send-verification-code";
  const email = "buh@company.example";
  let demo: DemoApp;
  beforeAll(async () => {
    demo = await buildDemoApp();
  });
  afterAll(() => demo.close());
  const letters = async () =>
    (
      await sql<{
        subject: string;
        text: string;
      }>`
        SELECT subject, text FROM sandbox.mails WHERE email = ${email} ORDER BY id`.execute(
        demo.database.kysely,
      )
    ).rows;

  test("is proven by a code sent there, by whoever may change the settings", async () => {
    expect(
      (
        await demo.call(CAST.financeManager, "POST", SEND, {
          action: "ACCOUNT_NOTICE_EMAIL",
          email,
        })
      ).status,
    ).toBe(403);
    expect((await demo.call(CAST.admin, "PUT", ADDRESS, { email })).body).toMatchObject({
      code: "otp_required",
    });
    expect(
      (await demo.call(CAST.admin, "POST", SEND, { action: "ACCOUNT_NOTICE_EMAIL", email })).body,
    ).toMatchObject({ phoneMasked: "b***@company.example" });
    await expect.poll(async () => (await letters()).length).toBe(1);
    const otp = /\d{6}/.exec((await letters())[0]?.text ?? "")?.[0] ?? "";
    // The code is bound to company, person and address.
    expect((await demo.call(CAST.otherOwner, "PUT", ADDRESS, { email, otp })).status).toBe(422);
    expect(
      (await demo.call(CAST.admin, "PUT", ADDRESS, { email: "drugoj@company.example", otp }))
        .status,
    ).toBe(422);
    expect(
      (await demo.call(CAST.admin, "PUT", "/open-api/v1/me/email", { email, code: otp })).status,
    ).toBe(422);
    expect((await demo.call(CAST.financeManager, "PUT", ADDRESS, { email, otp })).status).toBe(403);
    expect((await demo.call(CAST.admin, "PUT", ADDRESS, { email, otp })).body).toMatchObject({
      noticeEmail: email,
      actAutoSignHours: 48,
    });
    expect(
      (await demo.call(CAST.owner, "PUT", SETTINGS, { resultAutoAcceptDays: 7 })).body,
    ).toMatchObject({ noticeEmail: email });
    const journal = await demo.call(
      CAST.owner,
      "GET",
      "/open-api/v1/account/log?events=settings.changed&perPage=10",
    );
    expect(journal.body.items?.[1]).toMatchObject({
      before: { noticeEmail: null },
      after: { noticeEmail: "b***@company.example" },
    });
    expect(JSON.stringify(journal.body)).not.toContain(email);
  });

  test("gets a copy of what the owner is told of the company, once however many users are told, and nothing of another", async () => {
    await demo.runTasksUntilIdle();
    await sql`DELETE FROM sandbox.mails`.execute(demo.database.kysely);
    await sql`DELETE FROM outgoing_messages`.execute(demo.database.kysely);
    const at = demo.clock.now();
    const { rows } = await sql<{
      person_id: number;
      account_id: number;
    }>`
      SELECT u.person_id, u.account_id
      FROM account_users u
      JOIN people p ON p.id = u.person_id
      WHERE p.phone = ANY (${[CAST.owner, CAST.admin, CAST.otherOwner]}::text[])
        AND u.role IN ('OWNER', 'ADMIN')`.execute(demo.database.kysely);
    const events = makeProductEvents();
    listenForNotices(events);
    await inTransaction(demo.db.kysely, async (trx) => {
      for (const { person_id: personId, account_id: accountId } of rows)
        await events.publish(trx, "notice.wanted", {
          personId,
          accountId,
          type: NOTICE_TYPES.InvoicePaid.id,
          resource: sampleNotice("InvoicePaid", at),
          at,
        });
      // A personal notice, of no company.
      await events.publish(trx, "notice.wanted", {
        personId: rows[0]?.person_id ?? 0,
        accountId: null,
        type: NOTICE_TYPES.InvoicePaid.id,
        resource: sampleNotice("InvoicePaid", at),
        at,
      });
    });
    for (let round = 0; round < 2; round += 1) {
      await demo.runTasksUntilIdle();
      demo.clock.advance(20_000);
    }
    const [copy, ...others] = await letters();
    expect(others).toEqual([]);
    expect(copy?.text.match(/^— /gm)).toHaveLength(1);
    expect(copy?.text).toMatch(
      /Копия уведомлений о компании .+: этот адрес указан в её настройках[^]*\/profile\/account\?tab=settings/,
    );
  });

  test("is taken away without a code, and gets nothing any more", async () => {
    expect((await demo.call(CAST.owner, "PUT", ADDRESS, { email: null })).body).toMatchObject({
      noticeEmail: null,
    });
    expect((await demo.call(CAST.owner, "GET", SETTINGS)).body).toMatchObject({
      noticeEmail: null,
    });
  });
});

describe("settings at work", () => {
  let scene: OfferScene;
  beforeAll(async () => {
    scene = await buildOfferScene();
  });
  afterAll(() => scene.product.close());
  const set = (column: string, value: number | string | null) =>
    sql`
      UPDATE accounts SET ${sql.ref(column)} = ${value} WHERE id = ${scene.account}`.execute(
      scene.product.database.kysely,
    );

  test("a result nobody has answered is accepted after the days the company has chosen, not before", async () => {
    await set("result_auto_accept_days", 3);
    const { id } = await scene.offer("COMPLETED");
    const disputed = await scene.offer("COMPLETED");
    expect(
      (
        await scene.call(scene.owner, "POST", "/job-offer/arbitration", {
          jobOfferID: disputed.id,
          amount: 5000,
          reasonID: "DEFECTS",
          comment: "Половина",
        })
      ).status,
    ).toBe(200);
    scene.product.clock.advance(3 * DAY_MS - 60_000);
    await scene.product.runTasksUntilIdle();
    expect((await scene.state(id)).offer).toBe("COMPLETED");
    scene.product.clock.advance(120_000);
    await scene.product.runTasksUntilIdle();
    expect(await scene.state(id)).toMatchObject({ job: "FINISHED", payout: expect.any(String) });
    // No agreement and an objection: time decides nothing.
    expect((await scene.state(disputed.id)).payout).toBeNull();
    const { rows } = await sql<{ reason: string; actor: { type: string } }>`
      SELECT reason, actor
      FROM audit_log
      WHERE account_id = ${scene.account} AND event = 'offer.result_accepted'
      ORDER BY id DESC
      LIMIT 1`.execute(scene.product.database.kysely);
    expect(rows[0]).toMatchObject({
      reason: "Заказчик не ответил за 3\u00A0дня: результат принят по настройкам компании",
      actor: { type: "system" },
    });
    await set("result_auto_accept_days", null);
  });

  test("a project manager accepts up to his limit; the owner has none", async () => {
    await set("project_manager_accept_limit_kopecks", 500_000);
    const { phone } = await aPersonWithRole(
      scene.product.database.kysely,
      scene.account,
      "PROJECT_MANAGER",
    );
    const [large, small] = [
      await scene.offer("COMPLETED", { rubles: 5000.01 }),
      await scene.offer("COMPLETED", { rubles: 5000 }),
    ];
    const refused = await scene.call(phone, "POST", "/job-offer/result-accept", {
      jobOfferID: large.id,
    });
    expect([refused.status, refused.body.message.replaceAll("\u00A0", " ")]).toEqual([
      409,
      "Менеджер проектов сам соглашается на сумму до 5 000,00 ₽. Попросите владельца, администратора или финансового менеджера",
    ]);
    const many = await scene.call(phone, "POST", "/job-offer/mass-result-accept", {
      jobOfferIDs: [large.id, small.id],
    });
    expect(many.body).toMatchObject({
      acceptedCount: 1,
      failed: [{ jobOfferID: large.id, message: expect.stringContaining("5") }],
    });
    expect(
      (await scene.call(scene.owner, "POST", "/job-offer/result-accept", { jobOfferID: large.id }))
        .status,
    ).toBe(200);
    await set("project_manager_accept_limit_kopecks", null);
  });

  test("a project manager goes round his limit neither by another sum nor by a file of sums", async () => {
    await set("project_manager_accept_limit_kopecks", 500_000);
    const manager = await aPersonWithRole(
      scene.product.database.kysely,
      scene.account,
      "PROJECT_MANAGER",
    );
    const offer = await scene.offer("COMPLETED", { rubles: 1000 });
    const propose = (amount: number) =>
      scene.call(manager.phone, "POST", "/job-offer/arbitration", {
        jobOfferID: offer.id,
        amount,
        reasonID: "OTHER",
        comment: "Дополнительная работа",
      });
    const refused = await propose(200_000);
    expect(refused.status).toBe(409);
    expect(refused.body.message).toContain("сам соглашается на сумму до");
    const { rows } = await sql<ChangeableRow>`
      SELECT id, state, amount_kopecks, commission_kopecks
      FROM job_offers
      WHERE account_id = ${scene.account} AND id = ${offer.id}`.execute(
      scene.product.database.kysely,
    );
    const row = rows[0] as ChangeableRow;
    const outcome = await inTransaction(scene.product.database.kysely, (trx) =>
      proposeChanges({ events: makeProductEvents() }, trx, {
        accountId: scene.account,
        projectIds: null,
        changes: [
          {
            offerId: Number(offer.id),
            version: changeVersion(row),
            newAmountKopecks: 20_000_000n,
            reason: "OTHER",
            comment: null,
          },
        ],
        by: manager.personId,
        at: scene.product.clock.now(),
      }),
    );
    expect(outcome.get(Number(offer.id))).toMatchObject({
      refusal: expect.stringContaining("сам соглашается на сумму до"),
    });
    expect((await propose(5000)).status).toBe(200);
    await set("project_manager_accept_limit_kopecks", null);
  });

  test("a job without a text of its own has the company's in its receipt", async () => {
    await set("default_receipt_text", "Услуги склада по договору");
    const { id } = await scene.offer("COMPLETED", { isActRequired: false });
    await scene.call(scene.owner, "POST", "/job-offer/result-accept", { jobOfferID: id });
    await scene.product.runTasksUntilIdle();
    const { rows } = await sql<{
      text: string;
    }>`
      SELECT to_jsonb(t)::text AS text
      FROM sandbox.tax_incomes t
      ORDER BY t.operation_at DESC
      LIMIT 1`.execute(scene.product.database.kysely);
    expect(rows[0]?.text).toContain("Услуги склада по договору");
  });
});
