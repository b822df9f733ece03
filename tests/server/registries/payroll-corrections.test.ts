import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { PayrollItem } from "#contract/registries/payroll-registry.ts";
import { aPayroll } from "#tests/support/a-payroll.ts";
import type { TestApp } from "#tests/support/build-app.ts";
import { codeOn } from "#tests/support/codes.ts";
import { type Customer } from "#tests/support/payroll-cast.ts";
import { PayrollDesk, payrollCsv, type RowCells } from "#tests/support/payroll-desk.ts";
import { makePayrollWorkers } from "#tests/support/payroll-file.ts";

const WORKERS = makePayrollWorkers(6);
const worker = (index: number) => WORKERS[index % WORKERS.length] as (typeof WORKERS)[number];

let product: TestApp;
let customer: Customer;
let desk: PayrollDesk;
beforeAll(async () => {
  ({ product, customer, desk } = await aPayroll({ workers: WORKERS, funds: 1_000_000_00n }));
});
afterAll(() => product.close());

let lines = 0;
function row(cells: RowCells = {}): RowCells {
  lines += 1;
  return {
    inn: worker(lines).inn,
    serviceCode: "0301",
    receiptText: `Доставка заказов, рейс ${lines}`,
    workStart: "01.03.2026",
    workEnd: "05.03.2026",
    amount: String(1000 + lines),
    ...cells,
  };
}

const update = (item: PayrollItem | undefined, cells: RowCells, version?: number) =>
  desk.call("PUT", `/payroll-registry-items/${item?.id}`, {
    cells,
    ...(version ? { version } : {}),
  });

/** Counters recomputed from the rows. */
async function recount(id: number): Promise<Record<string, unknown>> {
  const { rows } = await sql<Record<string, unknown>>`
    SELECT count(*)::integer AS row_count,
      count(*) FILTER (WHERE error_count = 0)::integer AS ready_count,
      count(*) FILTER (WHERE error_count > 0)::integer AS error_count,
      count(*) FILTER (WHERE warning_count > 0)::integer AS warning_count,
        count(healed)::integer AS healed_count,
      count(DISTINCT workman_id) FILTER (WHERE error_count = 0)::integer AS workmen_count,
      coalesce(sum(amount_kopecks) FILTER (WHERE error_count = 0), 0)::bigint AS amount_kopecks,
        coalesce(sum(commission_kopecks) FILTER (WHERE error_count = 0),
          0)::bigint AS commission_kopecks
    FROM registry_items WHERE registry_id = ${id}`.execute(product.database.kysely);
  return rows[0] ?? {};
}

async function expectExact(id: number): Promise<void> {
  const kept = await sql<Record<string, unknown>>`
    SELECT row_count, ready_count, error_count, warning_count, healed_count, workmen_count,
      amount_kopecks, commission_kopecks
    FROM registries
    WHERE id = ${id}`.execute(product.database.kysely);
  expect(kept.rows[0]).toEqual(await recount(id));
  const findings = await sql`
      SELECT code, column_key, row_count
      FROM registry_causes
      WHERE registry_id = ${id}
      ORDER BY 1, 2`.execute(product.database.kysely);
  const counted = await sql`
    SELECT code, column_key, count(*)::integer AS row_count
    FROM (SELECT DISTINCT i.row_no, x->>'code' AS code, x->>'column' AS column_key
      FROM registry_items i, jsonb_array_elements(i.issues) x
      WHERE i.registry_id = ${id}) one
    GROUP BY 1, 2 ORDER BY 1, 2`.execute(product.database.kysely);
  expect(findings.rows).toEqual(counted.rows);
}

/** Verdicts of a validation from scratch, by row. */
async function verdicts(id: number): Promise<unknown[]> {
  const { rows } = await sql`
    SELECT cells, state, error_count, warning_count, workman_id, amount_kopecks,
      (SELECT jsonb_agg(jsonb_build_array(x->>'code', x->>'column'))
        FROM jsonb_array_elements(i.issues) x) AS issues
    FROM registry_items i WHERE registry_id = ${id} ORDER BY row_no`.execute(
    product.database.kysely,
  );
  return rows;
}

describe("a row corrected in place", () => {
  test("is checked at once; state, sums and version follow", async () => {
    const id = await desk.upload(payrollCsv([row(), row({ amount: "0" })]));
    const [, wrong] = (await desk.items(id)).items;
    expect(wrong?.errors.map(({ cause }) => cause)).toEqual(["nothing_to_pay"]);
    const answer = await update(wrong, { amount: "2 500,50" });
    expect(answer.json()).toMatchObject({
      amount: 2500.5,
      commission: 75.02,
      errors: [],
      state: { id: "READY_TO_APPLY" },
    });
    expect(await desk.registry(id)).toMatchObject({
      state: { id: "READY" },
      version: 2,
      readyCount: 2,
      errorsCount: 0,
    });
    await expectExact(id);
  });

  test("that repeats another row's external id says so, and the other row is free again when it changes", async () => {
    const id = await desk.upload(
      payrollCsv([row({ externalId: "A" }), row({ externalId: "A" }), row({ externalId: "B" })]),
    );
    const [first, second] = (await desk.items(id)).items;
    expect(second?.errors[0]?.message).toBe("Внешний ID уже указан в строке 2");
    await update(first, { externalId: "C" });
    expect((await desk.items(id)).items.map((item) => item.errors.length)).toEqual([0, 0, 0]);
    await update(second, { externalId: "B" });
    expect(
      (await desk.items(id)).items.map((item) => item.errors.map(({ message }) => message)),
    ).toEqual([[], [], ["Внешний ID уже указан в строке 3"]]);
    await expectExact(id);
  });

  test("refuses a column the registry does not have, by its key", async () => {
    const id = await desk.upload(payrollCsv([row()]));
    const [item] = (await desk.items(id)).items;
    const answer = await desk.call("PUT", `/payroll-registry-items/${item?.id}`, {
      cells: { sum: "5", state: "PAID" },
    });
    expect(answer.statusCode).toBe(422);
    expect(Object.keys(answer.json<{ errors: object }>().errors)).toEqual([
      "cells.sum",
      "cells.state",
    ]);
  });

  test("is refused to somebody who has seen an older version", async () => {
    const id = await desk.upload(payrollCsv([row(), row()]));
    const [item] = (await desk.items(id)).items;
    expect((await update(item, { comment: "раз" }, 1)).statusCode).toBe(200);
    expect((await update(item, { comment: "два" }, 1)).statusCode).toBe(409);
  });

  test("is refused while the registry is being paid", async () => {
    const id = await desk.upload(payrollCsv([row()]));
    const [item] = (await desk.items(id)).items;
    await sql`
      UPDATE registries
      SET state = 'EXECUTING', payouts_opened = true, payout_count = 1
      WHERE id = ${id}`.execute(product.database.kysely);
    const answer = await update(item, { amount: "1" });
    expect([answer.statusCode, answer.json<{ message: string }>().message]).toEqual([
      409,
      "Реестр уже запущен",
    ]);
    await sql`UPDATE registries SET state = 'EXECUTED' WHERE id = ${id}`.execute(
      product.database.kysely,
    );
  });
});

test("no code is sent for a payment there is no money for", async () => {
  const id = await desk.upload(payrollCsv([row({ amount: "2000000" })]));
  const asked = await desk.call("POST", `/payroll-registries/${id}/send-execute-code`, {
    version: 1,
    mode: "VALID_ONLY",
  });
  expect([asked.statusCode, asked.json()]).toEqual([
    409,
    expect.objectContaining({ code: "insufficient_funds", needed: 2_060_000 }),
  ]);
  const { rows } = await sql`
      SELECT 1 FROM one_time_codes WHERE operation LIKE ${`payroll-execute:%:${id}:%`}`.execute(
    product.database.kysely,
  );
  expect(rows).toEqual([]);
});

test("a payment is of what was on the screen: a sum changed between the code and the press is refused and named, nothing starts, and its code opens nothing else", async () => {
  const id = await desk.upload(payrollCsv([row({ amount: "1000" })]));
  const [item] = (await desk.items(id)).items;
  const press = (version: number, otp: string) =>
    desk.call("POST", `/payroll-registries/${id}/execute`, { version, mode: "VALID_ONLY", otp });
  expect(
    (
      await desk.call("POST", `/payroll-registries/${id}/send-execute-code`, {
        version: 1,
        mode: "VALID_ONLY",
      })
    ).statusCode,
  ).toBe(200);
  const otp = await codeOn(product, customer.ownerPhone);
  await update(item, { amount: "99000" });
  const refused = await press(1, otp);
  expect([refused.statusCode, refused.json()]).toEqual([
    409,
    expect.objectContaining({
      code: "changed",
      version: 2,
      message: expect.stringMatching(/Теперь к выплате 99.000,00.₽/),
    }),
  ]);
  expect(
    (
      await desk.call("POST", `/payroll-registries/${id}/send-execute-code`, {
        version: 1,
        mode: "VALID_ONLY",
      })
    ).json(),
  ).toMatchObject({ code: "changed" });
  expect((await press(2, otp)).statusCode).toBe(422);
  expect((await desk.registry(id)).state.id).toBe("READY");
});

describe("rows left unpaid", () => {
  test("make the registry a partial one, and go into a new registry once, to be corrected and paid there", async () => {
    const id = await desk.upload(
      payrollCsv([row({ amount: "500" }), row({ amount: "-1" }), row({ inn: "1" })]),
    );
    expect((await desk.call("POST", `/payroll-registries/${id}/correct`)).statusCode).toBe(409);
    await desk.execute(id);
    product.clock.advance(600_000);
    await product.runTasksUntilIdle();
    expect(await desk.registry(id)).toMatchObject({
      state: { id: "PARTIALLY_EXECUTED" },
      doneCount: 1,
      errorsCount: 2,
      permissions: { correct: true },
    });

    const made = (await desk.call("POST", `/payroll-registries/${id}/correct`)).json<{
      id: number;
    }>();
    await product.runTasksUntilIdle();
    const { number } = await desk.registry(id);
    expect(await desk.registry(made.id)).toMatchObject({
      state: { id: "INVALID" },
      title: `Исправление: Реестр выплат № ${number}`,
      rowsCount: 2,
      errorsCount: 2,
    });
    const { items } = await desk.items(made.id);
    expect(items.map(({ rowNo, errors }) => [rowNo, errors[0]?.column])).toEqual([
      [1, "amount"],
      [2, "inn"],
    ]);

    const again = await desk.call("POST", `/payroll-registries/${id}/correct`);
    expect([again.statusCode, again.json()]).toEqual([
      409,
      expect.objectContaining({
        registryID: made.id,
        message: expect.stringContaining("Эти строки уже исправляются"),
      }),
    ]);

    await update(items[0], { amount: "700" });
    expect(await desk.registry(made.id)).toMatchObject({
      state: { id: "PARTIALLY_READY" },
      readyCount: 1,
    });
    await expectExact(made.id);
    expect(await desk.registry(id)).toMatchObject({
      state: { id: "PARTIALLY_EXECUTED" },
      errorsCount: 2,
      doneCount: 1,
    });

    // Given up, so the rows may be reused.
    expect(
      (
        await desk.call("POST", `/payroll-registries/${made.id}/cancel`, {
          version: (await desk.registry(made.id)).version,
          stateID: "PARTIALLY_READY",
        })
      ).statusCode,
    ).toBe(200);
    expect((await desk.call("POST", `/payroll-registries/${id}/correct`)).statusCode).toBe(200);
  });

  test("are none when all rows were right", async () => {
    const id = await desk.upload(payrollCsv([row({ amount: "500" })]));
    await desk.execute(id);
    product.clock.advance(600_000);
    await product.runTasksUntilIdle();
    expect(await desk.registry(id)).toMatchObject({
      state: { id: "EXECUTED" },
      permissions: { correct: false, forbidden: { correct: "Строк с ошибками в реестре не было" } },
    });
  });
});

describe("a removed row", () => {
  test("leaves no gap in the numbers and no page short", async () => {
    const id = await desk.upload(payrollCsv(Array.from({ length: 10 }, () => row())));
    const { items } = await desk.items(id);
    for (const index of [1, 4, 9])
      expect(
        (await desk.call("DELETE", `/payroll-registry-items/${items[index]?.id}`)).json(),
      ).toEqual({ ok: true });
    const pages = [
      await desk.items(id, "?perPage=3&page=1"),
      await desk.items(id, "?perPage=3&page=2"),
      await desk.items(id, "?perPage=3&page=3"),
    ];
    expect(pages.map((page) => page.items.map(({ rowNo }) => rowNo))).toEqual([
      [1, 2, 3],
      [4, 5, 6],
      [7],
    ]);
    expect(pages.flatMap((page) => page.items.map((item) => item.id))).toEqual(
      [0, 2, 3, 5, 6, 7, 8].map((index) => items[index]?.id),
    );
    expect((await desk.items(id, "?perPage=3&afterRow=4")).items.map(({ rowNo }) => rowNo)).toEqual(
      [5, 6, 7],
    );
    expect((await desk.call("DELETE", `/payroll-registry-items/${items[1]?.id}`)).statusCode).toBe(
      404,
    );
    await expectExact(id);
  });
});

describe("a pasted block", () => {
  test("goes over the named rows, the rest to the end, from the given column", async () => {
    const id = await desk.upload(payrollCsv([row(), row(), row()]));
    const named = (await desk.items(id)).items.slice(1).map((item) => item.id);
    const paste = await desk.paste(
      `/payroll-registries/${id}/rows`,
      "100\tКарта\n200\tСБП\n300\tКарта",
      { itemIDs: named.join(","), startColumn: "amount", addRest: "true" },
    );
    expect(paste.json()).toEqual({ id, version: 2, addedCount: 1, changedCount: 2 });
    const { items } = await desk.items(id);
    expect(items.map((item) => item.amount)).toEqual([expect.any(Number), 100, 200, 300]);
    expect(items[3]?.errors.map(({ column }) => column)).toContain("inn");
    await expectExact(id);
  });

  test("with a header puts its cells under the titles", async () => {
    const id = await desk.upload(payrollCsv([row(), row()]));
    await desk.paste(
      `/payroll-registries/${id}/rows`,
      "Комментарий\tСумма, ₽\nпервый\t11\nвторой\t12",
      { itemIDs: (await desk.items(id)).items.map((item) => item.id).join(",") },
    );
    expect(
      (await desk.items(id)).items.map((item) => [item.cells["comment"], item.amount]),
    ).toEqual([
      ["первый", 11],
      ["второй", 12],
    ]);
  });

  test("over filtered rows changes those alone: hidden rows between them keep their money", async () => {
    const id = await desk.upload(
      payrollCsv([
        row({ amount: "-1" }),
        row({ amount: "700" }),
        row({ amount: "-1" }),
        row({ amount: "800" }),
        row({ amount: "-1" }),
      ]),
    );
    const seen = (await desk.items(id, "?onlyErrors=true")).items;
    expect(seen.map(({ rowNo }) => rowNo)).toEqual([1, 3, 5]);
    const paste = await desk.paste(`/payroll-registries/${id}/rows`, "10\n20\n30", {
      itemIDs: seen.map((item) => item.id).join(","),
      columns: "amount",
      version: "1",
    });
    expect(paste.json()).toEqual({ id, version: 2, addedCount: 0, changedCount: 3 });
    expect((await desk.items(id)).items.map((item) => item.amount)).toEqual([10, 700, 20, 800, 30]);
    await expectExact(id);
  });

  test("names its rows and columns, or is refused: nothing is counted, guessed or added unasked", async () => {
    const id = await desk.upload(payrollCsv([row({ amount: "500" }), row({ amount: "600" })]));
    const other = await desk.upload(payrollCsv([row()]));
    const [first, second] = (await desk.items(id)).items.map((item) => item.id);
    const [foreign] = (await desk.items(other)).items.map((item) => item.id);
    const paste = async (fields: Record<string, unknown>) =>
      (
        await desk.paste(
          `/payroll-registries/${id}/rows`,
          "1\n2",
          Object.fromEntries(
            Object.entries({ columns: ["amount"], ...fields }).map(([name, value]) => [
              name,
              String(value),
            ]),
          ),
        )
      ).json<{ errors?: Record<string, string[]>; code?: string }>();
    expect((await paste({ startRow: 1 })).errors).toEqual({
      startRow: [expect.stringContaining("itemIDs")],
    });
    expect((await paste({ itemIDs: [first] })).errors).toEqual({
      text: [expect.stringContaining("названо: 1\u00A0строка")],
    });
    expect((await paste({ itemIDs: [first, first] })).errors).toHaveProperty("itemIDs");
    expect((await paste({ itemIDs: [first, foreign] })).errors).toEqual({
      itemIDs: [expect.stringContaining("Такой строки в реестре нет")],
    });
    expect((await paste({ itemIDs: [first, second], columns: ["sum"] })).errors).toHaveProperty(
      "columns",
    );
    expect(
      (await paste({ itemIDs: [first, second], columns: ["amount", "amount"] })).errors,
    ).toHaveProperty("columns");
    expect(await paste({ itemIDs: [first, second], version: 7 })).toMatchObject({
      code: "changed",
    });
    expect((await desk.items(id)).items.map((item) => item.amount)).toEqual([500, 600]);
  });

  test("of many rows is checked in the background, with the same verdicts", async () => {
    const id = await desk.upload(payrollCsv([row({ externalId: "X-1" })]));
    const text = Array.from({ length: 700 }, (_, index) =>
      [
        index === 5 ? "X-1" : `Y-${index}`,
        worker(index).inn,
        "",
        "0301",
        `Доставка, рейс ${index}`,
        "01.03.2026",
        "05.03.2026",
        "",
        index === 9 ? "-1" : `${500 + index}`,
      ].join("\t"),
    ).join("\n");
    expect((await desk.paste(`/payroll-registries/${id}/rows`, text)).json()).toMatchObject({
      addedCount: 700,
      changedCount: 0,
    });
    expect(await desk.registry(id)).toMatchObject({ state: { id: "VALIDATING" }, version: 2 });
    await product.runTasksUntilIdle();
    expect(await desk.registry(id)).toMatchObject({
      state: { id: "PARTIALLY_READY" },
      rowsCount: 701,
      errorsCount: 2,
    });
    expect(
      (await desk.items(id, "?onlyErrors=true")).items.map(({ rowNo, errors }) => [
        rowNo,
        errors[0]?.cause,
      ]),
    ).toEqual([
      [7, "external_id_repeated"],
      [11, "nothing_to_pay"],
    ]);
    await expectExact(id);
  });
});

describe("rows copied from a spreadsheet", () => {
  test("make a registry with and without their header", async () => {
    const cells = [
      `P-${Date.now()}`,
      worker(1).inn,
      "",
      "0301",
      'Доставка, "срочная"',
      "01.03.2026",
      "05.03.2026",
      "",
      "1 500,00",
    ].join("\t");
    const created = await desk.paste("/payroll-registries/paste", `${cells}\n`, { title: "Март" });
    await product.runTasksUntilIdle();
    const { id } = created.json<{ id: number }>();
    expect(await desk.registry(id)).toMatchObject({
      title: "Март",
      fileName: null,
      rowsCount: 1,
      readyCount: 1,
    });
    expect((await desk.items(id)).items[0]).toMatchObject({
      line: 1,
      amount: 1500,
      cells: { receiptText: 'Доставка, "срочная"' },
    });
    expect((await desk.paste("/payroll-registries/paste", `${cells}\n`)).statusCode).toBe(409);
  });
});

describe("a corrected file", () => {
  test("replaces the rows; its «Ошибки» column is passed over; its own former file is no obstacle", async () => {
    const file = payrollCsv([row({ amount: "0" }), row()]);
    const id = await desk.upload(file);
    const { fileName } = await desk.registry(id);
    const corrected = await desk.send(
      `/payroll-registries/${id}/update`,
      payrollCsv([row(), row(), row()], {
        Ошибки: "Строка 2, «Сумма, ₽»: сумма должна быть больше нуля",
      }),
      {},
      "исправлено.csv",
    );
    expect(corrected.json()).toMatchObject({ id, version: 2 });
    await product.runTasksUntilIdle();
    expect(await desk.registry(id)).toMatchObject({
      state: { id: "READY" },
      title: fileName,
      fileName: "исправлено.csv",
      rowsCount: 3,
      version: 2,
    });
    expect((await desk.findings(id)).filter(({ cause }) => cause === "unused_column")).toEqual([]);
    expect((await desk.send(`/payroll-registries/${id}/update`, file)).statusCode).toBe(200);
    await product.runTasksUntilIdle();
    await expectExact(id);
  });

  test("that belongs to another registry is refused with its number", async () => {
    const file = payrollCsv([row()]);
    const other = await desk.upload(file);
    const id = await desk.upload(payrollCsv([row()]));
    const answer = await desk.send(`/payroll-registries/${id}/update`, file);
    expect([answer.statusCode, answer.json<{ registryID: number }>().registryID]).toEqual([
      409,
      other,
    ]);
  });
});

test("after any series of corrections the counters are exact and the verdicts are those of a fresh check", async () => {
  let seed = 20260310;
  const random = (below: number) =>
    (seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0) % below;
  const anyCells = (): RowCells =>
    row({
      externalId: ["", "E1", "E2", "E3"][random(4)] ?? "",
      inn: [...WORKERS.map(({ inn }) => inn), "123", "770000000000"][random(8)] ?? "",
      amount: ["100", "200", "700000", "1700000", "0", "ой"][random(6)] ?? "",
      receiptText: "Доставка заказов",
    });
  const id = await desk.upload(payrollCsv(Array.from({ length: 40 }, anyCells)));
  for (let step = 0; step < 60; step += 1) {
    const { items } = await desk.items(id, "?perPage=100");
    const item = items[random(items.length)];
    const kind = random(4);
    if (kind === 0) await desk.call("DELETE", `/payroll-registry-items/${item?.id}`);
    else if (kind === 1)
      await desk.paste(
        `/payroll-registries/${id}/rows`,
        `E${random(5)}\t${worker(random(6)).inn}\t\t0301\tДоставка заказов\t01.03.2026\t05.03.2026\t\t${random(2000)}`,
        random(2) && item ? { itemIDs: String(item.id) } : {},
      );
    else await update(item, anyCells());
    await expectExact(id);
  }
  const kept = await verdicts(id);
  await sql`UPDATE registries SET state = 'VALIDATING' WHERE id = ${id}`.execute(
    product.database.kysely,
  );
  await product.runTasksUntilIdle();
  expect(kept).toEqual(await verdicts(id));
  await expectExact(id);
});
