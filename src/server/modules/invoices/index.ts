import type { Kysely } from "kysely";
import type { Schema } from "#server/database/schema.ts";
import type { BankGateway } from "#server/integrations/bank/port.ts";
import type { BackgroundTask } from "#server/platform/background-tasks.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Serve } from "#server/platform/serve.ts";
import type { ProductEventBus } from "#server/product-events.ts";
import { expireInvoicesTask } from "./expire-invoices.ts";
import { serveInvoices } from "./invoices-routes.ts";
import { readStatementTask } from "./read-statement.ts";

export interface InvoiceDependencies {
  readonly db: Kysely<Schema>;
  readonly clock: Clock;
  readonly bank: BankGateway;
  readonly events: ProductEventBus;
}

/** Topping up: invoices, their payment out of the bank's statement, their end. */
export interface Invoices {
  readonly tasks: readonly BackgroundTask[];
  routes(serve: Serve): void;
}

export function makeInvoices(deps: InvoiceDependencies): Invoices {
  return { tasks: [readStatementTask(deps), expireInvoicesTask(deps)], routes: (serve) => serveInvoices(serve, deps) };
}

export { matchPayment } from "./match-payment.ts";
export { paymentPurpose } from "./payment-purpose.ts";
export { takePayment } from "./take-payment.ts";
