import { REASONS } from "#contract/definitions/reasons.ts";
import { receiptEndpoints } from "#contract/receipts/receipt-endpoints.ts";
import type { Serve } from "#server/platform/serve.ts";
import type { PayoutDependencies } from "./dependencies.ts";
import { readReceipt } from "./receipt-presenter.ts";
import { reverseReceipt } from "./reverse-receipt.ts";

/** Calls of receipts in the tax service. */
export function serveReceipts(serve: Serve, deps: PayoutDependencies): void {
  serve(receiptEndpoints.reverse, async ({ actor, params, body, trx, audit }) => {
    const { was } = await reverseReceipt(deps, trx, actor, { payoutId: params.id, reason: body.reasonID, comment: body.comment });
    const reason = [REASONS.receiptReversal.titles[body.reasonID], body.comment?.trim()].filter(Boolean).join(". ");
    audit({ event: "receipt.reversed", object: { type: "receipt", id: params.id }, before: { state: "REGISTERED", payout: was }, after: { state: "REVERSING" }, reason });
    return readReceipt(trx, actor, params.id, true);
  });
}
