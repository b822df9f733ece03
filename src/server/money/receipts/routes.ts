import { REASONS } from "#contract/definitions/reasons.ts";
import { receiptEndpoints } from "#contract/receipts/receipt-endpoints.ts";
import { conflict } from "#server/http/app-error.ts";
import type { Serve } from "#server/http/serve.ts";
import { askAboutPayout, readPayout, retryPayout } from "#server/money/payouts/index.ts";
import type { Platform } from "#server/platform.ts";
import { listReceipts } from "./queries.ts";
import { readReceipt } from "./presenter.ts";
import { reissueReceipt, retryReissue } from "./actions/reissue-receipt.ts";
import { reverseReceipt } from "./actions/reverse-receipt.ts";

export function serveReceipts(serve: Serve, platform: Platform): void {
  serve.list(receiptEndpoints.list, ({ actor, query }) => listReceipts(actor, query));

  serve(receiptEndpoints.retry, async ({ actor, params, trx, audit }) => {
    const { accountId, id, state, payout } = await readPayout(trx, actor, params.id, {
      permission: "receipts.reverse",
      now: platform.clock.now(),
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
    if (state === "RECEIPT_FAILED")
      await retryPayout(platform, trx, { accountId, payoutId: id }, null);
    else await retryReissue(trx, { accountId, payoutId: id }, platform.clock.now());
    audit({
      event: "receipt.retried",
      accountId,
      object: { type: "receipt", id: params.id },
      before: { state: "ERROR" },
      after: { state: "NEW" },
    });
    return readReceipt(trx, actor, params.id);
  });

  serve.reading(
    receiptEndpoints.reverse,
    async ({ actor, params, db }) => {
      if (!(await readReceipt(db, actor, params.id)).permissions.reverse) return null;
      const { accountId, id } = await readPayout(db, actor, params.id, {
        permission: "receipts.reverse",
        now: platform.clock.now(),
      });
      return askAboutPayout(platform, { accountId, payoutId: id });
    },
    async ({ actor, params, body, trx, audit, read }) => {
      const { was } = await reverseReceipt(
        platform,
        trx,
        actor,
        {
          payoutId: params.id,
          reason: body.reasonID,
          comment: body.comment,
        },
        read,
      );
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
    },
  );

  serve(receiptEndpoints.reissue, async ({ actor, params, trx, audit }) => {
    const { accountId, was } = await reissueReceipt(trx, actor, {
      payoutId: params.id,
      at: platform.clock.now(),
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
