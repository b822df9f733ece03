import type { Module } from "#server/module.ts";
import { jobDecision } from "./actions/decide-job.ts";
import { serveJobActions } from "./routes/actions.ts";
import { serveJobLists } from "./routes/lists.ts";
import { serveJobPages } from "./routes/pages.ts";
import { serveJobCounts } from "./routes/counts.ts";
import { serveMassPublish } from "./routes/mass-publish.ts";
import { serveMassTag } from "./routes/mass-tag.ts";
import { serveMassCancel } from "./routes/mass-cancel.ts";
import { overdueTask } from "./tasks/overdue.ts";

export const jobsModule: Module = {
  tasks: (platform) => [overdueTask(platform)],
  decisions: (platform) => [jobDecision(platform)],
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
