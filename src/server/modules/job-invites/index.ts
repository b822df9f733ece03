import type { BackgroundTask } from "#server/work/background-tasks.ts";
import type { Serve } from "#server/http/serve.ts";
import type { JobInvitesDependencies } from "./dependencies.ts";
import { serveInviteAnswers } from "./invite-answer-routes.ts";
import { serveInviteLists } from "./invite-list-routes.ts";
import { serveInviting } from "./invite-routes.ts";
import { serveMassInviting } from "./mass-invite-routes.ts";
import { expireInvitesTask, sendInviteLinksTask } from "./invite-tasks.ts";
import { listenForJobs } from "./move-invites.ts";

/** Invites to jobs: sent to workers and to phones, answered, taken back, too old after a week. */
export function makeJobInvites(deps: JobInvitesDependencies): {
  readonly tasks: readonly BackgroundTask[];
  routes(serve: Serve): void;
} {
  listenForJobs(deps.events);
  return {
    tasks: [sendInviteLinksTask(deps), expireInvitesTask(deps)],
    routes(serve) {
      serveInviting(serve, deps);
      serveMassInviting(serve, deps);
      serveInviteLists(serve, deps);
      serveInviteAnswers(serve, deps);
    },
  };
}

export { inviteToNewJob } from "./invite-to-new-job.ts";
