import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { roleHas } from "#contract/access/role-permissions.ts";
import { ROLE_IDS, type RoleId } from "#contract/access/roles.ts";
import { aPayroll } from "#tests/support/a-payroll.ts";
import type { TestApp } from "#tests/support/build-app.ts";
import { addUser } from "#tests/support/payroll-cast.ts";
import { PayrollDesk, payrollCsv } from "#tests/support/payroll-desk.ts";
import { makePayrollWorkers } from "#tests/support/payroll-file.ts";

const WORKERS = makePayrollWorkers(2);
/** Unique figures: rows, total, commission, the wrong row's text, the balance. */
const SUMS = ["1234.56", "1234,56", "2222.2", "2222,20", "3456.76", "37.04", "103.7"];
const BALANCE = ["77777.77", "74217.3"];

let product: TestApp;
let id: number;
const desks = new Map<RoleId, PayrollDesk>();
beforeAll(async () => {
  const payroll = await aPayroll({ workers: WORKERS, seed: 950, funds: 77_777_77n });
  product = payroll.product;
  const { customer } = payroll;
  desks.set("OWNER", payroll.desk);
  for (const [index, role] of ROLE_IDS.entries()) {
    if (role === "OWNER") continue;
    const phone = `7933000000${index}`;
    await addUser(product.database.kysely, customer.accountId, { phone, role });
    desks.set(role, new PayrollDesk(product, phone));
  }
  const row = (index: number, amount: string) => ({
    inn: WORKERS[index]?.inn ?? "",
    serviceCode: "0301",
    receiptText: `Доставка, рейс ${index}`,
    workStart: "01.03.2026",
    workEnd: "05.03.2026",
    amount,
  });
  id = await (desks.get("OWNER") as PayrollDesk).upload(
    payrollCsv([row(0, "1234,56"), row(1, "2222,20"), row(0, "0,001")]),
  );
});
afterAll(() => product.close());

const PATHS = () => [
  "/payroll-registries",
  `/payroll-registries/${id}`,
  `/payroll-registries/${id}/info`,
  `/payroll-registries/${id}/items`,
  `/payroll-registries/${id}/errors`,
  `/payroll-registries/${id}/progress`,
];
const FILES = () =>
  [
    ["GET", `/payroll-registries/${id}/file`],
    ["POST", `/payroll-registries/${id}/download`],
    ["GET", `/payroll-registries/${id}/errors/download`],
  ] as const;

describe.each(ROLE_IDS.filter((role) => roleHas(role, "payroll-registries.view")))("%s", (role) => {
  const prepares = roleHas(role, "payroll-registries.edit");
  const seesBalance = roleHas(role, "money.view");

  test(`${prepares ? "sees" : "does not see"} the sums of a registry and ${seesBalance ? "sees" : "does not see"} the balance, in any answer`, async () => {
    const desk = desks.get(role) as PayrollDesk;
    const answers = await Promise.all(
      PATHS().map(async (path) => (await desk.call("GET", path)).body),
    );
    const text = answers.join("\n");
    expect(text).toContain(WORKERS[0]?.inn);
    for (const sum of ["1234.56", "3456.76", "103.7"])
      expect(text.includes(sum), sum).toBe(prepares);
    if (!prepares) for (const sum of SUMS) expect(text, sum).not.toContain(sum);
    for (const sum of BALANCE) expect(text.includes(sum), sum).toBe(seesBalance);
    if (!prepares)
      expect(await desk.info(id)).toMatchObject({
        rowsCount: 3,
        readyCount: 2,
        amount: null,
        toPay: null,
        commission: null,
        paidAmount: null,
        available: null,
      });
  });

  test(`${prepares ? "fetches" : "is refused"} its files, which hold the sums`, async () => {
    for (const [method, path] of FILES())
      expect(
        (
          await (desks.get(role) as PayrollDesk).call(
            method,
            path,
            method === "POST" ? {} : undefined,
          )
        ).statusCode,
        path,
      ).toBe(prepares ? 200 : 403);
  });
});

test("other roles are refused the registry itself", async () => {
  for (const role of ROLE_IDS.filter((one) => !roleHas(one, "payroll-registries.view"))) {
    expect(
      (await (desks.get(role) as PayrollDesk).call("GET", `/payroll-registries/${id}`)).statusCode,
      role,
    ).toBe(403);
  }
});
