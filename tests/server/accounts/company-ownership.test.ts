import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { codeOn } from "#tests/support/codes.ts";
import { buildDemoApp, CAST, type DemoApp } from "#tests/support/demo-app.ts";

let demo: DemoApp;
beforeAll(async () => {
  demo = await buildDemoApp();
});
afterAll(() => demo.close());

const CREATE = "/client-api/account/create";
const UPDATE = "/client-api/account/update";

async function code(
  phone: string,
  action: string,
  objectID: number,
  destination?: object,
): Promise<string> {
  demo.clock.advance(61_000);
  const sent = await demo.call(phone, "POST", "/open-api/v1/me/send-verification-code", {
    action,
    objectID,
    destination,
  });
  expect([sent.status, sent.body]).toEqual([200, expect.anything()]);
  return codeOn(demo, phone);
}

test("requisites change by a code of this company alone, other data without one", async () => {
  const [mine, other] = [1, 2];
  expect((await demo.call(CAST.owner, "POST", UPDATE, { description: "Склады" })).status).toBe(200);
  const asked = await demo.call(CAST.owner, "POST", UPDATE, { kpp: "770701043" });
  expect([asked.status, asked.body["code"]]).toEqual([409, "otp_required"]);
  const wrong = await code(CAST.owner, "ACCOUNT_REQUISITES", other, { kpp: "770701043" });
  expect(
    (await demo.call(CAST.owner, "POST", UPDATE, { kpp: "770701043", otp: wrong })).status,
  ).toBe(422);
  const elsewhere = await code(CAST.owner, "ACCOUNT_REQUISITES", mine, { kpp: "770701044" });
  expect(
    (await demo.call(CAST.owner, "POST", UPDATE, { kpp: "770701043", otp: elsewhere })).status,
  ).toBe(422);
  const right = await code(CAST.owner, "ACCOUNT_REQUISITES", mine, { kpp: "770701043" });
  expect(
    (await demo.call(CAST.owner, "POST", UPDATE, { kpp: "770701043", otp: right })).body,
  ).toMatchObject({ kpp: "770701043" });
  // Unchanged values of a form are no change.
  expect(
    (
      await demo.call(CAST.owner, "POST", UPDATE, {
        kpp: "770701043",
        description: "Склады и доставка",
      })
    ).status,
  ).toBe(200);
  const { body } = await demo.call(
    CAST.owner,
    "GET",
    "/open-api/v1/account/log?events=account.requisites_changed",
  );
  expect(body.items?.[0]).toMatchObject({
    title: "Изменены реквизиты компании",
    after: { kpp: "770701043" },
  });
});

test("somebody signed in registers another company, owns it and waits for the moderator", async () => {
  const created = await demo.call(CAST.owner, "POST", CREATE, {
    inn: "7736207543",
    companyDetailsName: "ООО «Второй склад»",
    email: "two@sklad.test",
  });
  expect(created.body).toMatchObject({
    inn: "7736207543",
    companyDetailsName: "ООО «Второй склад»",
    stateID: "MODERATION",
    role: { id: "OWNER" },
    email: "two@sklad.test",
  });
  const list = (await demo.call(CAST.owner, "GET", "/client-api/account/my-list")).body.items ?? [];
  expect(list.map((one) => one["id"])).toContain(created.body["id"]);
  expect(
    (
      await demo.call(CAST.otherOwner, "POST", CREATE, {
        inn: "7736207543",
        companyDetailsName: "Чужая",
      })
    ).status,
  ).toBe(409);
  expect(
    (
      await demo.call(CAST.otherOwner, "POST", CREATE, {
        inn: "7707083892",
        companyDetailsName: "Ошибка",
      })
    ).body["errors"],
  ).toHaveProperty("inn");
  expect(
    (await demo.call(null, "POST", CREATE, { inn: "7736207543", companyDetailsName: "Гость" }))
      .status,
  ).toBe(401);
});

test("an owner hands the company to a user of it by a code, and is its administrator from then on", async () => {
  const users =
    (await demo.call(CAST.owner, "GET", "/open-api/v1/account/users/?perPage=100")).body.items ??
    [];
  const admin = users.find((one) => one["roleID"] === "ADMIN")?.["id"] as number;
  const path = "/open-api/v1/account/transfer-ownership";
  expect(
    (await demo.call(CAST.admin, "POST", path, { accountUserID: admin, otp: "000000" })).status,
  ).toBe(403);
  expect(
    (await demo.call(CAST.owner, "POST", path, { accountUserID: 999_999, otp: "000000" })).status,
  ).toBe(404);
  const me = users.find((one) => one["isMe"] === true)?.["id"] as number;
  expect(
    (await demo.call(CAST.owner, "POST", path, { accountUserID: me, otp: "000000" })).status,
  ).toBe(409);
  const otherCode = await code(CAST.owner, "OWNERSHIP_TRANSFER", me);
  expect(
    (await demo.call(CAST.owner, "POST", path, { accountUserID: admin, otp: otherCode })).status,
  ).toBe(422);
  const otp = await code(CAST.owner, "OWNERSHIP_TRANSFER", admin);
  expect((await demo.call(CAST.owner, "POST", path, { accountUserID: admin, otp })).status).toBe(
    200,
  );
  expect((await demo.call(CAST.admin, "GET", "/client-api/account/my-info")).body).toMatchObject({
    role: { id: "OWNER" },
  });
  expect((await demo.call(CAST.owner, "GET", "/client-api/account/my-info")).body).toMatchObject({
    role: { id: "ADMIN" },
  });
});

test("a company is deleted when nothing is left to end; its people lose it, its INN is free, its journal stays", async () => {
  const busy = await demo.call(CAST.otherOwner, "DELETE", "/open-api/v1/account", {
    otp: await code(CAST.otherOwner, "ACCOUNT_DELETE", 2),
  });
  expect([busy.status, busy.body["message"]]).toEqual([
    409,
    expect.stringMatching(/^Удалить компанию пока нельзя: .*баланс/),
  ]);
  const { kysely } = demo.database;
  const created = await demo.call("79000000009", "POST", CREATE, {
    inn: "7728168971",
    companyDetailsName: "ООО «На время»",
  });
  const id = created.body["id"] as number;
  await sql`
    UPDATE people SET chosen_account_id = ${id} WHERE phone = '79000000009'`.execute(kysely);
  await sql`
    UPDATE sessions
    SET account_id = ${id}
    WHERE person_id = (SELECT id FROM people WHERE phone = '79000000009')`.execute(kysely);
  const otp = await code("79000000009", "ACCOUNT_DELETE", id);
  expect((await demo.call("79000000009", "DELETE", "/open-api/v1/account", { otp })).status).toBe(
    200,
  );
  const list =
    (await demo.call("79000000009", "GET", "/client-api/account/my-list")).body.items ?? [];
  expect(list.map((one) => one["id"])).not.toContain(id);
  expect(
    (
      await demo.call("79000000009", "POST", CREATE, {
        inn: "7728168971",
        companyDetailsName: "ООО «Снова»",
      })
    ).status,
  ).toBe(200);
  const { rows } = await sql<{
    event: string;
  }>`SELECT event FROM audit_log WHERE account_id = ${id} ORDER BY id DESC LIMIT 1`.execute(kysely);
  expect(rows[0]?.event).toBe("account.deleted");
});

test("reasons are counted by list, for the company alone", async () => {
  const { rows } = await sql<{
    id: bigint;
  }>`
    SELECT id FROM jobs WHERE account_id = 1 AND kind = 'OFFER' ORDER BY id LIMIT 3`.execute(
    demo.database.kysely,
  );
  for (const [index, { id }] of rows.entries())
    await sql`
      UPDATE jobs
      SET cancel_reason = ${index === 0 ? "MISTAKE" : "NOT_NEEDED"},
        finished_at = ${demo.clock.now()}
      WHERE account_id = 1 AND id = ${id}`.execute(demo.database.kysely);
  const path = "/client-api/account/statistic/reasons";
  const { body } = await demo.call(CAST.viewer, "GET", path);
  const cancels = body.items
    ?.filter((one) => one["list"] === "jobCancel")
    .map(({ reason, count }) => [(reason as { title: string }).title, count]);
  expect(cancels).toEqual(
    expect.arrayContaining([
      ["Задание больше не актуально", expect.any(Number)],
      ["Ошибка в задании", expect.any(Number)],
    ]),
  );
  expect((await demo.call(CAST.viewer, "GET", `${path}?periodEnd=2020-01-01`)).body.items).toEqual(
    [],
  );
  expect(JSON.stringify((await demo.call(CAST.otherOwner, "GET", path)).body.items)).not.toContain(
    "Ошибка в задании",
  );
});
