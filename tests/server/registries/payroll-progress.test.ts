import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { moscowDate } from "#contract/values/calendar-date.ts";
import type { RegistryProgress } from "#contract/registries/registry.ts";
import { estimateXlsxRows } from "#server/files/spreadsheet/estimate-rows.ts";
import { buildTestApp, type TestApp } from "#tests/support/build-app.ts";
import { aCustomer, addWorkmen, seedServices } from "#tests/support/payroll-cast.ts";
import { PayrollDesk } from "#tests/support/payroll-desk.ts";
import { makePayrollWorkers, writePayrollFile } from "#tests/support/payroll-file.ts";
import { rawWorkbook } from "#tests/support/raw-zip.ts";

const ROWS = 20_000;
const workers = makePayrollWorkers(500);

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "payroll-progress-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe("how many rows a workbook has is told before they are read", () => {
  test("within a tenth of the truth, whatever the workbook says of itself", async () => {
    const path = join(folder, "rows.xlsx");
    await writePayrollFile({ path, format: "xlsx", rowCount: ROWS, workers, today: "2026-03-10" });
    const told = (await estimateXlsxRows(path, "Реестр")) ?? 0;
    expect(Math.abs(told - ROWS)).toBeLessThan(ROWS / 10);
  });

  test("a size that the rows do not bear out is not believed", async () => {
    const rows = Array.from(
      { length: 3000 },
      (_, index) =>
        `<row r="${index + 1}"><c r="A${index + 1}" t="inlineStr"><is><t>строка ${index}</t></is></c></row>`,
    ).join("");
    for (const [ref, expected] of [
      ["A1:A1048576", 3000],
      ["A1", 3000],
      ["A1:A2900", 2900],
    ] as const) {
      const path = join(folder, "lying.xlsx");
      await writeFile(
        path,
        rawWorkbook({
          rows: "",
          sheetPart: {
            data: `<worksheet><dimension ref="${ref}"/><sheetData>${rows}</sheetData></worksheet>`,
          },
        }),
      );
      const told = (await estimateXlsxRows(path, "Реестр")) ?? 0;
      expect(Math.abs(told - expected), ref).toBeLessThan(150);
    }
  });

  test("nothing is told of a file that is no workbook", async () => {
    const path = join(folder, "no.xlsx");
    await writeFile(path, "ИНН;Сумма");
    expect(await estimateXlsxRows(path, "Реестр")).toBeNull();
  });
});

describe("the check of a workbook", () => {
  let product: TestApp;
  let desk: PayrollDesk;
  beforeAll(async () => {
    product = await buildTestApp();
    await seedServices(product.database.kysely);
    await addWorkmen(product.database.kysely, workers);
    desk = new PayrollDesk(product, (await aCustomer(product.database.kysely)).ownerPhone);
  });
  afterAll(() => product.close());

  test("shows its progress as it goes: never back, never past the end", async () => {
    const path = join(folder, "registry.xlsx");
    await writePayrollFile({
      path,
      format: "xlsx",
      rowCount: ROWS,
      workers,
      today: moscowDate(product.clock.now()),
      errorCount: 100,
    });
    const response = await desk.send(
      "/payroll-registries",
      await readFile(path),
      {},
      "реестр.xlsx",
    );
    const { id } = response.json<{ id: number }>();
    let isOver = false;
    const seen: RegistryProgress[] = [];
    const watching = (async () => {
      while (!isOver) {
        seen.push(
          (await desk.call("GET", `/payroll-registries/${id}/progress`)).json<RegistryProgress>(),
        );
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    })();
    await product.runTasksUntilIdle();
    isOver = true;
    await watching;
    const moving = seen.filter(({ stage }) => stage === "reading" || stage === "validating");
    const percents = moving.map(({ percent }) => percent);
    expect(percents).toEqual([...percents].sort((one, other) => one - other));
    expect(percents.some((percent) => percent > 10 && percent < 95)).toBe(true);
    expect(Math.max(...percents)).toBeLessThanOrEqual(99);
    expect(
      moving.every(
        ({ processedCount, totalCount }) => totalCount === null || processedCount <= totalCount,
      ),
    ).toBe(true);
    expect((await desk.call("GET", `/payroll-registries/${id}/progress`)).json()).toMatchObject({
      stage: "idle",
      percent: 100,
      totalCount: ROWS,
    });
  });
});
