import { payoutEndpoints as endpoints } from "#contract/payouts/payout-endpoints.ts";
import { conflict } from "#server/platform/app-error.ts";
import type { Serve } from "#server/platform/serve.ts";
import { giveUpPayout, retryPayout } from "./decide-payout.ts";
import type { PayoutDependencies } from "./dependencies.ts";
import { readPayout, type SeenPayout } from "./payout-presenter.ts";

/** Payouts that failed, of offers and of registries alike: paid once more, or given up. */
export function servePayouts(serve: Serve, deps: PayoutDependencies): void {
  serve(endpoints.retry, async ({ actor, params, trx, audit }) => {
    const before = await readPayout(trx, actor, params.id);
    if (!before.payout.permissions.retry) throw conflict(whyNot(before));
    await retryPayout(deps, trx, { accountId: before.accountId, payoutId: before.id });
    audit({ event: "payout.retried", accountId: before.accountId, object: { type: "payout", id: params.id }, before: { state: before.state } });
    return (await readPayout(trx, actor, params.id)).payout;
  });

  serve(endpoints.giveUp, async ({ actor, params, trx, audit }) => {
    const before = await readPayout(trx, actor, params.id);
    if (!before.payout.permissions.giveUp) throw conflict(whyNot(before));
    await giveUpPayout(deps, trx, { accountId: before.accountId, payoutId: before.id });
    audit({ event: "payout.canceled", object: { type: "payout", id: params.id }, before: { state: before.state } });
    return (await readPayout(trx, actor, params.id)).payout;
  });
}

function whyNot({ payout }: SeenPayout): string {
  if (payout.state.id === "RETURNED" || payout.state.id === "FAILED") return "Все попытки использованы. Проверьте реквизиты и обратитесь в поддержку";
  return `Выплата в состоянии «${payout.state.title}»: повторить или отменить можно ту, что не дошла`;
}
