import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { PAYROLL_COLUMNS } from "#contract/registries/kinds/payroll-columns.ts";
import { readSpreadsheet } from "#server/files/spreadsheet/read-spreadsheet.ts";
import { aPayroll } from "#tests/support/a-payroll.ts";
import type { TestApp } from "#tests/support/build-app.ts";
import { type Customer } from "#tests/support/payroll-cast.ts";
import { PayrollDesk, payrollCsv, type RowCells } from "#tests/support/payroll-desk.ts";
import { makePayrollWorkers, type PayrollWorker } from "#tests/support/payroll-file.ts";
import { unzip } from "#tests/support/unzip.ts";

const WORKERS = makePayrollWorkers(4);
const worker = (index: number) => WORKERS[index] as PayrollWorker;

/** XML of the first sheet. */
const sheetOf = (workbook: Buffer) => String(unzip(workbook).get("xl/worksheets/sheet1.xml"));

let product: TestApp;
let customer: Customer;
let desk: PayrollDesk;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "payroll-exports-"));
  ({ product, customer, desk } = await aPayroll({ workers: WORKERS, funds: 1_000_000_00n }));
});
afterAll(async () => {
  await product.close();
  await rm(folder, { recursive: true, force: true });
});

let lines = 0;
function row(cells: RowCells = {}): RowCells {
  lines += 1;
  return {
    inn: worker(0).inn,
    serviceCode: "0301",
    receiptText: `Доставка заказов, рейс ${lines}`,
    workStart: "01.03.2026",
    workEnd: "05.03.2026",
    amount: String(100 + lines),
    ...cells,
  };
}

/** Reads a table as another program would. */
async function read(data: Buffer, sheet = "Реестр"): Promise<string[][]> {
  const path = join(folder, `file-${Math.random()}`);
  await writeFile(path, data);
  const rows: string[][] = [];
  for await (const batch of readSpreadsheet(path, sheet))
    rows.push(...batch.map(({ cells }) => cells));
  return rows;
}

describe.for(["csv", "xlsx"] as const)("the file of errors in %s", (format) => {
  test("holds the wrong rows with their sentences, and comes back corrected without touching the good rows", async () => {
    const id = await desk.upload(
      payrollCsv([
        row({ comment: "первая" }),
        row({ amount: "0", comment: "=1+1" }),
        row({ comment: "третья" }),
        row({ inn: "123", comment: "=SUM(A1)" }),
      ]),
    );
    const before = (await desk.items(id)).items;
    const file = (
      await desk.call("GET", `/payroll-registries/${id}/errors/download?format=${format}`)
    ).rawPayload;
    const [header = [], ...rows] = await read(file);
    expect(header.slice(-2)).toEqual(["ID строки", "Ошибки"]);
    expect(rows.map((cells) => cells.at(-1))).toEqual([
      "Строка 3, «Сумма, ₽»: платить нечего: сумма 0".replace("₽", format === "csv" ? "руб." : "₽"),
      "Строка 5, «ИНН исполнителя»: ИНН должен содержать 12 цифр",
    ]);
    expect(rows.map((cells) => cells[12])).toEqual(["=1+1", "=SUM(A1)"]);

    // Sent back unchanged: the same errors in the same rows.
    expect((await desk.send(`/payroll-registries/${id}/update`, file)).statusCode).toBe(200);
    await product.runTasksUntilIdle();
    expect(
      (await desk.items(id)).items.map(({ id: itemId, rowNo, errors, cells }) => [
        itemId,
        rowNo,
        errors.length,
        cells["comment"],
      ]),
    ).toEqual(
      before.map((item) => [item.id, item.rowNo, item.errors.length, item.cells["comment"]]),
    );

    const amountAt = PAYROLL_COLUMNS.findIndex(({ key }) => key === "amount");
    const corrected = [
      header,
      ...rows.map((cells, index) =>
        cells.map((cell, at) =>
          index === 0 && at === amountAt ? "55" : index === 1 && at === 1 ? worker(1).inn : cell,
        ),
      ),
    ];
    const text = corrected
      .map((cells) => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(";"))
      .join("\r\n");
    await desk.send(`/payroll-registries/${id}/update`, text);
    await product.runTasksUntilIdle();
    expect(await desk.registry(id)).toMatchObject({
      state: { id: "READY" },
      rowsCount: 4,
      readyCount: 4,
      version: 3,
    });
    expect((await desk.items(id)).items.map((item) => item.id)).toEqual(
      before.map((item) => item.id),
    );
    expect((await desk.items(id)).items[1]?.amount).toBe(55);
  });

  test("of rows that are no longer there changes nothing and says so", async () => {
    const id = await desk.upload(payrollCsv([row({ amount: "0" }), row()]));
    const file = (
      await desk.call("GET", `/payroll-registries/${id}/errors/download?format=${format}`)
    ).rawPayload;
    const [wrong] = (await desk.items(id)).items;
    await desk.call("DELETE", `/payroll-registry-items/${wrong?.id}`);
    await desk.send(`/payroll-registries/${id}/update`, file);
    await product.runTasksUntilIdle();
    expect(await desk.registry(id)).toMatchObject({
      state: { id: "READY" },
      rowsCount: 1,
      errorMessage:
        "Строки реестра изменились после выгрузки. Скачайте файл с ошибками заново и исправьте его",
    });
  });

  test("the whole registry numbers its rows by their lines in the file, removed ones or not", async () => {
    const id = await desk.upload(
      payrollCsv(
        ["первая", "лишняя", "третья", "лишняя тоже", "пятая"].map((comment) => row({ comment })),
      ),
    );
    const items = (await desk.items(id)).items;
    for (const index of [3, 1])
      await desk.call("DELETE", `/payroll-registry-items/${items[index]?.id}`);
    const [, ...rows] = await read(
      (await desk.call("POST", `/payroll-registries/${id}/download`, { format })).rawPayload,
    );
    expect(rows.map((cells) => [cells[0], cells[13]])).toEqual([
      ["2", "первая"],
      ["4", "третья"],
      ["6", "пятая"],
    ]);
  });

  test("the whole registry has every row with its state, receipt, act and reason", async () => {
    const id = await desk.upload(
      payrollCsv([
        row({ amount: "1 234,50", inn: worker(1).inn }),
        row({ amount: "-5" }),
        row({ inn: worker(2).inn, comment: "@cmd" }),
      ]),
    );
    await sql`
      INSERT INTO jobs (account_id, id, kind, state, title, service_id, budget_kopecks, created_at)
      VALUES (${customer.accountId}, ${id * 10}, 'PAYROLL', 'FINISHED', 'x', 301, 100, now())`.execute(
      product.database.kysely,
    );
    await sql`
      WITH payout AS (
        INSERT INTO payouts (account_id, state, registry_id, row_no, hold_id, job_id, workman_id,
          amount_kopecks, commission_kopecks, vat_kopecks, kind, due_at, created_at, paid_at,
          failure_reason)
        SELECT account_id, CASE row_no
          WHEN 1 THEN 'PAID'
          ELSE 'FAILED' END, registry_id, row_no, 1, ${id * 10}, workman_id, amount_kopecks,
            commission_kopecks, 0, 'CARD', now(), now(), CASE row_no
          WHEN 1 THEN timestamptz '2026-03-09T22:00:00Z' END, CASE row_no
          WHEN 3 THEN 'ACCOUNT_CLOSED' END
        FROM registry_items WHERE registry_id = ${id} AND error_count = 0 RETURNING *
      ), receipt AS (
        INSERT INTO receipts (account_id, payout_id, workman_id, state, amount_kopecks,
          tax_receipt_id, operation_at, registered_at)
        SELECT account_id, id, workman_id, 'REGISTERED', amount_kopecks, '20abc', now(),
          '2026-03-10T08:00:00Z'
        FROM payout
        WHERE row_no = 1
      )
      INSERT INTO job_documents (account_id, type, state, number, document_date, payout_id,
        created_at)
      SELECT account_id, 'ACT', 'AUTO_SIGNED', 'А-' || row_no, current_date, id, now()
      FROM payout`.execute(product.database.kysely);
    await sql`
      UPDATE registries
      SET state = 'PARTIALLY_EXECUTED', payout_count = 2, paid_count = 1, failed_count = 1
      WHERE id = ${id}`.execute(product.database.kysely);
    const answer = await desk.call("POST", `/payroll-registries/${id}/download`, { format });
    expect(answer.headers["content-disposition"]).toContain(
      `filename*=UTF-8''${encodeURIComponent("Реестр выплат № ")}`,
    );
    const [header = [], ...rows] = await read(answer.rawPayload);
    const column = (title: string) =>
      rows.map(
        (cells) => cells[header.findIndex((one) => one.replace("руб.", "₽") === title)] ?? "",
      );
    expect(column("Состояние")).toEqual(["Выплачено", "Ошибка", "Выплата не прошла"]);
    expect(column("Причина")).toEqual([
      "",
      expect.stringContaining("Строка 3, «Сумма"),
      expect.stringMatching(/Счёт/),
    ]);
    expect(column("Сумма, ₽*").map((text) => text.replace(",", "."))).toEqual([
      expect.stringMatching(/^1234\.50?$/),
      "-5",
      expect.stringMatching(/^\d+(\.00)?$/),
    ]);
    expect(column("Дата выплаты")).toEqual(["10.03.2026", "", ""]);
    expect(column("Ссылка на чек")).toEqual([
      `http://localhost:3000/sandbox/receipt/${worker(1).inn}/20abc/print`,
      "",
      "",
    ]);
    expect(column("Номер акта")).toEqual(["А-1", "", "А-3"]);
    expect(column("Комментарий")).toEqual(["", "", "@cmd"]);
    expect((await desk.items(id, "?states=PAID,PAYMENT_FAILED")).meta.total).toBe(2);
    expect((await desk.info(id)).statesCount).toEqual({
      PAID: 1,
      PAYMENT_FAILED: 1,
      VALIDATION_FAILED: 1,
    });
  });

  test("an empty template becomes a registry as soon as it is filled", async () => {
    const empty = (await desk.call("GET", `/payroll-registries/template?format=${format}`))
      .rawPayload;
    const [header = []] = await read(empty);
    const matching = header.map(
      (title) =>
        PAYROLL_COLUMNS.find(
          (column) => title.replace("руб.", "₽") === `${column.title}${column.required ? "*" : ""}`,
        )?.key,
    );
    expect(matching).toEqual(PAYROLL_COLUMNS.map(({ key }) => key));
    if (format === "xlsx") {
      expect(await read(empty, "Справочник услуг")).toContainEqual([
        "0301",
        "Доставка и транспорт",
        "Пешая курьерская доставка",
      ]);
      expect(await read(empty, "_meta")).toEqual([
        ["kind", "version"],
        ["payroll", "1"],
      ]);
    }
  });
});

test("a filled template has a row for each chosen favourite who can be paid, with sums and days that a spreadsheet counts", async () => {
  const db = product.database.kysely;
  const { rows: employments } = await sql<{ id: number }>`
    INSERT INTO employments (account_id, workman_id, state, agreed_at)
    SELECT ${customer.accountId}, id, 'ACTIVE', now()
    FROM workmen
    WHERE inn = ANY (${[worker(0).inn, worker(1).inn]}::text[])
    RETURNING id`.execute(db);
  const { rows: tags } = await sql<{
    id: number;
  }>`
    INSERT INTO job_tags (account_id, title) VALUES (${customer.accountId}, 'март') RETURNING id`.execute(
    db,
  );
  const query = `serviceID=301&accountEmployeeIDs=${employments[1]?.id}&amount=1500.5&jobTagsIDs=${tags[0]?.id}&workStart=2026-03-01&workEnd=2026-03-05`;
  const file = await read(
    (await desk.call("GET", `/payroll-registries/filled-template?${query}&format=csv`)).rawPayload,
  );
  expect(file[1]).toEqual([
    "",
    worker(1).inn,
    worker(1).fullName,
    "0301",
    "Услуги пешей курьерской доставки",
    "01.03.2026",
    "05.03.2026",
    "",
    "1500,50",
    "",
    "",
    "март",
    "",
  ]);
  const sheet = sheetOf(
    (await desk.call("GET", `/payroll-registries/filled-template?${query}`)).rawPayload,
  );
  expect(sheet).toContain("<v>1500.50</v>");
  expect(
    (
      await desk.call(
        "GET",
        `/payroll-registries/filled-template?${query.replace("2026-03-05", "2026-02-05")}`,
      )
    ).json(),
  ).toMatchObject({ errors: { workEnd: [expect.stringContaining("раньше начала")] } });
  expect(
    (
      await read(
        (await desk.call("GET", "/payroll-registries/filled-template?format=csv")).rawPayload,
      )
    ).length,
  ).toBe(3);
  expect(
    (await desk.call("GET", "/payroll-registries/filled-template?accountEmployeeIDs=999999"))
      .statusCode,
  ).toBe(422);

  await sql`UPDATE workmen SET smz_state = 'LIMITED' WHERE inn = ${worker(1).inn}`.execute(db);
  expect(
    (await desk.call("GET", `/payroll-registries/filled-template?${query}`)).json(),
  ).toMatchObject({
    errors: {
      accountEmployeeIDs: [
        expect.stringMatching(
          new RegExp(`^${worker(1).fullName}: Исполнитель превысил годовой лимит`),
        ),
      ],
    },
  });
  expect(
    (
      await read(
        (await desk.call("GET", "/payroll-registries/filled-template?format=csv")).rawPayload,
      )
    ).length,
  ).toBe(2);
  const { items } = (await desk.call("GET", "/employees")).json<{
    items: { name: string; payObstacle: string | null }[];
  }>();
  expect(Object.fromEntries(items.map(({ name, payObstacle }) => [name, payObstacle]))).toEqual({
    [worker(0).fullName]: null,
    [worker(1).fullName]: expect.stringContaining("годовой лимит"),
  });
  await sql`UPDATE workmen SET smz_state = 'OK' WHERE inn = ${worker(1).inn}`.execute(db);
});

test("the number of a row is a number in a workbook", async () => {
  const id = await desk.upload(payrollCsv([row(), row()]));
  const sheet = sheetOf(
    (await desk.call("POST", `/payroll-registries/${id}/download`, { format: "xlsx" })).rawPayload,
  );
  expect(sheet).toContain('<c r="A2"><v>2</v></c>');
});

test("the uploaded file comes back byte by byte under its own name", async () => {
  const file = payrollCsv([row()]);
  const id = await desk.upload(file);
  const answer = await desk.call("GET", `/payroll-registries/${id}/file`);
  expect(answer.body).toBe(file);
  expect(answer.headers["content-disposition"]).toContain(encodeURIComponent("реестр.csv"));
});
