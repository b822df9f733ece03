import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { aPayroll } from "#tests/support/a-payroll.ts";
import type { TestApp } from "#tests/support/build-app.ts";
import { aCustomer } from "#tests/support/payroll-cast.ts";
import { PayrollDesk } from "#tests/support/payroll-desk.ts";
import { makePayrollWorkers, PAYROLL_MISTAKES } from "#tests/support/payroll-file.ts";

const fixture = (name: string) => readFile(resolve("tests/fixtures", name));

describe("a payroll file becomes a checked registry", () => {
  let product: TestApp;
  beforeAll(async () => {
    ({ product } = await aPayroll({ workers: makePayrollWorkers(24) }));
  });
  afterAll(() => product.close());

  // Twelve correct rows and their twelve mistakes; the bytes differ, so none is «the same file».
  test.for([
    "payroll-windows-1251.csv",
    "payroll-utf-8-bom.csv",
    "payroll-utf-8.csv",
    "payroll-utf-16.txt",
    "payroll.xlsx",
  ])("%s is read, every mistake is named at its row", async (name) => {
    const other = await aCustomer(product.database.kysely, { seed: 100 + name.length });
    const reader = new PayrollDesk(product, other.ownerPhone);
    const id = await reader.upload(await fixture(name));
    expect(await reader.registry(id)).toMatchObject({
      number: 1,
      state: { id: "PARTIALLY_READY" },
      rowsCount: 24,
      readyCount: 12,
      errorsCount: 12,
    });
    const { items } = await reader.items(id, "?onlyErrors=true");
    expect(
      items.map((item) => item.errors.map(({ column, cause }) => ({ column, cause }))),
    ).toEqual(PAYROLL_MISTAKES.map(({ column, code }) => [{ column, cause: code }]));
    expect(items.map((item) => item.rowNo)).toEqual(
      PAYROLL_MISTAKES.map((_, index) => (index + 1) * 2),
    );
  });
});
