import type { Module } from "#server/module.ts";
import { bindTask } from "./bind-task.ts";
import { serveBinding } from "./binding-routes.ts";
import { checkTask, recheckTask, unboundTask } from "./check-tasks.ts";
import { serveEarning } from "./earning-route.ts";
import { listenForTaxRefusals } from "./listeners.ts";
import { messageTask, TAX_MESSAGES_KEEP_RULE } from "./message-task.ts";
import { PUBLIC_STATUS_KEEP_RULE, publicStatusTask } from "./public-status.ts";
import { servePublicStatus } from "./public-status-routes.ts";
import { referenceTask } from "./reference-task.ts";
import { serveReferences } from "./references.ts";
import { taxDecisionTask } from "./tax-decision-task.ts";
import { awaitTaxesTask, listenForReturnedTaxes, sendTaxesTask } from "./tax-order-tasks.ts";
import { listenForAnnulledReceipts } from "./tax-reserves.ts";
import { serveTaxes } from "./taxes-routes.ts";

/** The worker's link to the tax service: access, tax status, taxes and references. */
export const workmanTaxesModule: Module = {
  listeners(platform) {
    listenForTaxRefusals(platform.events);
    listenForAnnulledReceipts(platform.events);
    listenForReturnedTaxes(platform);
  },
  tasks: (platform) => [
    bindTask(platform),
    checkTask(platform),
    unboundTask(platform),
    recheckTask(platform),
    messageTask(platform),
    publicStatusTask(platform),
    referenceTask(platform),
    taxDecisionTask(platform),
    sendTaxesTask(platform),
    awaitTaxesTask(platform),
  ],
  routes(serve, platform) {
    serveBinding(serve, platform);
    serveTaxes(serve, platform);
    serveEarning(serve, platform);
    servePublicStatus(serve, platform);
    serveReferences(serve, platform);
  },
  keepRules: [PUBLIC_STATUS_KEEP_RULE, TAX_MESSAGES_KEEP_RULE],
};
