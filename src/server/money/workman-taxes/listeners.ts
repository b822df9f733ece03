import type { SmzState } from "#contract/workman-taxes/smz-states.ts";
import type { ProductEventBus } from "#server/product-events.ts";
import { setStates, STATE_OF_ERROR } from "./smz-status.ts";

/** Stores the refusal's state, so that the next payment stops before it starts. */
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
