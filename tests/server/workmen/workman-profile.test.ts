import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { buildDemoApp, CAST, type DemoApp } from "#tests/support/demo-app.ts";
import { formatMoscowTime } from "#contract/values/calendar-date.ts";
import { aReadyRegistry } from "#tests/support/ready-registry.ts";
import { codeOn } from "#tests/support/codes.ts";

const UPDATE = "/client-api/workman/update";
const WORKMAN = "/open-api/v1/workman";

let demo: DemoApp;
beforeAll(async () => {
  demo = await buildDemoApp();
});
afterAll(() => demo.close());

const update = (body: object) => demo.call(CAST.workman, "POST", UPDATE, body);

test("services are replaced with their prices, and everybody sees them on the worker's page", async () => {
  const { body } = await update({
    description: "  Работаю быстро ",
    cityID: 2,
    services: [{ id: 101, priceFrom: 1500.5 }, { id: 201 }],
  });
  expect(body).toMatchObject({ description: "Работаю быстро", city: { id: 2 } });
  expect(body["services"]).toEqual([
    expect.objectContaining({ id: 101, priceFrom: 1500.5 }),
    expect.objectContaining({ id: 201, priceFrom: null }),
  ]);
  const page = await demo.call(
    null,
    "GET",
    `/client-api/workman/info?workmanID=${String(body["id"])}`,
  );
  expect(page.body["services"]).toEqual(body["services"]);
  expect((await update({ services: [] })).body["services"]).toEqual([]);
  // His own city and the worker's are one.
  expect((await demo.call(CAST.workman, "PUT", "/open-api/v1/me", { cityID: 3 })).status).toBe(200);
  expect((await update({})).body["city"]).toMatchObject({ id: 3 });
});

test("what cannot be a service, a price or a city is refused in words and nothing changes", async () => {
  await update({ services: [{ id: 101, priceFrom: 700 }] });
  for (const [body, errors] of [
    [
      { services: [{ id: 101 }, { id: 101 }] },
      { services: ["Услуга названа дважды. Оставьте одну строку"] },
    ],
    [
      { services: [{ id: 99_999 }] },
      { services: ["Такой услуги больше нет. Выберите другую из списка"] },
    ],
    [{ cityID: 99_999, services: [] }, { cityID: ["Выберите город из списка"] }],
  ] as const) {
    const answer = await update(body);
    expect(answer.status).toBe(422);
    expect(answer.body["errors"]).toEqual(errors);
  }
  expect((await update({})).body["services"]).toEqual([
    expect.objectContaining({ id: 101, priceFrom: 700 }),
  ]);
});

test("nobody leaves with money, jobs or payments behind; whoever may, does so by a code and is gone from the catalogue", async () => {
  const refused = await demo.call(CAST.workman, "DELETE", WORKMAN, { otp: "000000" });
  expect(refused.status).toBe(409);
  expect(refused.body["message"]).toMatch(/^Завершите задания и выведите средства: /);

  const id = (await demo.call(CAST.workman, "GET", "/client-api/workman/my-info")).body[
    "id"
  ] as number;
  const db = demo.database.kysely;
  await sql`
    UPDATE job_offers SET state = 'FINISHED' WHERE workman_id = ${id} AND state <> 'FINISHED'`.execute(
    db,
  );
  await sql`
    UPDATE payouts SET state = 'PAID' WHERE workman_id = ${id} AND state NOT IN ('PAID', 'CANCELED')`.execute(
    db,
  );
  await sql`UPDATE withdrawals SET state = 'PAID' WHERE workman_id = ${id}`.execute(db);
  await sql`UPDATE payouts SET paid_at = now() - interval '11 days' WHERE workman_id = ${id}`.execute(
    db,
  );
  // The bank may return both for ten days more: to a wallet, and a card, that are no more.
  const paidAt = new Date(demo.clock.now().getTime() - 2 * 86_400_000);
  const until = formatMoscowTime(new Date(paidAt.getTime() + 10 * 86_400_000));
  const late = {
    withdrawals: sql`
      INSERT INTO withdrawals (workman_id, card_id, state, amount_kopecks, fee_kopecks, due_at,
        created_at, paid_at)
      SELECT workman_id, id, 'PAID', 100, 0, now(), now(), ${paidAt}
      FROM workman_cards WHERE workman_id = ${id} LIMIT 1`,
    payouts: sql`
      INSERT INTO payouts (account_id, state, hold_id, job_id, workman_id, amount_kopecks,
        commission_kopecks, vat_kopecks, kind, due_at, created_at, paid_at)
      VALUES (1, 'PAID', 1, 1, ${id}, 100, 0, 0, 'CARD', now(), now(), ${paidAt})`,
  };
  for (const [table, insert] of Object.entries(late)) {
    await insert.execute(db);
    expect(
      (await demo.call(CAST.workman, "DELETE", WORKMAN, { otp: "000000" })).body["message"],
    ).toContain(`банк ещё может вернуть последнюю выплату, подождите до ${until}`);
    await sql`
      DELETE FROM ${sql.table(table)} WHERE workman_id = ${id} AND paid_at = ${paidAt}`.execute(db);
  }
  await sql`
    INSERT INTO tax_payments (workman_id, period, state, reserved_kopecks)
    VALUES (${id}, '202601', 'ORDERED', 100)`.execute(db);
  expect(
    (await demo.call(CAST.workman, "DELETE", WORKMAN, { otp: "000000" })).body["message"],
  ).toContain("налог за вас оплачивается");
  await sql`DELETE FROM tax_payments WHERE workman_id = ${id}`.execute(db);
  // Its row becomes a payout only after the minutes in which it can be undone.
  const company = { accountId: 1, ownerId: 1 };
  const { registryId } = await aReadyRegistry(db, company, [[id, 100n]], demo.clock.now());
  for (const state of ["SCHEDULED", "EXECUTING"]) {
    await sql`UPDATE registries SET state = ${state} WHERE id = ${registryId}`.execute(db);
    expect(
      (await demo.call(CAST.workman, "DELETE", WORKMAN, { otp: "000000" })).body["message"],
    ).toContain("есть выплаты в пути");
  }
  await sql`UPDATE registries SET state = 'READY' WHERE id = ${registryId}`.execute(db);
  await sql`UPDATE tax_reserves SET state = 'SPENT' WHERE workman_id = ${id} AND state = 'HELD'`
    .execute(db)
    .catch(() => sql`DELETE FROM tax_reserves WHERE workman_id = ${id}`.execute(db));
  const withMoney = await demo.call(CAST.workman, "DELETE", WORKMAN, { otp: "000000" });
  if (withMoney.status === 409) {
    expect(withMoney.body["message"]).toBe(
      "Завершите задания и выведите средства: в кошельке есть деньги",
    );
    await sql`
      UPDATE ledger_accounts
      SET balance_kopecks = 0
      WHERE workman_id = ${id} AND code = 'WORK_AVAIL'`.execute(db);
  }
  expect(
    (await demo.call(CAST.workman, "DELETE", WORKMAN, { otp: "000000" })).body["errors"],
  ).toHaveProperty("otp");
  await demo.call(CAST.workman, "POST", "/open-api/v1/me/send-verification-code", {
    action: "WORKMAN_DELETE",
  });
  expect(
    (await demo.call(CAST.workman, "DELETE", WORKMAN, { otp: await codeOn(demo, CAST.workman) }))
      .status,
  ).toBe(200);
  expect((await demo.call(null, "GET", `/client-api/workman/info?workmanID=${id}`)).status).toBe(
    404,
  );
  expect((await demo.call(CAST.workman, "GET", "/client-api/workman/my-info")).status).toBe(403);
  const left = await sql`
      SELECT 1 FROM workman_payment_accounts
      WHERE workman_id = ${id}
      UNION ALL SELECT 1 FROM workman_cards
      WHERE workman_id = ${id} AND status <> 'unbound'
      UNION ALL SELECT 1 FROM employments
      WHERE workman_id = ${id} AND state = 'ACTIVE'`.execute(db);
  expect(left.rows).toEqual([]);
});
