import { writeFileSync } from "node:fs";
import { resultsOfVitest } from "./results.mjs";

/**
 * What `tests/run.mjs` wants to know of a run of Vitest, written to the file `RESULTS_FILE` names:
 * tests passed, failures with their reasons, and how long each file has kept its worker busy.
 */
export default class ResultsReporter {
  onTestRunEnd(modules, unhandledErrors) {
    writeFileSync(
      process.env.RESULTS_FILE,
      JSON.stringify(resultsOfVitest([...modules], unhandledErrors)),
    );
  }
}
