import { walletEndpoints } from "#contract/workman-wallet/wallet-endpoints.ts";
import { openModal, provideModals } from "#web/modals/modal-store.ts";
import { callEndpoint } from "#web/calls/call-endpoint.ts";
import { asHttpError } from "#web/wire/http-error.ts";
import { forgetCardsBeforeBinding, isNewCard } from "#web/calls/card-binding.ts";
import { cardBindModals } from "./index.tsx";
import { startProgress } from "#web/ui/progress.ts";
import type { CardBindResult } from "#web/auth/entry-parameters.ts";

provideModals(cardBindModals);

/** Ms: the bank notifies us after the browser. */
const ASK_AFTER_MS = [0, 1000, 2000, 4000] as const;

/**
 * Success needs a new card in the list: anybody can write the URL. Source: specification §2, «Entry
 * query parameters».
 */
export async function showCardBindResult(result: CardBindResult): Promise<void> {
  const finish = startProgress();
  const cardId = result === "success" ? await newCard() : null;
  finish(cardId === null);
  forgetCardsBeforeBinding();
  if (cardId === null) openModal("card-bind-fail", {});
  else openModal("card-bind-success", { cardId });
}

async function newCard(): Promise<string | null> {
  for (const waitMs of ASK_AFTER_MS) {
    if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs));
    try {
      const { items } = await callEndpoint(walletEndpoints.cards);
      const found = items.find(isNewCard);
      if (found) return found.cardId;
    } catch (thrown) {
      // A 4xx means the person has no cards.
      const { statusCode } = asHttpError(thrown);
      if (statusCode >= 400 && statusCode < 500) return null;
    }
  }
  return null;
}
