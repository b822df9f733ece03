import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { buildTaxDesk, type TaxDesk } from "#tests/support/tax-desk.ts";

const PAYMENTS = "/open-api/v1/workman/taxes/payments";
/** Of the demonstration: pays his tax himself; without access to «Мой налог»; another one. */
const WORKER = "79000000201";
const NO_ACCESS = "79000000107";
const OTHER = "79000000202";

let demo: TaxDesk;
beforeAll(async () => {
  demo = await buildTaxDesk();
  await demo.goTo("2027-03-15T09:00:00Z");
  for (const [period, tax] of [
    ["202701", 450.05],
    ["202702", 3000],
  ] as const)
    await demo.taxService("POST", "/accruals", {
      inn: await demo.innOf(WORKER),
      period,
      tax,
      debt: 0,
      penalty: 0,
      hasDocument: true,
    });
});
afterAll(() => demo.close());

const payments = async (phone: string) => demo.call(phone, "GET", PAYMENTS);

test("what is accrued is told with its requisites and its code, what is past its day apart and first", async () => {
  const inn = await demo.innOf(WORKER);
  const { items = [] } = (await payments(WORKER)).body;
  expect(items).toMatchObject([
    {
      uin: `1821202701${inn.slice(-10)}`,
      period: { year: 2027, monthNumber: 1 },
      amount: 450.05,
      dueDate: "2027-02-28",
      isOverdue: true,
      isPaidByPlatform: false,
      purpose: `Налог на профессиональный доход за 01.2027, ИНН ${inn}`,
      payee: { name: "Казначейство (ФНС), песочница", kbk: "18210506000011000110" },
    },
    { period: { monthNumber: 2 }, amount: 3000, dueDate: "2027-03-28", isOverdue: false },
  ]);
  expect(items[0]?.["code"]).toBe(
    "ST00012|Name=Казначейство (ФНС), песочница|PersonalAcc=03100643000000099900" +
      "|BankName=Демонстрационный банк, г. Тула|BIC=017099900|CorrespAcc=40102810000000000900" +
      `|Sum=45005|PayeeINN=7700000009|KPP=770001001|Purpose=${String(items[0]?.["purpose"])}` +
      `|PayerINN=${inn}|CBC=18210506000011000110|OKTMO=45380000|TaxPeriod=МС.01.2027` +
      `|UIN=1821202701${inn.slice(-10)}`,
  );
});

test("what the platform has paid is nobody's to pay, though the tax service does not know it yet", async () => {
  const [january] = (await payments(WORKER)).body.items ?? [];
  await sql`
    INSERT INTO tax_payments (workman_id, period, state, outcome, reserved_kopecks, paid_kopecks, uin)
    SELECT id, '202701', 'PAID', 'PAID', 45005, 45005, ${january?.["uin"]}
    FROM workmen
    WHERE inn = ${await demo.innOf(WORKER)}`.execute(demo.database.kysely);
  expect((await payments(WORKER)).body.items).toMatchObject([
    { period: { monthNumber: 1 }, isPaidByPlatform: true },
    { period: { monthNumber: 2 }, isPaidByPlatform: false },
  ]);
});

test("is nobody else's, and not shown without access or while the tax service is silent", async () => {
  expect(JSON.stringify((await payments(OTHER)).body)).not.toContain(await demo.innOf(WORKER));
  expect((await payments(NO_ACCESS)).status).toBe(409);
  expect((await demo.call(null, "GET", PAYMENTS)).status).toBe(401);
  await demo.taxService("PUT", "/switches", { outOfReach: true });
  expect((await payments(WORKER)).status).toBe(503);
  await demo.taxService("PUT", "/switches", { outOfReach: false });
});
