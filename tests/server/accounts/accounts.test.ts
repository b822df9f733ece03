import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { buildDemoApp, CAST, type DemoApp } from "#tests/support/demo-app.ts";

let demo: DemoApp;
beforeAll(async () => {
  demo = await buildDemoApp();
});
afterAll(() => demo.close());

const MY_INFO = "/client-api/account/my-info";

test("only the roles of the specification see the balance, and it includes the frozen money", async () => {
  const owner = await demo.call(CAST.owner, "GET", MY_INFO);
  expect(owner.body).toMatchObject({
    companyDetailsName: "ООО «Северный склад»",
    balance: 25_000_000,
    balanceReserved: 48_101,
    role: { id: "OWNER" },
  });
  for (const phone of [
    CAST.accountant,
    CAST.signatory,
    CAST.projectManager,
    CAST.recruiter,
    CAST.viewer,
  ]) {
    expect((await demo.call(phone, "GET", MY_INFO)).body).toMatchObject({
      balance: null,
      balanceReserved: null,
    });
  }
  expect((await demo.call(CAST.workman, "GET", MY_INFO)).status).toBe(403);
});

test("a person of two companies sees both, each with the role there", async () => {
  const list =
    (await demo.call("79000000009", "GET", "/client-api/account/my-list")).body.items ?? [];
  expect(list.map((one) => (one["role"] as { id: string }).id).sort()).toEqual([
    "ACCOUNTANT",
    "VIEWER",
  ]);
});

test("a stranger reads the public side of a company and nothing of its money or people", async () => {
  const id = (await demo.call(CAST.owner, "GET", MY_INFO)).body["id"];
  const seen = await demo.call(null, "GET", `/client-api/account/info?accountID=${id}`);
  expect(seen.body).toMatchObject({
    companyDetailsName: "ООО «Северный склад»",
    publishedJobsCount: 10,
    rating: expect.any(Number),
  });
  expect(Object.keys(seen.body)).not.toEqual(expect.arrayContaining(["balance"]));
  expect(JSON.stringify(seen.body)).not.toMatch(/79000000001|office@/);
  expect((await demo.call(null, "GET", `/open-api/v1/account/${id}/company-name`)).body).toEqual({
    shortCompanyName: "ООО «Северный склад»",
  });
  expect(
    (
      await demo.call(
        null,
        "GET",
        `/client-api/account/list?search=${encodeURIComponent("клининг")}`,
      )
    ).body,
  ).toMatchObject({ meta: { total: 1 } });
  await sql`UPDATE accounts SET state = 'DISABLED' WHERE id = ${id}`.execute(demo.database.kysely);
  expect((await demo.call(null, "GET", `/client-api/account/info?accountID=${id}`)).status).toBe(
    404,
  );
  await sql`UPDATE accounts SET state = 'ACTIVE' WHERE id = ${id}`.execute(demo.database.kysely);
});

test("the profile is changed by an administrator, wrong requisites are told by field", async () => {
  const wrong = await demo.call(CAST.admin, "POST", "/client-api/account/update", {
    bankBik: "123",
    kpp: "1",
    accountNumber: "40702810000000000001",
  });
  expect(wrong.status).toBe(422);
  expect(Object.keys(wrong.body["errors"] as object).sort()).toEqual([
    "accountNumber",
    "bankBik",
    "kpp",
  ]);
  const right = await demo.call(CAST.admin, "POST", "/client-api/account/update", {
    description: "Склады по всей области",
    directorName: "Орлова Марина Викторовна",
    balance: 1,
    stateID: "DISABLED",
  });
  expect(right.body).toMatchObject({
    description: "Склады по всей области",
    directorName: "Орлова Марина Викторовна",
    balance: 25_000_000,
    stateID: "ACTIVE",
  });
  expect(
    (await demo.call(CAST.accountant, "POST", "/client-api/account/update", { description: "x" }))
      .status,
  ).toBe(403);
});

test("a refused company goes back to moderation with its first correction", async () => {
  await sql`
    UPDATE accounts
    SET state = 'REJECTED', reject_comment = 'Неверный адрес'
    WHERE short_name LIKE '%клининг%'`.execute(demo.database.kysely);
  const fixed = await demo.call(CAST.otherOwner, "POST", "/client-api/account/update", {
    legalAddress: "443001, г. Самара, ул. Самарская, д. 203",
  });
  expect(fixed.body).toMatchObject({
    stateID: "MODERATION",
    rejectComment: null,
    permissions: { createJob: false },
  });
});
