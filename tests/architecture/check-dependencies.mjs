import { resolve } from "node:path";
import { cruise } from "dependency-cruiser";
import extractTSConfig from "dependency-cruiser/config-utl/extract-ts-config";
import rules from "./dependency-rules.mjs";
import { circlesOfRooms, closuresOfRoutes, staticImports } from "./import-graph.ts";

/**
 * `npm run arch`: imports of `src` against the rules, no circle of folders, few files per route.
 */
const FEWEST_MODULES = 100;
/** Files the median route imports, transitively. Lower it whenever it falls. */
const MOST_FILES_OF_A_ROUTE = 300;

process.chdir(resolve(import.meta.dirname, "../.."));
const { output } = await cruise(
  ["src"],
  { ...rules.options, ruleSet: rules, validate: true, tsConfig: undefined },
  undefined,
  { tsConfig: extractTSConfig("tsconfig.json") },
);
const { summary } = output;
for (const violation of summary.violations) {
  const via = violation.cycle
    ? ` (${violation.cycle.map((one) => one.name ?? one).join(" → ")})`
    : "";
  process.stderr.write(`${violation.rule.name}: ${violation.from} → ${violation.to}${via}\n`);
}
const imports = staticImports(output.modules);
const circles = circlesOfRooms(imports);
for (const circle of circles) process.stderr.write(`folders in a circle: ${circle}\n`);
const routes = closuresOfRoutes(imports);
const median = routes[Math.floor(routes.length / 2)];
const largest = routes.at(-1);
process.stdout.write(
  `${imports.size} modules, ${summary.totalDependenciesCruised} imports, ${summary.violations.length} against the rules, ${circles.length} circles of folders\n`,
);
if (imports.size < FEWEST_MODULES || !median || !largest) {
  process.stderr.write(`only ${imports.size} modules were read: the checker is blind\n`);
  process.exit(1);
}
process.stdout.write(
  `${routes.length} files of routes import ${median.size} files in the median, ${largest.size} at most (${largest.file})\n`,
);
if (median.size > MOST_FILES_OF_A_ROUTE) {
  process.stderr.write(`more than ${MOST_FILES_OF_A_ROUTE}: see ${median.file}\n`);
  process.exit(1);
}
process.exit(summary.error > 0 || circles.length > 0 ? 1 : 0);
