import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Payroll } from "#tests/support/a-payroll.ts";
import { aPeopleDesk, resultOf, uploadAsShown } from "#tests/support/people-files.ts";

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

const versionOf = async (id: number) => (await payroll.desk.info(id)).version;
const repair = async (id: number, body: object) =>
  payroll.desk.call("POST", `/payroll-registries/${id}/repair`, {
    version: await versionOf(id),
    ...body,
  });
const undo = async (id: number) =>
  payroll.desk.call("POST", `/payroll-registries/${id}/repair/undo`, {
    version: await versionOf(id),
  });

describe("a payroll of 2 000 dirty rows", () => {
  let zup: Awaited<ReturnType<typeof uploadAsShown>>;
  beforeAll(async () => {
    zup = await uploadAsShown(payroll, "30-zup-2000.xlsx", CONSTANTS);
  });

  test("each cause opens exactly the rows it counts", async () => {
    const { id, findings } = zup;
    const causes = findings.filter(({ count }) => count > 0);
    const opened = await Promise.all(
      causes.map(({ cause, column }) => totalOf(id, { cause, causeColumn: column ?? "" })),
    );
    expect(opened).toEqual(causes.map(({ count }) => count));
    expect(causes).toContainEqual(
      expect.objectContaining({ cause: "required", column: "inn", count: 3 }),
    );
  });

  test("all who get nothing are one cause, and are left out by one press", async () => {
    const { id, info, findings } = zup;
    const ofAmount = findings.filter(({ column }) => column === "amount");
    // 40 empty, 29 below zero, 10 zeros, 7 dashes.
    expect(ofAmount.map(({ cause, count }) => [cause, count])).toEqual([
      ["nothing_to_pay", 86],
      ["amount_decimals", 19],
    ]);
    const answer = await repair(id, {
      cause: "nothing_to_pay",
      column: "amount",
      remove: true,
    });
    expect(answer.json()).toMatchObject({ changedCount: 86 });
    const left = await resultOf(payroll, id);
    expect(left.info).toMatchObject({
      rowsCount: info.rowsCount - 86,
      readyCount: 1_883,
      errorsCount: 31,
      amount: 6_757_443.61,
    });
    await undo(id);
    expect((await resultOf(payroll, id)).info).toMatchObject({
      rowsCount: info.rowsCount,
      errorsCount: 117,
    });
  });
});
