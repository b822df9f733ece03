import type { BackgroundTask } from "#server/work/background-tasks.ts";
import type { Serve } from "#server/http/serve.ts";
import type { JobsDependencies } from "./dependencies.ts";
import { serveJobActions } from "./job-action-routes.ts";
import { serveJobLists } from "./job-list-routes.ts";
import { serveJobPages } from "./job-page-routes.ts";
import { serveJobCounts } from "./job-count-routes.ts";
import { serveMassPublish } from "./mass-publish-routes.ts";
import { serveMassTag } from "./mass-tag-routes.ts";
import { serveMassCancel } from "./mass-cancel-routes.ts";
import { overdueTask } from "./overdue-task.ts";

export { addPublishedJob } from "./add-published-job.ts";
export type { JobFields } from "./job-fields.ts";
export { findJob, type FoundJob } from "./find-job.ts";
export { loadJobCards } from "./job-cards.ts";
export { ACCEPTED_OFFER_STATES, invitesOf, invitesSentTo } from "./job-rows.ts";
export { JOB_TERMS, jobVersion, type JobTerms } from "./job-terms.ts";
export { moveJobs } from "./move-jobs.ts";
export { objectOf as jobObjectOf } from "./job-audit.ts";
export { undoIfRefused } from "./undo-if-refused.ts";
export { announceJob, lockOwnJob, lockOwnJobs, type OwnJob } from "./own-job.ts";
export { needsModerator, publishJob, refuseIdleCompany } from "./publish-job.ts";

/**
 * Jobs of the exchange: as guests, workers and their own companies read them, and what a company
 * does with its own.
 */
export function makeJobs(deps: JobsDependencies): {
  readonly tasks: readonly BackgroundTask[];
  routes(serve: Serve): void;
} {
  return {
    tasks: [overdueTask(deps)],
    routes(serve) {
      serveJobPages(serve, deps);
      serveJobLists(serve, deps);
      serveJobActions(serve, deps);
      serveMassCancel(serve, deps);
      serveMassPublish(serve, deps);
      serveMassTag(serve, deps);
      serveJobCounts(serve, deps);
    },
  };
}
