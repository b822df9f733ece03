import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { buildDemoApp, CAST, type DemoApp } from "#tests/support/demo-app.ts";
import { aJob } from "#tests/support/factories/a-job.ts";

let demo: DemoApp;
beforeAll(async () => {
  demo = await buildDemoApp();
});
afterAll(() => demo.close());

const EMPLOYEES = "/open-api/v1/employees";
const idOf = async (phone: string, account: "Северный" | "Волжский" = "Северный") =>
  (
    await sql<{ id: number }>`
      SELECT e.id
      FROM employments e
      JOIN accounts a ON a.id = e.account_id
      JOIN workmen w ON w.id = e.workman_id
      JOIN people p ON p.id = w.person_id
      WHERE p.phone = ${phone} AND a.short_name LIKE ${`%${account}%`}`.execute(
      demo.database.kysely,
    )
  ).rows[0]?.id;

test("the list shows favourites with what is needed to pay them, masked for those who may not see personal data", async () => {
  const id = await idOf(CAST.workman);
  const seen = await demo.call(CAST.financeManager, "GET", `${EMPLOYEES}/${id}`);
  expect(seen.body).toMatchObject({
    phone: CAST.workman,
    state: { id: "ACTIVE" },
    smzState: { id: "OK" },
    hasPaymentDetails: true,
    yearIncome: 0,
    permissions: { pause: false },
  });
  const masked = await demo.call(CAST.viewer, "GET", `${EMPLOYEES}/${id}`);
  expect(masked.body["phone"]).not.toContain("79000000101");
  expect(masked.body["inn"]).toMatch(/^\*{8}\d{4}$/);
  expect(
    (await demo.call(CAST.financeManager, "GET", `${EMPLOYEES}?states=PAUSED`)).body.items,
  ).toHaveLength(3);
});

test("a manager limited to projects reaches only the workers of his projects", async () => {
  const { body } = await demo.call(CAST.projectManager, "GET", `${EMPLOYEES}?perPage=100`);
  expect((body["meta"] as { total: number }).total).toBe(5);
  expect(
    (await demo.call(CAST.projectManager, "GET", `${EMPLOYEES}/${await idOf(CAST.workman)}`))
      .status,
  ).toBe(404);
});

test("a favourite is paused and resumed, and every other order of it is refused", async () => {
  const url = `${EMPLOYEES}/${await idOf(CAST.workman)}`;
  expect((await demo.call(CAST.recruiter, "POST", `${url}/resume`)).status).toBe(409);
  expect((await demo.call(CAST.recruiter, "POST", `${url}/pause`)).body).toMatchObject({
    state: { id: "PAUSED" },
    permissions: { resume: true, pause: false },
  });
  expect((await demo.call(CAST.recruiter, "POST", `${url}/resume`)).body).toMatchObject({
    state: { id: "ACTIVE" },
  });
  expect((await demo.call(CAST.financeManager, "POST", `${url}/pause`)).status).toBe(403);
  expect((await demo.call(CAST.otherOwner, "POST", `${url}/pause`)).status).toBe(404);
});

test("an invited worker is told, confirms, and only then shows his phone", async () => {
  const phone = "79000000201";
  await sql`
    DELETE FROM employments
    WHERE account_id = (SELECT id FROM accounts WHERE short_name LIKE '%Волжский%')
      AND workman_id = (SELECT w.id
        FROM workmen w
        JOIN people p ON p.id = w.person_id
        WHERE p.phone = ${phone})`.execute(demo.database.kysely);
  const invited = await demo.call(CAST.otherOwner, "POST", EMPLOYEES, { phone, comment: "Уборка" });
  expect(invited.body).toMatchObject({
    state: { id: "CONFIRMATION" },
    comment: "Уборка",
    yearIncome: null,
  });
  expect(invited.body["phone"]).not.toBe(phone);
  expect((await demo.call(CAST.otherOwner, "POST", EMPLOYEES, { phone })).status).toBe(409);
  const told = (await demo.call(phone, "GET", "/client-api/notification/list?unreadOnly=1")).body
    .items;
  expect(told).toMatchObject([
    {
      resource: {
        employmentID: invited.body["id"],
        account: { companyDetailsName: "ООО «Волжский клининг»" },
      },
    },
  ]);
  expect(
    (await demo.call(CAST.workman, "POST", `${EMPLOYEES}/confirm-invite/${invited.body["id"]}`))
      .status,
  ).toBe(404);
  expect(
    (await demo.call(phone, "POST", `${EMPLOYEES}/confirm-invite/${invited.body["id"]}`)).body,
  ).toMatchObject({ state: { id: "ACTIVE" } });
  expect(
    (await demo.call(CAST.otherOwner, "GET", `${EMPLOYEES}/${invited.body["id"]}`)).body["phone"],
  ).toBe(phone);
});

test("an unknown phone and a black-listed worker are refused with a way out", async () => {
  expect(
    (await demo.call(CAST.owner, "POST", EMPLOYEES, { phone: "+7 916 000-00-01" })).body,
  ).toMatchObject({ errors: { phone: [expect.stringContaining("не зарегистрирован")] } });
  expect(
    (await demo.call(CAST.otherOwner, "POST", EMPLOYEES, { phone: "79000000203" })).body,
  ).toMatchObject({ message: expect.stringContaining("чёрном списке") });
});

test("either side ends the bond, but not while a job is open", async () => {
  const phone = "79000000202";
  const id = await idOf(phone);
  const { rows } = await sql<{
    account_id: number;
    workman_id: number;
  }>`SELECT account_id, workman_id FROM employments WHERE id = ${id}`.execute(demo.database.kysely);
  const { account_id: accountId, workman_id: workmanId } = rows[0] ?? {
    account_id: 0,
    workman_id: 0,
  };
  const jobId = await aJob(demo.database.kysely, accountId, { state: "INPROGRESS", workmanId });
  expect((await demo.call(phone, "POST", `${EMPLOYEES}/${id}/end`)).status).toBe(409);
  await sql`
    UPDATE jobs SET state = 'FINISHED' WHERE account_id = ${accountId} AND id = ${jobId}`.execute(
    demo.database.kysely,
  );
  expect((await demo.call(phone, "POST", `${EMPLOYEES}/${id}/end`)).body).toMatchObject({
    state: { id: "ENDED" },
    permissions: { end: false },
  });
});

test("a person of both sides ends his own bond while he acts for his company", async () => {
  const phone = "79000000204";
  const { rows } = await sql<{ id: number }>`
    INSERT INTO employments (account_id, workman_id, state, since, agreed_at)
    SELECT (SELECT u.account_id
      FROM account_users u
      JOIN people p ON p.id = u.person_id
      WHERE p.phone = ${CAST.otherOwner}
      LIMIT 1),
      w.id, 'ACTIVE', now(), now()
    FROM workmen w
    JOIN people p ON p.id = w.person_id
    WHERE p.phone = ${phone}
    ON CONFLICT (account_id, workman_id) DO UPDATE SET state = 'ACTIVE' RETURNING id`.execute(
    demo.database.kysely,
  );
  const id = rows[0]?.id ?? 0;
  expect((await demo.call(CAST.admin, "POST", `${EMPLOYEES}/${id}/end`)).status).toBe(404);
  await sql`
    UPDATE workmen
    SET person_id = (SELECT id FROM people WHERE phone = ${CAST.admin})
    WHERE person_id = (SELECT id FROM people WHERE phone = ${phone})`.execute(demo.database.kysely);
  expect((await demo.call(CAST.admin, "POST", `${EMPLOYEES}/${id}/end`)).body).toMatchObject({
    state: { id: "ENDED" },
  });
});

test("notes and projects of a worker are changed within the company's own projects", async () => {
  const url = `${EMPLOYEES}/${await idOf(CAST.workman)}`;
  const ours = (await demo.call(CAST.owner, "GET", "/open-api/v1/projects")).body.items?.[0];
  const theirs = (await demo.call(CAST.otherOwner, "GET", "/open-api/v1/projects")).body.items?.[0];
  expect(
    (
      await demo.call(CAST.owner, "PUT", url, {
        projectIDs: [ours?.["id"]],
        comment: "Работает аккуратно",
      })
    ).body,
  ).toMatchObject({ projects: [{ title: ours?.["title"] }], comment: "Работает аккуратно" });
  expect((await demo.call(CAST.owner, "PUT", url, { projectIDs: [theirs?.["id"]] })).status).toBe(
    422,
  );
});
