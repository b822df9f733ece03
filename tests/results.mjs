import { existsSync, readFileSync } from "node:fs";
import { relative, resolve } from "node:path";

/**
 * What a runner has to tell: how many tests passed, each failure as «file > test» with the first
 * lines of its reason, and how many seconds each file has kept a worker busy.
 *
 * @typedef {{ passed: number, failures: string[], files: { name: string, seconds: number }[] }} Results
 */
const REASON_LINES = 6;

/**
 * @param modules - Vitest's test modules, when its run has ended.
 * @param {readonly { message: string }[]} unhandledErrors - outside any test.
 * @returns {Results}
 */
export function resultsOfVitest(modules, unhandledErrors) {
  const tests = modules.flatMap((module) =>
    [...module.children.allTests()].map((test) => ({ module, test, ...test.result() })),
  );
  const messages = (errors) => (errors ?? []).map(({ message }) => message).join("\n");
  return {
    passed: tests.filter(({ state }) => state === "passed").length,
    failures: [
      ...tests
        .filter(({ state }) => state === "failed")
        .map(({ module, test, errors }) =>
          failure(module.moduleId, [test.fullName], messages(errors)),
        ),
      ...modules.flatMap((module) => [
        ...module.errors().map(({ message }) => failure(module.moduleId, [], message)),
        ...[...module.children.allSuites()].flatMap((suite) =>
          suite.errors().map(({ message }) => failure(module.moduleId, [suite.fullName], message)),
        ),
      ]),
      ...unhandledErrors.map(({ message }) => failure("vitest", [], message)),
    ],
    files: modules.map((module) => {
      const { collectDuration, setupDuration, duration } = module.diagnostic();
      return {
        name: placeOf(module.moduleId),
        seconds: (collectDuration + setupDuration + duration) / 1000,
      };
    }),
  };
}

/**
 * Reads what `resultsOfVitest` has left. A runner that died leaves nothing: that is a failure, not
 * an empty success.
 *
 * @returns {Results}
 */
export function vitestResults(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : withoutReport(file);
}

/**
 * A test that passed at its second attempt has failed.
 *
 * @returns {Results}
 */
export function playwrightResults(file) {
  if (!existsSync(file)) return withoutReport(file);
  const { config, stats, errors = [], suites } = JSON.parse(readFileSync(file, "utf8"));
  const specs = suites.flatMap(specsOf);
  const unwell = specs.flatMap((spec) =>
    spec.tests
      .filter((test) => test.status === "unexpected" || test.status === "flaky")
      .map((test) => ({ spec, test })),
  );
  const secondsOf = new Map();
  for (const { file, tests } of specs)
    for (const { duration } of tests.flatMap(({ results }) => results))
      secondsOf.set(file, (secondsOf.get(file) ?? 0) + duration / 1000);
  const placeOfSpec = (name) => placeOf(resolve(config.rootDir, name));
  return {
    passed: stats.expected,
    failures: [
      ...unwell.map(({ spec, test }) =>
        failure(
          resolve(config.rootDir, spec.file),
          [spec.title],
          test.results.map((one) => one.error?.message ?? "").join("\n"),
        ),
      ),
      ...errors.map((error) => failure("playwright", [], error.message)),
    ],
    files: [...secondsOf].map(([name, seconds]) => ({ name: placeOfSpec(name), seconds })),
  };
}

function withoutReport(file) {
  return { passed: 0, failures: [`${file}: the runner left no report`], files: [] };
}

function specsOf(suite) {
  return [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(specsOf)];
}

function failure(file, names, reason = "") {
  return [[placeOf(file), ...names].join(" > "), ...reason.split("\n").slice(0, REASON_LINES)].join(
    "\n  ",
  );
}

function placeOf(file) {
  return relative(process.cwd(), resolve(file));
}
