import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { RoleId } from "#contract/access/roles.ts";
import { NOTICE_TYPES } from "#contract/notices/notice-types.ts";
import { viewNotice } from "#contract/notices/views/view-notice.ts";
import { aPayroll } from "#tests/support/a-payroll.ts";
import type { TestApp } from "#tests/support/build-app.ts";
import { codeOn, userIdOf } from "#tests/support/codes.ts";
import { addUser, aCustomer, type Customer } from "#tests/support/payroll-cast.ts";
import { PayrollDesk, payrollCsv } from "#tests/support/payroll-desk.ts";
import { makePayrollWorkers } from "#tests/support/payroll-file.ts";

const WORKERS = makePayrollWorkers(1);
const ROOT = "/open-api/v1";

let product: TestApp;
beforeAll(async () => {
  ({ product } = await aPayroll({ workers: WORKERS }));
});
afterAll(() => product.close());

let seeds = 0;

async function aCompany() {
  seeds += 1;
  const customer = await aCustomer(product.database.kysely, {
    seed: 700 + seeds,
    funds: 1_000_000_00n,
  });
  const phone = (index: number) => `7913${String(seeds).padStart(4, "0")}00${index}`;
  await add(customer, phone(1), "ADMIN");
  await add(customer, phone(2), "FINANCE_MANAGER");
  return {
    customer,
    owner: new PayrollDesk(product, customer.ownerPhone),
    admin: new PayrollDesk(product, phone(1)),
    adminPhone: phone(1),
    coderPhone: phone(2),
  };
}
type Company = Awaited<ReturnType<typeof aCompany>>;

const add = (customer: Customer, phone: string, role: RoleId) =>
  addUser(product.database.kysely, customer.accountId, { phone, role });

async function issue({ admin, coderPhone }: Company, roleID: RoleId = "FINANCE_MANAGER") {
  const answer = await admin.call("POST", "/account/api-keys", {
    title: "1С",
    roleID,
    codeUserID: await userIdOf(product, coderPhone),
  });
  expect(answer.statusCode).toBe(200);
  const { key, secret } = answer.json<{ key: { id: number }; secret: string }>();
  return { id: key.id, by: caller(secret) };
}

function caller(secret: string) {
  return async (method: "GET" | "POST", path: string, payload?: object) => {
    const answer = await product.http.inject({
      method,
      url: path.startsWith("/client") ? path : `${ROOT}${path}`,
      headers: { authorization: `Bearer ${secret}` },
      ...(payload ? { payload } : {}),
    });
    return { status: answer.statusCode, body: answer.json<Record<string, unknown>>() };
  };
}

/** Changes a role as «Пользователи» does; `null` removes. */
async function change({ owner }: Company, phone: string, role: RoleId | null) {
  const id = await userIdOf(product, phone);
  const answer = role
    ? await owner.call("PUT", `/account/users/${id}`, { roleID: role })
    : await owner.call("DELETE", `/account/users/${id}`);
  expect(answer.statusCode).toBe(200);
}

async function keyInList({ owner }: Company, id: number) {
  const answer = await owner.call("GET", "/account/api-keys");
  return answer.json<{ items: Record<string, unknown>[] }>().items.find((one) => one["id"] === id);
}

async function toldOfKeys(phone: string): Promise<string[]> {
  await product.runTasksUntilIdle();
  const { rows } = await sql<{ type: string; resource: object }>`
    SELECT n.type, n.resource
    FROM notices n JOIN people p ON p.id = n.person_id
    WHERE p.phone = ${phone} AND n.type = ${NOTICE_TYPES.ApiKeySuspended.id}
    ORDER BY n.id`.execute(product.database.kysely);
  return rows.map((one) => viewNotice(one).text);
}

const INFO = "/client-api/account/my-info";
const INVOICE = "/client-api/invoice/create";

describe("a key may what its role and the present role of whoever answers for it allow", () => {
  test("an administrator made a viewer invoices and pays nothing by his key; made an administrator again, he does", async () => {
    const company = await aCompany();
    const { by } = await issue(company);
    expect((await by("POST", INVOICE, { amount: 10_000 })).status).toBe(200);
    expect((await by("GET", INFO)).body).toMatchObject({ balance: 1_000_000 });
    await change(company, company.adminPhone, "VIEWER");
    expect((await by("POST", INVOICE, { amount: 10_000 })).status).toBe(403);
    expect((await by("POST", "/payroll-registries/1/send-execute-code", {})).status).toBe(403);
    expect((await by("GET", INFO)).body).toMatchObject({ balance: null });
    await change(company, company.adminPhone, "ADMIN");
    expect((await by("POST", INVOICE, { amount: 10_000 })).status).toBe(200);
  });

  test("roles of which neither holds the other leave what they share", async () => {
    const company = await aCompany();
    const { by } = await issue(company, "RECRUITER");
    await change(company, company.adminPhone, "ACCOUNTANT");
    expect((await by("GET", "/employees")).status).toBe(200);
    expect((await by("POST", INVOICE, { amount: 10_000 })).status).toBe(403);
    expect((await by("POST", "/workman-registries", {})).status).toBe(403);
  });

  test("his projects are the key's", async () => {
    const company = await aCompany();
    const { by } = await issue(company);
    const project = await company.owner.call("POST", "/projects", { title: "Склад" });
    const other = await company.owner.call("POST", "/projects", { title: "Магазин" });
    expect([project.statusCode, other.statusCode]).toEqual([200, 200]);
    const id = await userIdOf(product, company.adminPhone);
    await company.owner.call("PUT", `/account/users/${id}`, {
      roleID: "FINANCE_MANAGER",
      projectIDs: [project.json<{ id: number }>().id],
    });
    const seen = await by("GET", "/projects");
    expect((seen.body["items"] as { title: string }[]).map(({ title }) => title)).toEqual([
      "Склад",
    ]);
  });
});

describe("a key nobody answers for", () => {
  test("is suspended: its call, the list and the owner say so, and it works again when taken over", async () => {
    const company = await aCompany();
    const { id, by } = await issue(company);
    expect((await by("GET", INFO)).status).toBe(200);
    await change(company, company.adminPhone, null);
    const refused = await by("GET", INFO);
    expect(refused).toMatchObject({ status: 403, body: { code: "key_suspended" } });
    expect(refused.body["message"]).toMatch(
      /приостановлен: за него отвечает .* больше не работает/,
    );
    expect(await keyInList(company, id)).toMatchObject({
      state: { id: "SUSPENDED", title: "Приостановлен" },
      suspension: expect.stringContaining("больше не работает"),
      permissions: { takeOver: true, revoke: true },
    });
    const told = await toldOfKeys(company.customer.ownerPhone);
    expect(told).toEqual([expect.stringMatching(/^Ключ API «1С» приостановлен: .*Примите ключ/)]);
    // Told once, however often the task runs.
    expect(await toldOfKeys(company.customer.ownerPhone)).toEqual(told);
    expect(await toldOfKeys(company.coderPhone)).toEqual([]);

    const codeUserID = await userIdOf(product, company.coderPhone);
    const takeOver = (otp: string) =>
      company.owner.call("POST", `/account/api-keys/${id}/take-over`, { codeUserID, otp });
    expect((await takeOver("000000")).statusCode).toBe(422);
    await company.owner.call("POST", "/me/send-verification-code", {
      action: "API_KEY_TAKEOVER",
      objectID: id,
    });
    const taken = await takeOver(await codeOn(product, company.customer.ownerPhone));
    expect(taken.json()).toMatchObject({ state: { id: "ACTIVE" }, suspension: null });
    expect((await by("GET", INFO)).status).toBe(200);
    const log = await company.owner.call("GET", "/account/log?events=apikey.taken_over");
    expect(log.json<{ items: object[] }>().items).toHaveLength(1);
  });

  test("or whose codes go nowhere, is suspended too; only the owner takes it over", async () => {
    const company = await aCompany();
    const { id, by } = await issue(company);
    await change(company, company.coderPhone, null);
    expect((await by("GET", INFO)).body["message"]).toMatch(/приостановлен: коды приходят/);
    const answer = await company.admin.call("POST", `/account/api-keys/${id}/take-over`, {
      codeUserID: await userIdOf(product, company.adminPhone),
      otp: "000000",
    });
    expect(answer.statusCode).toBe(403);
  });

  test("a blocked person answers for nothing", async () => {
    const company = await aCompany();
    const { by } = await issue(company);
    await sql`UPDATE people SET state = 'DISABLED' WHERE phone = ${company.adminPhone}`.execute(
      product.database.kysely,
    );
    expect((await by("GET", INFO)).body).toMatchObject({ code: "key_suspended" });
  });
});

test("a payment by a key is confirmed by the code of the person chosen at issue, who then approves nothing; the key itself approves nothing", async () => {
  const company = await aCompany();
  const { by } = await issue(company);
  const coder = new PayrollDesk(product, company.coderPhone);
  const registry = await company.owner.upload(
    payrollCsv(
      WORKERS.map(({ inn }) => ({
        inn,
        serviceCode: "0301",
        receiptText: "Доставка по договору",
        workStart: "01.03.2026",
        workEnd: "05.03.2026",
        amount: "1000",
      })),
    ),
  );
  const rule = { amountFrom: 1, approversCount: 1, roleIDs: ["FINANCE_MANAGER", "ADMIN"] };
  await company.owner.call("PUT", "/account/approval-rules", { items: [rule] });
  const terms = { version: 1, mode: "VALID_ONLY" };
  const sent = await by("POST", `/payroll-registries/${registry}/send-execute-code`, terms);
  expect(sent.status).toBe(200);
  const { rows } = await sql<{ phone: string }>`
    SELECT phone FROM one_time_codes ORDER BY id DESC LIMIT 1`.execute(product.database.kysely);
  expect(rows[0]?.phone).toBe(company.coderPhone);
  const otp = await codeOn(product, company.coderPhone);
  expect(
    (await by("POST", `/payroll-registries/${registry}/execute`, { ...terms, otp })).body,
  ).toMatchObject({ state: { id: "APPROVAL" } });

  const byKey = await by("POST", `/payroll-registries/${registry}/send-approve-code`, {
    version: 1,
  });
  expect(byKey).toMatchObject({
    status: 403,
    body: { message: expect.stringContaining("Ключом") },
  });
  const byCoder = await coder.call("POST", `/payroll-registries/${registry}/send-approve-code`, {
    version: 1,
  });
  expect(byCoder.json()).toMatchObject({ message: expect.stringContaining("запросили вы") });
  const byAdmin = await company.admin.call(
    "POST",
    `/payroll-registries/${registry}/send-approve-code`,
    { version: 1 },
  );
  expect(byAdmin.statusCode).toBe(200);
});
