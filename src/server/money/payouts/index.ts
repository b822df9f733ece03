import type { BackgroundTask } from "#server/work/background-tasks.ts";
import type { Serve } from "#server/http/serve.ts";
import type { Trx } from "#server/data/transaction.ts";
import { listenForActs } from "./act-listeners.ts";
import { awaitOrdersTask, listenForReturnedPayouts, sendOrdersTask } from "./bank-tasks.ts";
import { giveUpPayout, retryPayout } from "./decide-payout.ts";
import type { PayoutDependencies } from "./dependencies.ts";
import {
  openOfferPayouts,
  type AcceptedResult,
  type OpenedOfferPayout,
} from "./open-offer-payouts.ts";
import { openPayouts, type OpenedPayouts } from "./open-payouts.ts";
import { servePayouts } from "./payout-routes.ts";
import { registerReceiptsTask } from "./register-receipts.ts";
import { serveReceipts } from "./receipt-routes.ts";
import { reissueReceiptsTask } from "./reissue-receipts-task.ts";
import { reverseReceiptsTask } from "./reverse-receipts.ts";
import { sweepReceiptsTask } from "./sweep-receipts.ts";

export interface Payouts {
  readonly tasks: readonly BackgroundTask[];
  routes(serve: Serve): void;
  open(trx: Trx, request: Parameters<typeof openPayouts>[1]): Promise<OpenedPayouts>;
  /** See `openOfferPayouts`. */
  openForOffers(
    trx: Trx,
    accountId: number,
    results: readonly AcceptedResult[],
    at: Date,
  ): Promise<OpenedOfferPayout[]>;
  retry(trx: Trx, key: { accountId: number; payoutId: bigint }): Promise<void>;
  giveUp(trx: Trx, key: { accountId: number; payoutId: bigint }): Promise<void>;
}

export function makePayouts(deps: PayoutDependencies): Payouts {
  listenForActs(deps.events);
  listenForReturnedPayouts(deps);
  return {
    tasks: [
      registerReceiptsTask(deps),
      sendOrdersTask(deps),
      awaitOrdersTask(deps),
      reverseReceiptsTask(deps),
      reissueReceiptsTask(deps),
      sweepReceiptsTask(deps),
    ],
    routes(serve) {
      serveReceipts(serve, deps);
      servePayouts(serve, deps);
    },
    open: openPayouts,
    openForOffers: openOfferPayouts,
    retry: (trx, key) => retryPayout(deps, trx, key),
    giveUp: (trx, key) => giveUpPayout(deps, trx, key),
  };
}

export type { AcceptedResult } from "./open-offer-payouts.ts";
