import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { NOTICE_TYPES } from "#contract/notices/notice-types.ts";
import { viewNotice } from "#contract/notices/views/view-notice.ts";
import { codeOn, userIdOf } from "#tests/support/codes.ts";
import { buildDemoApp, CAST, type DemoApp } from "#tests/support/demo-app.ts";

const ROOT = "/open-api/v1/account";
const RULES = `${ROOT}/approval-rules`;
const SETTINGS = `${ROOT}/settings`;
const TIGHT = [{ amountFrom: 1000, approversCount: 1, roleIDs: ["OWNER", "ADMIN"] }];

let demo: DemoApp;
beforeAll(async () => {
  demo = await buildDemoApp();
});
afterAll(() => demo.close());
// A minute between codes, an hour of wrong guesses: reset for each test.
beforeEach(async () => {
  await sql`DELETE FROM one_time_codes`.execute(demo.database.kysely);
});

const order = (phone: string, loosening: object) =>
  demo.call(phone, "POST", `${ROOT}/loosening-code`, loosening);

async function told(phone: string): Promise<string[]> {
  const { rows } = await sql<{ type: string; resource: object }>`
    SELECT n.type, n.resource
    FROM notices n JOIN people p ON p.id = n.person_id
    WHERE p.phone = ${phone} AND n.type = ${NOTICE_TYPES.RuleLoosened.id}
    ORDER BY n.id`.execute(demo.database.kysely);
  return rows.map((one) => viewNotice(one).text);
}

const lastLine = async (event: string) =>
  (await demo.call(CAST.owner, "GET", `${ROOT}/log?events=${event}&perPage=1`)).body.items?.[0];

test("an administrator sets rules of approval freely and takes none away without the owner's code, which confirms that change only", async () => {
  expect((await demo.call(CAST.admin, "PUT", RULES, { items: TIGHT })).status).toBe(200);
  const alone = await demo.call(CAST.admin, "PUT", RULES, { items: [] });
  expect(alone).toMatchObject({ status: 409, body: { code: "otp_required" } });
  expect(alone.body["message"]).toContain("владельцу");
  expect((await demo.call(CAST.admin, "GET", RULES)).body.items).toEqual(TIGHT);

  expect((await order(CAST.admin, { approvalRules: [] })).status).toBe(200);
  const { rows } = await sql<{ phone: string }>`SELECT phone FROM one_time_codes`.execute(
    demo.database.kysely,
  );
  expect(rows).toEqual([{ phone: CAST.owner }]);
  const otp = await codeOn(demo, CAST.owner);
  const other = [{ ...TIGHT[0], amountFrom: 1_000_000 }];
  expect((await demo.call(CAST.admin, "PUT", RULES, { items: other, otp })).status).toBe(422);
  expect((await demo.call(CAST.admin, "PUT", RULES, { items: [], otp })).body.items).toEqual([]);
  expect(await told(CAST.owner)).toEqual([
    expect.stringMatching(
      /^Ослаблено правило компании: Правила согласования выплат.*подтверждено кодом владельца/,
    ),
  ]);
  expect(await told(CAST.admin)).toEqual([]);
  expect(await lastLine("approval_rule.changed")).toMatchObject({
    reason: expect.stringMatching(/^Ослабление подтверждено кодом владельца/),
  });
});

test("the only owner loosens by his own code, and every administrator is told", async () => {
  const before = (await told(CAST.admin)).length;
  await demo.call(CAST.owner, "PUT", RULES, { items: TIGHT });
  expect((await demo.call(CAST.owner, "PUT", RULES, { items: [] })).status).toBe(409);
  await order(CAST.owner, { approvalRules: [] });
  const otp = await codeOn(demo, CAST.owner);
  expect((await demo.call(CAST.owner, "PUT", RULES, { items: [], otp })).status).toBe(200);
  expect(await told(CAST.admin)).toHaveLength(before + 1);
});

test("a limit of acceptance falls freely and grows by the owner's code", async () => {
  const limit = (projectManagerAcceptLimit: number | null, otp?: string) =>
    demo.call(CAST.admin, "PUT", SETTINGS, { projectManagerAcceptLimit, ...(otp ? { otp } : {}) });
  expect((await limit(5000)).status).toBe(200);
  expect((await limit(4000)).status).toBe(200);
  expect((await limit(200_000)).body).toMatchObject({ code: "otp_required" });
  expect((await limit(null)).body).toMatchObject({ code: "otp_required" });
  expect((await demo.call(CAST.admin, "PUT", SETTINGS, { resultAutoAcceptDays: 7 })).status).toBe(
    200,
  );
  await order(CAST.admin, { projectManagerAcceptLimit: 5000 });
  const otp = await codeOn(demo, CAST.owner);
  expect((await limit(200_000, otp)).status).toBe(422);
  expect((await limit(5000, otp)).body).toMatchObject({ projectManagerAcceptLimit: 5000 });
  expect(await lastLine("settings.changed")).toMatchObject({
    reason: expect.stringContaining("кодом владельца"),
  });
});

describe("networks of a key", () => {
  test("are narrowed freely and widened by the owner's code", async () => {
    const issued = await demo.call(CAST.admin, "POST", `${ROOT}/api-keys`, {
      title: "1С",
      roleID: "VIEWER",
      ips: ["203.0.113.0/24"],
      codeUserID: await userIdOf(demo, CAST.admin),
    });
    const { id } = issued.body["key"] as { id: number };
    const networks = (ips: string[], otp?: string) =>
      demo.call(CAST.admin, "PUT", `${ROOT}/api-keys/${id}/networks`, {
        ips,
        ...(otp ? { otp } : {}),
      });
    expect((await networks(["203.0.113.7"])).body).toMatchObject({ ips: ["203.0.113.7"] });
    expect((await networks([])).body).toMatchObject({ code: "otp_required" });
    expect((await networks(["203.0.113.7", "198.51.100.1"])).status).toBe(409);
    await order(CAST.admin, { keyNetworks: { id, ips: [] } });
    const otp = await codeOn(demo, CAST.owner);
    expect((await networks([], otp)).body).toMatchObject({ ips: [] });
    expect(await lastLine("apikey.networks_changed")).toMatchObject({
      object: { type: "api-key", id: String(id) },
    });
  });
});

test("the owner is told who may pay or call from now on, and that results accept themselves sooner", async () => {
  const before = (await told(CAST.owner)).length;
  const users = (method: "POST" | "PUT", path: string, body: object) =>
    demo.call(CAST.admin, method, `${ROOT}/users/${path}`, body);
  const invite = (phone: string, roleID: string) =>
    users("POST", "", { name: "Пётр Второй", phone, roleID });
  await invite("79995550001", "ADMIN");
  const viewer = (await invite("79995550002", "VIEWER")).body["id"];
  await users("PUT", String(viewer), { roleID: "ACCOUNTANT" });
  await users("PUT", String(viewer), { roleID: "FINANCE_MANAGER" });
  await users("PUT", String(viewer), { email: "petr@company.ru" });
  await demo.call(CAST.admin, "POST", `${ROOT}/api-keys`, {
    title: "1С без адресов",
    roleID: "FINANCE_MANAGER",
    codeUserID: await userIdOf(demo, CAST.admin),
  });
  for (const resultAutoAcceptDays of [null, 7, 9, 3])
    await demo.call(CAST.admin, "PUT", SETTINGS, { resultAutoAcceptDays });
  const texts = (await told(CAST.owner)).slice(before);
  expect(texts).toEqual([
    expect.stringContaining("(приглашён Пётр Второй, «Администратор»)"),
    expect.stringContaining("(новая роль: Пётр Второй, «Финансовый менеджер»)"),
    expect.stringContaining(
      "(выпущен «1С без адресов», роль «Финансовый менеджер», с любых адресов)",
    ),
    expect.stringContaining("(теперь через дней: 7)"),
    expect.stringContaining("(теперь через дней: 3)"),
  ]);
  for (const text of texts) expect(text).not.toContain("кодом");
});

describe("while payments are approved, who may pay, approve or call is widened by the owner's code", () => {
  const key = async () => ({
    title: "1С под правилами",
    roleID: "VIEWER",
    codeUserID: await userIdOf(demo, CAST.admin),
  });
  const viewers: number[] = [];
  const managers: number[] = [];
  let projectId: number;
  beforeAll(async () => {
    const projects = await demo.call(CAST.admin, "GET", "/open-api/v1/projects");
    projectId = (projects.body.items as { id: number }[])[0]?.id ?? 0;
    for (const phone of ["79995550021", "79995550022"]) {
      const { body } = await demo.call(CAST.admin, "POST", `${ROOT}/users/`, {
        name: "Глеб Проектов",
        phone,
        roleID: "PROJECT_MANAGER",
        projectIDs: [projectId],
      });
      managers.push(body["id"] as number);
    }
    for (const phone of ["79995550011", "79995550012"]) {
      const invited = { name: "Иван Зритель", phone, roleID: "VIEWER" };
      const { body } = await demo.call(CAST.admin, "POST", `${ROOT}/users/`, invited);
      viewers.push(body["id"] as number);
    }
    await demo.call(CAST.admin, "PUT", SETTINGS, { resultAutoAcceptDays: 20 });
    expect((await demo.call(CAST.admin, "PUT", RULES, { items: TIGHT })).status).toBe(200);
  });
  afterAll(async () => {
    await sql`DELETE FROM approval_rules`.execute(demo.database.kysely);
  });

  test.each([
    {
      what: "a person who may accept results",
      method: "POST",
      path: "/users/",
      ask: (phone: string) => ({ name: "Пётр Платящий", phone, roleID: "PROJECT_MANAGER" }),
      loosening: (phone: string) => ({ payer: { phone, roleID: "PROJECT_MANAGER" } }),
      other: () => ({ payer: { phone: "79995550099", roleID: "PROJECT_MANAGER" } }),
      told: "(приглашён Пётр Платящий, «Менеджер проектов»)",
    },
    {
      what: "a promotion",
      method: "PUT",
      path: () => `/users/${viewers[0]}`,
      ask: () => ({ roleID: "FINANCE_MANAGER" }),
      loosening: () => ({ payer: { id: viewers[0], roleID: "FINANCE_MANAGER" } }),
      other: () => ({ payer: { id: viewers[1], roleID: "FINANCE_MANAGER" } }),
      told: "(новая роль: Иван Зритель, «Финансовый менеджер»)",
    },
    {
      what: "more projects of a manager",
      method: "PUT",
      path: () => `/users/${managers[0]}`,
      ask: () => ({ projectIDs: null }),
      loosening: () => ({ payer: { id: managers[0], roleID: "PROJECT_MANAGER" } }),
      other: () => ({
        payer: { id: managers[0], roleID: "PROJECT_MANAGER", projectIDs: [projectId] },
      }),
      told: "(больше проектов: Глеб Проектов, «Менеджер проектов»)",
    },
    {
      what: "a key, whatever its role",
      method: "POST",
      path: "/api-keys",
      ask: async () => ({ ...(await key()), ips: ["203.0.113.7"] }),
      loosening: async () => ({ newKey: { ...(await key()), ips: ["203.0.113.7"] } }),
      other: async () => ({ newKey: await key() }),
      told: "(выпущен «1С под правилами», роль «Наблюдатель», с адресов: 203.0.113.7)",
    },
    {
      what: "results that accept themselves sooner",
      method: "PUT",
      path: "/settings",
      ask: () => ({ resultAutoAcceptDays: 2 }),
      loosening: () => ({ resultAutoAcceptDays: 2 }),
      other: () => ({ resultAutoAcceptDays: 3 }),
      told: "(теперь через дней: 2)",
    },
  ] as const)("$what", async ({ method, path, ask, loosening, other, told: words }) => {
    const before = (await told(CAST.owner)).length;
    const phone = "79995550010";
    const body = await ask(phone);
    const call = (otp?: string) =>
      demo.call(CAST.admin, method, `${ROOT}${typeof path === "string" ? path : path()}`, {
        ...body,
        ...(otp ? { otp } : {}),
      });
    expect(await call()).toMatchObject({ status: 409, body: { code: "otp_required" } });
    expect((await order(CAST.admin, await other())).status).toBe(200);
    expect((await call(await codeOn(demo, CAST.owner))).status).toBe(422);
    await sql`DELETE FROM one_time_codes`.execute(demo.database.kysely);
    expect((await order(CAST.admin, await loosening(phone))).status).toBe(200);
    expect((await call(await codeOn(demo, CAST.owner))).status).toBe(200);
    const texts = (await told(CAST.owner)).slice(before);
    expect(texts).toEqual([expect.stringContaining(words)]);
    expect(texts[0]).toContain("подтверждено кодом владельца");
  });

  test("what pays nobody more takes no code: another viewer, a lower role, fewer projects, a later acceptance", async () => {
    const fewer = await demo.call(CAST.admin, "PUT", `${ROOT}/users/${managers[1]}`, {
      projectIDs: [],
    });
    expect(fewer.status).toBe(200);
    const { body } = await demo.call(CAST.admin, "POST", `${ROOT}/users/`, {
      name: "Анна Зритель",
      phone: "79995550013",
      roleID: "VIEWER",
    });
    const change = await demo.call(CAST.admin, "PUT", `${ROOT}/users/${body["id"]}`, {
      roleID: "ACCOUNTANT",
    });
    expect(change.status).toBe(200);
    const later = await demo.call(CAST.admin, "PUT", SETTINGS, { resultAutoAcceptDays: 30 });
    expect(later.status).toBe(200);
  });

  test("both settings that loosen are saved by one code", async () => {
    const limits = { projectManagerAcceptLimit: 900_000, resultAutoAcceptDays: 1 };
    await demo.call(CAST.admin, "PUT", SETTINGS, { projectManagerAcceptLimit: 1 });
    expect((await order(CAST.admin, limits)).status).toBe(200);
    const otp = await codeOn(demo, CAST.owner);
    expect((await demo.call(CAST.admin, "PUT", SETTINGS, { ...limits, otp })).body).toMatchObject(
      limits,
    );
  });

  test("a code for another company's user cannot be ordered", async () => {
    const { rows } = await sql<{ id: number }>`
      SELECT id
      FROM account_users
      WHERE account_id <> (SELECT account_id FROM account_users WHERE id = ${viewers[0]})
      LIMIT 1`.execute(demo.database.kysely);
    const foreign = { payer: { id: rows[0]?.id, roleID: "ADMIN" } };
    expect((await order(CAST.admin, foreign)).status).toBe(404);
  });
});

test("nobody below an administrator orders the code, and it is for one rule", async () => {
  expect((await order(CAST.financeManager, { approvalRules: [] })).status).toBe(403);
  expect((await order(CAST.admin, {})).status).toBe(422);
  expect(
    (await order(CAST.admin, { approvalRules: [], projectManagerAcceptLimit: null })).status,
  ).toBe(422);
});
