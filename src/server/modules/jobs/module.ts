import type { Module } from "#server/module.ts";
import { serveJobActions } from "./job-action-routes.ts";
import { serveJobLists } from "./job-list-routes.ts";
import { serveJobPages } from "./job-page-routes.ts";
import { serveJobCounts } from "./job-count-routes.ts";
import { serveMassPublish } from "./mass-publish-routes.ts";
import { serveMassTag } from "./mass-tag-routes.ts";
import { serveMassCancel } from "./mass-cancel-routes.ts";
import { overdueTask } from "./overdue-task.ts";

/**
 * Jobs of the exchange: as guests, workers and their own companies read them, and what a company
 * does with its own.
 */
export const jobsModule: Module = {
  tasks: (platform) => [overdueTask(platform)],
  routes(serve, platform) {
    serveJobPages(serve, platform);
    serveJobLists(serve, platform);
    serveJobActions(serve, platform);
    serveMassCancel(serve, platform);
    serveMassPublish(serve, platform);
    serveMassTag(serve, platform);
    serveJobCounts(serve, platform);
  },
};
