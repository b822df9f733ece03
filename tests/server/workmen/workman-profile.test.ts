import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { buildDemoApp, CAST, type DemoApp } from "#tests/support/demo-app.ts";
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
  expect(refused.body["message"]).toMatch(/^Удалить профиль пока нельзя: /);

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
  await sql`DELETE FROM tax_reserves WHERE workman_id = ${id}`.execute(db);
  await sql`
    UPDATE ledger_accounts
    SET balance_kopecks = 0
    WHERE workman_id = ${id} AND code = 'WORK_AVAIL'`.execute(db);
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
