import type { BackgroundTask } from "#server/work/background-tasks.ts";
import type { Serve } from "#server/http/serve.ts";
import type { Trx } from "#server/data/transaction.ts";
import { serveAnswersToJobs } from "./answer-job-routes.ts";
import { arbitrationTimeoutTask } from "./arbitration-timeout-task.ts";
import { serveArbitration } from "./arbitration-routes.ts";
import { acceptUnansweredTask } from "./accept-unanswered-task.ts";
import { serveResultAcceptance } from "./accept-results.ts";
import { assignOffer, type AssignRequest } from "./assign-offer.ts";
import { serveDecisions } from "./decide-offer-routes.ts";
import type { JobOffersDependencies } from "./dependencies.ts";
import { serveExecution } from "./execution-routes.ts";
import { type ChangesOutcome, type ChangesRequest, proposeChanges } from "./propose-changes.ts";
import { serveMessages } from "./message-routes.ts";
import { decideArbitration, type Moderated, rejectOffer } from "./moderate-offers.ts";
import { serveOfferFiles } from "./offer-file-routes.ts";
import { listenForOffers } from "./offer-listeners.ts";
import { serveOfferLists } from "./offer-list-routes.ts";
import { archiveTask, startTimeoutTask } from "./offer-tasks.ts";

/** Offers of workers, their execution, changes of the payout and the chat. */
export interface JobOffers {
  readonly tasks: readonly BackgroundTask[];
  routes(serve: Serve): void;
  /** Gives a published job to a worker; see `assignOffer`. */
  assign(trx: Trx, request: AssignRequest): Promise<{ offerId: bigint }>;
  /** Proposes another payout for many offers; see `proposeChanges`. */
  propose(trx: Trx, request: ChangesRequest): Promise<ChangesOutcome>;
  /** The moderator's part; `null` when nothing waits for him. */
  reject(trx: Trx, verdict: Parameters<typeof rejectOffer>[2]): Promise<Moderated | null>;
  decideArbitration(
    trx: Trx,
    verdict: Parameters<typeof decideArbitration>[2],
  ): Promise<Moderated | null>;
}

export function makeJobOffers(deps: JobOffersDependencies): JobOffers {
  listenForOffers(deps);
  return {
    tasks: [
      startTimeoutTask(deps),
      acceptUnansweredTask(deps),
      arbitrationTimeoutTask(deps),
      archiveTask(deps),
    ],
    routes(serve) {
      serveOfferLists(serve, deps);
      serveAnswersToJobs(serve, deps);
      serveDecisions(serve, deps);
      serveExecution(serve, deps);
      serveResultAcceptance(serve, deps);
      serveArbitration(serve, deps);
      serveMessages(serve, deps);
      serveOfferFiles(serve, deps);
    },
    assign: (trx, request) => assignOffer(deps, trx, request),
    propose: (trx, request) => proposeChanges(deps, trx, request),
    reject: (trx, verdict) => rejectOffer(deps, trx, verdict),
    decideArbitration: (trx, verdict) => decideArbitration(deps, trx, verdict),
  };
}

export {
  changeRefusal,
  changeOfHold,
  changeVersion,
  loadChangeable,
  type ChangeableOffer,
  type ProposedChange,
} from "./propose-changes.ts";
export { holdOffer } from "./offer-money.ts";
