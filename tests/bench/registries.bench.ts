import { createReadStream, createWriteStream } from "node:fs";
import { join } from "node:path";
import { Readable, Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { to as copyTo } from "pg-copy-streams";
import { moscowDate } from "#contract/values/calendar-date.ts";
import { outcomeTable } from "#server/modules/registries/payroll/payroll-export.ts";
import { listItems } from "#server/modules/registries/routes/item-list.ts";
import { SERVED_KINDS } from "#server/modules/registries/served-kinds.ts";
import type { RegistryRow } from "#server/modules/registries/registry-row.ts";
import { COPY_ITEMS } from "#server/modules/registries/validation/item-copy.ts";
import { copyRows } from "#server/data/transaction.ts";
import { writeCsv } from "#server/files/spreadsheet/write-csv.ts";
import { writeXlsx } from "#server/files/spreadsheet/write-xlsx.ts";
import { writePayrollFile } from "#tests/support/payroll-file.ts";
import { figure, median, percentile, type Figure } from "./figure.ts";
import { openRegistryBench, type RegistryBenchProduct } from "./registry-bench-product.ts";
import { strainOf, type Strain } from "./strain.ts";
import { sized } from "./size.ts";

export const LARGE = sized(100_000, 400);
export const MIDDLE = sized(10_000, 200);
export const SMALL = sized(1_000, 100);
export const ROUNDS = sized(3, 1);
const DEEP_PAGE = sized(3_000, 10);
const TURNS = sized(1_000, 2);

/** P1, P4, P6 and part of P8, on a durable PostgreSQL; two minutes. */
export async function registryFigures(): Promise<Figure[]> {
  const product = await openRegistryBench(MIDDLE);
  try {
    const figures: Figure[] = [];
    const csv = await fileOf(product, LARGE, "csv");
    const xlsx = await fileOf(product, LARGE, "xlsx");
    const small = await fileOf(product, SMALL, "csv");
    const middle = await fileOf(product, MIDDLE, "csv");
    // The first validation also compiles the code.
    await product.uploadAndCheck(small);
    await product.clear();

    const copies: number[] = [];
    const reads: Strain<RegistryRow>[] = [];
    const books: Strain<RegistryRow>[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      reads.push(await strainOf(() => product.uploadAndCheck(csv)));
      copies.push(await copyReadyRows(product, COPY_ITEMS));
      await product.clear();
      books.push(await strainOf(() => product.uploadAndCheck(xlsx)));
      await product.clear();
    }
    const copyMs = median(copies);
    figures.push(
      figure({
        id: "P1",
        name: "registry of 100 000 rows, CSV: checked and stored against \\copy",
        measured: median(reads.map(({ ms }) => ms)),
        limit: copyMs,
        unit: "ms",
        reach: 2.5,
      }),
      figure({
        id: "P1-xlsx",
        name: "the same from XLSX",
        measured: median(books.map(({ ms }) => ms)),
        limit: copyMs,
        unit: "ms",
        reach: 3.5,
      }),
      figure({
        id: "P1-memory",
        name: "memory above idle",
        measured: Math.max(...[...reads, ...books].map(({ memoryMiB }) => memoryMiB)),
        limit: 150,
        unit: "MiB",
        reach: 1,
      }),
      figure({
        id: "P1-stall",
        name: "longest stall of the event loop",
        measured: Math.max(...[...reads, ...books].map(({ stallMs }) => stallMs)),
        limit: 50,
        unit: "ms",
        reach: 1,
      }),
    );

    const perRow = await costsOfRows(
      product,
      "payroll",
      { small, middle },
      median(reads.map(({ ms }) => ms)),
    );
    figures.push(...growth("P8-P1", "check of a registry", perRow));

    const registry = await product.uploadAndCheck(csv);
    figures.push(await deepPage(product, registry), ...(await exports(product, registry)));
    return figures;
  } finally {
    await product.close();
  }
}

/** µs a row by file size. */
export async function costsOfRows(
  product: RegistryBenchProduct,
  kind: "payroll" | "job",
  { small, middle }: { small: string; middle: string },
  largeMs: number,
): Promise<Map<number, number>> {
  const perRow = new Map<number, number>([[LARGE, (largeMs / LARGE) * 1000]]);
  for (const [rows, path] of [
    [SMALL, small],
    [MIDDLE, middle],
  ] as const) {
    const times: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      times.push((await strainOf(() => product.uploadAndCheck(path, kind))).ms);
      await product.clear();
    }
    perRow.set(rows, (median(times) / rows) * 1000);
  }
  return perRow;
}

async function fileOf(
  product: RegistryBenchProduct,
  rowCount: number,
  format: "csv" | "xlsx",
): Promise<string> {
  const path = join(product.folder, `${rowCount}.${format}`);
  await writePayrollFile({
    path,
    format,
    rowCount,
    workers: product.workers,
    today: moscowDate(new Date()),
    seed: rowCount,
  });
  return path;
}

/** Limit of P1: the rows just stored, as one COPY of a file into the same table. */
export async function copyReadyRows(
  product: RegistryBenchProduct,
  statement: string,
): Promise<number> {
  const columns = /\(([^)]+)\)/.exec(statement)?.[1] ?? "";
  const path = join(product.folder, "ready-rows.copy");
  const client = await product.owner.pool.connect();
  await pipeline(
    client.query(copyTo(`COPY (SELECT ${columns} FROM registry_items ORDER BY row_no) TO STDOUT`)),
    createWriteStream(path),
  );
  await client.query("TRUNCATE registry_items");
  client.release();
  const start = performance.now();
  await copyRows(product.owner.pool, statement, createReadStream(path));
  return performance.now() - start;
}

/** No larger size may cost more a row than a smaller one. */
export function growth(id: string, name: string, perRow: ReadonlyMap<number, number>): Figure[] {
  const at = (rows: number) => perRow.get(rows) ?? 0;
  return [
    [SMALL, MIDDLE],
    [MIDDLE, LARGE],
  ].map(([from = 0, to = 0]) =>
    figure({
      id: `${id}-${to / 1000}k`,
      name: `${name}: a row of ${to} against a row of ${from}`,
      measured: at(to),
      limit: at(from),
      unit: "µs/row",
      reach: 1.3,
    }),
  );
}

async function deepPage(product: RegistryBenchProduct, registry: RegistryRow): Promise<Figure> {
  const times = new Map<number, number[]>([
    [1, []],
    [DEEP_PAGE, []],
  ]);
  const ask = async (page: number) => {
    const start = performance.now();
    await listItems(
      product.platform,
      product.platform.db,
      SERVED_KINDS.payroll,
      registry,
      product.actor,
      {
        page,
        perPage: 30,
      },
    );
    return performance.now() - start;
  };
  for (let warm = 0; warm < TURNS / 5; warm += 1) await ask(warm + 1);
  for (let turn = 0; turn < TURNS; turn += 1)
    for (const [page, list] of times) list.push(await ask(page));
  return figure({
    id: "P4",
    name: "p99 of page 3 000 of a registry against page 1",
    measured: percentile(times.get(DEEP_PAGE) ?? [], 0.99),
    limit: percentile(times.get(1) ?? [], 0.99),
    unit: "ms",
    reach: 1.5,
  });
}

async function exports(product: RegistryBenchProduct, registry: RegistryRow): Promise<Figure[]> {
  const limits: number[] = [];
  const csvs: Strain<void>[] = [];
  const books: Strain<void>[] = [];
  const table = () => outcomeTable((read) => read(product.platform.db), registry);
  for (let round = 0; round < ROUNDS; round += 1) {
    limits.push((await strainOf(() => copyOut(product, registry))).ms);
    csvs.push(await strainOf(() => drain(writeCsv(table()))));
    books.push(await strainOf(() => drain(writeXlsx([table()]))));
  }
  const limit = median(limits);
  return [
    figure({
      id: "P6",
      name: "export of 100 000 rows, CSV, against COPY TO",
      measured: median(csvs.map(({ ms }) => ms)),
      limit,
      unit: "ms",
      reach: 2.5,
    }),
    figure({
      id: "P6-xlsx",
      name: "the same, XLSX",
      measured: median(books.map(({ ms }) => ms)),
      limit,
      unit: "ms",
      reach: 6,
    }),
    figure({
      id: "P6-memory",
      name: "memory above idle",
      measured: Math.max(...[...csvs, ...books].map(({ memoryMiB }) => memoryMiB)),
      limit: 80,
      unit: "MiB",
      reach: 1,
    }),
  ];
}

async function copyOut(product: RegistryBenchProduct, registry: RegistryRow): Promise<void> {
  const client = await product.platform.pool.connect();
  const source = client.query(
    copyTo(
      `COPY (SELECT * FROM registry_items WHERE account_id = ${registry.account_id} AND registry_id = ${registry.id} ORDER BY row_no) TO STDOUT`,
    ),
  );
  await pipeline(source, nowhere());
  client.release();
}

async function drain(chunks: AsyncIterable<Buffer>): Promise<void> {
  await pipeline(Readable.from(chunks, { highWaterMark: 2 }), nowhere());
}

function nowhere(): Writable {
  return new Writable({ write: (_chunk, _encoding, done) => done() });
}
