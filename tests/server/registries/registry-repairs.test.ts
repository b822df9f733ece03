import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { CauseValues } from "#contract/registries/registry-repair.ts";
import { seedReference } from "#server/seed/seed-reference.ts";
import { buildTestApp, type TestApp } from "#tests/support/build-app.ts";
import { anAccount, aPersonWithRole } from "#tests/support/factories/an-account.ts";
import { registryCsv, RegistryDesk } from "#tests/support/registry-desk.ts";

const DAY = new Intl.DateTimeFormat("ru", { timeZone: "Europe/Moscow" }).format(
  new Date(Date.now() + 30 * 86_400_000),
);
const rowOf = (number: number, cells: Readonly<Record<string, string>> = {}) => ({
  externalId: `J-${number}`,
  title: "Доставка заказов по району",
  description: `Доставлять заказы пешком, смена ${number}`,
  serviceCode: "0301",
  budget: "2500",
  finishDate: DAY,
  phone: `7999${String(number).padStart(7, "0")}`,
  ...cells,
});
/** Ten sound rows, six of «9999», three of «8888», one with a wrong sum; ids of their own. */
const fileOf = (upload: number) =>
  registryCsv("job", [
    ...Array.from({ length: 10 }, (_, at) => rowOf(100 * upload + at)),
    ...Array.from({ length: 6 }, (_, at) => rowOf(100 * upload + at + 10, { serviceCode: "9999" })),
    ...Array.from({ length: 3 }, (_, at) => rowOf(100 * upload + at + 16, { serviceCode: "8888" })),
    rowOf(100 * upload + 19, { budget: "много" }),
  ]);

describe("one mistake of many rows is repaired at once", () => {
  let product: TestApp;
  let desk: RegistryDesk;
  let observer: RegistryDesk;

  beforeAll(async () => {
    product = await buildTestApp();
    const db = product.database.kysely;
    await db.transaction().execute(seedReference);
    const account = await anAccount(db);
    desk = new RegistryDesk(product, "job", (await aPersonWithRole(db, account, "OWNER")).phone);
    observer = new RegistryDesk(
      product,
      "job",
      (await aPersonWithRole(db, account, "VIEWER")).phone,
    );
  });
  afterAll(() => product.close());

  let uploads = 0;
  const upload = () => desk.upload(fileOf((uploads += 1)));
  const valuesOf = async (id: number, cause: string, column: string) =>
    (
      await desk.call("GET", `${desk.path}/${id}/errors/values?cause=${cause}&column=${column}`)
    ).json<CauseValues>();
  const repair = async (id: number, body: object, by = desk) =>
    by.call("POST", `${desk.path}/${id}/repair`, {
      version: (await desk.registry(id)).version,
      ...body,
    });
  const undo = async (id: number) =>
    desk.call("POST", `${desk.path}/${id}/repair/undo`, {
      version: (await desk.registry(id)).version,
    });
  const CODE = { cause: "service_not_found", column: "serviceCode" };
  const figures = async (id: number) => {
    const { rowsCount, readyCount, errorsCount } = await desk.registry(id);
    return { rowsCount, readyCount, errorsCount };
  };

  test("the values of a cause are counted, with what sound rows have", async () => {
    const id = await upload();
    expect(await valuesOf(id, CODE.cause, CODE.column)).toMatchObject({
      rowsCount: 9,
      items: [
        { value: "9999", count: 6 },
        { value: "8888", count: 3 },
      ],
      usual: { value: "0301", count: 10 },
    });
  });

  test("any number of values is listed by pages", async () => {
    const id = await desk.upload(
      registryCsv(
        "job",
        Array.from({ length: 120 }, (_, at) =>
          rowOf(at + 50_000, { serviceCode: String(8_000 + at) }),
        ),
      ),
    );
    const pages = await Promise.all(
      [1, 2, 3].map((page) => valuesOf(id, CODE.cause, `${CODE.column}&perPage=50&page=${page}`)),
    );
    expect(pages.map(({ items }) => items.length)).toEqual([50, 50, 20]);
    expect(new Set(pages.flatMap(({ items }) => items.map(({ value }) => value))).size).toBe(120);
    expect(pages[2]).toMatchObject({ rowsCount: 120, meta: { page: 3, lastPage: 3, total: 120 } });
  });

  test("each value gets its own correction, rows are validated, and all comes back by one undo", async () => {
    const id = await upload();
    const before = await desk.items(id);
    const answer = await repair(id, {
      ...CODE,
      replacements: [{ from: "9999", to: "0301" }],
    });
    expect(answer.json()).toMatchObject({ changedCount: 6, addedCount: 0 });
    expect(await figures(id)).toEqual({ rowsCount: 20, readyCount: 16, errorsCount: 4 });
    expect((await undo(id)).statusCode).toBe(200);
    expect(await desk.items(id)).toEqual(before);
    // One way back, once.
    expect((await undo(id)).statusCode).toBe(409);
  });

  test("one value serves all, and rows can be taken out and given back", async () => {
    const id = await upload();
    await repair(id, { ...CODE, to: "0301" });
    expect(await figures(id)).toEqual({ rowsCount: 20, readyCount: 19, errorsCount: 1 });
    await repair(id, { cause: "amount_invalid", column: "budget", remove: true });
    expect(await figures(id)).toEqual({ rowsCount: 19, readyCount: 19, errorsCount: 0 });
    await undo(id);
    expect(await figures(id)).toEqual({ rowsCount: 20, readyCount: 19, errorsCount: 1 });
    expect((await desk.items(id)).at(-1)?.cells["budget"]).toBe("много");
  });

  test("a repair of what has changed since is refused, and an edit ends the way back", async () => {
    const id = await upload();
    const { version } = await desk.registry(id);
    await repair(id, { ...CODE, to: "0301" });
    const late = await desk.call("POST", `${desk.path}/${id}/repair`, {
      ...CODE,
      version,
      to: "0302",
    });
    expect([late.statusCode, late.json<{ code: string }>().code]).toEqual([409, "changed"]);
    const [first] = await desk.items(id);
    await desk.updateItem(first?.id ?? 0, { budget: "3000" });
    expect((await undo(id)).json<{ message: string }>().message).toBe(
      "Отменить исправление уже нельзя: реестр с тех пор изменился",
    );
  });

  test("a repair with no way or two, of an unknown column, or by who may not edit changes nothing", async () => {
    const id = await upload();
    const before = await figures(id);
    const statuses = [
      await repair(id, CODE),
      await repair(id, { ...CODE, to: "0301", remove: true }),
      await repair(id, { cause: CODE.cause, column: "weather", to: "0301" }),
      await repair(id, { ...CODE, rule: { kind: "replace" } }),
      await repair(id, { ...CODE, rule: { kind: "round" } }),
      await repair(id, { cause: "phone_invalid", column: "phone", to: "79990000000" }),
      await repair(id, { ...CODE, to: "0301" }, observer),
      await observer.call(
        "GET",
        `${desk.path}/${id}/errors/values?cause=${CODE.cause}&column=${CODE.column}`,
      ),
    ].map(({ statusCode }) => statusCode);
    expect(statuses).toEqual([422, 422, 422, 422, 422, 422, 403, 403]);
    expect(await figures(id)).toEqual(before);
  });

  test("a large repair is validated in the background and can be taken back when it is done", async () => {
    const many = registryCsv(
      "job",
      Array.from({ length: 450 }, (_, at) => rowOf(at + 10_000, { serviceCode: "9999" })),
    );
    const id = await desk.upload(many);
    await repair(id, { ...CODE, to: "0301" });
    expect((await desk.registry(id)).state.id).toBe("VALIDATING");
    expect((await undo(id)).statusCode).toBe(409);
    await product.runTasksUntilIdle();
    expect(await figures(id)).toEqual({ rowsCount: 450, readyCount: 450, errorsCount: 0 });
    await undo(id);
    await product.runTasksUntilIdle();
    expect(await figures(id)).toEqual({ rowsCount: 450, readyCount: 0, errorsCount: 450 });
    expect(
      (
        await sql`SELECT FROM registry_repairs WHERE registry_id = ${id}`.execute(
          product.database.kysely,
        )
      ).rows,
    ).toEqual([]);
  });
});
