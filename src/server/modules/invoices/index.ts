import type { BackgroundTask } from "#server/work/background-tasks.ts";
import type { Serve } from "#server/http/serve.ts";
import type { InvoiceDependencies } from "./dependencies.ts";
import { expireInvoicesTask } from "./expire-invoices.ts";
import { serveInvoices } from "./invoices-routes.ts";
import { readStatementTask } from "./read-statement.ts";
import { listenForFailedReturns, returnPaymentsTask } from "./return-payments-task.ts";

/** Topping up: invoices, their payment out of the bank's statement, their end. */
export interface Invoices {
  readonly tasks: readonly BackgroundTask[];
  routes(serve: Serve): void;
}

export function makeInvoices(deps: InvoiceDependencies): Invoices {
  listenForFailedReturns(deps);
  return {
    tasks: [readStatementTask(deps), returnPaymentsTask(deps), expireInvoicesTask(deps)],
    routes: (serve) => serveInvoices(serve, deps),
  };
}

export { matchPayment } from "./match-payment.ts";
export { paymentPurpose } from "./payment-purpose.ts";
export { takePayment } from "./take-payment.ts";
