import { join } from "node:path";
import { moscowDate } from "#contract/values/calendar-date.ts";
import { COPY_ITEMS } from "#server/modules/registries/validation/item-copy.ts";
import { writeJobFile } from "#tests/support/job-file.ts";
import { figure, median, type Figure } from "./figure.ts";
import {
  copyReadyRows,
  costsOfRows,
  growth,
  LARGE,
  MIDDLE,
  ROUNDS,
  SMALL,
} from "./registries.bench.ts";
import { openRegistryBench, type RegistryBenchProduct } from "./registry-bench-product.ts";
import { strainOf } from "./strain.ts";

/** P1 and part of P8 for a kind with values in jsonb; two minutes. */
export async function jobRegistryFigures(): Promise<Figure[]> {
  const product = await openRegistryBench(MIDDLE);
  try {
    return await measure(product);
  } finally {
    await product.close();
  }
}

async function measure(product: RegistryBenchProduct): Promise<Figure[]> {
  const fileOfJobs = async (rows: number) =>
    writeJobFile({
      path: join(product.folder, `jobs-${rows}.csv`),
      rowCount: rows,
      workers: product.workers,
      today: moscowDate(new Date()),
    });
  const large = await fileOfJobs(LARGE);
  const small = await fileOfJobs(SMALL);
  const middle = await fileOfJobs(MIDDLE);
  await product.uploadAndCheck(small, "job");
  await product.clear();
  const copies: number[] = [];
  const reads: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const read = await strainOf(() => product.uploadAndCheck(large, "job"));
    if (read.result.ready_count !== LARGE)
      throw new Error(`${LARGE - read.result.ready_count} rows of jobs have errors`);
    reads.push(read.ms);
    copies.push(await copyReadyRows(product, COPY_ITEMS));
    await product.clear();
  }
  const perRow = await costsOfRows(product, "job", { small, middle }, median(reads));
  return [
    figure({
      id: "P1-jobs",
      name: "registry of jobs, 100 000 rows, CSV: checked and stored against \\copy",
      measured: median(reads),
      limit: median(copies),
      unit: "ms",
      reach: 2.5,
    }),
    ...growth("P8-P1-jobs", "check of a registry of jobs", perRow),
  ];
}
