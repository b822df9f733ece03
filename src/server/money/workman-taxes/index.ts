import type { SmzState } from "#contract/workman-taxes/smz-states.ts";
import type { BackgroundTask } from "#server/work/background-tasks.ts";
import type { KeepRule } from "#server/work/housekeeping.ts";
import type { Serve } from "#server/http/serve.ts";
import type { ProductEventBus } from "#server/product-events.ts";
import { bindTask } from "./bind-task.ts";
import { serveBinding } from "./binding-routes.ts";
import { checkTask, recheckTask, unboundTask } from "./check-tasks.ts";
import type { WorkmanTaxesDependencies } from "./dependencies.ts";
import { serveEarning } from "./earning-route.ts";
import { messageTask, TAX_MESSAGES_KEEP_RULE } from "./message-task.ts";
import { PUBLIC_STATUS_KEEP_RULE, publicStatusTask, servePublicStatus } from "./public-status.ts";
import { referenceTask } from "./reference-task.ts";
import { serveReferences } from "./references.ts";
import { setStates, STATE_OF_ERROR } from "./smz-status.ts";
import { taxDecisionTask } from "./tax-decision-task.ts";
import { awaitTaxesTask, listenForReturnedTaxes, sendTaxesTask } from "./tax-order-tasks.ts";
import { listenForAnnulledReceipts } from "./tax-reserves.ts";
import { serveTaxes } from "./taxes-routes.ts";

export function makeWorkmanTaxes(deps: WorkmanTaxesDependencies): {
  readonly tasks: readonly BackgroundTask[];
  routes(serve: Serve): void;
} {
  listenForTaxRefusals(deps.events);
  listenForAnnulledReceipts(deps.events);
  listenForReturnedTaxes(deps);
  return {
    tasks: [
      bindTask(deps),
      checkTask(deps),
      unboundTask(deps),
      recheckTask(deps),
      messageTask(deps),
      publicStatusTask(deps),
      referenceTask(deps),
      taxDecisionTask(deps),
      sendTaxesTask(deps),
      awaitTaxesTask(deps),
    ],
    routes(serve) {
      serveBinding(serve, deps);
      serveTaxes(serve, deps);
      serveEarning(serve, deps);
      servePublicStatus(serve, deps);
      serveReferences(serve, deps);
    },
  };
}

/**
 * Updates workers' tax status from refusals of the tax service, so that the next payment stops
 * before it starts.
 */
export function listenForTaxRefusals(events: ProductEventBus): void {
  events.on("tax-service.refused", async (trx, { refusals }) => {
    const states = new Map<number, SmzState>();
    for (const { workmanId, error } of refusals) {
      const state = STATE_OF_ERROR[error];
      if (state !== null) states.set(workmanId, state);
    }
    await setStates(trx, states);
  });
}

export const TAXES_KEEP_RULES: readonly KeepRule[] = [
  PUBLIC_STATUS_KEEP_RULE,
  TAX_MESSAGES_KEEP_RULE,
];
export { requestBinding, requestStatusCheck } from "./binding-routes.ts";
export { askPublicStatus } from "./public-status.ts";
export { setStates } from "./smz-status.ts";
export { releaseTaxReserve, reserveTaxes } from "./tax-reserves.ts";
