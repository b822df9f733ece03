import { existsSync, readFileSync } from "node:fs";
import { relative, resolve } from "node:path";

/**
 * What a runner has to tell: how many tests passed, each failure as «file > test» with the first
 * lines of its reason, each test that passed at its second attempt only, and how many seconds each
 * file has kept a worker busy.
 *
 * @typedef {{
 *   passed: number,
 *   failures: string[],
 *   flaky: string[],
 *   files: { name: string, seconds: number }[],
 * }} Results
 */
const REASON_LINES = 6;
const SLOWEST_FILES = 10;

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
    flaky: tests
      .filter(({ test }) => test.diagnostic()?.flaky)
      .map(({ module, test }) => flaky(module.moduleId, test.fullName, test.meta().attemptsMs)),
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

/** @returns {Results} */
export function playwrightResults(file) {
  if (!existsSync(file)) return withoutReport(file);
  const { config, stats, errors = [], suites } = JSON.parse(readFileSync(file, "utf8"));
  const specs = suites.flatMap(specsOf);
  const testsThat = (status) =>
    specs.flatMap((spec) =>
      spec.tests.filter((test) => test.status === status).map((test) => ({ spec, test })),
    );
  const secondsOf = new Map();
  for (const { file, tests } of specs)
    for (const { duration } of tests.flatMap(({ results }) => results))
      secondsOf.set(file, (secondsOf.get(file) ?? 0) + duration / 1000);
  const placeOfSpec = (name) => placeOf(resolve(config.rootDir, name));
  return {
    passed: stats.expected + stats.flaky,
    failures: [
      ...testsThat("unexpected").map(({ spec, test }) =>
        failure(
          resolve(config.rootDir, spec.file),
          [spec.title],
          test.results.map((one) => one.error?.message ?? "").join("\n"),
        ),
      ),
      ...errors.map((error) => failure("playwright", [], error.message)),
    ],
    flaky: testsThat("flaky").map(({ spec, test }) =>
      flaky(
        resolve(config.rootDir, spec.file),
        spec.title,
        test.results.map(({ duration }) => duration),
      ),
    ),
    files: [...secondsOf].map(([name, seconds]) => ({ name: placeOfSpec(name), seconds })),
  };
}

/**
 * How a run ends.
 *
 * @param {Results & { seconds: Map<string, number> }} totals - `seconds` of each stage.
 * @returns {string[]} the very last is «N passed, N failed».
 */
export function lastLines({ passed, failures, flaky, files, seconds }) {
  const slowest = files.toSorted((a, b) => b.seconds - a.seconds).slice(0, SLOWEST_FILES);
  const whole = [...seconds.values()].reduce((sum, one) => sum + one, 0);
  const stages = [...seconds].map(
    ([name, one]) => `${name} ${one.toFixed(0)} s (${((100 * one) / whole).toFixed(0)} %)`,
  );
  return [
    ...failures.map((one) => `\nFAILED ${one}`),
    "",
    ...flaky.map((one) => `FLAKY ${one}`),
    `${flaky.length} flaky`,
    "\nSlowest files, seconds of a worker:",
    ...slowest.map((file) => `${file.seconds.toFixed(0).padStart(6)}  ${file.name}`),
    `\nStages: ${stages.join(", ")}; together ${whole.toFixed(0)} s`,
    `${passed} passed, ${failures.length} failed`,
  ];
}

function withoutReport(file) {
  return { passed: 0, failures: [`${file}: the runner left no report`], flaky: [], files: [] };
}

function specsOf(suite) {
  return [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(specsOf)];
}

function failure(file, names, reason = "") {
  return [[placeOf(file), ...names].join(" > "), ...reason.split("\n").slice(0, REASON_LINES)].join(
    "\n  ",
  );
}

/** @param {number[]} attemptsMs - of both attempts. */
function flaky(file, name, attemptsMs) {
  const [first, second] = attemptsMs.map((one) => one.toFixed(0));
  return `${placeOf(file)} > ${name} (${first} → ${second})`;
}

function placeOf(file) {
  return relative(process.cwd(), resolve(file));
}
