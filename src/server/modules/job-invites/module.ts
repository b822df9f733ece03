import type { Module } from "#server/module.ts";
import { serveInviteAnswers } from "./invite-answer-routes.ts";
import { serveInviteLists } from "./invite-list-routes.ts";
import { serveInviting } from "./invite-routes.ts";
import { serveMassInviting } from "./mass-invite-routes.ts";
import { expireInvitesTask, sendInviteLinksTask } from "./invite-tasks.ts";
import { listenForJobs } from "./move-invites.ts";

/** Invites to jobs: sent to workers and to phones, answered, taken back, too old after a week. */
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
