import type { Clock } from "#server/platform/clock.ts";
import type { Serve } from "#server/platform/serve.ts";
import { serveJobLists } from "./job-list-routes.ts";
import { serveJobPages } from "./job-page-routes.ts";

export { findJob, type FoundJob } from "./find-job.ts";

export interface JobsDependencies {
  readonly clock: Clock;
}

/** Jobs of the exchange as guests, workers and their own companies read them. */
export function makeJobs(deps: JobsDependencies): { routes(serve: Serve): void } {
  return {
    routes(serve) {
      serveJobPages(serve, deps);
      serveJobLists(serve, deps);
    },
  };
}
