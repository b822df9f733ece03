import { afterAll, beforeAll, expect, test } from "vitest";
import type { Payroll } from "#tests/support/a-payroll.ts";
import { aPeopleDesk, uploadAsShown } from "#tests/support/people-files.ts";

let payroll: Payroll;
beforeAll(async () => {
  payroll = await aPeopleDesk(1);
});
afterAll(() => payroll.product.close());

test("a file without a fault is ready as it is", async () => {
  const { info, errors } = await uploadAsShown(payroll, "03-first.xlsx");
  expect(errors).toEqual([]);
  expect(info).toMatchObject({ state: { id: "READY" }, readyCount: 3, amount: 8_130 });
});
