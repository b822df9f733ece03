import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { aPayroll, type Payroll } from "#tests/support/a-payroll.ts";
import { codeOn, userIdOf } from "#tests/support/codes.ts";
import { addUser } from "#tests/support/payroll-cast.ts";
import { payrollCsv } from "#tests/support/payroll-desk.ts";
import { makePayrollWorkers } from "#tests/support/payroll-file.ts";

const ADMIN = "79009990002";
const WORKERS = makePayrollWorkers(1);
/** More than the wrong guesses and than the codes of an hour. */
const CODES = 31;

let scene: Payroll;
let owner: string;
let registry: string;
let key: { readonly key: string };
beforeAll(async () => {
  scene = await aPayroll({ workers: WORKERS, seed: 941, funds: 100_000_00n });
  owner = scene.customer.ownerPhone;
  await addUser(scene.product.database.kysely, scene.customer.accountId, {
    phone: ADMIN,
    role: "ADMIN",
  });
  const id = await scene.desk.upload(
    payrollCsv(
      WORKERS.map(({ inn }) => ({
        inn,
        serviceCode: "0301",
        receiptText: "Доставка",
        workStart: "01.03.2026",
        workEnd: "05.03.2026",
        amount: "1000",
      })),
    ),
  );
  registry = `/payroll-registries/${id}`;
  const made = await as({ phone: ADMIN }, "POST", "/account/api-keys", {
    title: "1С",
    roleID: "FINANCE_MANAGER",
    codeUserID: await userIdOf(scene.product, owner),
  });
  key = { key: String(made.body["secret"]) };
});
afterAll(() => scene.product.close());
beforeEach(() => sql`DELETE FROM one_time_codes`.execute(scene.product.database.kysely));

const TERMS = { version: 1, mode: "VALID_ONLY" };
const RULES = [{ amountFrom: 900_000_000, approversCount: 1, roleIDs: ["OWNER"] }];

async function as(
  who: { readonly phone: string } | { readonly key: string },
  method: "GET" | "POST" | "PUT",
  path: string,
  payload?: object,
) {
  const headers =
    "key" in who ? { authorization: `Bearer ${who.key}` } : await scene.product.signIn(who.phone);
  const answer = await scene.product.http.inject({
    method,
    url: `/open-api/v1${path}`,
    headers,
    ...(payload ? { payload } : {}),
  });
  return { status: answer.statusCode, body: answer.json<Record<string, unknown>>() };
}

/** Asks for codes to the owner's phone and guesses them, until told that it was too much. */
async function spend(ask: () => Promise<{ status: number }>, guess: () => Promise<unknown>) {
  const asked: number[] = [];
  for (let code = 0; code < CODES; code += 1) {
    scene.product.clock.advance(61_000);
    asked.push((await ask()).status);
    for (let time = 0; time < 5; time += 1) await guess();
  }
  expect(asked.at(-1)).toBe(429);
}

async function ownerPays() {
  const asked = await as({ phone: owner }, "POST", `${registry}/send-execute-code`, TERMS);
  expect(asked.status).toBe(200);
  // The same call without effect: the registry stays for the next test.
  const otp = await codeOn(scene.product, owner);
  const other = { ...TERMS, version: 99, otp };
  expect((await as({ phone: owner }, "POST", `${registry}/execute`, other)).status).toBe(409);
  return { otp };
}

describe("codes and guesses of others do not spend the owner's", () => {
  test("of an administrator who would loosen a rule", async () => {
    const set = await as({ phone: owner }, "PUT", "/account/approval-rules", { items: RULES });
    expect(set.status).toBe(200);
    const admin = { phone: ADMIN };
    await spend(
      () => as(admin, "POST", "/account/loosening-code", { approvalRules: [] }),
      () => as(admin, "PUT", "/account/approval-rules", { items: [], otp: "000000" }),
    );
    await ownerPays();
  });

  test("of an API key whose codes go to him; and his code is not the key's", async () => {
    await spend(
      () => as(key, "POST", `${registry}/send-execute-code`, TERMS),
      () => as(key, "POST", `${registry}/execute`, { ...TERMS, otp: "000000" }),
    );
    scene.product.clock.advance(3_600_000);
    const { otp } = await ownerPays();
    const stolen = await as(key, "POST", `${registry}/execute`, { ...TERMS, otp });
    expect(stolen).toMatchObject({ status: 422, body: { errors: { otp: [expect.any(String)] } } });
    const paid = await as({ phone: owner }, "POST", `${registry}/execute`, { ...TERMS, otp });
    expect(paid.status).toBe(200);
  });
});

test("a right guess among many at the same instant opens nothing past the fifth", async () => {
  const asked = await scene.product.http.inject({
    method: "POST",
    url: "/open-api/v1/auth/send-otp",
    payload: { phoneNumber: owner, exists: true },
  });
  const cookie = String(asked.headers["set-cookie"]).split(";")[0] ?? "";
  const right = await codeOn(scene.product, owner);
  const guess = (code: string) =>
    scene.product.http.inject({
      method: "POST",
      url: "/open-api/v1/auth/login",
      payload: { phoneNumber: owner, code },
      headers: { cookie },
    });
  // The connections that count are busy: guesses gather before them.
  const busy = Array.from({ length: 3 }, () =>
    sql`SELECT pg_sleep(1)`.execute(scene.product.dependencies.outside.kysely),
  );
  await pause(100);
  const wrong = Array.from({ length: 9 }, (_, shift) =>
    guess(String((Number(right) + 1 + shift) % 1_000_000).padStart(6, "0")),
  );
  await pause(500);
  expect((await guess(right)).statusCode).toBe(422);
  await Promise.all([...wrong, ...busy]);
});

test("a guess where no code lives is counted as a failure of security", async () => {
  const failures = async () =>
    (
      await sql<{ count: number }>`
        SELECT coalesce(sum(count), 0)::integer AS count FROM security_failures WHERE kind = 'CODE'`.execute(
        scene.product.database.kysely,
      )
    ).rows[0]?.count;
  const before = (await failures()) ?? 0;
  await scene.product.http.inject({
    method: "POST",
    url: "/open-api/v1/auth/login",
    payload: { phoneNumber: owner, code: "123456" },
  });
  expect(await failures()).toBe(before + 1);
});
