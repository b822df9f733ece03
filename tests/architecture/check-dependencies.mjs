import { resolve } from "node:path";
import { cruise } from "dependency-cruiser";
import extractTSConfig from "dependency-cruiser/config-utl/extract-ts-config";
import rules from "./dependency-rules.mjs";

/** `npm run arch`: every import of `src` against the rules beside this file. */
const FEWEST_MODULES = 100;

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
const ours = output.modules.filter((module) => module.source.startsWith("src/")).length;
process.stdout.write(
  `${ours} modules, ${summary.totalDependenciesCruised} imports, ${summary.violations.length} against the rules\n`,
);
if (ours < FEWEST_MODULES) {
  process.stderr.write(`only ${ours} modules were read: the checker is blind\n`);
  process.exit(1);
}
process.exit(summary.error > 0 ? 1 : 0);
