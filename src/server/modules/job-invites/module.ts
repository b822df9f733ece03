import type { Module } from "#server/module.ts";
import { serveInviteAnswers } from "./routes/answers.ts";
import { serveInviteLists } from "./routes/lists.ts";
import { serveInviting } from "./routes/inviting.ts";
import { serveMassInviting } from "./routes/mass-inviting.ts";
import { expireInvitesTask, sendInviteLinksTask } from "./tasks/invites.ts";
import { listenForJobs } from "./actions/move-invites.ts";

export const jobInvitesModule: Module = {
  listeners: (platform) => listenForJobs(platform.events),
  tasks: (platform) => [sendInviteLinksTask(platform), expireInvitesTask(platform)],
  routes(serve, platform) {
    serveInviting(serve, platform);
    serveMassInviting(serve, platform);
    serveInviteLists(serve, platform);
    serveInviteAnswers(serve, platform);
  },
};
