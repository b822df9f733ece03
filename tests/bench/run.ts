import { closeConsoleStage, consoleSuites } from "./console.bench.ts";
import { everyListFigures } from "./every-list.bench.ts";
import type { Figure } from "./figure.ts";
import { stopBenchServer } from "./fresh-database.ts";
import { jobRegistryFigures } from "./job-registries.bench.ts";
import { jobListFigures } from "./jobs.bench.ts";
import { listFigures, startFigures } from "./lists.bench.ts";
import { executionFigures } from "./payouts.bench.ts";
import { registryFigures } from "./registries.bench.ts";
import { isTiny } from "./size.ts";

/**
 * `npm run bench [P1 P2 … C]`: both sides of every ratio in one run, a line per figure. `C` is all
 * of `C-…`.
 */
const suites: Record<string, () => Promise<Figure[]>> = {
  P1: registryFigures,
  "P1-jobs": jobRegistryFigures,
  P2: () => executionFigures(),
  P3: listFigures,
  "P3-jobs": jobListFigures,
  P9: startFigures,
  P10: everyListFigures,
  ...consoleSuites,
};

const chosen = process.argv.slice(2);
const figures: Figure[] = [];
for (const [name, measure] of Object.entries(suites)) {
  if (chosen.length > 0 && !chosen.some((word) => name === word || name.startsWith(`${word}-`)))
    continue;
  process.stdout.write(`${name}…\n`);
  const measured = await measure();
  if (measured.length === 0 || measured.some(({ ratio }) => Number.isNaN(ratio)))
    throw new Error(`${name} has measured nothing`);
  figures.push(...measured);
  measured.forEach(print);
}
await closeConsoleStage();
await stopBenchServer();
process.exit(isTiny || figures.every((one) => one.holds) ? 0 : 1);

function print(one: Figure): void {
  const number = (value: number) => (value >= 100 ? value.toFixed(0) : value.toFixed(2));
  process.stdout.write(
    `${one.holds ? "✓" : "✗"} ${one.id.padEnd(12)} ${number(one.ratio).padStart(8)} (нужно ${one.reach}) = ${number(one.measured)} / ${number(one.limit)} ${one.unit} — ${one.title}\n`,
  );
}
