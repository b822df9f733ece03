import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Payroll } from "#tests/support/a-payroll.ts";
import { aPeopleDesk, uploadAsShown } from "#tests/support/people-files.ts";

let payroll: Payroll;
beforeAll(async () => {
  payroll = await aPeopleDesk(1);
});
afterAll(() => payroll.product.close());

const CONSTANTS = { serviceCode: "0101", receiptText: "Погрузка товара" };

const totalOf = async (id: number, filters: Readonly<Record<string, string>>) =>
  (
    await payroll.desk.call(
      "GET",
      `/payroll-registries/${id}/items?${String(new URLSearchParams(filters))}`,
    )
  ).json<{ meta: { total: number } }>().meta.total;

describe("a payroll of 2 000 dirty rows", () => {
  test("each cause opens exactly the rows it counts", async () => {
    const { id, findings } = await uploadAsShown(payroll, "30-zup-2000.xlsx", CONSTANTS);
    const causes = findings.filter(({ count }) => count > 0);
    const opened = await Promise.all(
      causes.map(({ cause, column }) => totalOf(id, { cause, causeColumn: column ?? "" })),
    );
    expect(opened).toEqual(causes.map(({ count }) => count));
    expect(causes).toContainEqual(
      expect.objectContaining({ cause: "required", column: "inn", count: 3 }),
    );
  });
});
