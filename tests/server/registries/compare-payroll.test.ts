import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { PayrollComparison } from "#contract/registries/payroll-comparison.ts";
import type { Payroll } from "#tests/support/a-payroll.ts";
import { aCustomer, addUser, aProject } from "#tests/support/payroll-cast.ts";
import { PayrollDesk, payrollCsv, type RowCells } from "#tests/support/payroll-desk.ts";
import { aPeopleDesk, DEMO_WORKERS } from "#tests/support/people-files.ts";

let payroll: Payroll;
beforeAll(async () => {
  payroll = await aPeopleDesk(1);
});
afterAll(() => payroll.product.close());

const SEPTEMBER = { workStart: "01.09.2026", workEnd: "30.09.2026" };
const OCTOBER = { workStart: "01.10.2026", workEnd: "31.10.2026" };
const row = (index: number, amount: string, cells: RowCells = {}): RowCells => ({
  inn: DEMO_WORKERS[index]?.inn ?? "",
  fullName: DEMO_WORKERS[index]?.fullName ?? "",
  serviceCode: "0101",
  receiptText: "Погрузка товара",
  ...OCTOBER,
  amount,
  ...cells,
});
const nameOf = (index: number) => DEMO_WORKERS[index]?.fullName;

/** A desk of a company of its own, so that the tests' registries do not meet. */
let companies = 10;
async function aDesk(): Promise<PayrollDesk & { accountId: number }> {
  const { product } = payroll;
  companies += 1;
  const company = await aCustomer(product.database.kysely, { seed: companies, funds: 10_000_000n });
  return Object.assign(new PayrollDesk(product, company.ownerPhone), {
    accountId: company.accountId,
  });
}
async function paid(
  desk: PayrollDesk,
  rows: readonly RowCells[],
  fields: Record<string, string> = {},
): Promise<number> {
  const id = await desk.upload(payrollCsv(rows), fields);
  await desk.execute(id);
  payroll.product.clock.advance(600_000);
  await payroll.product.runTasksUntilIdle();
  return id;
}
const compare = (desk: PayrollDesk, id: number, query = "") =>
  desk.call("GET", `/payroll-registries/${id}/compare${query}`);
const comparison = async (desk: PayrollDesk, id: number, query = "") =>
  (await compare(desk, id, query)).json<PayrollComparison>();

describe("this month against last", () => {
  test("tells by person who is new, who is gone and whose sum changed by more than 30 %", async () => {
    const desk = await aDesk();
    const last = await paid(desk, [
      row(0, "1000", SEPTEMBER),
      row(1, "1000", SEPTEMBER),
      row(2, "1000", SEPTEMBER),
      // Two rows of one person are one sum.
      row(3, "400", SEPTEMBER),
      row(3, "600,50", SEPTEMBER),
      row(4, "700", SEPTEMBER),
      row(5, "-1", SEPTEMBER),
    ]);
    const { number } = await desk.registry(last);
    const now = await desk.upload(
      payrollCsv([
        row(6, "50"),
        row(0, "1300"),
        row(1, "699,99"),
        row(2, "1300,01"),
        row(3, "3000"),
        row(7, "0"),
        row(5, "80"),
      ]),
    );
    const [first, , second, third, fourth, , seventh] = (await desk.items(now)).items;
    const gone = (await desk.items(last)).items[5];
    const answer = await comparison(desk, now);
    const here = (item: typeof first) => ({
      registryID: now,
      itemID: item?.id,
      rowNo: item?.rowNo,
      line: item?.line,
    });
    const person = (kind: string, index: number, before: number | null, sum: number | null) => ({
      kind,
      workman: { id: expect.any(Number), name: nameOf(index) },
      before,
      now: sum,
      percent: before === null || sum === null ? null : Math.round(((sum - before) / before) * 100),
    });
    expect(answer).toEqual({
      with: {
        id: last,
        number,
        title: null,
        period: { workStart: "2026-09-01", workEnd: "2026-09-30" },
      },
      counts: { new: 2, gone: 1, changed: 3, same: 1 },
      sums: {
        new: { before: 0, now: 130 },
        gone: { before: 700, now: 0 },
        changed: { before: 3000.5, now: 5000 },
        same: { before: 1000, now: 1300 },
      },
      items: [
        { ...person("new", 5, null, 80), row: here(seventh) },
        { ...person("new", 6, null, 50), row: here(first) },
        {
          ...person("gone", 4, 700, null),
          row: { registryID: last, itemID: gone?.id, rowNo: 6, line: 7 },
        },
        { ...person("changed", 3, 1000.5, 3000), row: here(fourth) },
        { ...person("changed", 1, 1000, 699.99), row: here(second) },
        { ...person("changed", 2, 1000, 1300.01), row: here(third) },
      ],
      meta: { page: 1, perPage: 30, lastPage: 1, total: 6 },
    });

    expect((await comparison(desk, now, "?kind=changed&perPage=2&page=2")).items).toEqual([
      answer.items[5],
    ]);
    expect((await comparison(desk, now, "?kind=changed&perPage=2&page=2")).meta).toMatchObject({
      lastPage: 2,
      total: 3,
    });
    // A page beyond the last has the same head.
    expect(await comparison(desk, now, "?kind=gone&page=9")).toMatchObject({
      counts: answer.counts,
      items: [],
      meta: { total: 1 },
    });
  });

  test("is with the latest paid registry whose work was over, or else the latest paid, or the chosen one", async () => {
    const desk = await aDesk();
    const september = await paid(desk, [row(0, "900", SEPTEMBER)]);
    const october = await paid(desk, [row(1, "1000")]);
    const waiting = await desk.upload(payrollCsv([row(3, "1100", SEPTEMBER)]));
    const now = await desk.upload(payrollCsv([row(2, "1200")]));
    const partner = async (id: number, query = "") => (await comparison(desk, id, query)).with?.id;
    expect(await partner(now)).toBe(september);
    expect(await partner(now, `?withID=${waiting}`)).toBe(waiting);
    const earlier = await desk.upload(payrollCsv([row(4, "1300", SEPTEMBER)]));
    expect(await partner(earlier)).toBe(october);
  });

  test("of a project is with the same project's", async () => {
    const desk = await aDesk();
    const db = payroll.product.database.kysely;
    const [one, other] = [
      await aProject(db, desk.accountId, "Склад"),
      await aProject(db, desk.accountId, "Магазин"),
    ];
    const ofOne = await paid(desk, [row(0, "900", SEPTEMBER)], { projectID: String(one) });
    await paid(desk, [row(1, "1000", SEPTEMBER)], { projectID: String(other) });
    const now = await desk.upload(payrollCsv([row(0, "1200")]), { projectID: String(one) });
    expect((await comparison(desk, now)).with?.id).toBe(ofOne);
  });

  test("without a former registry says so", async () => {
    const desk = await aDesk();
    const only = await desk.upload(payrollCsv([row(0, "1000")]));
    await desk.upload(payrollCsv([row(1, "1000")]));
    expect(await comparison(desk, only)).toEqual({
      with: null,
      counts: { new: 0, gone: 0, changed: 0, same: 0 },
      sums: expect.anything(),
      items: [],
      meta: { page: 1, perPage: 30, lastPage: 1, total: 0 },
    });
  });

  test("opens the row where it stands after removals", async () => {
    const desk = await aDesk();
    await paid(desk, [row(0, "900", SEPTEMBER)]);
    const now = await desk.upload(payrollCsv([row(0, "900"), row(1, "100"), row(2, "200")]));
    const items = (await desk.items(now)).items;
    await desk.call("DELETE", `/payroll-registry-items/${items[1]?.id}`);
    expect((await comparison(desk, now)).items.map((person) => person.row)).toEqual([
      { registryID: now, itemID: items[2]?.id, rowNo: 2, line: 4 },
    ]);
  });
});

describe("the sums and the registries of a comparison", () => {
  test("are for those who may see them", async () => {
    const desk = await aDesk();
    const { product } = payroll;
    const db = product.database.kysely;
    const last = await paid(desk, [row(0, "900", SEPTEMBER), row(1, "900", SEPTEMBER)]);
    const now = await desk.upload(payrollCsv([row(0, "2000"), row(2, "100")]));
    await addUser(db, desk.accountId, { phone: "79005550011", role: "VIEWER" });
    const seen = await comparison(new PayrollDesk(product, "79005550011"), now);
    expect(seen).toMatchObject({
      with: { id: last },
      counts: { new: 1, gone: 1, changed: 1, same: 0 },
      sums: null,
    });
    expect(seen.items.map(({ before, now: sum, percent }) => [before, sum, percent])).toEqual(
      Array.from({ length: 3 }, () => [null, null, null]),
    );

    const project = await aProject(db, desk.accountId, "Склад");
    await addUser(db, desk.accountId, {
      phone: "79005550012",
      role: "PROJECT_MANAGER",
      projectIds: [project],
    });
    await sql`UPDATE registries SET project_id = ${project} WHERE id = ${now}`.execute(db);
    const manager = new PayrollDesk(product, "79005550012");
    expect(await comparison(manager, now)).toMatchObject({ with: null });
    const hidden = await compare(manager, now, `?withID=${last}`);
    const absent = await compare(manager, now, "?withID=99999999");
    expect([hidden.statusCode, hidden.json<{ message: string }>().message]).toEqual([
      404,
      absent.json<{ message: string }>().message,
    ]);
  });
});
