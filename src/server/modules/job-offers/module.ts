import type { Module } from "#server/module.ts";
import { arbitrationDecision } from "./actions/decide-arbitration.ts";
import { offerDecision } from "./actions/reject-offer.ts";
import { serveAnswersToJobs } from "./routes/answers.ts";
import { arbitrationTimeoutTask } from "./tasks/arbitration-timeout.ts";
import { serveArbitration } from "./routes/arbitration.ts";
import { acceptUnansweredTask } from "./tasks/accept-unanswered.ts";
import { serveResultAcceptance } from "./routes/result-acceptance.ts";
import { serveDecisions } from "./routes/decisions.ts";
import { serveExecution } from "./routes/execution.ts";
import { serveMessages } from "./routes/messages.ts";
import { serveOfferFiles } from "./routes/files.ts";
import { listenForOffers } from "./listeners.ts";
import { serveOfferLists } from "./routes/lists.ts";
import { archiveTask, startTimeoutTask } from "./tasks/offer-terms.ts";

export const jobOffersModule: Module = {
  listeners: (platform) => listenForOffers(platform),
  tasks: (platform) => [
    startTimeoutTask(platform),
    acceptUnansweredTask(platform),
    arbitrationTimeoutTask(platform),
    archiveTask(platform),
  ],
  decisions: (platform) => [arbitrationDecision(platform), offerDecision(platform)],
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
