import type { Module } from "#server/module.ts";
import { bankOrderTasks, listenForLateReturns } from "#server/money/bank-orders/index.ts";
import { workmanDebtDecision } from "./decide-debt.ts";
import { bindResultsTask, bindTask } from "./tasks/bind.ts";
import { unbindTask } from "./tasks/unbind.ts";
import { serveBinding } from "./routes/binding.ts";
import { checkTask } from "./tasks/check.ts";
import { recheckTask, unboundTask } from "./tasks/sweeps.ts";
import { serveEarning } from "./routes/earning.ts";
import { listenForTaxRefusals } from "./listeners.ts";
import { messageTask, TAX_MESSAGES_KEEP_RULE } from "./tasks/message.ts";
import { PUBLIC_STATUS_KEEP_RULE, publicStatusTask } from "./public-status.ts";
import { serveTaxPayments } from "./routes/payments.ts";
import { servePublicStatus } from "./routes/public-status.ts";
import { referenceTask } from "./tasks/reference.ts";
import { serveReferences } from "./routes/references.ts";
import { openTaxPaymentsTask, taxDecisionTask } from "./tasks/tax-decision.ts";
import { tellDebtsTask } from "./tasks/tell-debts.ts";
import { releaseReservesTask } from "./tasks/release-reserves.ts";
import { taxOrders } from "./tasks/tax-orders.ts";
import { serveTaxes } from "./routes/taxes.ts";

export const workmanTaxesModule: Module = {
  listeners(platform) {
    listenForTaxRefusals(platform.events);
    listenForLateReturns(platform, taxOrders(platform));
  },
  decisions: () => [workmanDebtDecision()],
  tasks: (platform) => [
    bindTask(platform),
    bindResultsTask(platform),
    unbindTask(platform),
    checkTask(platform),
    unboundTask(platform),
    recheckTask(platform),
    messageTask(platform),
    publicStatusTask(platform),
    referenceTask(platform),
    openTaxPaymentsTask(platform),
    taxDecisionTask(platform),
    releaseReservesTask(platform),
    tellDebtsTask(platform),
    ...bankOrderTasks(platform, taxOrders(platform)),
  ],
  routes(serve, platform) {
    serveBinding(serve, platform);
    serveTaxes(serve, platform);
    serveTaxPayments(serve, platform);
    serveEarning(serve, platform);
    servePublicStatus(serve, platform);
    serveReferences(serve, platform);
  },
  keepRules: [PUBLIC_STATUS_KEEP_RULE, TAX_MESSAGES_KEEP_RULE],
};
