import type { Module } from "#server/module.ts";
import { serveAnswersToJobs } from "./answer-job-routes.ts";
import { arbitrationTimeoutTask } from "./arbitration-timeout-task.ts";
import { serveArbitration } from "./arbitration-routes.ts";
import { acceptUnansweredTask } from "./accept-unanswered-task.ts";
import { serveResultAcceptance } from "./accept-results.ts";
import { serveDecisions } from "./decide-offer-routes.ts";
import { serveExecution } from "./execution-routes.ts";
import { serveMessages } from "./message-routes.ts";
import { serveOfferFiles } from "./offer-file-routes.ts";
import { listenForOffers } from "./offer-listeners.ts";
import { serveOfferLists } from "./offer-list-routes.ts";
import { archiveTask, startTimeoutTask } from "./offer-tasks.ts";

/** Offers of workers, their execution, changes of the payout and the chat. */
export const jobOffersModule: Module = {
  listeners: (platform) => listenForOffers(platform),
  tasks: (platform) => [
    startTimeoutTask(platform),
    acceptUnansweredTask(platform),
    arbitrationTimeoutTask(platform),
    archiveTask(platform),
  ],
  routes(serve, platform) {
    serveOfferLists(serve, platform);
    serveAnswersToJobs(serve, platform);
    serveDecisions(serve, platform);
    serveExecution(serve, platform);
    serveResultAcceptance(serve, platform);
    serveArbitration(serve, platform);
    serveMessages(serve, platform);
    serveOfferFiles(serve, platform);
  },
};
