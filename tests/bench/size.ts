/** Next to nothing is measured, nothing judged: `npm test` proves that every suite still runs. */
export const isTiny = process.env["BENCH_TINY"] === "1";

export function sized(full: number, tiny: number): number {
  return isTiny ? tiny : full;
}
