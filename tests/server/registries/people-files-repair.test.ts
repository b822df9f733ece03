import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { CauseValues } from "#contract/registries/registry-repair.ts";
import type { Payroll } from "#tests/support/a-payroll.ts";
import { aPeopleDesk, DEMO_WORKERS, resultOf, uploadAsShown } from "#tests/support/people-files.ts";

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
/** A large change is checked in the background. */
const settled = async (answer: ReturnType<Payroll["desk"]["call"]>) => {
  await answer;
  await payroll.product.runTasksUntilIdle();
  return answer;
};
const repair = async (id: number, body: object) =>
  settled(
    payroll.desk.call("POST", `/payroll-registries/${id}/repair`, {
      version: await versionOf(id),
      ...body,
    }),
  );
const valuesOf = async (id: number, query: Readonly<Record<string, string>>) =>
  (
    await payroll.desk.call(
      "GET",
      `/payroll-registries/${id}/errors/values?${String(new URLSearchParams(query))}`,
    )
  ).json<CauseValues>();
const undo = async (id: number) =>
  settled(
    payroll.desk.call("POST", `/payroll-registries/${id}/repair/undo`, {
      version: await versionOf(id),
    }),
  );

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

  test("initials become the name of the profile, and a name of another person does not", async () => {
    const { id } = zup;
    const cause = { cause: "full_name_differs", column: "fullName" };
    const {
      rules: [rule],
      rows,
    } = await valuesOf(id, cause);
    expect(rows).toHaveLength(5);
    for (const { profileName, name, value } of rows) {
      expect(value).toBe(name);
      expect(profileName?.split(" ")[0]).toBe(name.split(" ")[0]);
    }
    expect(rule).toMatchObject({ kind: "profile", rowsCount: 5, sums: null });
    expect(rule?.example.from).toMatch(/^\p{L}+ \p{L}\. \p{L}\.$/u);
    const [first] = (await payroll.desk.items(id, "?cause=full_name_differs")).items;
    await payroll.desk.call("PUT", `/payroll-registry-items/${first?.id}`, {
      cells: { fullName: "Посторонний Игнат Львович" },
    });
    const { fullName = "" } = first?.cells ?? {};
    const answer = await repair(id, { ...cause, rule: { kind: "profile" } });
    expect(answer.json()).toMatchObject({ changedCount: 4 });
    expect(await totalOf(id, { cause: cause.cause, causeColumn: cause.column })).toBe(1);
    await undo(id);
    expect(await totalOf(id, { cause: cause.cause, causeColumn: cause.column })).toBe(5);
    await payroll.desk.call("PUT", `/payroll-registry-items/${first?.id}`, { cells: { fullName } });
  });

  test("each person is corrected by a value of their own, all or none, and taken back", async () => {
    const { id } = zup;
    const cause = { cause: "required", column: "inn" };
    const listed = await valuesOf(id, cause);
    expect(listed).toMatchObject({ rowsCount: 3, items: [], usual: null, meta: { total: 3 } });
    expect(listed.rows.map(({ value, profileName }) => [value, profileName])).toEqual([
      ["", null],
      ["", null],
      ["", null],
    ]);
    const known = new Map(DEMO_WORKERS.map(({ inn, fullName }) => [fullName, inn]));
    const rows = listed.rows.map((one) => ({ id: one.id, to: known.get(one.name) ?? "" }));
    const [stranger] = (await payroll.desk.items(id, "?cause=inn_checksum")).items;
    const refused = await repair(id, {
      ...cause,
      rows: [...rows, { id: stranger?.id, to: "770117320743" }],
    });
    expect(refused.statusCode).toBe(422);
    expect((await repair(id, { ...cause, to: "770117320743" })).statusCode).toBe(422);
    expect(await totalOf(id, { cause: "required", causeColumn: "inn" })).toBe(3);
    expect((await repair(id, { ...cause, rows })).json()).toMatchObject({ changedCount: 3 });
    expect(await totalOf(id, { cause: "required", causeColumn: "inn" })).toBe(0);
    expect((await payroll.desk.info(id)).readyCount).toBe(1_886);
    await undo(id);
    expect(await totalOf(id, { cause: "required", causeColumn: "inn" })).toBe(3);
  });

  test("six repairs and five typed values make ready all that can be paid, to the kopeck", async () => {
    const { id } = zup;
    const innOf = new Map(DEMO_WORKERS.map(({ inn, fullName }) => [fullName, inn]));
    const repairPeople = async (cause: string) => {
      const { rows } = await valuesOf(id, { cause, column: "inn" });
      const named = rows.map((one) => ({ id: one.id, to: innOf.get(one.name) ?? "" }));
      return repair(id, { cause, column: "inn", rows: named });
    };
    const answers = [
      await repair(id, { cause: "nothing_to_pay", column: "amount", remove: true }),
      await repair(id, { cause: "amount_decimals", column: "amount", rule: { kind: "round" } }),
      await repair(id, {
        cause: "full_name_differs",
        column: "fullName",
        rule: { kind: "profile" },
      }),
      await repairPeople("required"),
      await repairPeople("inn_checksum"),
      await repair(id, { cause: "worker_not_found", column: "inn", remove: true }),
    ];
    expect(answers.map((one) => one.json<{ changedCount: number }>().changedCount)).toEqual([
      86, 19, 5, 3, 2, 2,
    ]);
    const { errors, info } = await resultOf(payroll, id);
    expect(errors).toEqual([]);
    expect(info).toMatchObject({ state: { id: "READY" }, rowsCount: 1_912, amount: 6_879_468.29 });
  });
});

describe("a repair by rule", () => {
  test("kopecks that a spreadsheet hides are rounded by one press, with both sums told before", async () => {
    const { id, info } = await uploadAsShown(payroll, "05-hidden-kopecks.xlsx", CONSTANTS);
    expect(info).toMatchObject({ rowsCount: 300, readyCount: 7 });
    const cause = { cause: "amount_decimals", column: "amount" };
    expect((await valuesOf(id, cause)).rules).toMatchObject([
      { kind: "round", rowsCount: 293, sums: { before: 697_395.74, after: 697_395.84 } },
    ]);
    await repair(id, { ...cause, rule: { kind: "round" } });
    const rounded = await resultOf(payroll, id);
    expect(rounded.errors).toEqual([]);
    expect(rounded.info).toMatchObject({
      state: { id: "READY" },
      readyCount: 300,
      amount: 697_395.84,
    });
    await undo(id);
    expect((await resultOf(payroll, id)).info).toMatchObject({ readyCount: 7 });
  });

  const HEAD =
    "ИНН исполнителя;Код услуги;Текст для чека;Дата начала работ;Дата окончания работ;Сумма, ₽;Комментарий";
  const rowsOf = async (rows: readonly (readonly string[])[]) => {
    const created = await payroll.desk.send(
      "/payroll-registries",
      [
        HEAD,
        ...rows.map((cells, index) =>
          [DEMO_WORKERS[index]?.inn, ...cells.slice(0, 5), cells[5] ?? `строка ${index}`].join(";"),
        ),
      ].join("\n"),
    );
    await payroll.product.runTasksUntilIdle();
    return created.json<{ id: number }>().id;
  };
  const cellsOf = async (id: number, column: string) =>
    (await payroll.desk.items(id)).items.map(({ cells }) => cells[column]);

  test("an empty cell takes the value above it, of sums and people never", async () => {
    const id = await rowsOf([
      ["", "Погрузка", "01.11.2026", "15.11.2026", "100"],
      ["0101", "Погрузка", "01.11.2026", "15.11.2026", "101"],
      ["", "Погрузка", "01.11.2026", "15.11.2026", "102"],
      ["", "Погрузка", "01.11.2026", "15.11.2026", "103"],
      ["0102", "Погрузка", "01.11.2026", "15.11.2026", "104"],
      ["", "Погрузка", "01.11.2026", "15.11.2026", "105"],
    ]);
    const cause = { cause: "required", column: "serviceCode" };
    expect((await valuesOf(id, cause)).rules).toMatchObject([
      { kind: "fill_down", rowsCount: 3, example: { from: "", to: "0101" }, sums: null },
    ]);
    await repair(id, { ...cause, rule: { kind: "fill_down" } });
    expect(await cellsOf(id, "serviceCode")).toEqual(["", "0101", "0101", "0101", "0102", "0102"]);
    for (const column of ["amount", "inn"]) {
      const refused = await repair(id, {
        cause: "required",
        column,
        rule: { kind: "fill_down" },
      });
      expect(refused.statusCode).toBe(422);
    }
  });

  test("a piece of text is replaced in the cells of the cause only", async () => {
    const id = await rowsOf([
      ["0101", "Погрузка", "01-е.11.2026", "15.11.2026", "200"],
      ["0101", "Погрузка", "02-е.11.2026", "15-е.11.2026", "201"],
    ]);
    await repair(id, {
      cause: "date_invalid",
      column: "workStart",
      rule: { kind: "replace", from: "-е", to: "" },
    });
    expect(await cellsOf(id, "workStart")).toEqual(["01.11.2026", "02.11.2026"]);
    expect(await cellsOf(id, "workEnd")).toEqual(["15.11.2026", "15-е.11.2026"]);
  });

  test("«1.500» may be fifteen hundred, so nothing of its column is rounded", async () => {
    const id = await rowsOf([
      ["0101", "Погрузка", "01.11.2026", "15.11.2026", "1.500"],
      ["0101", "Погрузка", "01.11.2026", "15.11.2026", "2.345"],
    ]);
    const cause = { cause: "amount_decimals", column: "amount" };
    expect(await valuesOf(id, cause)).toMatchObject({ rowsCount: 2, rules: [], usual: null });
    expect((await repair(id, { ...cause, rule: { kind: "round" } })).statusCode).toBe(409);
  });
});
