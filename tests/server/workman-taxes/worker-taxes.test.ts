import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { CAST } from "#tests/support/demo-app.ts";
import { buildTaxDesk, type TaxDesk } from "#tests/support/tax-desk.ts";

const BIND = "/open-api/v1/workman/fns/bind";
const BINDING = "/open-api/v1/workman/fns";
/** Of the demonstration: without access, without НПД, over the limit, an entrepreneur. */
const NO_ACCESS = "79000000107";
const NOT_SELF_EMPLOYED = "79000000108";
const OVER_LIMIT = "79000000109";
const ENTREPRENEUR = "79000000110";
const ORDINARY = "79000000201";

let demo: TaxDesk;
beforeAll(async () => {
  demo = await buildTaxDesk();
});
afterAll(() => demo.close());

const binding = async (phone: string) => (await demo.call(phone, "GET", BINDING)).body;
const smz = async (phone: string) => ((await binding(phone))["smzState"] as { id: string }).id;
const sandbox = async (method: "GET" | "POST" | "PUT", path: string, payload?: object) =>
  (await demo.taxService(method, path, payload)).body;
const innOf = (phone: string) => demo.innOf(phone);
const workmanOf = (phone: string) => demo.workmanOf(phone);
const journal = async (event: string) =>
  (
    await sql<{
      id: string;
    }>`
      SELECT object ->> 'id' AS id FROM audit_log WHERE event = ${event} ORDER BY at DESC`.execute(
      demo.database.kysely,
    )
  ).rows.map(({ id }) => Number(id));

/**
 * The next night pass goes by, whatever the hour is: after midnight a day alone may not reach it.
 */
async function nextNight(): Promise<void> {
  const { rows } = await sql<{
    due_at: Date;
  }>`SELECT due_at FROM tax_sweeps WHERE name = 'recheck'`.execute(demo.database.kysely);
  await demo.goTo(new Date((rows[0]?.due_at.getTime() ?? 0) + 60_000).toISOString());
}

describe("access to «Мой налог»", () => {
  test("is asked for, waits for the worker, and makes him payable when he confirms it", async () => {
    await sandbox("PUT", "/switches", { bindAnswer: "WAIT" });
    expect(await binding(NO_ACCESS)).toMatchObject({
      id: null,
      status: "NONE",
      smzState: { id: "NOACCESS" },
      grantedPermissions: [],
      missingPermissions: expect.arrayContaining(["Регистрация доходов", "Уплата налога"]),
    });
    expect((await demo.call(NO_ACCESS, "POST", BIND, {})).body).toMatchObject({
      status: "IN_PROGRESS",
      smzState: { id: "CHECKING" },
    });
    await demo.runTasksUntilIdle();
    const request = (await binding(NO_ACCESS))["id"] as string;
    const [waiting] = (await sandbox("GET", "/bind-requests")).items ?? [];
    expect(waiting).toMatchObject({ id: request, inn: await innOf(NO_ACCESS), state: "WAITING" });
    expect(waiting?.["permissions"]).toHaveLength(6);
    await demo.pass(60_000);
    expect(await binding(NO_ACCESS)).toMatchObject({ status: "IN_PROGRESS" });
    await sandbox("POST", `/bind-requests/${request}/confirm`);
    expect(
      (await demo.call(NO_ACCESS, "POST", "/open-api/v1/workman/fns/check", { id: request }))
        .status,
    ).toBe(200);
    await demo.runTasksUntilIdle();
    expect(await binding(NO_ACCESS)).toMatchObject({
      status: "COMPLETED",
      smzState: { id: "OK" },
      missingPermissions: [],
      checkedAt: expect.any(String),
    });
    expect(await journal("smz.bound")).toEqual([await workmanOf(NO_ACCESS)]);
    expect((await demo.taxService("POST", `/bind-requests/${request}/refuse`)).status).toBe(409);
  });

  test("refused, it stays without access; another request may follow", async () => {
    const phone = "79000000203";
    await sql`
      UPDATE sandbox.taxpayers
      SET bound = false, permissions = '{}'
      WHERE inn = ${await innOf(phone)}`.execute(demo.database.kysely);
    await demo.call(phone, "POST", "/open-api/v1/workman/fns/un-bind");
    await sandbox("PUT", "/switches", { bindAnswer: "REFUSE", bindAfterSeconds: 5 });
    await demo.call(phone, "POST", BIND, {});
    await demo.runTasksUntilIdle();
    await demo.pass(10_000);
    expect(await binding(phone)).toMatchObject({ status: "FAILED", smzState: { id: "NOACCESS" } });
    await sandbox("PUT", "/switches", { bindAnswer: "CONFIRM", bindAfterSeconds: 5 });
    await demo.call(phone, "POST", BIND, {});
    await demo.runTasksUntilIdle();
    await demo.pass(10_000);
    expect(await binding(phone)).toMatchObject({ status: "COMPLETED", smzState: { id: "OK" } });
  });

  test("whoever is bound is asked only for the rights that are missing, and stays payable meanwhile", async () => {
    const inn = await innOf(ORDINARY);
    await sql`
      UPDATE sandbox.taxpayers SET permissions = '{INCOME_REGISTRATION}' WHERE inn = ${inn}`.execute(
      demo.database.kysely,
    );
    await demo.call(ORDINARY, "POST", "/open-api/v1/workman/fns/check", {});
    await demo.runTasksUntilIdle();
    expect(await binding(ORDINARY)).toMatchObject({
      status: "COMPLETED",
      smzState: { id: "OK" },
      grantedPermissions: ["Регистрация доходов"],
    });
    await demo.call(ORDINARY, "POST", BIND, { taxPayerID: "PLATFORM" });
    await demo.runTasksUntilIdle();
    expect(await binding(ORDINARY)).toMatchObject({
      status: "IN_PROGRESS",
      smzState: { id: "OK" },
      taxPayer: { id: "PLATFORM" },
    });
    await demo.pass(10_000);
    expect(await binding(ORDINARY)).toMatchObject({ status: "COMPLETED", missingPermissions: [] });
    // Nothing is missing now: only the choice changes.
    expect(
      (
        await demo.call(ORDINARY, "POST", BIND, {
          taxPayerID: "WORKMAN",
          isPartialTaxAllowed: false,
        })
      ).body,
    ).toMatchObject({
      status: "COMPLETED",
      taxPayer: { id: "WORKMAN" },
      isPartialTaxAllowed: false,
    });
  });

  test("taken back by the worker here, it is taken back in «Мой налог»", async () => {
    expect(
      (await demo.call(ORDINARY, "POST", "/open-api/v1/workman/fns/un-bind")).body,
    ).toMatchObject({ status: "NONE", smzState: { id: "NOACCESS" }, grantedPermissions: [] });
    await demo.runTasksUntilIdle();
    const { rows } = await sql<{
      bound: boolean;
    }>`SELECT bound FROM sandbox.taxpayers WHERE inn = ${await innOf(ORDINARY)}`.execute(
      demo.database.kysely,
    );
    expect(rows).toEqual([{ bound: false }]);
    expect((await demo.call(ORDINARY, "POST", "/open-api/v1/workman/fns/un-bind")).status).toBe(
      409,
    );
  });

  test("taken back in «Мой налог», it is found within a quarter of an hour", async () => {
    const phone = "79000000204";
    await sql`
      UPDATE sandbox.taxpayers
      SET bound = false, permissions = '{}', unbound_at = ${demo.clock.now()}
      WHERE inn = ${await innOf(phone)}`.execute(demo.database.kysely);
    await demo.pass(16 * 60_000);
    expect(await binding(phone)).toMatchObject({ status: "NONE", smzState: { id: "NOACCESS" } });
  });

  test("waits while the tax service is out of reach, and is asked for when it is back", async () => {
    const phone = "79000000205";
    await demo.call(phone, "POST", "/open-api/v1/workman/fns/un-bind");
    await demo.runTasksUntilIdle();
    await sandbox("PUT", "/switches", { outOfReach: true });
    expect((await demo.call(phone, "POST", BIND, {})).status).toBe(200);
    await expect(demo.runTasksUntilIdle()).rejects.toThrow("out of reach");
    await sandbox("PUT", "/switches", { outOfReach: false });
    await demo.pass(3 * 60_000);
    await demo.pass(10_000);
    expect(await smz(phone)).toBe("OK");
  });

  test("is nothing for entrepreneurs, and another's request is nobody's", async () => {
    expect((await demo.call(ENTREPRENEUR, "POST", BIND, {})).body["message"]).toBe(
      "«Мой налог» нужен только самозанятым",
    );
    expect(
      (
        await demo.call(CAST.workman, "POST", "/open-api/v1/workman/fns/check", {
          id: (await binding(NO_ACCESS))["id"] as string,
        })
      ).status,
    ).toBe(404);
  });
});

describe("the tax status", () => {
  const reset = async (phone: string, workmanPhone: string) =>
    demo.call(phone, "POST", "/client-api/workman/smz-unknown", {
      workmanID: await workmanOf(workmanPhone),
    });

  test("is reset and checked anew by the worker", async () => {
    expect((await reset(NOT_SELF_EMPLOYED, NOT_SELF_EMPLOYED)).body).toMatchObject({
      smzState: { id: "UNKNOWN", title: "Не проверен" },
    });
    await demo.runTasksUntilIdle();
    expect(await smz(NOT_SELF_EMPLOYED)).toBe("NOTSE");
    await sandbox("POST", "/taxpayers", {
      inn: await innOf(NOT_SELF_EMPLOYED),
      registered: true,
      bound: true,
    });
    expect((await reset(NOT_SELF_EMPLOYED, NOT_SELF_EMPLOYED)).status).toBe(200);
    expect(
      (await demo.call(NOT_SELF_EMPLOYED, "GET", "/client-api/workman/my-info")).body[
        "permissions"
      ],
    ).toMatchObject({ updateSmzStatusUnknown: true });
    await demo.runTasksUntilIdle();
    expect(await smz(NOT_SELF_EMPLOYED)).toBe("OK");
    expect((await reset(NOT_SELF_EMPLOYED, NOT_SELF_EMPLOYED)).body["message"]).toBe(
      "Статус уже подтверждён",
    );
  });

  test("is reset by a company that works with him, and by no other", async () => {
    const { rows } = await sql<{ phone: string }>`
      SELECT p.phone
      FROM employments e
      JOIN workmen w ON w.id = e.workman_id
      JOIN people p ON p.id = w.person_id
      WHERE e.account_id = 1
        AND e.state = 'ACTIVE'
        AND w.taxpayer_type = 'SMZ'
        AND w.smz_state = 'OK'
        AND NOT EXISTS (SELECT FROM employments o WHERE o.workman_id = w.id AND o.account_id = 2)
      ORDER BY w.id DESC
      LIMIT 1`.execute(demo.database.kysely);
    const phone = rows[0]?.phone ?? "";
    await sql`
      UPDATE workmen SET smz_state = 'NOACCESS' WHERE id = ${await workmanOf(phone)}`.execute(
      demo.database.kysely,
    );
    const stranger = await reset(CAST.otherOwner, phone);
    const nobody = await demo.call(CAST.otherOwner, "POST", "/client-api/workman/smz-unknown", {
      workmanID: 2_147_483_000,
    });
    expect([stranger.status, stranger.body["message"]]).toEqual([404, nobody.body["message"]]);
    expect((await reset(CAST.viewer, phone)).status).toBe(403);
    expect((await reset(CAST.recruiter, phone)).status).toBe(200);
    await demo.runTasksUntilIdle();
    expect(await smz(phone)).toBe("OK");
  });

  test("over the year limit stays so until the year's income says otherwise", async () => {
    expect((await reset(OVER_LIMIT, OVER_LIMIT)).status).toBe(200);
    await demo.runTasksUntilIdle();
    expect(await smz(OVER_LIMIT)).toBe("LIMITED");
    await nextNight();
    expect(await smz(OVER_LIMIT)).toBe("LIMITED");
    await sql`
      UPDATE sandbox.taxpayers SET other_income_kopecks = 100 WHERE inn = ${await innOf(OVER_LIMIT)}`.execute(
      demo.database.kysely,
    );
    await nextNight();
    expect(await smz(OVER_LIMIT)).toBe("OK");
  });

  test("of every active worker is checked at night", async () => {
    const phone = "79000000210";
    await sql`
      UPDATE sandbox.taxpayers SET registered = false WHERE inn = ${await innOf(phone)}`.execute(
      demo.database.kysely,
    );
    expect(await smz(phone)).toBe("OK");
    await nextNight();
    expect(await smz(phone)).toBe("NOTSE");
  });

  test("is checked the same night when the pass before it ends after midnight", async () => {
    await nextNight();
    const after = new Date(
      Math.ceil(demo.clock.now().getTime() / 86_400_000) * 86_400_000 - 90 * 60_000,
    );
    await sql`UPDATE tax_sweeps SET due_at = ${after} WHERE name = 'recheck'`.execute(
      demo.database.kysely,
    );
    // Half past one in the morning, Moscow time.
    await demo.goTo(after.toISOString());
    const { rows } = await sql<{
      due_at: Date;
    }>`SELECT due_at FROM tax_sweeps WHERE name = 'recheck'`.execute(demo.database.kysely);
    expect(rows[0]?.due_at).toEqual(new Date(after.getTime() + 90 * 60_000));
  });
});

describe("whether anybody is self-employed", () => {
  const ask = (inn: string, phone: string = CAST.viewer) =>
    demo.call(phone, "GET", `/open-api/v1/workman/is-smz-registered?inn=${inn}`);

  test("is not known at once, and the public register is asked about two people a minute", async () => {
    const [first, second] = [await innOf(CAST.workman), "500100732259"];
    expect((await ask(first)).body).toEqual({ isRegistered: null });
    expect((await ask(second)).body).toEqual({ isRegistered: null });
    await demo.runTasksUntilIdle();
    expect((await ask(first)).body).toEqual({ isRegistered: true });
    expect((await ask(second)).body).toEqual({ isRegistered: null });
    await demo.pass(31_000);
    expect((await ask(second)).body).toEqual({ isRegistered: false });
  });

  test("is asked with a right number only", async () => {
    expect((await ask("7707083893")).body).toMatchObject({
      errors: { inn: ["ИНН должен содержать 12 цифр"] },
    });
    expect((await ask("500100732250")).body).toMatchObject({
      errors: { inn: ["Неверная контрольная сумма ИНН"] },
    });
  });
});

describe("taxes of a year", () => {
  test("are forecast by months, as long as the tax service has accrued nothing, and are its own sums afterwards", async () => {
    demo.clock.set(new Date("2027-03-05T09:00:00Z"));
    // Passes made on a later day would not be due yet.
    await sql`UPDATE tax_sweeps SET due_at = ${demo.clock.now()}`.execute(demo.database.kysely);
    const phone = "79000000211";
    const workmanId = await workmanOf(phone);
    const inn = await innOf(phone);
    await sql`DELETE FROM receipts WHERE workman_id = ${workmanId}`.execute(demo.database.kysely);
    await sql`DELETE FROM sandbox.tax_incomes WHERE inn = ${inn}`.execute(demo.database.kysely);
    const incomes = [
      ["2027-02-10T09:00:00Z", 5_000_000n, "REGISTERED"],
      ["2027-02-11T09:00:00Z", 100_000n, "REVERSED_BY_WORKMAN"],
      ["2027-02-28T21:30:00Z", 60_000_000n, "REGISTERED"],
    ] as const;
    for (const [index, [at, amount, state]] of incomes.entries()) {
      await sql`
        INSERT INTO receipts (account_id, payout_id, workman_id, state, amount_kopecks,
          tax_receipt_id, operation_at, registered_at)
        VALUES (1, ${900_000 + index}, ${workmanId}, ${state}, ${amount}, ${`tax000000${index}`},
          ${at}::timestamptz, ${at}::timestamptz)`.execute(demo.database.kysely);
      await sql`
        INSERT INTO sandbox.tax_incomes (operation_id, inn, service_name, amount_kopecks,
          operation_at, customer_inn, customer_name, received_at, answer_at, receipt_id,
          canceled_at)
        VALUES (${`tax-${index}`}, ${inn}, 'Уборка', ${amount}, ${at}::timestamptz, '7700000000',
          'Склад', ${at}::timestamptz, ${at}::timestamptz, ${`tax000000${index}`},
          ${state === "REGISTERED" ? null : at}::timestamptz)`.execute(demo.database.kysely);
    }
    const year = async () =>
      (await demo.call(phone, "GET", "/open-api/v1/workman/taxes?year=2027")).body;
    const before = await year();
    expect(before).toMatchObject({ year: 2027, income: 650_000, limit: 2_400_000 });
    // The last income is of March by the Moscow calendar; the deduction is not read yet, and none
    // is promised.
    expect(before.items).toEqual([
      expect.objectContaining({
        monthNumber: 1,
        income: 0,
        taxAmount: 0,
        state: { id: "NO_INCOME", title: "Дохода не было" },
      }),
      expect.objectContaining({
        monthNumber: 2,
        income: 50_000,
        canceledIncome: 1_000,
        taxAmount: 3_000,
        bonusUsed: 0,
        dueDate: "2027-03-29",
      }),
      expect.objectContaining({
        monthNumber: 3,
        income: 600_000,
        taxAmount: 36_000,
        bonusUsed: 0,
        dueDate: "2027-04-28",
        state: { id: "FORECAST", title: "Прогноз" },
      }),
    ]);
    await demo.goTo("2027-03-12T22:00:00Z");
    expect((await year()).items?.[1]).toMatchObject({
      taxAmount: 2_000,
      bonusUsed: 1_000,
      state: { id: "ACCRUED" },
      dueDate: "2027-03-28",
    });
    expect(
      (await demo.call(phone, "GET", "/open-api/v1/workman/taxpayer-account-info")).body,
    ).toEqual({ bonusAmount: 9_000, unpaidAmount: 2_000, debtAmount: 0 });
    expect((await year()).items?.[2]).toMatchObject({ taxAmount: 27_000, bonusUsed: 9_000 });
    expect(
      (await demo.call(phone, "GET", "/open-api/v1/workman/taxes?year=2028")).body,
    ).toMatchObject({ income: 0, items: [] });
  });

  test("are not shown by the tax service without access", async () => {
    expect(
      (await demo.call(ORDINARY, "GET", "/open-api/v1/workman/taxpayer-account-info")).status,
    ).toBe(409);
    expect((await demo.call(ORDINARY, "GET", "/open-api/v1/workman/taxes")).status).toBe(200);
  });

  test("an outage is said to be one", async () => {
    demo.clock.advance(16 * 60_000);
    await sandbox("PUT", "/switches", { outOfReach: true });
    expect(
      (await demo.call("79000000211", "GET", "/open-api/v1/workman/taxpayer-account-info")).status,
    ).toBe(503);
    await sandbox("PUT", "/switches", { outOfReach: false });
  });
});

describe("what a job brings", () => {
  const earning = async (phone: string, query = "amount=10000") =>
    (await demo.call(phone, "GET", `/open-api/v1/workman/earning?${query}`)).body;

  test("is the whole sum for whoever pays his tax himself, and less the tax for whom the platform pays it", async () => {
    expect(await earning(ORDINARY)).toMatchObject({
      amount: 10_000,
      arrives: 10_000,
      taxPayer: { id: "WORKMAN" },
      payoutKind: { id: expect.any(String) },
    });
    const { rows } = await sql<{
      bonus: bigint;
    }>`
      SELECT coalesce((SELECT bonus_kopecks
        FROM tax_account_infos
        WHERE workman_id = ${await workmanOf(ORDINARY)}),
        0)::bigint AS bonus`.execute(demo.database.kysely);
    const tax = (rows[0]?.bonus ?? 0n) >= 20_000n ? 400 : 600;
    await sql`
      UPDATE workmen SET tax_payer = 'PLATFORM' WHERE id = ${await workmanOf(ORDINARY)}`.execute(
      demo.database.kysely,
    );
    expect(await earning(ORDINARY)).toMatchObject({
      tax,
      arrives: 10_000 - tax,
      taxPayer: { id: "PLATFORM" },
    });
    await sql`
      UPDATE workmen SET tax_payer = 'WORKMAN' WHERE id = ${await workmanOf(ORDINARY)}`.execute(
      demo.database.kysely,
    );
  });

  test("arrives three working days after the work is accepted, and its tax is no business of ours for an entrepreneur", async () => {
    // A Friday: the weekend does not count.
    expect(await earning(ORDINARY, "amount=10000&doneOn=2027-03-19")).toMatchObject({
      arrivesBy: "2027-03-24",
    });
    expect(await earning(ENTREPRENEUR)).toMatchObject({ arrives: 10_000 });
    expect(await earning(ORDINARY, "amount=10000.005")).toMatchObject({
      errors: { amount: [expect.any(String)] },
    });
  });
});
