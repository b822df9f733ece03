import { REASONS } from "#contract/definitions/reasons.ts";
import { receiptEndpoints } from "#contract/receipts/receipt-endpoints.ts";
import { conflict } from "#server/http/app-error.ts";
import type { Serve } from "#server/http/serve.ts";
import { retryPayout } from "./decide-payout.ts";
import type { PayoutDependencies } from "./dependencies.ts";
import { listReceipts } from "./list-receipts.ts";
import { readPayout } from "./payout-presenter.ts";
import { readReceipt } from "./receipt-presenter.ts";
import { reissueReceipt, retryReissue } from "./reissue-receipt.ts";
import { reverseReceipt } from "./reverse-receipt.ts";

export function serveReceipts(serve: Serve, deps: PayoutDependencies): void {
  serve(receiptEndpoints.list, ({ actor, query, trx }) => listReceipts(trx, actor, query));

  serve(receiptEndpoints.retry, async ({ actor, params, trx, audit }) => {
    const { accountId, id, state, payout } = await readPayout(trx, actor, params.id, {
      permission: "receipts.reverse",
      now: deps.clock.now(),
    });
    const { permissions } = payout.receipt
      ? await readReceipt(trx, actor, params.id)
      : { permissions: { retry: false } };
    if (!permissions.retry)
      throw conflict(
        payout.receipt
          ? `Чек в состоянии «${payout.receipt.state.title}»: ещё раз отправляют тот, в котором ФНС отказала`
          : "Чек этой выплаты ещё не отправляли",
      );
    if (state === "RECEIPT_FAILED") await retryPayout(deps, trx, { accountId, payoutId: id });
    else await retryReissue(trx, { accountId, payoutId: id }, deps.clock.now());
    audit({
      event: "receipt.retried",
      accountId,
      object: { type: "receipt", id: params.id },
      before: { state: "ERROR" },
      after: { state: "NEW" },
    });
    return readReceipt(trx, actor, params.id);
  });

  serve(receiptEndpoints.reverse, async ({ actor, params, body, trx, audit }) => {
    const { was } = await reverseReceipt(deps, trx, actor, {
      payoutId: params.id,
      reason: body.reasonID,
      comment: body.comment,
    });
    const reason = [REASONS.receiptReversal.titles[body.reasonID], body.comment?.trim()]
      .filter(Boolean)
      .join(". ");
    audit({
      event: "receipt.reversed",
      object: { type: "receipt", id: params.id },
      before: { state: "REGISTERED", payout: was },
      after: { state: "REVERSING" },
      reason,
    });
    return readReceipt(trx, actor, params.id);
  });

  serve(receiptEndpoints.reissue, async ({ actor, params, trx, audit }) => {
    const { accountId, was } = await reissueReceipt(trx, actor, {
      payoutId: params.id,
      at: deps.clock.now(),
    });
    audit({
      event: "receipt.reissued",
      accountId,
      object: { type: "receipt", id: params.id },
      before: { state: was.state.id, receiptID: was.receiptID },
      after: { state: "NEW" },
    });
    return readReceipt(trx, actor, params.id);
  });
}
