import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Registry } from "#contract/registries/registry.ts";
import type { Payroll } from "#tests/support/a-payroll.ts";
import { payrollCsv } from "#tests/support/payroll-desk.ts";
import { aPeopleDesk, DEMO_WORKERS } from "#tests/support/people-files.ts";

const DAY_MS = 86_400_000;

let payroll: Payroll;
beforeAll(async () => {
  payroll = await aPeopleDesk(1);
});
afterAll(() => payroll.product.close());

let sums = 100;
function upload({ desk }: Payroll = payroll): Promise<number> {
  const [worker] = DEMO_WORKERS;
  return desk.upload(
    payrollCsv([
      {
        inn: worker?.inn ?? "",
        fullName: worker?.fullName ?? "",
        serviceCode: "0101",
        receiptText: "Погрузка товара",
        workStart: "01.11.2026",
        workEnd: "15.11.2026",
        amount: String((sums += 1)),
      },
    ]),
  );
}

async function pass(days: number): Promise<void> {
  payroll.product.clock.advance(days * DAY_MS);
  await payroll.product.runTasksUntilIdle();
}

const numbersOf = async (query = "") => {
  const { items, meta } = (
    await payroll.desk.call("GET", `/payroll-registries?perPage=2${query}`)
  ).json<{ items: Registry[]; meta: { total: number } }>();
  return { numbers: items.map(({ number }) => number), total: meta.total };
};

const left = async (table: "registry_items" | "registry_causes", id: number) =>
  (
    await sql<{ count: number }>`
      SELECT count(*)::integer AS count FROM ${sql.table(table)} WHERE registry_id = ${id}`.execute(
      payroll.product.database.kysely,
    )
  ).rows[0]?.count;

test("a registry that nobody starts or changes for 14 days is removed without a trace, and its number is not given again", async () => {
  const { desk, product } = payroll;
  const [first, second, started, last] = [
    await upload(),
    await upload(),
    await upload(),
    await upload(),
  ];
  const uploadedAt = product.clock.now().getTime();
  await desk.execute(started);
  const { keptUntil } = await desk.info(first);
  expect(Math.abs(Date.parse(keptUntil ?? "") - uploadedAt - 14 * DAY_MS)).toBeLessThan(60_000);
  expect((await desk.info(started)).keptUntil).toBeNull();

  await pass(10);
  const [row] = (await desk.items(second)).items;
  const edit = await desk.call("PUT", `/payroll-registry-items/${row?.id}`, {
    cells: { comment: "до декабря" },
  });
  expect(edit.statusCode).toBe(200);
  await pass(3.9);
  expect(await numbersOf()).toEqual({ numbers: [4, 3], total: 4 });
  await pass(0.2);

  expect(await numbersOf()).toEqual({ numbers: [3, 2], total: 2 });
  expect(await numbersOf("&sortDirection=asc")).toEqual({ numbers: [2, 3], total: 2 });
  expect((await desk.call("GET", `/payroll-registries/${first}`)).statusCode).toBe(404);
  expect(await left("registry_items", first)).toBe(0);
  expect(await left("registry_causes", first)).toBe(0);
  expect((await desk.call("GET", `/payroll-registries/${last}`)).statusCode).toBe(404);

  const next = await upload();
  expect((await desk.registry(next)).number).toBe(5);
  expect(await numbersOf()).toEqual({ numbers: [5, 3], total: 3 });
  expect(await numbersOf("&page=2")).toEqual({ numbers: [2], total: 3 });
});

test("the bytes of a removed registry's file are gone a day later, and it may be uploaded again", async () => {
  const { desk, product } = payroll;
  const id = await upload();
  const { rows } = await sql<{ storage_key: string }>`
    SELECT f.storage_key FROM files f JOIN registries r ON r.file_id = f.id
    WHERE r.id = ${id}`.execute(product.database.kysely);
  const key = rows[0]?.storage_key ?? "";
  await pass(14.1);
  expect((await desk.call("GET", `/payroll-registries/${id}`)).statusCode).toBe(404);
  await pass(1.1);
  await expect(product.dependencies.integrations.files.open(key)).rejects.toThrow();
});

test("what was once confirmed stays, also when it was taken back", async () => {
  const { desk } = payroll;
  const id = await upload();
  await desk.execute(id);
  expect((await desk.undo(id)).statusCode).toBe(200);
  await pass(30);
  expect(await desk.registry(id)).toMatchObject({ state: { id: "READY" } });
  expect((await desk.info(id)).keptUntil).toBeNull();
});
