import { existsSync, readFileSync } from "node:fs";
import { relative, resolve } from "node:path";

/**
 * What a runner's JSON report says: how many tests passed, and each failure as «file > test» with the first lines of its reason.
 * A runner that died leaves no report: that is a failure, not an empty success.
 */
const REASON_LINES = 6;

export function vitestResults(file) {
  if (!existsSync(file)) return withoutReport(file);
  const report = JSON.parse(readFileSync(file, "utf8"));
  const failures = report.testResults.flatMap((one) => {
    const failed = one.assertionResults.filter((test) => test.status === "failed");
    if (one.status === "failed" && failed.length === 0) return [failure(one.name, [], one.message)];
    return failed.map((test) =>
      failure(one.name, [test.fullName], test.failureMessages.join("\n")),
    );
  });
  return { passed: report.numPassedTests, failures };
}

/** A test that passed at its second attempt has failed. */
export function playwrightResults(file) {
  if (!existsSync(file)) return withoutReport(file);
  const { stats, errors = [], suites } = JSON.parse(readFileSync(file, "utf8"));
  const specs = suites
    .flatMap(specsOf)
    .flatMap((spec) =>
      spec.tests
        .filter((test) => test.status === "unexpected" || test.status === "flaky")
        .map((test) => ({ spec, test })),
    );
  return {
    passed: stats.expected,
    failures: [
      ...specs.map(({ spec, test }) =>
        failure(
          spec.file,
          [spec.title],
          test.results.map((one) => one.error?.message ?? "").join("\n"),
        ),
      ),
      ...errors.map((error) => failure("playwright", [], error.message)),
    ],
  };
}

function withoutReport(file) {
  return { passed: 0, failures: [`${file}: the runner left no report`] };
}

function specsOf(suite) {
  return [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(specsOf)];
}

function failure(file, names, reason = "") {
  return [
    [relative(process.cwd(), resolve(file)), ...names].join(" > "),
    ...reason.split("\n").slice(0, REASON_LINES),
  ].join("\n  ");
}
